internal import Foundation
internal import Glibc

/// The folder for what a program stores.
package enum StateFolder {
  /// `$STATE_DIRECTORY`, which systemd sets. Without it, a folder with the program's name in `$XDG_STATE_HOME`, or in
  /// `~/.local/state` without that one, too (https://specifications.freedesktop.org/basedir-spec/latest/).
  ///
  /// - Returns: nil if there is no such folder.
  package static func path(of program: String, environment: [String: String]) -> String? {
    func folder(_ variable: String) -> String? {
      // systemd separates folders with colons.
      guard let path = environment[variable]?.split(separator: ":").first, path.hasPrefix("/") else { return nil }
      return String(path)
    }
    if let state = folder("STATE_DIRECTORY") { return state }
    if let state = folder("XDG_STATE_HOME") { return "\(state)/\(program)" }
    if let home = folder("HOME"), home != "/nonexistent" { return "\(home)/.local/state/\(program)" }
    return nil
  }

  /// That of this process.
  package static var path: String? {
    let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
    return path(of: program, environment: ProcessInfo.processInfo.environment)
  }

  /// Creates a folder and those around it, for this user only.
  ///
  /// - Returns: The `errno` of what failed; nil if the folder is there.
  package static func create(_ path: String) -> Int32? {
    func make() -> Int32? { mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : errno }
    guard let code = make() else { return nil }
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return code }
    return create(String(path[..<slash])) ?? make()
  }
}
