internal import Basics
internal import CGnuTLS

/// The key of a stored session: the first half of the SHA-256 of its id. A reader of a storage cannot take a session over.
public struct SessionKey: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  package init(of id: SessionID) { self.init(hashOf: id.cookieValue) }

  /// The key of a part of states that sessions share.
  ///
  /// Its first two digits are `ff`, so that parts are listed without the sessions. In a cluster of Redis these digits and the third
  /// one decide the slot: parts have 16 of them.
  package init(ofPart name: String, _ text: String) {
    // No id has such a text.
    let hash = SessionKey(hashOf: "part \(name) \(text)")
    (high, low) = (hash.high | 0xff << 56, hash.low)
  }

  /// The claim of a request that has these texts. One of them must be a secret random number.
  package init(ofClaim texts: [[String]]) {
    // Each text and each list after its length, so that no two requests have the same encoding.
    func encoded(_ texts: [String]) -> String { texts.map { "\($0.utf8.count):\($0)" }.joined() }
    self.init(hashOf: "claim \(encoded(texts.map(encoded)))")
  }

  /// The id of a session's user for other users. It does not tell the key.
  package var personID: String { SessionKey(hashOf: "person \(hexadecimal)").high.hexadecimal }

  /// The key before those of all parts.
  package static let beforeParts = SessionKey(high: 0xff << 56 - 1, low: .max)

  private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  init(hashOf text: String) {
    var (text, digest) = (text, (UInt64(0), UInt64(0), UInt64(0), UInt64(0)))
    let status = text.withUTF8 { gnutls_hash_fast(GNUTLS_DIG_SHA256, $0.baseAddress, $0.count, &digest) }
    precondition(status == 0, "GnuTLS has no SHA-256, which it always has: error \(status).")
    (high, low) = (UInt64(bigEndian: digest.0), UInt64(bigEndian: digest.1))
  }

  /// Reads a key from the 32 digits of ``hexadecimal``. Nil for any other text.
  public init?(_ hexadecimal: some StringProtocol) {
    let digits = Array(hexadecimal.utf8)
    let pair = digits.withUnsafeBytes { Hexadecimal.pair($0) }
    guard let pair else { return nil }
    (high, low) = pair
  }

  /// The key as 32 hexadecimal digits in lower case.
  public var hexadecimal: String { Hexadecimal.text(high, low) }

  /// The first digits, for logs and lists.
  public var shortened: String { high.hexadecimal.prefix(12) + "…" }

  /// The bits of the digits of ``shortened``: the first 48.
  package var firstBits: UInt64 { high >> 16 }

  /// The 16 bytes of the key.
  public var bytes: [UInt8] {
    withUnsafeBytes(of: high.bigEndian, Array.init) + withUnsafeBytes(of: low.bigEndian, Array.init)
  }

  /// Runs `body` with the 16 bytes of the key, without an allocation.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes throws(Failure) in try body(bytes) }
  }

  /// Reads a key from 16 bytes. Nil for any other number of bytes.
  public init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    (high, low) = Self.words(bytes)
  }

  private static func words(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    (
      UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    )
  }
}

/// As 32 hexadecimal digits.
extension SessionKey: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let key = SessionKey(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "It is no key of 32 hexadecimal digits.")
    }
    self = key
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hexadecimal)
  }
}

extension SessionKey: Comparable {
  public static func < (a: SessionKey, b: SessionKey) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

/// 128 bits as 32 hexadecimal digits.
enum Hexadecimal {
  static func text(_ high: UInt64, _ low: UInt64) -> String {
    (UInt128(high) << 64 | UInt128(low)).hexadecimal
  }

  static func pair(_ text: UnsafeRawBufferPointer) -> (UInt64, UInt64)? {
    guard text.count == 32, let high = number(text, from: 0), let low = number(text, from: 16) else { return nil }
    return (high, low)
  }

  private static func number(_ text: UnsafeRawBufferPointer, from start: Int) -> UInt64? {
    var (number, isNumber): (UInt64, Bool) = (0, true)
    for index in start..<start + 16 {
      let (digit, letter) = (text[index] &- UInt8(ascii: "0"), text[index] &- UInt8(ascii: "a"))
      if digit > 9, letter > 5 { isNumber = false }
      number = number << 4 | UInt64(digit > 9 ? letter &+ 10 : digit)
    }
    return isNumber ? number : nil
  }
}
