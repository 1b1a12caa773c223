internal import DefaultDecoding
internal import Foundation
internal import JSONEncoding
internal import SessionKernel
internal import Sessions

/// The stored content of a shared part.
struct SliceContent: SessionContent, @unchecked Sendable {
  // Safe because a part of a state is a value; Katana reads states from any thread, too.
  let name: String
  /// The key by which sessions share it, as the app says.
  let text: String
  /// The version of the value's format, by the app's count.
  let version: Int
  let value: any Codable
  var unknownMembers = UnknownMembers.none

  /// One JSON value, `{"part": …, "key": …, "v": …, "value": …}`, and what another release has added.
  func encoded() throws -> [UInt8] { try encoded(value) }

  private func encoded<Value: Encodable>(_ value: Value) throws -> [UInt8] {
    unknownMembers.added(
      to: try DirectJSON.encode(Written(part: name, key: text, v: version, value: value)))
  }

  private struct Written<Value: Encodable>: Encodable {
    let part: String
    let key: String
    let v: Int
    let value: Value

    enum CodingKeys: CodingKey { case part, key, v, value }
  }

  /// All but the value.
  struct Head: Decodable {
    let part: String
    let key: String
    let v: Int

    /// Nil for a record that is no part, or cannot be read.
    init?(_ record: SessionRecord) {
      guard SliceContent.isPart(record), let bytes = try? record.content.encoded(),
        let head = try? DirectJSON.withDecoder(of: bytes, { try Head(from: $0) })
      else { return nil }
      self = head
    }
  }

  private static let start = Array("{\"part\":".utf8)

  /// Whether a record is that of a part, and not of a session.
  static func isPart(_ record: SessionRecord) -> Bool {
    record.content is SliceContent || (record.content as? EncodedContent)?.bytes.starts(with: start) == true
  }

  private struct Deleted: Encodable {
    let part: String
    let key: String
    let v: Int
    var deleted = true
  }

  private static let deletedEnd = Array(",\"deleted\":true}".utf8)

  /// What is stored in the place of a part that an operator has deleted, so that the part begins anew. If nothing were stored, the
  /// part would count as lost, and sessions that know it would be refused.
  ///
  /// - Parameter record: What was stored; nil if that is gone.
  static func deleted(_ record: SessionRecord?) throws -> EncodedContent {
    let head = record.flatMap { Head($0) }
    let deleted = Deleted(part: head?.part ?? "", key: head?.key ?? "", v: head?.v ?? 0)
    return EncodedContent(bytes: try DirectJSON.encode(deleted))
  }

  /// Whether an operator has deleted the part. Decodes nothing, because parts are loaded often. No other content ends like that: it
  /// would be in the value, which ends with a brace of its own.
  static func isDeleted(_ record: SessionRecord) -> Bool {
    (record.content as? EncodedContent)?.bytes.suffix(deletedEnd.count).elementsEqual(deletedEnd) == true
  }

  /// Reads the content as another process, or another build of the app, has written it.
  final class ValueReader: SliceReader {
    let bytes: [UInt8]
    private let completion: DefaultDecoding
    private(set) var unknownMembers = UnknownMembers.none
    /// Nil if the value was complete.
    private(set) var report: DefaultDecodingReport?

    init(_ bytes: [UInt8], _ completion: DefaultDecoding) { (self.bytes, self.completion) = (bytes, completion) }

    /// - Throws: ``StateError``.
    func read<Value: Codable>(
      asIn new: @autoclosure () -> Value, version: Int, migrate: ((Data, Int) throws -> Value)?
    ) throws -> Value {
      try StoredValue<Value>.read(bytes) { decoder, stored in
        let read = try StoredValue(
          .value, in: decoder, of: bytes, &stored, version: version, migrate: migrate, asIn: new(), completion)
        unknownMembers = try UnknownMembers(decoder, of: bytes) { Written<Value>.CodingKeys(stringValue: $0) != nil }
        report = read.report
        return read.value
      }
    }
  }
}
