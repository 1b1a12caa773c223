/// The elements of an array. Those of objects are completed, and none is added.
struct DefaultingUnkeyedContainer: UnkeyedDecodingContainer {
  /// Nil for an empty one.
  var stored: (any UnkeyedDecodingContainer)?
  let decoder: DefaultingDecoder

  var codingPath: [any CodingKey] { stored?.codingPath ?? decoder.codingPath }
  var count: Int? { stored.map(\.count) ?? 0 }
  var isAtEnd: Bool { stored?.isAtEnd ?? true }
  var currentIndex: Int { stored?.currentIndex ?? 0 }

  mutating func decodeNil() throws -> Bool {
    guard stored != nil else { throw atEnd(Never.self) }
    return try stored!.decodeNil()
  }

  // For values of all types: the protocol has methods for numbers and texts, too.
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard var rest = stored else { throw atEnd(type) }
    if DefaultingDecoder.isLeaf(type) || rest.isAtEnd { return try stored!.decode(type) }
    // As `JSONDecoder`, stays at an element that cannot be decoded.
    let value = try Value(from: decoder.part(of: type, rest.superDecoder(), new: nil))
    stored = rest
    return value
  }

  // The protocol has methods of its own for these, which throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    guard stored != nil else { throw atEnd(type) }
    return try stored!.decode(type)
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    guard stored != nil else { throw atEnd(type) }
    return try stored!.decode(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    guard stored != nil else { throw atEnd(KeyedDecodingContainer<NestedKey>.self) }
    let container = try stored!.nestedContainer(keyedBy: type)
    return KeyedDecodingContainer(DefaultingKeyedContainer(stored: container, new: nil, decoder: decoder))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard stored != nil else { throw atEnd((any UnkeyedDecodingContainer).self) }
    return DefaultingUnkeyedContainer(stored: try stored!.nestedUnkeyedContainer(), decoder: decoder)
  }

  mutating func superDecoder() throws -> any Decoder {
    guard stored != nil else { throw atEnd((any Decoder).self) }
    return decoder.part(of: decoder.owner, try stored!.superDecoder(), new: nil)
  }

  private func atEnd(_ type: Any.Type) -> DecodingError {
    .valueNotFound(type, .init(codingPath: codingPath, debugDescription: "The array is empty."))
  }
}

/// A value without keys, or one that another type decodes.
struct DefaultingSingleValueContainer: SingleValueDecodingContainer {
  /// Nil for an empty value.
  let stored: (any SingleValueDecodingContainer)?
  let decoder: DefaultingDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { stored?.decodeNil() ?? true }

  // For values of all types: the protocol has methods for numbers and texts, too.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let stored, let whole = decoder.stored else { return try decoder.emptyValue(type, at: codingPath) }
    if DefaultingDecoder.isLeaf(type) { return try stored.decode(type) }
    return try Value(from: decoder.part(of: type, whole, new: decoder.new))
  }

  // The protocol has methods of its own for these, which throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try stored?.decode(type) ?? 0 }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try stored?.decode(type) ?? 0 }
}
