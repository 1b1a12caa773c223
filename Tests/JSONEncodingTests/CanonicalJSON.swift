/// Returns JSON with the elements of all objects in the order of their names, and all else as it is written.
func canonical(_ json: [UInt8]) -> [UInt8] {
  json.withUnsafeBufferPointer { bytes in
    var reader = CanonicalReader(bytes: bytes)
    let result = reader.value()
    precondition(reader.index == bytes.count, "\(String(decoding: json, as: UTF8.self)) is not JSON.")
    return Array(result)
  }
}

private struct CanonicalReader {
  typealias Text = ArraySlice<UInt8>

  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  private func text(from start: Int) -> Text { Array(bytes[start..<index])[...] }

  mutating func value() -> Text {
    switch bytes[index] {
    case UInt8(ascii: "{"): elements { $0.named() }
    case UInt8(ascii: "["): elements { $0.value() }
    case UInt8(ascii: "\""): string()
    default: scalar()
    }
  }

  private mutating func named() -> Text {
    let name = string()
    index += 1
    return name + [UInt8(ascii: ":")] + value()
  }

  private mutating func elements(_ element: (inout Self) -> Text) -> Text {
    let start = bytes[index]
    var elements: [Text] = []
    index += 1
    while bytes[index] != UInt8(ascii: "]"), bytes[index] != UInt8(ascii: "}") {
      elements.append(element(&self))
      if bytes[index] == UInt8(ascii: ",") { index += 1 }
    }
    index += 1
    if start == UInt8(ascii: "{") { elements.sort { $0.lexicographicallyPrecedes($1) } }
    return [start] + elements.joined(separator: [UInt8(ascii: ",")]) + [bytes[index - 1]]
  }

  private mutating func string() -> Text {
    let start = index
    index += 1
    while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    index += 1
    return text(from: start)
  }

  private mutating func scalar() -> Text {
    let start = index
    while index < bytes.count, ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[index]) {
      index += 1
    }
    return text(from: start)
  }
}
