internal import Basics
internal import Foundation
internal import Glibc

/// In development, what the terminal and the next page say about code of the app that stopped a worker.
struct TrapReport: Equatable {
  /// What Swift wrote, or how the process ended. It often has a file and a line: those of the standard library for an index
  /// out of range.
  var message: [String]
  /// The line of the app that trapped and the lines around it, and the innermost calls of the app. The line that trapped
  /// begins with ">".
  private(set) var lines: [String]
  /// All calls.
  private(set) var calls: [String]

  init(_ message: [String], calls: [Backtrace.Call]) {
    let located = calls.filter { $0.source?.file.hasPrefix("/") == true }
    let ofApp = located.filter { Self.isOfApp($0.source?.file ?? "") }
    self.message = message
    lines = ofApp.first?.source.map(Self.excerpt(of:line:)) ?? []
    lines += (ofApp.isEmpty ? located : ofApp).prefix(Self.maxCalls).map { Self.shortened($0.line) }
    self.calls = calls.map(\.line)
  }

  private static let maxCalls = 3

  // MARK: - The source

  /// The folder of this package's sources, such as "/src/Sources/".
  private static let package = "/\(#filePath.split(separator: "/").dropLast(3).joined(separator: "/"))/"

  /// Whether a file of the program is there, and is not one of this package or of the standard library.
  static func isOfApp(_ file: String) -> Bool {
    (!file.hasPrefix(package) || file.hasPrefix(package + "Demos/")) && access(file, R_OK) == 0
  }

  /// A line with the paths of files in the working directory, in which the app is developed, as paths from there.
  private static func shortened(_ line: String) -> String {
    line.replacing(FileManager.default.currentDirectoryPath + "/", with: "")
  }

  /// The name of a file with a line, and that line between those around it. Release builds show no source.
  private static func excerpt(of file: String, line: Int) -> [String] {
    #if DEBUG
      let name = "\(shortened(file)):\(line)"
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [name] }
      guard time(of: file) <= time(of: "/proc/self/exe") else {
        return ["\(name) (the file has changed since the build)"]
      }
      return [name] + lines(of: text, around: line)
    #else
      return []
    #endif
  }

  /// The lines of a text around one of them.
  static func lines(of text: String, around line: Int) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.indices.filter { abs($0 + 1 - line) <= 3 }.map { index in
      let number = String(index + 1)
      let mark = index + 1 == line ? ">" : " "
      let padding = String(repeating: " ", count: max(0, 5 - number.count))
      let source = Log.line(of: String(lines[index]).replacing("\t", with: "    "))
      return "\(mark)\(padding)\(number) | \(source)"
    }
  }

  /// When a file was changed, in seconds.
  private static func time(of file: String) -> Int {
    var status = stat()
    return stat(file, &status) == 0 ? status.st_mtim.tv_sec : 0
  }

  // MARK: - The environment of the next worker

  /// No line contains it, because control characters are escaped.
  private static let separator = "\u{1e}"
  /// An environment variable has 128 KiB at most, with its name (execve(2)).
  private static let maxBytes = 120_000

  /// The report as the value of an environment variable.
  var text: String {
    let parts = [message, lines, calls].map { $0.joined(separator: "\n") }
    return String(decoding: parts.joined(separator: Self.separator).utf8.prefix(Self.maxBytes), as: UTF8.self)
  }

  init(text: String) {
    let parts = text.components(separatedBy: Self.separator).map { $0.split(separator: "\n").map(String.init) }
    func part(_ index: Int) -> [String] { index < parts.count ? parts[index] : [] }
    (message, lines, calls) = (part(0), part(1), part(2))
  }
}

/// In development, how code of the app stopped the worker before this one. Pages say it, so that developers see it where they
/// look.
///
/// The first page request is answered with it, and so is each request that has stopped a worker, once. A live GET is too, until
/// the browser has asked for a page: that is what the script does with such an answer.
final class TrapNotice: Sendable {
  let report: TrapReport
  /// The notes of the requests whose page was answered; `any` for all those that have stopped no worker.
  private let told = Locked<Set<UInt64>>([])

  private static let any: UInt64 = 0

  init(_ report: TrapReport) { self.report = report }

  /// Whether to answer a request with the notice.
  ///
  /// - Parameters:
  ///   - culprit: The note of a request that has stopped a worker; nil for others.
  ///   - isShown: Whether the answer is shown.
  func isDue(for culprit: UInt64?, isShown: Bool) -> Bool {
    told.withLock { told in
      if !isShown { return !told.contains(culprit ?? Self.any) }
      defer { told.insert(Self.any) }
      return told.insert(culprit ?? Self.any).inserted
    }
  }
}
