extension MarkupTree {
  private static let maximumDepth = 64

  /// The element whose id is in the target of an element: this one or one around it; -1 if there is none.
  func named(_ node: Int32) -> Int32 {
    var node = node
    for _ in 0...Self.maximumDepth {
      if node < 0 || self[node].hasID { return node }
      node = self[node].parent
    }
    return -1
  }

  /// Writes the target that names an element: its id, or that of an element around it and the indices on the way down.
  ///
  /// - Parameter isRepeated: Whether the id is that of the operation before, and is left out.
  /// - Returns: false if it cannot be named.
  func writeTarget(
    of node: Int32, in bytes: UnsafeRawBufferPointer, into buffer: inout HTMLBuffer, isRepeated: Bool = false
  ) -> Bool {
    let named = named(node)
    guard named == node else {
      return writePath(from: named, to: node, in: bytes, into: &buffer, isRepeated: isRepeated)
    }
    if !isRepeated { return writeID(of: node, in: bytes, into: &buffer) }
    buffer.append("\"\"")
    return true
  }

  /// Writes the target that names an element by its index, even if it has an id.
  func writeIndex(of node: Int32, in bytes: UnsafeRawBufferPointer, into buffer: inout HTMLBuffer) -> Bool {
    writePath(from: named(self[node].parent), to: node, in: bytes, into: &buffer, isRepeated: false)
  }

  private func writePath(
    from named: Int32, to node: Int32, in bytes: UnsafeRawBufferPointer, into buffer: inout HTMLBuffer,
    isRepeated: Bool
  ) -> Bool {
    guard named >= 0 else { return false }
    buffer.append("[")
    if isRepeated {
      buffer.append("\"\"")
    } else if !writeID(of: named, in: bytes, into: &buffer) {
      return false
    }
    var depth = 0
    var ancestor = node
    while ancestor != named {
      ancestor = self[ancestor].parent
      depth += 1
    }
    for level in (0..<depth).reversed() {
      ancestor = node
      for _ in 0..<level { ancestor = self[ancestor].parent }
      buffer.append(",")
      buffer.append(Int(self[ancestor].index))
    }
    buffer.append("]")
    return true
  }

  /// Writes the id of an element; false if it cannot be read.
  func writeID(of node: Int32, in bytes: UnsafeRawBufferPointer, into buffer: inout HTMLBuffer) -> Bool {
    buffer.append(jsonOfMarkup: UnsafeRawBufferPointer(rebasing: bytes[self[node].id]))
  }
}

extension HTMLBuffer {
  /// Appends the text that a piece of markup is, as a JSON string.
  ///
  /// - Returns: false, and nothing is appended, if the markup contains tags or other character references than
  ///   `append(text:)` writes.
  mutating func append(jsonOfMarkup markup: UnsafeRawBufferPointer) -> Bool {
    if markup.firstIndex(of: UInt8(ascii: "<"), from: 0, to: markup.count) != nil { return false }
    guard var mark = markup.firstIndex(of: UInt8(ascii: "&"), from: 0, to: markup.count) else {
      append(json: markup)
      return true
    }
    var text = HTMLBuffer(capacity: markup.count)
    var start = 0
    while true {
      text.append(bytes: UnsafeRawBufferPointer(rebasing: markup[start..<mark]))
      let references: [(StaticString, StaticString)] = [
        ("&amp;", "&"), ("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#13;", "\r"),
      ]
      guard let (name, character) = references.first(where: { markup.hasPrefix($0.0, at: mark, to: markup.count) })
      else { return false }
      text.append(character)
      start = mark + name.utf8CodeUnitCount
      guard let next = markup.firstIndex(of: UInt8(ascii: "&"), from: start, to: markup.count) else { break }
      mark = next
    }
    text.append(bytes: UnsafeRawBufferPointer(rebasing: markup[start...]))
    append(json: text.bytes)
    return true
  }
}
