/// What a browser is known by: 128 random bits, which nobody can guess. Only the browser has it: see ``SessionKey``.
package struct SessionID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// A new id, from the system's random numbers.
  package static func random() -> SessionID {
    var generator = SystemRandomNumberGenerator()
    return SessionID(high: generator.next(), low: generator.next())
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads an id as it is written in a cookie: 32 hexadecimal digits in lower case. Anything else is none.
  package init?(_ text: UnsafeRawBufferPointer) {
    guard let (high, low) = Hexadecimal.pair(text) else { return nil }
    self.init(high: high, low: low)
  }

  /// The id as a cookie's value.
  package var cookieValue: String { Hexadecimal.digits(high) + Hexadecimal.digits(low) }

  /// The first digits, for logs: enough to tell sessions apart, too little to take one over.
  package var shortened: String { Hexadecimal.digits(high).prefix(6) + "…" }
}
