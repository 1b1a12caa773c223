internal import Basics

/// In development, how code of the app stopped the worker before this one. Pages say it, so that developers see it where they
/// look.
///
/// The first page request is answered with it, and so is each request that has stopped a worker, once. A live request is too,
/// until the browser has asked for a page: that is what the script does with such an answer.
final class TrapNotice: Sendable {
  let text: String
  /// The notes of the requests whose page was answered; `any` for all those that have stopped no worker.
  private let told = Locked<Set<UInt64>>([])

  private static let any: UInt64 = 0
  private static let maxCalls = 3
  /// The beginning of source files of this package, such as " at /src/Sources/".
  private static let package = " at /\(#filePath.split(separator: "/").dropLast(3).joined(separator: "/"))/"

  init(_ text: String) { self.text = text }

  /// The text of a notice.
  ///
  /// - Parameters:
  ///   - message: What Swift wrote, or how the process ended. It often has a file and a line: those of the standard library for
  ///     an index out of range.
  ///   - calls: The lines of the backtrace. Those of the app tell its author most.
  static func text(_ message: [String], calls: [String]) -> String {
    let located = calls.filter { $0.contains(" at /") }
    let ofApp = located.filter { !$0.contains(package) || $0.contains(package + "Demos/") }
    return (message + (ofApp.isEmpty ? located : ofApp).prefix(maxCalls)).joined(separator: "\n")
  }

  /// Whether to answer a request with the notice.
  ///
  /// - Parameter culprit: The note of a request that has stopped a worker; nil for others.
  func isDue(for culprit: UInt64?, isLive: Bool) -> Bool {
    told.withLock { told in
      if isLive { return !told.contains(culprit ?? Self.any) }
      defer { told.insert(Self.any) }
      return told.insert(culprit ?? Self.any).inserted
    }
  }
}
