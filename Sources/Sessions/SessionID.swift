/// What a browser is known by: 128 random bits, which nobody can guess.
package struct SessionID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A new id, from the system's random numbers.
  package static func random() -> SessionID {
    var generator = SystemRandomNumberGenerator()
    return SessionID(high: generator.next(), low: generator.next())
  }

  /// Reads an id as it is written in a cookie: 32 hexadecimal digits in lower case. Anything else is none.
  package init?(_ text: UnsafeRawBufferPointer) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    guard text.count == 32 else { return nil }
    for (index, byte) in text.enumerated() {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      if index < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
    }
    self.init(high: high, low: low)
  }

  /// The id as a cookie's value.
  package var cookieValue: String { Self.digits(of: high) + Self.digits(of: low) }

  /// The first digits, for logs: enough to tell sessions apart, too little to take one over.
  package var shortened: String { Self.digits(of: high).prefix(6) + "…" }

  private static func digits(of number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
