/// What a value is decoded from.
struct DirectDecoder: Decoder {
  let reader: JSONReader
  let token: Int

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var codingPath: [any CodingKey] { reader.codingPath(of: token) }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard reader.kind(token) == .object else {
      return try reader.leaveToJSONDecoder(at: token) { try $0.container(keyedBy: Key.self) }
    }
    return KeyedDecodingContainer(KeyedContainer(reader: reader, object: token))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard reader.kind(token) == .array else {
      return try reader.leaveToJSONDecoder(at: token) { try $0.unkeyedContainer() }
    }
    return UnkeyedContainer(reader: reader, array: token)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension DirectDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { reader.isNull(token) }

  @inline(__always)  // so that it is compiled for each type
  func decode<Scalar: DecodedScalar>(_ type: Scalar.Type) throws -> Scalar { try reader.scalar(type, at: token) }

  // The protocol has methods of its own for these, which throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try reader.scalar(type, at: token) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try reader.scalar(type, at: token) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reader.value(type, at: token) }
}

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: JSONReader
  let object: Int

  var codingPath: [any CodingKey] { reader.codingPath(of: object) }
  var allKeys: [Key] { reader.names(of: object).compactMap { Key(stringValue: $0) } }
  func contains(_ key: Key) -> Bool { reader.find(key.stringValue, in: object) != nil }

  private func token(_ key: Key) throws -> Int {
    if let found = reader.find(key.stringValue, in: object) { return found }
    throw DecodingError.keyNotFound(
      key,
      .init(
        codingPath: codingPath, debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
  }

  func decodeNil(forKey key: Key) throws -> Bool { reader.isNull(try token(key)) }

  @inline(__always)  // so that it is compiled for each type
  func decode<Scalar: DecodedScalar>(_ type: Scalar.Type, forKey key: Key) throws -> Scalar {
    try reader.scalar(type, at: token(key))
  }

  // The protocol has methods of its own for these, which throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try reader.scalar(type, at: token(key)) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try reader.scalar(type, at: token(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try reader.value(type, at: token(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try DirectDecoder(reader: reader, token: token(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try DirectDecoder(reader: reader, token: token(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { superDecoder(for: ElementKey(stringValue: "super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(for: key) }

  private func superDecoder(for key: any CodingKey) -> any Decoder {
    if let found = reader.find(key.stringValue, in: object) { return DirectDecoder(reader: reader, token: found) }
    // A missing value is null here.
    return try! JSONReader("null".utf8, at: codingPath + [key]).decoder
  }
}

private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let reader: JSONReader
  private let array: UInt32
  /// The token of the next element.
  private var next: UInt32
  private(set) var currentIndex = 0

  init(reader: JSONReader, array: Int) {
    self.reader = reader
    self.array = UInt32(array)
    next = self.array + 1
  }

  var codingPath: [any CodingKey] { reader.codingPath(of: Int(array)) }
  var count: Int? { Int(reader.tokens[Int(array)].start) }
  var isAtEnd: Bool { next == reader.tokens[Int(array)].end }

  /// The decoder of the next element.
  private func nextDecoder(
    _ type: Any.Type, _ problem: String = "Unkeyed container is at end."
  ) throws -> DirectDecoder {
    if !isAtEnd { return DirectDecoder(reader: reader, token: Int(next)) }
    throw DecodingError.valueNotFound(
      type, .init(codingPath: codingPath + [ElementKey(intValue: currentIndex)], debugDescription: problem))
  }

  /// Goes on to the next element. An element that cannot be decoded stays the next one.
  private mutating func skip() {
    next = UInt32(reader.tokens.index(after: Int(next)))
    currentIndex += 1
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = try nextDecoder(Never.self).decodeNil()
    if isNull { skip() }
    return isNull
  }

  @inline(__always)  // so that it is compiled for each type
  mutating func decode<Scalar: DecodedScalar>(_ type: Scalar.Type) throws -> Scalar {
    let value = try reader.scalar(type, at: nextDecoder(type).token)
    skip()
    return value
  }

  // The protocol has methods of its own for these, which throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeWide(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeWide(type) }

  private mutating func decodeWide<Scalar: DecodedScalar>(_ type: Scalar.Type) throws -> Scalar { try decode(type) }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try reader.value(type, at: nextDecoder(type).token)
    skip()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try nextDecoder(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type)
    skip()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try nextDecoder((any UnkeyedDecodingContainer).self).unkeyedContainer()
    skip()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try nextDecoder(
      (any Decoder).self, "Cannot get superDecoder() -- unkeyed container is at end.")
    skip()
    return decoder
  }
}
