public import Foundation
internal import Basics
public import TempuraServer

extension UITests {
  /// What all tests of screens have in common. A test class changes it in `setUp()`.
  public struct Settings: Sendable {
    /// The folder of the pictures: `UI_TEST_DIR` in the environment, else `UITests` in the current one.
    public var directory: String

    /// `UI_TEST_RECORD` in the environment (`all`, `missing`, `failed` or `never`), or `UI_TEST_RECORDING=YES`, which is
    /// `all`. Without either it is `never` where the environment has `CI`, and `missing` elsewhere.
    public var recordMode: RecordMode

    /// What screens are shown on: `UI_TEST_DEVICE` in the environment, the name of one of `Device.all`.
    public var device: Device

    /// The language of the screens: `UI_TEST_LANGUAGE` in the environment, else `en`.
    public var language: String

    /// How far pictures may be from their references.
    public var tolerance = Tolerance.standard

    /// What is compared.
    public var parts: Set<Part> = [.picture, .markup, .accessibility]

    /// How long the cases of one call may take together, in seconds: `UI_TEST_TIMEOUT` in the environment, else 100.
    public var timeout: Double

    /// What the app's server is told: its style sheets, for one.
    public var server = ServerConfiguration()

    /// The app's own `Public` and `Templates` folders. Where nothing is said, those in the current one, if there are any.
    public var publicFolder: String?
    public var templateFolder: String?

    /// What the environment says and nobody can understand: each test fails with it.
    private(set) var problems: [String] = []

    /// Of a screen, what may be compared with its reference.
    public enum Part: Hashable, Sendable {
      case picture
      /// Its HTML, one element a line. Colours and places are not in it: pictures show them.
      case markup
      /// What assistive technology is told of it.
      case accessibility
    }

    /// What the environment says.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
      func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
      directory = value("UI_TEST_DIR") ?? "UITests"
      let isRecording = ["YES", "TRUE", "1"].contains(value("UI_TEST_RECORDING")?.uppercased())
      let mode = value("UI_TEST_RECORD").map { RecordMode(rawValue: $0) }
      recordMode = mode.flatMap(\.self) ?? (isRecording ? .all : value("CI") == nil ? .missing : .never)
      if mode == .some(nil) {
        problems.append("UI_TEST_RECORD is none of \(RecordMode.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      let name = value("UI_TEST_DEVICE")
      let named = Device.all.first { $0.name.lowercased() == name?.lowercased() }
      device = named ?? .standard
      if name != nil, named == nil {
        problems.append("UI_TEST_DEVICE is none of \(Device.all.map(\.name).joined(separator: ", ")).")
      }
      language = value("UI_TEST_LANGUAGE") ?? "en"
      let seconds = value("UI_TEST_TIMEOUT").map { Double($0).flatMap { $0 > 0 && $0 < 86_400 ? $0 : nil } }
      timeout = seconds.flatMap(\.self) ?? 100
      if seconds == .some(nil) { problems.append("UI_TEST_TIMEOUT is no number of seconds of a day.") }
      publicFolder = Self.folder("Public")
      templateFolder = Self.folder("Templates")
    }

    private static func folder(_ name: String) -> String? {
      var isFolder = ObjCBool(false)
      return FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) && isFolder.boolValue ? name : nil
    }
  }

  private static let current = Locked(Settings())

  /// What tests of screens that begin from now on go by.
  public static var settings: Settings {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
