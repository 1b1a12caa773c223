/// Reads the Cookie field (RFC 6265, section 4.2.1).
enum Cookie {
  /// Calls the closure with the value of each cookie of a name, in the order of the field, until it returns false.
  static func forEach(
    _ name: StaticString, in field: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool
  ) {
    let count = name.utf8CodeUnitCount
    let name = UnsafeRawBufferPointer(start: name.utf8Start, count: count)
    var rest = field[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x3b) ?? rest.endIndex
      let pair = ASCII.trimmed(UnsafeRawBufferPointer(rebasing: rest[..<end]))
      if pair.count > count, pair[count] == 0x3d, pair.starts(with: name),
        !body(UnsafeRawBufferPointer(rebasing: pair[(count + 1)...]))
      {
        return
      }
      rest = rest[end...].dropFirst()
    }
  }
}
