internal import Glibc

/// Reads the Cookie field (RFC 6265, section 4.2.1).
enum Cookie {
  /// Calls the closure with the value of each cookie of a name, in the order of the field, until it returns false.
  static func forEach(
    _ name: StaticString, in field: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool
  ) {
    guard let bytes = field.baseAddress else { return }
    let count = name.utf8CodeUnitCount
    var start = 0
    while start < field.count {
      let semicolon = memchr(bytes + start, 0x3b, field.count - start)
      let end = semicolon.map { UnsafeRawPointer($0) - bytes } ?? field.count
      let pair = ASCII.trimmed(UnsafeRawBufferPointer(start: bytes + start, count: end - start))
      if pair.count > count, pair[count] == 0x3d, let text = pair.baseAddress, memcmp(text, name.utf8Start, count) == 0,
        !body(UnsafeRawBufferPointer(rebasing: pair[(count + 1)...]))
      {
        return
      }
      start = end + 1
    }
  }
}
