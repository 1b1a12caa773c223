/// The arguments of the process, from the system.
///
/// `CommandLine.arguments` is empty if a preloaded library, such as a monitoring agent, has called `setenv` before `main`: Swift finds
/// the arguments next to the environment.
package enum ProcessArguments {
  /// All of them, the program's name first. Empty if they cannot be read.
  package static let all: [String] = {
    let arguments = parse(readAll(of: "/proc/self/cmdline") ?? [])
    return arguments.isEmpty ? CommandLine.arguments : arguments
  }()

  /// The program's name, without folders; nil if it is not known.
  package static var programName: String? { all.first?.split(separator: "/").last.map(String.init) }

  /// Each argument ends with a zero (proc(5)).
  static func parse(_ bytes: [UInt8]) -> [String] {
    var arguments = bytes.split(separator: 0, omittingEmptySubsequences: false)
    if arguments.last?.isEmpty == true { arguments.removeLast() }
    return arguments.map { String(decoding: $0, as: UTF8.self) }
  }
}
