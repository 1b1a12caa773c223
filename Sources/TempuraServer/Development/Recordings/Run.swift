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
  /// Texts of the states that are another one in each run, as far as one can see: ids, times, random characters.
  private let made: Set<String>
  /// The steps from which something followed on another line.
  private let missed: Set<Int>

  /// - Parameters:
  ///   - last: The last step; nil for the end of the line that goes on. The run ends with what follows from its last request, also
  ///     after that step.
  init(_ recording: Recording, upTo last: Int?) {
    self.recording = recording
    let line = last.flatMap(recording.line) ?? recording.current
    let all = recording.steps(ofLine: line)
    var count = last.map { last in all.prefix { $0.id <= last }.count } ?? all.count
    var ids = Set(all[..<count].map(\.id))
    while let next = all[count...].firstIndex(where: { $0.cause.map(ids.contains) ?? false }) {
      ids.formUnion(all[count...next].map(\.id))
      count = next + 1
    }
    steps = Array(all[..<count])
    let content = recording.firstContent(ofLine: line).flatMap { JSONValue($0) }
    firstState = content?[[.member("state")]]
    var language = recording.language
    if language.isEmpty, case .text(let text)? = content?[[.member("language")]] { language = text }
    self.language = language.isEmpty ? "en" : language
    var known = firstState?.texts ?? []
    for step in steps {
      guard case .request(let request) = step.event else { continue }
      known.formUnion(request.acts.compactMap(\.value))
    }
    self.known = known
    var (made, lastContent) = (Set<String>(), [UInt8]())
    for step in steps {
      guard step.mayChangeState, let content = recording.content(after: step.id), content != lastContent else {
        continue
      }
      lastContent = content
      JSONValue(content)?[[.member("state")]]?.addMade(to: &made, but: known)
    }
    self.made = made
    missed = Set(recording.lines.flatMap(\.steps).filter { !ids.contains($0.id) }.compactMap(\.cause))
  }

  /// The state after the step before the one at an index.
  func state(before index: Int) -> JSONValue? {
    index == 0 ? firstState : state(after: index - 1)
  }

  func state(after index: Int) -> JSONValue? {
    recording.content(after: steps[index].id).flatMap { JSONValue($0) }?[[.member("state")]]
  }

  /// Whether something followed from a step that this run does not have: it went on before, on another line.
  func isCut(_ step: Step) -> Bool { missed.contains(step.id) }

  /// The first lines of a test.
  var head: String {
    """
    // swift-format-ignore-file
    import Foundation
    import TempuraTesting
    import Testing

    @testable import \(recording.delegate.prefix { $0 != "." })

    // A run of \(recording.app.commented), release \(recording.release.commented), that was recorded.\
    \(recording.droppedCount > 0 ? " Its first \(recording.droppedCount) steps are not known any more." : "")

    """
  }

  // MARK: - Values that are another one in each run

  /// Whether a text is made anew in each run, such as an id or a time, as far as one can see.
  func isMade(_ text: String) -> Bool { made.contains(text) }

  /// Whether a part of a state is made anew in each run, or has such a part.
  func isMade(_ value: JSONValue, at path: [JSONValue.Key]) -> Bool {
    switch value {
    case .text(let text): isMade(text)
    case .number(let text): isMade(text) || isTime(text)
    case .array, .object: value.leaves(at: path).contains { hasMadeKey($0.path) || isMade($0.value, at: $0.path) }
    default: false
    }
  }

  /// Whether a key on the way was made in the run, so that another run has no such path.
  func hasMadeKey(_ path: [JSONValue.Key]) -> Bool {
    path.contains { key in if case .member(let name) = key { isMade(name) } else { false } }
  }

  private func isTime(_ text: String) -> Bool {
    guard !known.contains(text), let number = Double(text), let time = steps.last?.time else { return false }
    // Seconds since 2001 or 1970, or milliseconds.
    return [number + 978_307_200, number, number / 1000].contains { abs($0 - time) < 86_400 }
  }

  /// Where the state has a text that was made in the run.
  func path(of text: String, in state: JSONValue?) -> String? {
    guard isMade(text) else { return nil }
    return state?.leaves().first { $0.value == .text(text) && !hasMadeKey($0.path) }.map { JSONValue.path(of: $0.path) }
  }
}

/// The lines of a test. From the first one on that cannot be repeated, they are comments.
struct TestLines {
  private var lines: [String] = []
  private var end: Int?

  var isEmpty: Bool { lines.isEmpty }
  var last: String? { lines.last }

  mutating func append(_ line: String) {
    lines += line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Says why the rest cannot be repeated.
  mutating func end(_ reason: String) {
    lines.append("// \(reason)")
    guard end == nil else { return }
    lines[lines.count - 1] += " What follows is not repeated:"
    end = lines.count
  }

  var source: String {
    lines.enumerated().map { index, line in
      line.isEmpty ? "" : index < end ?? lines.count || line.hasPrefix("//") ? "    \(line)" : "    // \(line)"
    }
    .joined(separator: "\n")
  }
}

extension Step {
  fileprivate var mayChangeState: Bool {
    switch event {
    case .updater, .replacement: true
    default: false
    }
  }
}

extension JSONValue {
  /// All texts, numbers and keys.
  fileprivate var texts: Set<String> {
    leaves().reduce(into: []) { texts, leaf in
      texts.insert(leaf.value.plainText)
      for case .member(let name) in leaf.path { texts.insert(name) }
    }
  }

  /// Adds the texts, numbers and keys that seem to be made anew in each run.
  fileprivate func addMade(to made: inout Set<String>, but known: Set<String>, isID: Bool = false) {
    func add(_ text: String, isMade: Bool) {
      if isMade, !known.contains(text) { made.insert(text) }
    }
    switch self {
    case .text(let text): add(text, isMade: isID ? text.isLikelyID : text.looksRandom)
    case .number(let text): add(text, isMade: isID && text.utf8.count > 7)
    case .array(let elements):
      for element in elements { element.addMade(to: &made, but: known, isID: isID) }
    case .object(let members):
      for member in members {
        add(member.key, isMade: member.key.looksRandom)
        member.value.addMade(to: &made, but: known, isID: member.key.namesID)
      }
    case .null, .bool: break
    }
  }
}

extension String {
  /// Whether a property of this name has ids.
  fileprivate var namesID: Bool {
    ["id", "ids", "uuid"].contains(self) || ["ID", "Id", "IDs", "Ids", "UUID"].contains(where: hasSuffix)
  }

  /// Whether an id is none of an author, such as `home`.
  fileprivate var isLikelyID: Bool {
    utf8.contains { (0x30...0x39).contains($0) } || (utf8.count >= 8 && utf8.contains { (0x41...0x5a).contains($0) })
  }

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
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5a).contains(self) || (0x61...0x7a).contains(self)
  }
}
