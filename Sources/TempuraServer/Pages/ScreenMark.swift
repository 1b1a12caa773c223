internal import Basics
internal import SessionKernel

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
      for index in 0..<Self.count { digits[index] = Base32.digit(value >> UInt64(index * 5) & 31) }
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
