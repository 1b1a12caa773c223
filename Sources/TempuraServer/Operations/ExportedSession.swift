internal import Foundation
internal import Sessions

/// A session in a line of a file, from which it can be stored again as it was.
struct ExportedSession: Codable {
  private var key: String
  private var version: UInt64
  /// In seconds since 1970, as is when it expires.
  private var created: Int64
  private var expires: Int64
  private var used: Bool
  /// As a text, because many tools take large numbers for fractions.
  private var address: String
  private(set) var setAside: Bool
  // The text of the content, not the JSON that it is, so that no tool writes it otherwise; its bytes if it is no text.
  private var content: String?
  private var contentBase64: Data?

  private static let times: Range<Int64> = 0..<1 << 53

  /// - Throws: A `StorageError` if the content cannot be written down.
  init(_ session: StoredSession) throws(StorageError) {
    let record = session.record
    key = session.key.hexadecimal
    version = record.version
    created = record.created
    expires = record.expiry
    used = record.isUsed
    address = "\(record.address)"
    setAside = session.isSetAside
    let bytes = try record.encodedContent(most: .max)
    content = String(validating: bytes, as: UTF8.self)
    if content == nil { contentBase64 = Data(bytes) }
  }

  /// The line, with its end.
  func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// The session that a line is.
  ///
  /// - Throws: ``NotASession``.
  static func session(in line: Data) throws(NotASession) -> StoredSession {
    let exported: ExportedSession
    do {
      exported = try JSONDecoder().decode(ExportedSession.self, from: line)
    } catch DecodingError.keyNotFound(let key, _) {
      throw NotASession(reason: "it has no \"\(key.stringValue)\"")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      let field = context.codingPath.last.map { "its \"\($0.stringValue)\"" } ?? "it"
      throw NotASession(reason: "\(field) is of another kind")
    } catch {
      throw NotASession(reason: "it is no JSON")
    }
    return try exported.session()
  }

  private func session() throws(NotASession) -> StoredSession {
    guard let key = SessionKey(key) else { throw NotASession(reason: "its \"key\" has not 32 digits from 0 to f") }
    // What else a number can be would lead to overflows later.
    guard SessionRecord.versions.contains(version) else { throw NotASession(reason: "its \"version\" is out of range") }
    for (name, time) in [("created", created), ("expires", expires)] where !Self.times.contains(time) {
      throw NotASession(reason: "its \"\(name)\" is out of range")
    }
    guard let address = UInt64(address) else { throw NotASession(reason: "its \"address\" is no number") }
    guard let bytes = content.map({ Array($0.utf8) }) ?? contentBase64.map({ Array($0) }) else {
      throw NotASession(reason: "it has no \"content\"")
    }
    let record = SessionRecord(
      version: version, content: EncodedContent(bytes: bytes), created: created, expiry: expires, isUsed: used,
      address: address)
    return StoredSession(key: key, record: record, size: bytes.count, isSetAside: setAside)
  }
}

/// A line of a file is no session.
struct NotASession: Error {
  let reason: String
}
