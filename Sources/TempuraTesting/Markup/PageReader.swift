internal import TempuraUI

/// Reads the markup of a page into its elements. It expects well-formed markup, as the server and browsers write it.
struct PageReader {
  private let bytes: [UInt8]
  private var index = 0

  static func read(_ markup: String) -> PageNode {
    var reader = PageReader(bytes: Array(markup.utf8))
    return reader.read()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The elements without an end tag.
  static let emptyTags: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  private mutating func read() -> PageNode {
    let root = PageNode(tag: "")
    var open = [root]
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        let text = read(until: "<")
        open.last?.contents.append(.text(decoded(text)))
        continue
      }
      if starts(with: "<!--") {
        skip(past: "-->")
      } else if starts(with: "<!") {
        skip(past: ">")
      } else if starts(with: "</") {
        index += 2
        let tag = text(read(until: ">")).lowercased()
        index += 1
        if let index = open.lastIndex(where: { $0.tag == tag }), index > 0 { open.removeSubrange(index...) }
      } else {
        index += 1
        let (node, isClosed) = readTag()
        open.last?.append(node)
        if ["style", "script", "textarea", "title"].contains(node.tag) {
          readText(of: node)
        } else if !isClosed, !Self.emptyTags.contains(node.tag) {
          open.append(node)
        }
      }
    }
    return root
  }

  /// Reads from the name to the end of a tag.
  private mutating func readTag() -> (PageNode, isClosed: Bool) {
    let tag = text(read { Self.isSpace($0) || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") })
    let node = PageNode(tag: tag.lowercased())
    var isClosed = false
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      if Self.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
        isClosed = bytes[index] == UInt8(ascii: "/")
        index += 1
        continue
      }
      isClosed = false
      let name = text(
        read { Self.isSpace($0) || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") }
      ).lowercased()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        node.attributes[name] = ""
        continue
      }
      index += 1
      let quote = index < bytes.count ? bytes[index] : 0
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        index += 1
        node.attributes[name] = decoded(read { $0 == quote })
        index += 1
      } else {
        node.attributes[name] = decoded(read { Self.isSpace($0) || $0 == UInt8(ascii: ">") })
      }
    }
    index += 1
    return (node, isClosed)
  }

  /// Reads the content of an element that contains only text, and its end tag.
  private mutating func readText(of node: PageNode) {
    let end = Array("</\(node.tag)".utf8)
    let start = index
    while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
    var content = bytes[start..<index]
    skip(past: ">")
    if node.tag == "style" || node.tag == "script" {
      node.contents = [.text(text(content))]
      return
    }
    // The first line break is not part of the text (HTML Standard, section 13.1.2.5).
    if node.tag == "textarea", content.first == UInt8(ascii: "\n") { content.removeFirst() }
    node.contents = [.text(decoded(content))]
  }

  // MARK: - Bytes

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  private func starts(with text: StaticString) -> Bool {
    bytes[index...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func skip(past text: StaticString) {
    while index < bytes.count, !starts(with: text) { index += 1 }
    index = min(index + text.utf8CodeUnitCount, bytes.count)
  }

  private mutating func read(until end: Character) -> ArraySlice<UInt8> { read { $0 == end.asciiValue } }

  private mutating func read(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, !isEnd(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private func decoded(_ bytes: ArraySlice<UInt8>) -> String { HTMLText.decoded(text(bytes)[...]) }
}
