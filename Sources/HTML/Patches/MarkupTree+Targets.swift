extension MarkupTree {
  private static let maximumDepth = 64

  /// Writes the target that names an element: its id, or that of an element around it and the indices on the way down.
  ///
  /// - Returns: false if it cannot be named.
  func writeTarget(of node: Int32, in bytes: UnsafeRawBufferPointer, into buffer: inout HTMLBuffer) -> Bool {
    self[node].hasID
      ? writeID(of: node, in: bytes, into: &buffer) : writePlace(of: node, in: bytes, into: &buffer)
  }

  /// Writes the target that names an element by its place, even if it has an id.
  func writePlace(of node: Int32, in bytes: UnsafeRawBufferPointer, into buffer: inout HTMLBuffer) -> Bool {
    var named = node
    var depth = 0
    repeat {
      named = self[named].parent
      depth += 1
      guard named >= 0, depth <= Self.maximumDepth else { return false }
    } while !self[named].hasID
    buffer.append("[")
    guard writeID(of: named, in: bytes, into: &buffer) else { return false }
    for level in (0..<depth).reversed() {
      var ancestor = node
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
