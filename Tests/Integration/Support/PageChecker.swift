import Foundation
import Synchronization
import TestSupport
import Testing

/// Checks all pages with `html-check`. One Python process checks the pages of the whole run.
final class PageChecker: Sendable {
  static let shared = PageChecker()

  private struct State {
    var program: Program?
    var seen: Set<String> = []
    var count = 0
  }

  private let state = Mutex(State())
  private let folder: TemporaryFolder?

  private init() {
    folder = try? TemporaryFolder()
    // Nothing else removes the folder of an object that lives as long as the process.
    atexit { PageChecker.shared.end() }
  }

  private func end() {
    state.withLock { $0.program = nil }
    folder?.remove()
  }

  /// Records an issue for each finding in the pages. A page that differs from an earlier one only by random numbers is
  /// not checked again.
  func check(_ pages: [[UInt8]], sourceLocation: SourceLocation) {
    guard let folder else {
      Issue.record("There is no folder for pages", sourceLocation: sourceLocation)
      return
    }
    let findings = state.withLock { state -> [String] in
      pages.flatMap { page -> [String] in
        guard state.seen.insert(Self.shape(of: page)).inserted else { return [] }
        state.count += 1
        return Self.check(page, file: "\(folder.path)/\(state.count).html", &state)
      }
    }
    if !findings.isEmpty { folder.keep() }
    for finding in findings { Issue.record("\(finding)", sourceLocation: sourceLocation) }
  }

  private static func check(_ page: [UInt8], file: String, _ state: inout State) -> [String] {
    var findings: [String] = []
    do {
      if state.program == nil {
        let checker = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../html-check").path
        state.program = try Program(checker, ["--list"], input: nil)
      }
      try Data(page).write(to: URL(fileURLWithPath: file))
    } catch {
      return ["\(error)"]
    }
    guard let program = state.program else { return [] }
    program.write(file + "\n")
    while let line = program.line() {
      if line == "\(file): ok" {
        try? FileManager.default.removeItem(atPath: file)
        return []
      }
      findings.append(line)
      if line.hasPrefix("\(file): "), line.hasSuffix(" problems") || line.contains("cannot be read") { return findings }
    }
    state.program = nil
    return findings + ["html-check ended by itself: \(program.errors)"]
  }

  /// The page without nonces and request ids, with numbers in the place of the ids of items.
  static func shape(of page: [UInt8]) -> String {
    var shape = ""
    var items: [Substring: Int] = [:]
    var word = ""
    let text = String(decoding: page, as: UTF8.self)
    var start = text.utf8.startIndex
    func flush(_ end: String.Index) {
      let run = text[start..<end]
      switch run.utf8.count {
      case 16:
        items[run] = items[run] ?? items.count
        word = "#\(items[run] ?? 0)"
      case 13, 32: word = "#"
      default: word = String(run)
      }
      shape += word
    }
    var isInWord = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      let isLetter = byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5a || byte >= 0x61 && byte <= 0x7a
      if isLetter != isInWord {
        if isInWord { flush(index) } else { shape += text[start..<index] }
        start = index
        isInWord = isLetter
      }
    }
    if isInWord { flush(text.endIndex) } else { shape += text[start...] }
    return shape
  }
}
