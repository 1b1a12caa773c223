internal import Basics
internal import Foundation

/// A decoder that completes what another decoder reads.
///
/// The other decoder reads all that is stored. The value of a missing key comes from the first of these that has one: a new
/// value at the same path, `init()` of the type with the key (``StoredDefaults``), `init()` of the property's type, the empty
/// value of that type. In lists and dictionaries there is no new value at the same path.
struct DefaultingDecoder: Decoder {
  /// Nil where nothing is stored, and an empty value is wanted.
  let stored: (any Decoder)?
  /// The new value at the same path, if there is one.
  let new: (any Decoder)?
  /// The type that is being decoded.
  let owner: Any.Type
  let pass: DefaultDecodingPass
  /// The path of an empty value.
  var emptyPath: [any CodingKey] = []

  var codingPath: [any CodingKey] { stored?.codingPath ?? emptyPath }
  var userInfo: [CodingUserInfoKey: Any] { stored?.userInfo ?? [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      DefaultingKeyedContainer(
        stored: try stored?.container(keyedBy: type),
        new: owner is any DictionaryType.Type ? nil : try? new?.container(keyedBy: type), decoder: self,
        emptyPath: emptyPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    DefaultingUnkeyedContainer(stored: try stored?.unkeyedContainer(), decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    DefaultingSingleValueContainer(stored: try stored?.singleValueContainer(), decoder: self)
  }

  /// A decoder for a part of the value.
  func part(of type: Any.Type, _ stored: any Decoder, new: (any Decoder)?) -> DefaultingDecoder {
    DefaultingDecoder(stored: stored, new: new, owner: type, pass: pass)
  }

  /// A decoder for a part of the value that is missing.
  func emptyPart(of type: Any.Type, at path: [any CodingKey]) -> DefaultingDecoder {
    DefaultingDecoder(stored: nil, new: nil, owner: type, pass: pass, emptyPath: path)
  }

  // MARK: - Empty values

  private static let maxLevels = 100

  /// Returns nil, 0, false, an empty text or collection, or a struct of such values.
  ///
  /// - Throws: If there is no such value, or the error of a key that is not filled.
  func emptyValue<Value: Decodable>(_ type: Value.Type, at path: [any CodingKey]) throws -> Value {
    if let type = type as? any StoredDefaults.Type, let value = type.init() as? Value { return value }
    if let type = type as? any Numeric.Type, let value = type.empty as? Value { return value }
    if let type = type as? any RangeReplaceableCollection.Type, let value = type.init() as? Value { return value }
    if let value = false as? Value { return value }
    // An enumeration has no empty value: its first case may mean anything.
    guard path.count < Self.maxLevels, !Self.isLeaf(type), swift_getMetadataKind(type) != MetadataKind.enumeration
    else {
      throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: "\(type) has no empty value"))
    }
    return try Value(from: emptyPart(of: type, at: path))
  }

  /// Whether a type is decoded by the other decoder's own method: it has no keys.
  static func isLeaf(_ type: Any.Type) -> Bool { leaves.contains(ObjectIdentifier(type)) }

  private static let leaves: Set<ObjectIdentifier> = {
    let types: [Any.Type] = [
      Bool.self, String.self, Float.self, Double.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
      Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
      // `JSONDecoder` does not call `init(from:)` of these.
      Date.self, Data.self, URL.self, Decimal.self,
    ]
    return Set(types.map { ObjectIdentifier($0) })
  }()
}

/// A type with keys that are no properties.
private protocol DictionaryType {}
extension Dictionary: DictionaryType {}

extension Numeric {
  fileprivate static var empty: Self { 0 }
}
