/// Parses the text of a template into segments.
struct TemplateReader {
  let names: Template.Names?
  let partial: (String) -> (file: String, source: String)?
  private var openFiles: [String] = []

  init(names: Template.Names?, partial: @escaping (String) -> (file: String, source: String)?) {
    self.names = names
    self.partial = partial
  }

  mutating func segments(of source: String, file: String) throws(TemplateError) -> [Template.Segment] {
    openFiles.append(file)
    defer { openFiles.removeLast() }
    var segments: [Template.Segment] = []
    // Searches scalars, because a brace and a combining mark after it are one character.
    var rest = source.unicodeScalars[...]
    var line = 1
    while let start = rest.firstRange(of: 2, "{") {
      let markup = rest[..<start.lowerBound]
      if !markup.isEmpty { segments.append(.markup(String(markup))) }
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
      segments += try self.segments(ofTag: Substring(content), isTriple: isTriple, file: file, line: line)
      line += content.lineBreaks
      rest = rest[end.upperBound...]
    }
    if !rest.isEmpty { segments.append(.markup(String(rest))) }
    return segments
  }

  private mutating func segments(
    ofTag content: Substring, isTriple: Bool, file: String, line: Int
  ) throws(TemplateError) -> [Template.Segment] {
    let sigil = isTriple ? nil : content.first
    let name = String((sigil.map { "!&>#^/=".contains($0) } == true ? content.dropFirst() : content).trimmed)
    if sigil == "!" { return [] }
    func mistake(_ problem: TemplateError.Reason) -> TemplateError {
      TemplateError(file: file, line: line, problem: problem)
    }
    guard !name.isEmpty else { throw mistake(.emptyTag) }
    switch sigil {
    case "#", "^", "/", "=": throw mistake(.logic(String(content.trimmed)))
    case ">":
      guard let found = partial(name) else { throw mistake(.unknownPartial(name)) }
      guard !openFiles.contains(found.file) else { throw mistake(.circularPartial(name)) }
      return try segments(of: found.source, file: found.file)
    case "&": return [.slot(try checked(name, isSlot: true, mistake))]
    default:
      let name = try checked(name, isSlot: isTriple, mistake)
      return [isTriple ? .slot(name) : .variable(name)]
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
