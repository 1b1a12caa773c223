internal import Foundation
internal import Glibc

/// The settings with which Swift's runtime writes a backtrace when a worker traps.
enum Backtraces {
  private static let variable = "SWIFT_BACKTRACE"
  private static let tools = ["swift-backtrace-static", "swift-backtrace"]

  /// Without colours and questions, because standard error is a log. One thread, because the others did not trap.
  private static let settings =
    "enable=yes,color=no,interactive=no,threads=crashed,registers=none,images=none,cache=no,output-to=stderr"

  /// Adds the settings to an environment that has none, if the tool of Swift that writes backtraces is beside the program.
  static func settings(_ environment: [String: String]) -> [String: String] {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
    guard environment[variable] == nil,
      let tool = tools.lazy.map({ tool -> String in "\(folder)/\(tool)" }).first(where: { access($0, X_OK) == 0 })
    else { return environment }
    return environment.merging([variable: "\(settings),swift-backtrace=\(tool)"]) { $1 }
  }
}
