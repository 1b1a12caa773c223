/// Says in a page of which session the page is. The page's form and its live requests repeat it, so that nothing is done to
/// another session of the same browser.
///
/// It is the time at which the session began: the browser's next session has another one, a new id of the session changes
/// nothing, and the id and the key of the session cannot be found out from it.
struct SessionMark: Equatable, Sendable {
  /// Seven digits of base 32. All marks have the same length, so that compressed pages can be sent with another one.
  let digits: String

  /// - Parameter created: When the session began, in seconds since 1970.
  init(created: Int64) {
    digits = String(unsafeUninitializedCapacity: Self.count) { digits in
      for index in 0..<Self.count {
        digits[index] = Nonces.digit(UInt64(bitPattern: created) >> UInt64((Self.count - 1 - index) * 5) & 31)
      }
      return Self.count
    }
  }

  /// Reads what a client sent. Nil if there is nothing.
  init?(_ text: some StringProtocol) {
    if text.isEmpty { return nil }
    digits = String(text)
  }

  /// Reads the value of the field `page`: a nonce, and this mark after the last dot. Nil if there is no mark.
  init?(ofPage value: String) {
    guard let dot = value.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(value[value.utf8.index(after: dot)...])
  }

  static let count = 7
}
