internal import Synchronization

/// A request's number as text: 13 characters, digits and small letters that do not look like digits.
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

/// Numbers for requests. Each is new in this process, and another process is unlikely to have it.
struct RequestNumbers: ~Copyable, Sendable {
  private let state = Atomic(UInt64.random(in: .min ... .max))

  func next() -> UInt64 {
    // SplitMix64, whose last step is a bijection: no number comes twice, and neighbours look unlike each other.
    var number = state.wrappingAdd(0x9e37_79b9_7f4a_7c15, ordering: .relaxed).newValue
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
  }
}
