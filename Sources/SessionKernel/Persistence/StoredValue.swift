package import DefaultDecoding
package import Foundation
internal import JSONEncoding

/// A value of the app in a stored JSON object, `{"v": …, "state": …}` or `{"v": …, "value": …}`. One that an older build stored is
/// migrated, or completed.
package struct StoredValue<Value: Decodable> {
  package enum Key: String, CodingKey { case v, state, value }

  package let value: Value
  let isMigrated: Bool
  /// Nil if the value was complete.
  package let report: DefaultDecodingReport?

  /// Reads a stored object.
  ///
  /// - Parameter body: Gets the version that was stored to note.
  package static func read<Result>(
    _ bytes: [UInt8], _ body: (_ decoder: any Decoder, _ stored: inout Int?) throws -> Result
  ) throws(StateError) -> Result {
    var version: Int?
    do {
      return try withoutActuallyEscaping(body) { body in
        try DirectJSON.withDecoder(of: bytes) { try body($0, &version) }
      }
    } catch {
      throw error as? StateError ?? .unreadable(version: version, StateError.reason(error))
    }
  }

  /// - Parameters:
  ///   - stored: The version that was stored.
  ///   - version: That of this build.
  ///   - migrate: Converts the JSON of an older version; nil if the app does not.
  ///   - new: A new value. It completes the stored one.
  package init(
    _ key: Key, in decoder: any Decoder, of bytes: [UInt8], _ stored: inout Int?, version current: Int,
    migrate: ((Data, Int) throws -> Value)?, asIn new: @autoclosure () -> Value, _ completion: DefaultDecoding
  ) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let version = try container.decode(Int.self, forKey: .v)
    stored = version
    guard version <= current else { throw StateError.tooNew(version: version, current: current) }
    isMigrated = version < current && migrate != nil
    if isMigrated, let migrate {
      (value, report) = (try migrate(Self.json(key, of: bytes), version), nil)
      return
    }
    do {
      (value, report) = (try container.decode(Value.self, forKey: key), nil)
    } catch DecodingError.keyNotFound(_, let context) where context.codingPath.first?.stringValue == key.stringValue {
      let completed = try completion.decode(from: container.superDecoder(forKey: key), asIn: new())
      (value, report) = (completed.value, completed.report)
    }
  }

  private static func json(_ key: Key, of bytes: [UInt8]) throws -> Data {
    guard let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
      let value = object[key.stringValue]
    else {
      throw DecodingError.valueNotFound(
        Value.self, .init(codingPath: [], debugDescription: "There is no \(key.stringValue)."))
    }
    return try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
  }
}
