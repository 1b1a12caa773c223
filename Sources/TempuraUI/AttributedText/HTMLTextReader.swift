internal import Foundation

/// Reads the text of an HTML document. Never fails: what is no markup is text.
struct HTMLTextReader {
  private var rest: Substring
  private let result = NSMutableAttributedString(string: "")
  private var open: [String: Int] = [:]
  private var links: [String] = []
  /// Whether white space at the next position is left out.
  private var isAtStart = true

  init(_ text: String) { rest = text[...] }

  mutating func read() -> NSAttributedString {
    while let character = rest.first {
      if character == "<", readTag() { continue }
      let end = rest.dropFirst().firstIndex(of: "<") ?? rest.endIndex
      append(text: rest[..<end])
      rest = rest[end...]
    }
    return result
  }

  /// Reads a tag or a comment.
  private mutating func readTag() -> Bool {
    if rest.hasPrefix("<!--") {
      rest = rest.range(of: "-->").map { rest[$0.upperBound...] } ?? rest[rest.endIndex...]
      return true
    }
    let isEnd = rest.hasPrefix("</")
    let body = rest.dropFirst(isEnd ? 2 : 1)
    guard let first = body.first, first.isLetter || first == "!" || first == "?", let end = body.firstIndex(of: ">")
    else {
      return false
    }
    let name = body[..<end].prefix { $0.isLetter || $0.isNumber }.lowercased()
    let attributes = body[..<end].dropFirst(name.count)
    rest = body[body.index(after: end)...]
    if ["script", "style", "head", "title"].contains(name), !isEnd {
      let close = rest.range(of: "</\(name)", options: .caseInsensitive)
      rest = close.map { rest[$0.lowerBound...] } ?? rest[rest.endIndex...]
    } else {
      apply(name, isEnd: isEnd, attributes)
    }
    return true
  }

  private mutating func apply(_ name: String, isEnd: Bool, _ attributes: Substring) {
    switch name {
    case "br": append("\n")
    case "p", "div", "ul", "ol", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote":
      if result.length > 0, !result.string.hasSuffix("\n") { append("\n") }
      if name == "li", !isEnd { append("• ") }
      if name.hasPrefix("h"), name.count == 2 { count(name, isEnd) }
      isAtStart = true
    case "a":
      if isEnd { _ = links.popLast() } else { links.append(Self.value(of: "href", in: attributes) ?? "") }
    default: count(name, isEnd)
    }
  }

  private mutating func count(_ name: String, _ isEnd: Bool) {
    open[name] = max((open[name] ?? 0) + (isEnd ? -1 : 1), 0)
  }

  private static func value(of name: String, in attributes: Substring) -> String? {
    guard let start = attributes.range(of: "\(name)=", options: .caseInsensitive) else { return nil }
    let value = attributes[start.upperBound...]
    guard let quote = value.first, quote == "\"" || quote == "'" else {
      return String(value.prefix { !$0.isWhitespace })
    }
    return decoded(value.dropFirst().prefix { $0 != quote })
  }

  // MARK: - Text

  private mutating func append(text: Substring) {
    var plain = ""
    for character in Self.decoded(text) {
      guard character.isWhitespace, character != "\u{A0}" else {
        plain.append(character)
        isAtStart = false
        continue
      }
      if !isAtStart { plain.append(" ") }
      isAtStart = true
    }
    append(plain)
    isAtStart = result.string.isEmpty || result.string.last?.isWhitespace == true
  }

  private mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    func isOpen(_ names: String...) -> Bool { names.contains { (open[$0] ?? 0) > 0 } }
    let heading = isOpen("h1", "h2", "h3", "h4", "h5", "h6")
    var descriptor = UIFont.systemFont(ofSize: heading ? 18 : 12).fontDescriptor
    var traits: UIFontDescriptor.SymbolicTraits = []
    if heading || isOpen("b", "strong") { traits.insert(.traitBold) }
    if isOpen("i", "em") { traits.insert(.traitItalic) }
    descriptor = descriptor.withSymbolicTraits(traits) ?? descriptor
    var attributes: [NSAttributedString.Key: Any] = [.font: UIFont(descriptor: descriptor, size: 0)]
    if isOpen("u", "ins") { attributes[.underlineStyle] = NSUnderlineStyle.single.rawValue }
    if isOpen("s", "del", "strike") { attributes[.strikethroughStyle] = NSUnderlineStyle.single.rawValue }
    if let link = links.last, let url = URL(string: link), !link.isEmpty { attributes[.link] = url }
    result.append(NSAttributedString(string: text, attributes: attributes))
  }

  private static let entities: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "euro": "€", "copy": "©", "bull": "•",
  ]

  /// Replaces the entities of the table, and numbers of characters.
  private static func decoded(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    var (result, rest) = ("", text)
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[rest.index(after: start)...]
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "#" }
      guard rest[name.endIndex...].first == ";", let character = entities[name] ?? numbered(name) else {
        result += "&"
        continue
      }
      result += character
      rest = rest[name.endIndex...].dropFirst()
    }
    return result + rest
  }

  private static func numbered(_ name: Substring) -> String? {
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
