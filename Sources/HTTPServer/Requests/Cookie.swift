/// Reads the Cookie field (RFC 6265, section 4.2.1).
enum Cookie {
  static func value(_ name: String, _ connection: OpaquePointer) -> UnsafeRawBufferPointer? {
    guard let field = HeaderField.value("Cookie", connection) else { return nil }
    var name = name
    return name.withUTF8 { value(UnsafeRawBufferPointer($0), in: field) }
  }

  static func value(_ name: UnsafeRawBufferPointer, in field: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var rest = field[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x3b) ?? rest.endIndex
      let pair = ASCII.trimmed(UnsafeRawBufferPointer(rebasing: rest[..<end]))
      if pair.count > name.count, pair[name.count] == 0x3d, pair.starts(with: name) {
        return UnsafeRawBufferPointer(rebasing: pair[(name.count + 1)...])
      }
      rest = rest[end...].dropFirst()
    }
    return nil
  }
}
