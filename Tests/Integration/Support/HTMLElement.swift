/// An element of a page that was checked to be well-formed.
final class HTMLElement {
  let tag: String
  let attributes: [String: String]
  private(set) unowned var parent: HTMLElement?
  private(set) var children: [HTMLElement] = []
  /// The text in the element, whoever of its descendants has it.
  private(set) var text = ""

  private init(tag: String, attributes: [String: String], parent: HTMLElement?) {
    self.tag = tag
    self.attributes = attributes
    self.parent = parent
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  var ancestors: [HTMLElement] { parent.map { [$0] + $0.ancestors } ?? [] }

  /// The element and all in it, in the order of the page.
  var all: [HTMLElement] { [self] + children.flatMap(\.all) }

  private static let empty: Set<String> = ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"]

  /// Reads a page.
  static func parse(_ bytes: [UInt8]) -> HTMLElement {
    let root = HTMLElement(tag: "", attributes: [:], parent: nil)
    var current = root
    var position = 0
    var text: [(HTMLElement, String)] = []
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        text.append((current, String(decoding: bytes[position..<end], as: UTF8.self)))
        position = end
        continue
      }
      if bytes[position...].starts(with: Array("<!".utf8)) {
        position = (bytes[position...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
        continue
      }
      var reader = TagReader(bytes: bytes, position: position + 1)
      let (tag, attributes) = reader.read()
      position = reader.position
      if tag.hasPrefix("/") {
        if let parent = current.parent { current = parent }
        continue
      }
      let element = HTMLElement(tag: tag, attributes: attributes, parent: current)
      current.children.append(element)
      if tag == "textarea", position < bytes.count, bytes[position] == 0x0a { position += 1 }
      if !empty.contains(tag) { current = element }
    }
    for (element, raw) in text {
      let text = decode(raw)
      element.text += text
      for ancestor in element.ancestors { ancestor.text += text }
    }
    return root
  }

  private struct TagReader {
    let bytes: [UInt8]
    var position: Int

    private static let spaces: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0c, 0x0d]

    mutating func read() -> (String, [String: String]) {
      let tag = word()
      var attributes: [String: String] = [:]
      while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
        if Self.spaces.contains(bytes[position]) || bytes[position] == UInt8(ascii: "/") {
          position += 1
          continue
        }
        let name = word()
        var value = ""
        if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
          position += 1
          value = self.value()
        }
        attributes[name.lowercased()] = HTMLElement.decode(value)
      }
      position += 1
      return (tag.lowercased(), attributes)
    }

    private mutating func word() -> String {
      let start = position
      while position < bytes.count, !Self.spaces.contains(bytes[position]), bytes[position] != UInt8(ascii: ">"),
        bytes[position] != UInt8(ascii: "="), position == start || bytes[position] != UInt8(ascii: "/")
      { position += 1 }
      if position == start { position += 1 }
      return String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
    }

    private mutating func value() -> String {
      guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27 else { return word() }
      let start = position + 1
      let end = bytes[start...].firstIndex(of: bytes[position]) ?? bytes.count
      position = end + 1
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
  }

  /// Text as people see it.
  static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var decoded = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      decoded += rest[..<mark]
      let end = rest[mark...].firstIndex(of: ";") ?? rest.index(before: rest.endIndex)
      let name = rest[rest.index(after: mark)..<end]
      switch name {
      case "amp": decoded += "&"
      case "lt": decoded += "<"
      case "gt": decoded += ">"
      case "quot": decoded += "\""
      default:
        let isHexadecimal = name.hasPrefix("#x")
        let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        decoded += code.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? String(rest[mark...end])
      }
      rest = rest[rest.index(after: end)...]
    }
    return decoded + rest
  }
}
