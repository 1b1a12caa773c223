internal import Basics

/// Says in a page with which local states it shows its screens. The page's form repeats it. A press whose page shows other local
/// states is refused: its control may mean something else now.
///
/// It is a hash, the same in every process. It guards users from accidents only: a client can send any mark.
struct ScreenMark: Equatable, Sendable {
  /// Eight digits of base 32. All marks have the same length, so that compressed pages can be sent with another one.
  let digits: String

  static let count = 8

  /// - Parameter localStates: The local states by the paths of their controllers.
  init(_ localStates: [String: String]) {
    var hash = StableHash()
    for (path, text) in localStates.sorted(by: { $0.key < $1.key }) {
      hash.combine(path)
      hash.combine(text)
    }
    let value = hash.value
    digits = String(unsafeUninitializedCapacity: Self.count) { digits in
      for index in 0..<Self.count { digits[index] = Nonces.digit(value >> UInt64(index * 5) & 31) }
      return Self.count
    }
  }

  /// Reads the value of the field `page`: a nonce, this mark and that of the session, with dots between. Nil if there is none.
  init?(ofPage value: String) {
    let dot = UInt8(ascii: ".")
    guard let first = value.utf8.firstIndex(of: dot), let last = value.utf8.lastIndex(of: dot) else { return nil }
    let start = value.utf8.index(after: first)
    guard start < last, !value.utf8[start..<last].contains(dot) else { return nil }
    digits = String(value[start..<last])
  }
}

/// Says in a page of which session the page is. The page's form and its live requests repeat it, so that nothing is done to
/// another session of the same browser.
///
/// It is the time at which the session began, and a random number, because a browser with several tabs may get two sessions in a
/// second. A new id of the session changes nothing, and the id and the key of the session cannot be found out from it.
struct SessionMark: Equatable, Sendable {
  /// Eleven digits of base 32. All marks have the same length, so that compressed pages can be sent with another one.
  let digits: String

  private static let numberBits = 20

  /// A random number for the mark of a session; never 0.
  ///
  /// - Parameter random: 64 random bits.
  static func number(_ random: UInt64) -> UInt64 { max(random >> UInt64(64 - numberBits), 1) }

  /// - Parameters:
  ///   - created: When the session began, in seconds since 1970.
  ///   - number: The session's random number; 0 for none.
  init(created: Int64, number: UInt64 = 0) {
    let value = UInt64(bitPattern: created) << UInt64(Self.numberBits) | number & (1 << UInt64(Self.numberBits) - 1)
    digits = String(unsafeUninitializedCapacity: Self.count) { digits in
      for index in 0..<Self.count {
        digits[index] = Nonces.digit(value >> UInt64((Self.count - 1 - index) * 5) & 31)
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

  static let count = 11
}
