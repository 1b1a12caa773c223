internal import Foundation

/// A line of a recording up to a step, as tests repeat it.
struct Run {
  let recording: Recording
  let steps: [Step]
  /// The state before the first step; nil if none was recorded.
  let firstState: JSONValue?
  let language: String
  /// Texts that are the same in each run: those of the first state, and what the user typed.
  private let known: Set<String>

  init(_ recording: Recording, upTo last: Int?) {
    self.recording = recording
    let line = last.flatMap(recording.line) ?? recording.current
    steps = recording.steps(ofLine: line).filter { step in last.map { step.id <= $0 } ?? true }
    let content = recording.firstContent(ofLine: line).flatMap { JSONValue($0) }
    firstState = content?[[.member("state")]]
    var language = recording.language
    if language.isEmpty, case .text(let text)? = content?[[.member("language")]] { language = text }
    self.language = language.isEmpty ? "en" : language
    var known = Set((firstState?.leaves() ?? []).map(\.value.plainText))
    for step in steps {
      guard case .request(let request) = step.event else { continue }
      known.formUnion(request.acts.compactMap(\.value))
    }
    self.known = known
  }

  /// The state after the step before the one at an index.
  func state(before index: Int) -> JSONValue? {
    index == 0 ? firstState : state(after: index - 1)
  }

  func state(after index: Int) -> JSONValue? {
    recording.content(after: steps[index].id).flatMap { JSONValue($0) }?[[.member("state")]]
  }

  var module: String { String(recording.delegate.prefix { $0 != "." }) }

  /// Modules of the types that a test names, for `@testable import`.
  func modules(of types: [String]) -> [String] {
    Set(types.filter { !$0.isEmpty }.map { String($0.prefix { $0 != "." }) }).subtracting([
      "Tempura", "Katana", "Swift",
    ])
    .sorted()
  }

  /// The first lines of a test.
  func head(modules: [String]) -> String {
    """
    import Foundation
    import Katana
    import TempuraTesting
    import Testing

    \(modules.map { "@testable import \($0)" }.joined(separator: "\n"))

    // A run of \(recording.app.commented), release \(recording.release.commented), that was recorded.\
    \(recording.droppedCount > 0 ? " Its first \(recording.droppedCount) steps are not known any more." : "")

    """
  }

  // MARK: - Values that are another one in each run

  /// Whether a text is made anew in each run, such as an id or a time, as far as one can see.
  func isMade(_ text: String) -> Bool { !known.contains(text) && text.looksRandom }

  func isMade(_ value: JSONValue, at path: [JSONValue.Key]) -> Bool {
    switch value {
    case .text(let text):
      if case .member(let name)? = path.last, name == "id" || name.hasSuffix("ID") || name.hasSuffix("Id") {
        return !known.contains(text)
      }
      return isMade(text)
    case .number(let text):
      guard !known.contains(text), let number = Double(text), let time = steps.last?.time else { return false }
      // Seconds since 2001 or 1970, or milliseconds.
      return [number + 978_307_200, number, number / 1000].contains { abs($0 - time) < 86_400 }
    case .array, .object: return value.leaves().contains { isMade($0.value, at: $0.path) }
    default: return false
    }
  }

  /// Where the state has a text that was made in the run.
  func path(of text: String, in state: JSONValue?) -> String? {
    guard isMade(text) else { return nil }
    return state?.leaves().first { $0.value == .text(text) }.map { JSONValue.path(of: $0.path) }
  }
}

extension String {
  /// Whether a text is one that programs make: a UUID, a time, random characters.
  fileprivate var looksRandom: Bool {
    if UUID(uuidString: self) != nil { return true }
    let characters = Array(utf8)
    let digits = characters.count { (0x30...0x39).contains($0) }
    if characters.count >= 16, characters[4] == 0x2d, characters[7] == 0x2d, digits >= 8 { return true }
    guard characters.count >= 8, characters.allSatisfy({ $0.isAlphanumeric || $0 == 0x2d || $0 == 0x5f }) else {
      return false
    }
    if digits > 1, digits < characters.count { return true }
    // Small and large letters by turns, more often than in names of several words.
    let turns = zip(characters, characters.dropFirst()).count { $0 & 0x20 != $1 & 0x20 }
    return characters.count >= 12 && turns * 3 >= characters.count
  }

  /// The text as a part of a comment.
  var commented: String {
    String(
      unicodeScalars.map {
        CharacterSet.newlines.contains($0) || CharacterSet.controlCharacters.contains($0) ? " " : Character($0)
      }
    )
    .shortened(to: 80)
  }

  /// JSON as a literal that is easy to read, if that is possible.
  var jsonLiteral: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar >= " "
        && ![.format, .lineSeparator, .paragraphSeparator, .control].contains(scalar.properties.generalCategory)
    }
    if isPlain, !contains("\""), !contains("\\") { return "\"\(self)\"" }
    return isPlain && !contains("\"#") && !contains("\\#") ? "#\"\(self)\"#" : swiftLiteral
  }

  /// The name of a type without its module, also of one that other files cannot name.
  var shortTypeName: String {
    replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "").typeNameInSource ?? self
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5a).contains(self) || (0x61...0x7a).contains(self)
  }
}
