internal import Foundation
internal import JSONEncoding
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

  typealias Read = (value: any Codable, unknownMembers: UnknownMembers, report: DefaultDecodingReport?)

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

  private enum ValueKey: CodingKey { case value }

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

  /// The content as another process, or another build of the app, has written it.
  struct Bytes {
    let bytes: [UInt8]

    /// Reads the value.
    ///
    /// - Parameters:
    ///   - new: A new value. It completes one that an older build stored without keys of this build.
    ///   - version: That of this build.
    ///   - migrate: Converts the JSON of an older version.
    func read<Value: Codable>(
      asIn new: @escaping () -> Value, version: Int, migrate: ((Data, Int) throws -> Value)?,
      _ completion: DefaultDecoding
    ) throws(StateError) -> Read {
      var stored: Int?
      do {
        let (head, unknown) = try DirectJSON.withDecoder(of: bytes) { decoder in
          let unknown = try UnknownMembers(decoder, of: bytes) { ["part", "key", "v", "value"].contains($0) }
          return (try Head(from: decoder), unknown)
        }
        stored = head.v
        guard head.v <= version else { throw StateError.tooNew(version: head.v, current: version) }
        if head.v < version, let migrate { return (try migrate(json(), head.v), unknown, nil) }
        return try DirectJSON.withDecoder(of: bytes) { decoder in
          let container = try decoder.container(keyedBy: ValueKey.self)
          do {
            return (try container.decode(Value.self, forKey: .value), unknown, nil)
          } catch DecodingError.keyNotFound(_, let context) where context.codingPath.first?.stringValue == "value" {
            let completed = try completion.decode(from: container.superDecoder(forKey: .value), asIn: new())
            return (completed.value, unknown, completed.report)
          }
        }
      } catch let problem as StateError {
        throw problem
      } catch {
        throw .unreadable(version: stored, StateError.reason(error))
      }
    }

    /// The value as JSON.
    private func json() throws -> Data {
      guard let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
        let value = object["value"]
      else {
        throw DecodingError.valueNotFound(Any.self, .init(codingPath: [], debugDescription: "There is no value."))
      }
      return try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    }
  }
}
