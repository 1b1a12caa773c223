internal import Foundation
internal import Sessions

/// A session as a line of a file. It can be stored again unchanged.
struct ExportedSession: Codable {
  private var key: String
  private var version: UInt64
  // Both in seconds since 1970.
  private var created: Int64
  private var expires: Int64
  private var used: Bool
  private(set) var quarantined: Bool
  // The content is JSON. It is exported as text, so that tools do not format it. If it is not text, as bytes.
  private var content: String?
  private var contentBase64: Data?

  private static let times: Range<Int64> = 0..<1 << 53

  /// - Throws: A `StorageError` if the content cannot be encoded.
  init(_ session: StoredSession) throws(StorageError) {
    let record = session.record
    key = session.key.hexadecimal
    version = record.version
    created = record.created
    expires = record.expiry
    used = record.isUsed
    quarantined = session.record.isQuarantined
    let bytes = try record.encodedContent(limit: .max)
    content = String(validating: bytes, as: UTF8.self)
    if content == nil { contentBase64 = Data(bytes) }
  }

  /// Returns the line with its line break.
  func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(self), as: UTF8.self)
    return Data((SessionJSON.visible(json) + "\n").utf8)
  }

  /// Returns the session of a line.
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
      throw NotASession(reason: "\(field) has the wrong type")
    } catch {
      throw NotASession(reason: "it is not JSON")
    }
    return try exported.session()
  }

  private func session() throws(NotASession) -> StoredSession {
    guard let key = SessionKey(key) else {
      throw NotASession(reason: "its \"key\" does not have 32 digits from 0 to f")
    }
    // Other numbers would overflow later.
    guard SessionRecord.versions.contains(version) else { throw NotASession(reason: "its \"version\" is out of range") }
    for (name, time) in [("created", created), ("expires", expires)] where !Self.times.contains(time) {
      throw NotASession(reason: "its \"\(name)\" is out of range")
    }
    guard let bytes = content.map({ Array($0.utf8) }) ?? contentBase64.map({ Array($0) }) else {
      throw NotASession(reason: "it has no \"content\"")
    }
    let record = SessionRecord(
      version: version, content: EncodedContent(bytes: bytes), created: created, expiry: expires, isUsed: used,
      isQuarantined: quarantined)
    return StoredSession(key: key, record: record, size: bytes.count)
  }
}

/// A line of a file is not a session.
struct NotASession: Error {
  let reason: String
}
