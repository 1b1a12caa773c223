internal import Glibc

/// Text that is compared as bytes.
enum ASCII {
  /// Whether the bytes are the word, which is in lower case, whatever the case of theirs.
  static func matches(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    bytes.count == word.utf8CodeUnitCount && hasPrefix(bytes, word)
  }

  static func hasPrefix(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard bytes.count >= word.utf8CodeUnitCount else { return false }
    for index in 0..<word.utf8CodeUnitCount where lower(bytes[index]) != word.utf8Start[index] { return false }
    return true
  }

  static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Without blanks around it.
  static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var rest = bytes[...]
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return UnsafeRawBufferPointer(rebasing: rest)
  }

  /// The part after the last comma: what the nearest proxy added to a list.
  static func lastListItem(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = bytes.lastIndex(of: 0x2c).map { $0 + 1 } ?? 0
    return trimmed(UnsafeRawBufferPointer(rebasing: bytes[start...]))
  }

  static func count(_ text: UnsafePointer<CChar>) -> Int { Int(strlen(text)) }
}
