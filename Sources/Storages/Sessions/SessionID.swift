internal import Basics

/// The secret in a browser's cookie: 128 random bits. Storages have only its hash, the ``SessionKey``.
package struct SessionID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// A new id, from the system's random numbers.
  package static func random() -> SessionID {
    var generator = SystemRandomNumberGenerator()
    return SessionID(high: generator.next(), low: generator.next())
  }
}

extension SessionID {
  /// Reads the value of a cookie: 32 hexadecimal digits in lower case. Nil for any other text.
  package init?(_ text: UnsafeRawBufferPointer) {
    guard let (high, low) = Hexadecimal.pair(text) else { return nil }
    self.init(high: high, low: low)
  }

  /// A number from 0 on, the same for each call, that divides ids evenly.
  package func number(below limit: Int) -> Int { Int(low % UInt64(limit)) }

  /// The id as a cookie's value.
  package var cookieValue: String { Hexadecimal.text(high, low) }

  /// The first digits, for logs. They are too few to take a session over.
  package var shortened: String { high.hexadecimal.prefix(6) + "…" }
}
