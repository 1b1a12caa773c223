/// What is stored for a minute under the old key of a session that got another id.
///
/// The answer with the new id may get lost. Then the browser sends the same request again, with the old id, and gets the new
/// one. Any other request with the old id gets nothing: an attacker may have planted that id.
///
/// The new id is stored encrypted. The key, which is used once, is a hash of the old id and of the request's ``Claim``. So a
/// reader of the storage cannot decrypt it without the old id, and a client with the old id cannot without the claim.
package struct RenamedSession: SessionContent, Equatable {
  /// A hash of what only the server and the sender of a request can know. The sender proves with it that a request is the same
  /// one as before. The server gives no hint of it, so that a client would have to try all of them.
  package typealias Claim = SessionKey

  /// In seconds.
  package static let lifetime: Int64 = 60

  private let newKey: SessionKey
  private let sealedID: SessionID
  /// When this becomes void, in seconds since 1970. A server that does not know of the new id may prolong the record.
  package let expiry: Int64

  /// - Parameter claim: That of the requests whose answers have the new id.
  package init(from id: SessionID, to newID: SessionID, for claim: Claim, expiry: Int64) {
    newKey = SessionKey(of: newID)
    sealedID = Self.mask(newID, with: id, claim)
    self.expiry = expiry
  }

  /// Returns the new id; nil if the request does not have the right claim.
  package func id(from id: SessionID, for claim: Claim) -> SessionID? {
    let newID = Self.mask(sealedID, with: id, claim)
    return leads(to: newID) ? newID : nil
  }

  /// Whether an id is the new one.
  package func leads(to id: SessionID) -> Bool { SessionKey(of: id) == newKey }

  /// Encrypts an id, or decrypts it.
  private static func mask(_ newID: SessionID, with id: SessionID, _ claim: Claim) -> SessionID {
    let mask = SessionKey(hashOf: "\(id.cookieValue) \(claim.hexadecimal)")
    return SessionID(high: newID.high ^ mask.high, low: newID.low ^ mask.low)
  }

  // MARK: - The stored text

  private static let start = Array("{\"v\":9007199254740991,\"renamed\":\"".utf8)
  private static let end = Array("\"}".utf8)

  package func encoded() -> [UInt8] {
    let text = "\(newKey.hexadecimal) \(sealedID.cookieValue) \(expiry)"
    return Self.start + Array(text.utf8) + Self.end
  }

  /// Nil for any other content.
  package init?(_ content: any SessionContent) {
    if let renamed = content as? RenamedSession {
      self = renamed
      return
    }
    guard let bytes = (content as? EncodedContent)?.bytes, bytes.starts(with: Self.start) else { return nil }
    let parts = bytes.dropFirst(Self.start.count).dropLast(Self.end.count).split(separator: UInt8(ascii: " "))
    guard parts.count == 3, let newKey = SessionKey(String(decoding: parts[0], as: UTF8.self)),
      let sealedID = parts[1].withUnsafeBytes({ SessionID($0) }),
      let expiry = Int64(String(decoding: parts[2], as: UTF8.self))
    else { return nil }
    self.newKey = newKey
    self.sealedID = sealedID
    self.expiry = expiry
  }
}
