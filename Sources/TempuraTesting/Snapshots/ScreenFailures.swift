internal import Foundation

/// The failures of one call of `uiTest`. A screen has one message, in however many permutations it fails.
struct ScreenFailures: Sendable {
  private enum Problem: Sendable {
    case compared(Comparison.Failure)
    case other(String)
  }

  /// A screen, and the name of one of its permutations.
  struct Place: Sendable, Equatable {
    let screen, permutation: String
  }

  private typealias Found = (place: Place, problem: Problem)

  private var all: [Found] = []
  /// Messages about no screen.
  private var general: [String] = []

  mutating func add(_ message: String) { general.append(message) }

  mutating func add(_ message: String, at place: Place) { all.append((place, .other(message))) }

  mutating func add(_ failure: Comparison.Failure, at place: Place) {
    all.append((place, failure.kind == .other ? .other(failure.message) : .compared(failure)))
  }

  /// Returns the messages, in the order of the screens. The last one says what to do.
  ///
  /// - Parameter places: All that were shown.
  func messages(of places: [Place], settings: UITests.Settings) -> [String] {
    var messages = general
    for screen in Self.unique(places.map(\.screen)) {
      let permutations = Self.unique(places.filter { $0.screen == screen }.map(\.permutation))
      let found = all.filter { $0.place.screen == screen }
      if !found.isEmpty { messages.append(Self.message(found, of: screen, permutations)) }
    }
    if !messages.isEmpty, all.contains(where: { if case .compared = $0.problem { true } else { false } }) {
      messages[messages.count - 1] += "\n  Compare the pictures: \(Report.path(in: settings.directory))\n  "
      messages[messages.count - 1] +=
        settings.recordMode == .failed
        ? "The references are the new files now. Run the tests again."
        : "If the change is right, type: UI_TEST_RECORD=failed \(Self.command)"
    }
    return messages
  }

  /// What runs the tests of this package.
  private static var command: String {
    FileManager.default.fileExists(atPath: "Makefile") ? "make test" : "swift test"
  }

  private static func message(_ found: [Found], of screen: String, _ permutations: [String]) -> String {
    func share(_ isIn: (Found) -> Bool) -> String {
      let failed = permutations.filter { permutation in
        found.contains { $0.place.permutation == permutation && isIn($0) }
      }
      if permutations.count == 1 { return "" }
      let rest = failed.count > 3 ? " and \(failed.count - 3) more" : ""
      let names = failed.count < permutations.count ? " (\(failed.prefix(3).joined(separator: ", "))\(rest))" : ""
      return " in \(failed.count) of \(permutations.count) permutations\(names)"
    }
    func kind(of each: Found) -> Comparison.Failure.Kind? {
      if case .compared(let failure) = each.problem { failure.kind } else { nil }
    }
    var lines: [String] = []
    let different = found.compactMap { each -> Comparison.Failure? in
      if case .compared(let failure) = each.problem, failure.kind != .missing { failure } else { nil }
    }
    if !different.isEmpty {
      let share = share { kind(of: $0).map { $0 != .missing } ?? false }
      lines.append("“\(screen)” differs from its reference\(share)\(details(of: different))")
    }
    if found.contains(where: { kind(of: $0) == .missing }) {
      lines.append("“\(screen)” has no reference\(share { kind(of: $0) == .missing })")
    }
    let messages = found.compactMap { if case .other(let message) = $0.problem { message } else { nil } }
    for message in unique(messages) {
      let share = share { if case .other(message) = $0.problem { true } else { false } }
      lines.append("“\(screen)”\(share): \(message)")
    }
    return lines.joined(separator: "\n  ")
  }

  /// What differs: the texts, else the lines of the markup or of the accessibility tree, else the pixels.
  private static func details(of failures: [Comparison.Failure]) -> String {
    let changes = unique(
      failures.flatMap { failure -> [TextChange] in if case .texts(let own) = failure.kind { own } else { [] } })
    if changes.count == 1 { return ": \(changes[0])" }
    if !changes.isEmpty {
      let rest = changes.count > maxChanges ? ["and \(changes.count - maxChanges) more texts"] : []
      return ":" + (changes.prefix(maxChanges).map { "\($0)" } + rest).map { "\n    \($0)" }.joined()
    }
    let best = failures.first { $0.kind == .lines } ?? failures[0]
    return ". \(best.message)"
  }

  private static let maxChanges = 10

  /// Returns the elements without repetitions, in their order.
  private static func unique<Element: Equatable>(_ elements: [Element]) -> [Element] {
    elements.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
