internal import AppData
public import Foundation
internal import Basics

// A phone's app has folders of its own. The file Following.swift of an app lets Foundation's functions ask for those of the
// session.

extension UIApplication {
  /// The home folder of the session whose code runs; nil outside of sessions. It is made when it is first asked for, and
  /// removed when the session leaves memory. Its files are stored with the session's state, except for those in `tmp` and
  /// `Library/Caches`.
  public static var homeFolder: URL? {
    guard let kept = KeptValues.ofSession else { return nil }
    if isInGlobal {
      Misuse.report(
        "A static or global variable asks for the folder of a session. It is set once in the process, for the first user. Make it a "
          + "computed property: static var file: URL { … }")
      return URL(fileURLWithPath: "/dev/null", isDirectory: true)
    }
    do { return URL(fileURLWithPath: try kept.home(), isDirectory: true) } catch {
      Misuse.report("A session has no folder for its files: \(error)")
      return URL(fileURLWithPath: "/dev/null", isDirectory: true)  // where nothing can be written
    }
  }

  // The return addresses of two initial values have in common that of the function that makes each of them once.
  private static let calls = Thread.callStackReturnAddresses.dropFirst()
  private static let otherCalls = Set(Thread.callStackReturnAddresses)
  private static let once = calls.first(where: otherCalls.contains)

  /// Whether the initial value of a static or global variable is made.
  private static var isInGlobal: Bool { once.map(Thread.callStackReturnAddresses.prefix(32).contains) == true }

  /// A folder of the session whose code runs; nil outside of sessions, and for a folder that an app does not have for itself.
  public static func folder(for directory: FileManager.SearchPathDirectory) -> URL? {
    folders[directory].flatMap { homeFolder?.appending(path: $0, directoryHint: .isDirectory) }
  }

  private static let folders: [FileManager.SearchPathDirectory: String] = [
    .documentDirectory: "Documents", .libraryDirectory: "Library", .cachesDirectory: "Library/Caches",
    .applicationSupportDirectory: "Library/Application Support", .itemReplacementDirectory: "tmp",
  ]
}
