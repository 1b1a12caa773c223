/// Says in a page of which session the page is. The page's form and its live requests repeat it, so that nothing is done to
/// another session of the same browser.
///
/// It is the time at which the session began, and a random number, because a browser with several tabs may get two sessions in a
/// second. A new id of the session changes nothing, and the id and the key of the session cannot be found out from it.
package struct SessionMark: Equatable, Sendable {
  /// Eleven digits of base 32. All marks have the same length, so that compressed pages can be sent with another one.
  package let digits: String

  private static let numberBits = 20

  /// A random number for a session, of which the mark has a part that is never 0. The others are a secret of servers.
  ///
  /// - Parameter random: 64 random bits.
  static func number(_ random: UInt64) -> UInt64 { random & (1 << UInt64(numberBits) - 1) == 0 ? random | 1 : random }

  /// - Parameters:
  ///   - created: When the session began, in seconds since 1970.
  ///   - number: The session's random number; 0 for none.
  init(created: Int64, number: UInt64 = 0) {
    let value = UInt64(bitPattern: created) << UInt64(Self.numberBits) | number & (1 << UInt64(Self.numberBits) - 1)
    digits = String(unsafeUninitializedCapacity: Self.count) { digits in
      for index in 0..<Self.count {
        digits[index] = Base32.digit(value >> UInt64((Self.count - 1 - index) * 5) & 31)
      }
      return Self.count
    }
  }

  /// Reads what a client sent. Nil if there is nothing.
  package init?(_ text: some StringProtocol) {
    if text.isEmpty { return nil }
    digits = String(text)
  }

  package static let count = 11
}

package enum Base32 {
  /// The digit of a number below 32: 0 to 9, then a to v.
  package static func digit(_ value: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 10 ? 48 + value : 87 + value)
  }
}
