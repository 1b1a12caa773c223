internal import Glibc

/// The elements of a piece of markup, in one array. It reads what `HTMLRenderer` writes: well-formed markup with tags in
/// lower case and quoted attributes.
struct MarkupTree {
  struct Node {
    /// The offset of the element.
    var start: Int32
    /// The offset after the element.
    var end: Int32 = 0
    /// The offsets of the content.
    var contentStart: Int32 = 0
    var contentEnd: Int32 = 0

    var tagLength: Int32 = 0
    /// The value of the attribute `id`, as it is written. Its length is 0 if there is none.
    var idStart: Int32 = 0
    var idLength: Int32 = 0

    var parent: Int32
    /// The index among the elements of the parent.
    var index: Int32 = 0
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var nextSibling: Int32 = -1
    var childCount: Int32 = 0

    /// The index of the pair that the element is, with its content unread; else -1.
    var pair: Int32 = -1
    /// The node of the same element in the other tree; else -1.
    var partner: Int32 = -1
    /// Whether the element stays in its parent.
    var isKept = false
    /// For a new element: the first of its last children that were its siblings in the old page; else -1. That child and
    /// those after it are moved into the element.
    var firstWrapped: Int32 = -1
    /// Whether there is text or a comment beside elements in it.
    var hasText = false
    var kind = Kind.ordinary

    var hasID: Bool { idLength > 0 }
  }

  /// What the content of an element may be.
  enum Kind {
    case ordinary
    case void
    /// Text with character references. A line feed at its beginning is not part of it.
    case text
    /// Text without character references.
    case rawText
    /// Unread markup in which other rules apply.
    case svg
  }

  struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
  }

  private(set) var nodes: [Node] = []
  private var open: [Int32] = []

  /// With memory for a few elements.
  init() {
    nodes.reserveCapacity(16)
    open.reserveCapacity(16)
  }

  subscript(node: Int32) -> Node {
    get { nodes[Int(node)] }
    _modify { yield &nodes[Int(node)] }
  }

  var count: Int { nodes.count }

  /// Reads a piece of markup, which must be one element. Its node is the first.
  ///
  /// - Parameters:
  ///   - order: The pairs in the markup, by their offset. The content of a pair is not read.
  ///   - pairSpan: The part of the markup that a pair is.
  /// - Returns: false if the markup cannot be read.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ span: MarkupRegions.Span, pairs order: [Int32],
    pairSpan: (Int32) -> MarkupRegions.Span
  ) -> Bool {
    nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    var position = span.start
    let end = span.end
    var nextPair = 0
    while position < end {
      guard bytes[position] == UInt8(ascii: "<") else {
        guard let parent = open.last else { return false }
        self[parent].hasText = true
        position = bytes.firstIndex(of: UInt8(ascii: "<"), from: position, to: end) ?? end
        continue
      }
      guard position + 1 < end else { return false }
      switch bytes[position + 1] {
      case UInt8(ascii: "/"):
        guard let node = open.popLast() else { return false }
        let name = position + 2
        guard let tagEnd = bytes.firstIndex(of: UInt8(ascii: ">"), from: name, to: end),
          tagEnd - name == Int(self[node].tagLength),
          memcmp(bytes.baseAddress! + name, bytes.baseAddress! + Int(self[node].start) + 1, tagEnd - name) == 0
        else { return false }
        self[node].contentEnd = Int32(position)
        self[node].end = Int32(tagEnd + 1)
        position = tagEnd + 1
      case UInt8(ascii: "!"):
        guard let parent = open.last, bytes.hasPrefix("<!--", at: position, to: end),
          var commentEnd = bytes.firstIndex(of: UInt8(ascii: ">"), from: position + 6, to: end)
        else { return false }
        while !bytes.hasPrefix("--", at: commentEnd - 2, to: end) {
          guard let next = bytes.firstIndex(of: UInt8(ascii: ">"), from: commentEnd + 1, to: end) else { return false }
          commentEnd = next
        }
        self[parent].hasText = true
        position = commentEnd + 1
      default:
        // A pair may contain others, which were passed over with it.
        while nextPair < order.count, pairSpan(order[nextPair]).start < position { nextPair += 1 }
        guard let node = readElement(bytes, at: position, to: end) else { return false }
        if nextPair < order.count, pairSpan(order[nextPair]).start == position {
          self[node].pair = order[nextPair]
          self[node].end = Int32(pairSpan(order[nextPair]).end)
        } else if self[node].end == 0 {
          open.append(node)
          position = Int(self[node].contentStart)
          continue
        }
        position = Int(self[node].end)
        guard position <= end else { return false }
      }
    }
    return open.isEmpty && !nodes.isEmpty && position == end
  }

  /// Adds the node of an element whose start tag is at an offset. If the content cannot contain elements, reads that, too;
  /// else the end of the node is 0.
  private mutating func readElement(_ bytes: UnsafeRawBufferPointer, at start: Int, to end: Int) -> Int32? {
    let parent = open.last ?? -1
    guard parent >= 0 || nodes.isEmpty else { return nil }
    var node = Node(start: Int32(start), parent: parent)
    guard Self.readStartTag(bytes, at: start, to: end, into: &node) else { return nil }
    let contentStart = Int(node.contentStart)
    switch node.kind {
    case .ordinary: break
    case .void: (node.contentEnd, node.end) = (node.contentStart, node.contentStart)
    case .text, .rawText:
      var position = contentStart
      while true {
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "<"), from: position, to: end) else { return nil }
        let tagEnd = mark + 2 + Int(node.tagLength)
        guard tagEnd < end else { return nil }
        if bytes[mark + 1] == UInt8(ascii: "/"), bytes[tagEnd] == UInt8(ascii: ">"),
          memcmp(bytes.baseAddress! + mark + 2, bytes.baseAddress! + start + 1, Int(node.tagLength)) == 0
        {
          (node.contentEnd, node.end) = (Int32(mark), Int32(tagEnd + 1))
          break
        }
        position = mark + 1
      }
    case .svg:
      guard let svgEnd = Self.endOfSVG(bytes, from: contentStart, to: end) else { return nil }
      (node.contentEnd, node.end) = (Int32(svgEnd), Int32(svgEnd))
    }
    let number = Int32(nodes.count)
    if parent >= 0 {
      node.index = self[parent].childCount
      self[parent].childCount += 1
      let last = self[parent].lastChild
      if last >= 0 { self[last].nextSibling = number } else { self[parent].firstChild = number }
      self[parent].lastChild = number
    }
    nodes.append(node)
    return number
  }

  private static func readStartTag(
    _ bytes: UnsafeRawBufferPointer, at start: Int, to end: Int, into node: inout Node
  ) -> Bool {
    var position = start + 1
    while position < end, isOfTagName(bytes[position]) { position += 1 }
    node.tagLength = Int32(position - start - 1)
    guard node.tagLength > 0 else { return false }
    node.kind = kind(ofTag: UnsafeRawBufferPointer(rebasing: bytes[start + 1..<position]))
    let tagEnd = forEachAttribute(bytes, from: position, to: end) { attribute in
      guard attribute.name.count == 2, bytes[attribute.name.lowerBound] == UInt8(ascii: "i"),
        bytes[attribute.name.lowerBound + 1] == UInt8(ascii: "d")
      else { return }
      node.idStart = Int32(attribute.value.lowerBound)
      node.idLength = Int32(attribute.value.count)
    }
    guard let tagEnd else { return false }
    // Other elements have an end tag, whatever their start tag says.
    if bytes[tagEnd - 2] == UInt8(ascii: "/"), node.kind != .void { return false }
    node.contentStart = Int32(tagEnd)
    return true
  }

  /// Calls a closure for each attribute of a start tag.
  ///
  /// - Parameter start: The offset after the name of the tag.
  /// - Returns: The offset after the tag; nil if it cannot be read.
  static func forEachAttribute(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, _ body: (Attribute) -> Void
  ) -> Int? {
    var position = start
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") { return position + 1 }
      if isSpace(byte) || byte == UInt8(ascii: "/") {
        position += 1
        continue
      }
      let name = position
      while position < end, !isEndOfName(bytes[position]) { position += 1 }
      guard position < end, position > name else { return nil }
      var attribute = Attribute(name: name..<position, value: position..<position)
      if bytes[position] == UInt8(ascii: "=") {
        guard position + 1 < end, bytes[position + 1] == UInt8(ascii: "\""),
          let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: position + 2, to: end)
        else { return nil }
        attribute.value = position + 2..<quote
        position = quote + 1
      }
      body(attribute)
    }
    return nil
  }

  /// The offset after the end tag of an `svg` whose content begins at an offset.
  private static func endOfSVG(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
    var depth = 1
    var position = start
    while let mark = bytes.firstIndex(of: UInt8(ascii: "<"), from: position, to: end) {
      if bytes.hasPrefix("</svg>", at: mark, to: end) {
        depth -= 1
        if depth == 0 { return mark + 6 }
      } else if bytes.hasPrefix("<svg", at: mark, to: end) {
        depth += 1
      }
      position = mark + 1
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

  private static func isEndOfName(_ byte: UInt8) -> Bool {
    if byte > UInt8(ascii: ">") { return false }  // as letters are
    return isSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "<")
  }

  private static func isOfTagName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "-")
  }

  /// The kind of an element (HTML Standard, section 13.1.2).
  private static func kind(ofTag tag: UnsafeRawBufferPointer) -> Kind {
    func matches(_ name: StaticString) -> Bool {
      tag.count == name.utf8CodeUnitCount && memcmp(tag.baseAddress!, name.utf8Start, tag.count) == 0
    }
    switch tag[0] {
    case UInt8(ascii: "a"): return matches("area") ? .void : .ordinary
    case UInt8(ascii: "b"): return matches("br") || matches("base") ? .void : .ordinary
    case UInt8(ascii: "c"): return matches("col") ? .void : .ordinary
    case UInt8(ascii: "e"): return matches("embed") ? .void : .ordinary
    case UInt8(ascii: "h"): return matches("hr") ? .void : .ordinary
    case UInt8(ascii: "i"): return matches("img") || matches("input") ? .void : .ordinary
    case UInt8(ascii: "l"): return matches("link") ? .void : .ordinary
    case UInt8(ascii: "m"): return matches("meta") ? .void : .ordinary
    case UInt8(ascii: "s"):
      if matches("svg") { return .svg }
      if matches("source") { return .void }
      return matches("script") || matches("style") ? .rawText : .ordinary
    case UInt8(ascii: "t"):
      if matches("textarea") || matches("title") { return .text }
      return matches("track") ? .void : .ordinary
    case UInt8(ascii: "w"): return matches("wbr") ? .void : .ordinary
    default: return .ordinary
    }
  }
}

extension UnsafeRawBufferPointer {
  func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    guard start < end, let base = baseAddress, let found = memchr(base + start, Int32(byte), end - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }

  func hasPrefix(_ text: StaticString, at start: Int, to end: Int) -> Bool {
    end - start >= text.utf8CodeUnitCount && memcmp(baseAddress! + start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Whether two parts are the same bytes.
  func isEqual(_ part: Range<Int>, to other: UnsafeRawBufferPointer, _ otherPart: Range<Int>) -> Bool {
    part.count == otherPart.count
      && (part.isEmpty
        || memcmp(baseAddress! + part.lowerBound, other.baseAddress! + otherPart.lowerBound, part.count) == 0)
  }
}
