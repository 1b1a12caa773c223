internal import Basics
internal import JSONEncoding

/// Decodes values that an older build has stored, and that lack keys of this build's types.
///
/// A key is filled only if a value could not be decoded without it. So an `init(from:)` of the app that does without a key,
/// because it looks for an older name for example, still sees that it is missing.
package final class DefaultDecoding: Sendable {
  package struct Completed<Value> {
    package let value: Value
    /// Nil if the value was complete.
    package let report: DefaultDecodingReport?
  }

  package init() {}

  /// The keys that are filled. Each was found by a decoding that failed.
  private let fillable = Locked<Set<MissingKey>>([])

  /// How often a value is decoded at most. Each time one more key becomes known.
  private static let maxPasses = 200

  /// Decodes JSON.
  ///
  /// - Parameter new: A new value. It completes the decoded one.
  /// - Throws: The errors of `JSONDecoder`, or `DecodingError.keyNotFound` for a key that cannot be filled.
  package func decode<Value: Decodable>(_ json: [UInt8], asIn new: @autoclosure () -> Value) throws -> Completed<Value>
  {
    do {
      return Completed(value: try DirectJSON.decode(Value.self, from: json), report: nil)
    } catch DecodingError.keyNotFound {
      let new = new()
      return try DirectJSON.withDecoder(of: json) { try self.decode(from: $0, asIn: new) }
    }
  }

  /// Decodes a value that lacks keys.
  ///
  /// - Parameter new: A new value. It completes the decoded one.
  package func decode<Value: Decodable>(from stored: any Decoder, asIn new: Value) throws -> Completed<Value> {
    guard let new = new as? any Encodable, let json = try? DirectJSON.encode(new) else {
      return try decode(from: stored, new: nil)
    }
    return try DirectJSON.withDecoder(of: json) { try self.decode(from: stored, new: $0) }
  }

  private func decode<Value: Decodable>(from stored: any Decoder, new: (any Decoder)?) throws -> Completed<Value> {
    for _ in 0..<Self.maxPasses - 1 {
      let pass = DefaultDecodingPass(of: "\(Value.self)", fillable: fillable.withLock { $0 })
      do {
        return try decode(from: stored, new: new, pass)
      } catch DecodingError.keyNotFound(let key, let context) {
        // Another error than that of the last missing key: there is no value for the key, or the app has thrown it.
        guard let missing = pass.keyThatFailed(as: key, context.codingPath) else {
          throw DecodingError.keyNotFound(key, context)
        }
        fillable.withLock { _ = $0.insert(missing) }
      }
    }
    return try decode(
      from: stored, new: new, DefaultDecodingPass(of: "\(Value.self)", fillable: fillable.withLock { $0 }))
  }

  private func decode<Value: Decodable>(
    from stored: any Decoder, new: (any Decoder)?, _ pass: DefaultDecodingPass
  ) throws -> Completed<Value> {
    let decoder = DefaultingDecoder(stored: stored, new: new, owner: Value.self, pass: pass)
    return Completed(value: try Value(from: decoder), report: pass.report)
  }
}

/// A key of a type, at whatever path.
struct MissingKey: Hashable {
  let type: ObjectIdentifier
  let name: String
}

/// One attempt to decode a value, on one thread.
final class DefaultDecodingPass {
  /// The name of the type of the whole value.
  let type: String
  private let fillable: Set<MissingKey>
  private var lastMissing: (key: MissingKey, path: [String])?
  private(set) var report = DefaultDecodingReport()

  init(of type: String, fillable: Set<MissingKey>) {
    self.type = type
    self.fillable = fillable
  }

  /// Whether a missing key is filled. If not, the caller throws `DecodingError.keyNotFound`.
  func fills(_ key: any CodingKey, of type: Any.Type, at path: [any CodingKey]) -> Bool {
    let missing = MissingKey(type: ObjectIdentifier(type), name: key.stringValue)
    if fillable.contains(missing) { return true }
    lastMissing = (missing, path.map(\.stringValue))
    return false
  }

  /// Returns the key if the decoding failed because it was not filled.
  func keyThatFailed(as key: any CodingKey, _ path: [any CodingKey]) -> MissingKey? {
    guard let lastMissing, lastMissing.key.name == key.stringValue, lastMissing.path == path.map(\.stringValue) else {
      return nil
    }
    return lastMissing.key
  }

  func didFill(_ key: any CodingKey, of type: Any.Type, _ value: String, unread: [String]) {
    report.filled.insert("\(type).\(key.stringValue) \(value)")
    for key in unread { report.unread.insert("\(type).\(key)") }
  }
}

/// Which keys were missing in stored values, and which keys this build does not read.
package struct DefaultDecodingReport: Equatable {
  /// The keys with their types, and what they were filled with, such as `Plant.waterings with 0`.
  var filled: Set<String> = []
  /// The stored keys of these values that the types of this build do not have.
  package var unread: Set<String> = []

  package init() {}

  package var isEmpty: Bool { filled.isEmpty && unread.isEmpty }

  package mutating func formUnion(_ other: DefaultDecodingReport) {
    filled.formUnion(other.filled)
    unread.formUnion(other.unread)
  }

  package mutating func subtract(_ other: DefaultDecodingReport) {
    filled.subtract(other.filled)
    unread.subtract(other.unread)
  }

  package var sentences: [String] {
    var sentences: [String] = []
    if !filled.isEmpty {
      sentences.append("Stored values of an older build lack keys. They are filled: \(Self.list(filled)).")
    }
    if !unread.isEmpty {
      sentences.append(
        "These values also have keys that this build does not read, and drops: \(Self.list(unread)). If one of them was "
          + "renamed, migrate it in StateMigrations.migrate(_:fromVersion:).")
    }
    return sentences
  }

  private static func list(_ words: Set<String>) -> String { words.sorted().joined(separator: ", ") }
}
