internal import Foundation

/// Reads the text of an HTML document, in a time that grows with its length. Never fails: everything that is not markup is
/// text.
struct HTMLTextReader {
  private var rest: Substring
  private var result = ""
  private var runs: [(style: Style, length: Int)] = []
  private var open: [String: Int] = [:]
  private var links: [String] = []
  /// Whether white space at the next position is left out.
  private var isAtStart = true
  /// Whether a tag may end after the next position.
  private var hasTagEnds = true

  /// The attributes of a part.
  private struct Style: Equatable {
    var isHeading = false
    var isBold = false
    var isItalic = false
    var isUnderlined = false
    var isStruck = false
    var link: String?
  }

  init(_ text: String) { rest = text[...] }

  mutating func read() -> NSAttributedString {
    while let character = rest.first {
      if character == "<", readTag() { continue }
      let end = rest.dropFirst().firstIndex(of: "<") ?? rest.endIndex
      append(text: rest[..<end])
      rest = rest[end...]
    }
    let text = NSMutableAttributedString(string: result)
    var start = 0
    for run in runs {
      text.addAttributes(Self.attributes(run.style), range: NSRange(location: start, length: run.length))
      start += run.length
    }
    return text
  }

  /// Reads a tag or a comment.
  private mutating func readTag() -> Bool {
    if rest.hasPrefix("<!--") {
      skip(to: "-->")
      rest = rest.dropFirst(3)
      return true
    }
    let isEnd = rest.hasPrefix("</")
    let body = rest.dropFirst(isEnd ? 2 : 1)
    guard hasTagEnds, let first = body.first, first.isLetter || first == "!" || first == "?" else { return false }
    guard let end = body.firstIndex(of: ">") else {
      hasTagEnds = false
      return false
    }
    let name = body[..<end].prefix { $0.isLetter || $0.isNumber }.lowercased()
    let attributes = body[..<end].dropFirst(name.count)
    rest = body[body.index(after: end)...]
    if ["script", "style", "head", "title"].contains(name), !isEnd {
      skip(to: "</\(name)")
    } else {
      apply(name, isEnd: isEnd, attributes)
    }
    return true
  }

  /// Leaves out what stands before a text, in which the case of letters does not matter; everything if there is none.
  private mutating func skip(to text: String) {
    func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    let wanted = Array(text.utf8)
    let bytes = rest.utf8
    var index = bytes.startIndex
    while index != bytes.endIndex,
      bytes[index] != wanted[0] || !bytes[index...].prefix(wanted.count).map(lowercase).elementsEqual(wanted)
    {
      bytes.formIndex(after: &index)
    }
    rest = rest[index...]
  }

  private mutating func apply(_ name: String, isEnd: Bool, _ attributes: Substring) {
    switch name {
    case "br": append("\n")
    case "p", "div", "ul", "ol", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote":
      if let last = result.utf8.last, last != 0x0A { append("\n") }
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
    return HTMLText.decoded(value.dropFirst().prefix { $0 != quote })
  }

  // MARK: - Text

  private mutating func append(text: Substring) {
    var plain = ""
    for character in HTMLText.decoded(text) {
      guard character.isWhitespace, character != "\u{A0}" else {
        plain.append(character)
        isAtStart = false
        continue
      }
      if !isAtStart { plain.append(" ") }
      isAtStart = true
    }
    append(plain)
    isAtStart = result.last?.isWhitespace ?? true
  }

  private mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    func isOpen(_ names: String...) -> Bool { names.contains { (open[$0] ?? 0) > 0 } }
    var style = Style()
    style.isHeading = isOpen("h1", "h2", "h3", "h4", "h5", "h6")
    style.isBold = style.isHeading || isOpen("b", "strong")
    style.isItalic = isOpen("i", "em")
    style.isUnderlined = isOpen("u", "ins")
    style.isStruck = isOpen("s", "del", "strike")
    style.link = links.last
    result += text
    if runs.last?.style == style {
      runs[runs.count - 1].length += text.utf16.count
    } else {
      runs.append((style, text.utf16.count))
    }
  }

  private static func attributes(_ style: Style) -> [NSAttributedString.Key: Any] {
    var descriptor = UIFont.systemFont(ofSize: style.isHeading ? 18 : 12).fontDescriptor
    var traits: UIFontDescriptor.SymbolicTraits = []
    if style.isBold { traits.insert(.traitBold) }
    if style.isItalic { traits.insert(.traitItalic) }
    descriptor = descriptor.withSymbolicTraits(traits) ?? descriptor
    var attributes: [NSAttributedString.Key: Any] = [.font: UIFont(descriptor: descriptor, size: 0)]
    if style.isUnderlined { attributes[.underlineStyle] = NSUnderlineStyle.single.rawValue }
    if style.isStruck { attributes[.strikethroughStyle] = NSUnderlineStyle.single.rawValue }
    if let link = style.link, !link.isEmpty, let url = URL(string: link) { attributes[.link] = url }
    return attributes
  }
}
