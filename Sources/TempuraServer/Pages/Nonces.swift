internal import Glibc
internal import Basics
internal import SessionKernel

/// The random numbers of a page, which are used once.
struct Nonces {
  /// Allows the page's style element in its content security policy: 128 bits, as 32 hexadecimal digits. The page contains
  /// it only in the attribute `nonce`, which browsers hide from style sheets and scripts.
  let style: String
  /// Identifies the page's form among those of the session: 64 bits, as 13 digits of base 32. Then, each after a dot, the mark of
  /// the screens and that of the session, if the page has them.
  let form: String
  /// The number of bytes by which a compressed page is longer than it need be.
  let padding: Int

  private struct Pool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var used = 4096
  }

  // Random bytes are read in large blocks, because each system call is expensive.
  private static let pool = Locked(Pool())

  /// - Parameter sent: The number that a form of the page came with, to identify the page's form too; nil for a new one.
  static func next(
    for mark: SessionMark? = nil, _ screenMark: ScreenMark? = nil, repeating sent: String? = nil
  ) -> Nonces {
    let (high, low, form, padding) = pool.withLock { pool in
      if pool.used + 25 > pool.bytes.count { refill(&pool) }
      defer { pool.used += 25 }
      return pool.bytes.withUnsafeBytes { bytes in
        (
          bytes.loadUnaligned(fromByteOffset: pool.used, as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: pool.used + 8, as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: pool.used + 16, as: UInt64.self),
          bytes[pool.used + 24]
        )
      }
    }
    return Nonces(
      style: String(unsafeUninitializedCapacity: 32) { digits in
        for index in 0..<16 {
          digits[index] = Base32.digit(high >> UInt64(index * 4) & 15)
          digits[index + 16] = Base32.digit(low >> UInt64(index * 4) & 15)
        }
        return 32
      },
      form: sent.flatMap { isForm($0, mark) ? $0 : nil }
        ?? String(unsafeUninitializedCapacity: 15 + ScreenMark.count + SessionMark.count) { digits in
          for index in 0..<13 { digits[index] = Base32.digit(form >> UInt64(index * 5) & 31) }
          var end = 13
          func append(_ mark: String, _ count: Int) {
            var mark = mark
            digits[end] = UInt8(ascii: ".")
            let room = UnsafeMutableBufferPointer(rebasing: digits[(end + 1)...].prefix(count))
            end += 1 + mark.withUTF8 { room.initialize(fromContentsOf: $0.prefix(count)) }
          }
          if let screenMark { append(screenMark.digits, ScreenMark.count) }
          if let mark { append(mark.digits, SessionMark.count) }
          return end
        },
      padding: 1 + Int(padding & 127))
  }

  /// Whether a client may have a text from a page with the mark.
  private static func isForm(_ text: String, _ mark: SessionMark?) -> Bool {
    let end = mark.map { "." + $0.digits } ?? ""
    let count = 13 + end.utf8.count
    return [count, count + 1 + ScreenMark.count].contains(text.utf8.count) && text.hasSuffix(end)
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...118).contains($0) || $0 == UInt8(ascii: ".") }
  }

  private static func refill(_ pool: inout Pool) {
    pool.bytes.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 256) {  // The limit of getentropy(3).
        guard getentropy(bytes.baseAddress! + start, 256) == 0 else {
          fatalError("The system has no random numbers: error \(errno).")
        }
      }
    }
    pool.used = 0
  }
}

// The form repeats the text in its field `page`.

extension SessionMark {
  /// Reads the value of the field: this mark is after the last dot. Nil if there is none.
  init?(ofPage value: String) {
    guard let dot = value.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(value[value.utf8.index(after: dot)...])
  }
}

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
