public import Foundation
internal import Basics
public import TempuraServer

extension UITests {
  /// The settings of all UI tests. A test class changes them in `setUp()`.
  public struct Settings: Sendable {
    /// The folder of the snapshots: the environment variable `UI_TEST_DIR`, else `UITests` in the working directory.
    public var directory: String

    /// The environment variable `UI_TEST_RECORD` (`all`, `missing`, `failed` or `never`). `UI_TEST_RECORDING=YES` means
    /// `all`. The default is `never` if the variable `CI` is set, else `missing`.
    public var recordMode: RecordMode

    /// The device of tests without permutations: the environment variable `UI_TEST_DEVICE`, a name in `Device.all`.
    public var device: Device

    /// The language of tests without permutations: the environment variable `UI_TEST_LANGUAGE`, else `en`.
    public var language: String

    /// How far pictures may differ from their references.
    public var tolerance = Tolerance.standard

    /// The files that are compared.
    public var parts: Set<Part> = [.picture, .markup, .accessibility]

    /// The time limit of one call, in seconds: the environment variable `UI_TEST_TIMEOUT`, else 100.
    public var timeout: Double

    /// The configuration of the app's server, such as its style sheets.
    public var server = ServerConfiguration()

    /// The app's `Public` and `Templates` folders. By default those in the working directory, if they exist.
    public var publicFolder: String?
    public var templateFolder: String?

    /// The errors in environment variables. Each test reports them as failures.
    private(set) var problems: [String] = []

    /// A file of a snapshot.
    public enum Part: Hashable, Sendable {
      case picture
      /// The HTML, one element per line, without colours and positions.
      case markup
      /// The accessibility tree.
      case accessibility
    }

    /// Reads the environment variables.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
      func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
      directory = value("UI_TEST_DIR") ?? "UITests"
      let isRecording = ["YES", "TRUE", "1"].contains(value("UI_TEST_RECORDING")?.uppercased())
      let mode = value("UI_TEST_RECORD").map { RecordMode(rawValue: $0) }
      recordMode = mode.flatMap(\.self) ?? (isRecording ? .all : value("CI") == nil ? .missing : .never)
      if mode == .some(nil) {
        problems.append("UI_TEST_RECORD must be one of \(RecordMode.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      let name = value("UI_TEST_DEVICE")
      let named = Device.all.first { $0.name.lowercased() == name?.lowercased() }
      device = named ?? .standard
      if name != nil, named == nil {
        problems.append("UI_TEST_DEVICE must be one of \(Device.all.map(\.name).joined(separator: ", ")).")
      }
      language = value("UI_TEST_LANGUAGE") ?? "en"
      let seconds = value("UI_TEST_TIMEOUT").map { Double($0).flatMap { $0 > 0 && $0 < 86_400 ? $0 : nil } }
      timeout = seconds.flatMap(\.self) ?? 100
      if seconds == .some(nil) {
        problems.append("UI_TEST_TIMEOUT must be a number of seconds above 0 and below 86400.")
      }
      publicFolder = Self.folder("Public")
      templateFolder = Self.folder("Templates")
    }

    private static func folder(_ name: String) -> String? {
      var isFolder = ObjCBool(false)
      return FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) && isFolder.boolValue ? name : nil
    }
  }

  private static let current = Locked(Settings())

  /// The settings of the tests that start from now on.
  public static var settings: Settings {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
