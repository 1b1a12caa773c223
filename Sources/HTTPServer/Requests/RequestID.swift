/// A request's number as text: 13 characters, digits and small letters that cannot be mistaken for digits.
enum RequestID {
  private static let alphabet: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
  static let count = 13

  /// Writes the text, without a zero after it.
  static func write(_ number: UInt64, to bytes: UnsafeMutableRawPointer) {
    var rest = number
    for index in 0..<count {
      bytes.storeBytes(of: alphabet.utf8Start[Int(rest & 31)], toByteOffset: index, as: UInt8.self)
      rest >>= 5
    }
  }

  static func text(_ number: UInt64) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      write(number, to: UnsafeMutableRawPointer(buffer.baseAddress!))
      return count
    }
  }
}
