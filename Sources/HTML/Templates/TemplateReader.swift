/// The variables and slots that a template may use.
package struct TemplateNames: Sendable {
  let variables: [String]
  let slots: [String]
  let requiredSlots: [String]
  let requiredVariables: [String: String]

  /// - Parameters:
  ///   - required: The slots that a template must have.
  ///   - requiredVariables: The variables that a template must have, each with the advice for authors of one without.
  package init(
    variables: [String], slots: [String], required: [String] = [], requiredVariables: [String: String] = [:]
  ) {
    self.variables = variables
    self.slots = slots
    requiredSlots = required
    self.requiredVariables = requiredVariables
  }
}

/// A piece of a template.
enum TemplatePart: Sendable {
  /// A range of the markup of all parts.
  case markup(start: Int, count: Int)
  case variable(String)
  case slot(String)
}

/// Parses the text of a template into parts.
struct TemplateReader {
  private(set) var parts: [TemplatePart] = []
  /// The markup of all parts.
  private(set) var markup: [UInt8] = []
  private let names: TemplateNames?
  private let partial: (String) -> (file: String, source: String)?
  private var openFiles: [String] = []

  init(names: TemplateNames?, partial: @escaping (String) -> (file: String, source: String)?) {
    self.names = names
    self.partial = partial
  }

  mutating func read(_ source: String, file: String) throws(TemplateError) {
    openFiles.append(file)
    defer { openFiles.removeLast() }
    // Searches scalars, because a brace and a combining mark after it are one character.
    var rest = source.unicodeScalars[...]
    var line = 1
    while let start = rest.firstRange(of: 2, "{") {
      let markup = rest[..<start.lowerBound]
      append(markup)
      line += markup.lineBreaks
      let isTriple = rest[start.upperBound...].first == "{"
      let contentStart = isTriple ? rest.index(after: start.upperBound) : start.upperBound
      guard let end = rest[contentStart...].firstRange(of: isTriple ? 3 : 2, "}") else {
        throw TemplateError(file: file, line: line, problem: .unclosedTag)
      }
      let content = rest[contentStart..<end.lowerBound]
      guard content.first == "!" || content.firstRange(of: 2, "{") == nil else {
        throw TemplateError(file: file, line: line, problem: .unclosedTag)  // the closing braces belong to another tag
      }
      try read(tag: Substring(content), isTriple: isTriple, file: file, line: line)
      line += content.lineBreaks
      rest = rest[end.upperBound...]
    }
    append(rest)
  }

  private mutating func append(_ text: Substring.UnicodeScalarView) {
    let text = Substring(text).utf8
    if text.isEmpty { return }
    parts.append(.markup(start: markup.count, count: text.count))
    markup += text
  }

  private mutating func read(
    tag content: Substring, isTriple: Bool, file: String, line: Int
  ) throws(TemplateError) {
    let sigil = isTriple ? nil : content.first
    let name = String((sigil.map { "!&>#^/=".contains($0) } == true ? content.dropFirst() : content).trimmed)
    if sigil == "!" { return }
    func mistake(_ problem: TemplateError.Reason) -> TemplateError {
      TemplateError(file: file, line: line, problem: problem)
    }
    guard !name.isEmpty else { throw mistake(.emptyTag) }
    switch sigil {
    case "#", "^", "/", "=": throw mistake(.logic(String(content.trimmed)))
    case ">":
      guard let found = partial(name) else { throw mistake(.unknownPartial(name)) }
      guard !openFiles.contains(found.file) else { throw mistake(.circularPartial(name)) }
      try read(found.source, file: found.file)
    case "&": parts.append(.slot(try checked(name, isSlot: true, mistake)))
    default:
      let name = try checked(name, isSlot: isTriple, mistake)
      parts.append(isTriple ? .slot(name) : .variable(name))
    }
  }

  private func checked(
    _ name: String, isSlot: Bool, _ mistake: (TemplateError.Reason) -> TemplateError
  ) throws(TemplateError) -> String {
    guard let names, !(isSlot ? names.slots : names.variables).contains(name) else { return name }
    if names.slots.contains(name) { throw mistake(.slotAsVariable(name)) }
    if names.variables.contains(name) { throw mistake(.variableAsSlot(name)) }
    throw mistake(.unknownName(name, known: names.variables + names.slots))
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}

extension Substring.UnicodeScalarView {
  /// The first range of so many of a brace. The standard library's `firstRange(of:)` was 7 % of a start.
  fileprivate func firstRange(of count: Int, _ brace: Unicode.Scalar) -> Range<Index>? {
    var start = startIndex
    var found = 0
    var index = startIndex
    while index < endIndex {
      let isBrace = self[index] == brace
      formIndex(after: &index)
      found = isBrace ? found + 1 : 0
      if found == 0 { start = index }
      if found == count { return start..<index }
    }
    return nil
  }

  /// The number of line breaks.
  fileprivate var lineBreaks: Int {
    var count = 0
    var previous: Unicode.Scalar?
    for scalar in self {
      if scalar == "\r" || (scalar == "\n" && previous != "\r") { count += 1 }
      previous = scalar
    }
    return count
  }
}
