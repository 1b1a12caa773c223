/// What a value is encoded to.
struct DirectEncoder: Encoder {
  let writer: JSONWriter
  let position: JSONText.Position

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var codingPath: [any CodingKey] { writer.text.pointee.codingPath(of: position) }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.text.pointee.takeTurn(of: position)
    return KeyedEncodingContainer(DirectKeyedContainer(writer: writer, position: writer.text.pointee.open(.object)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.text.pointee.takeTurn(of: position)
    return DirectUnkeyedContainer(writer: writer, position: writer.text.pointee.open(.array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension DirectEncoder: SingleValueEncodingContainer {
  func encodeNil() {
    writer.text.pointee.takeTurn(of: position)
    writer.text.pointee.append("null")
  }

  func encode<Scalar: EncodedScalar>(_ value: Scalar) throws { try encode(scalar: value) }

  @inline(__always)  // so that it is compiled for each type
  private func encode<Scalar: EncodedScalar>(scalar value: Scalar) throws {
    writer.text.pointee.takeTurn(of: position)
    try writer.write(scalar: value)
  }

  // The protocol has methods of its own for these, which throw.
  func encode(_ value: Int128) throws { try encode(scalar: value) }
  func encode(_ value: UInt128) throws { try encode(scalar: value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    writer.text.pointee.takeTurn(of: position)
    try writer.write(value)
  }
}

struct DirectKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: JSONWriter
  let position: JSONText.Position

  var codingPath: [any CodingKey] { writer.text.pointee.codingPath(of: position) }

  func encodeNil(forKey key: Key) {
    writer.text.pointee.beginElement(of: position, named: key.stringValue)
    writer.text.pointee.append("null")
  }

  func encode<Scalar: EncodedScalar>(_ value: Scalar, forKey key: Key) throws { try encode(scalar: value, key) }

  @inline(__always)  // so that it is compiled for each type
  private func encode<Scalar: EncodedScalar>(scalar value: Scalar, _ key: Key) throws {
    writer.text.pointee.beginElement(of: position, named: key.stringValue)
    try writer.write(scalar: value)
  }

  // The protocol has methods of its own for these, which throw.
  func encode(_ value: Int128, forKey key: Key) throws { try encode(scalar: value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try encode(scalar: value, key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    writer.text.pointee.beginElement(of: position, named: key.stringValue, key: key)
    try writer.write(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy _: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    writer.text.pointee.beginElement(of: position, named: key.stringValue, key: key)
    return KeyedEncodingContainer(
      DirectKeyedContainer<NestedKey>(writer: writer, position: writer.text.pointee.open(.object)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    writer.text.pointee.beginElement(of: position, named: key.stringValue, key: key)
    return DirectUnkeyedContainer(writer: writer, position: writer.text.pointee.open(.array))
  }

  func superEncoder() -> any Encoder {
    writer.text.pointee.beginElement(of: position, named: "super", key: ElementKey(stringValue: "super"))
    return DirectEncoder(writer: writer, position: writer.text.pointee.superEncoderPosition())
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    writer.text.pointee.beginElement(of: position, named: key.stringValue, key: key)
    return DirectEncoder(writer: writer, position: writer.text.pointee.superEncoderPosition())
  }
}

struct DirectUnkeyedContainer: UnkeyedEncodingContainer {
  let writer: JSONWriter
  let position: JSONText.Position
  private(set) var count = 0

  var codingPath: [any CodingKey] { writer.text.pointee.codingPath(of: position) }

  private mutating func beginElement() {
    writer.text.pointee.beginElement(of: position, after: count)
    count += 1
  }

  mutating func encodeNil() {
    beginElement()
    writer.text.pointee.append("null")
  }

  mutating func encode<Scalar: EncodedScalar>(_ value: Scalar) throws { try encode(scalar: value) }

  @inline(__always)  // so that it is compiled for each type
  private mutating func encode<Scalar: EncodedScalar>(scalar value: Scalar) throws {
    beginElement()
    try writer.write(scalar: value)
  }

  // The protocol has methods of its own for these, which throw.
  mutating func encode(_ value: Int128) throws { try encode(scalar: value) }
  mutating func encode(_ value: UInt128) throws { try encode(scalar: value) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    beginElement()
    try writer.write(value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy _: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    beginElement()
    return KeyedEncodingContainer(
      DirectKeyedContainer<NestedKey>(writer: writer, position: writer.text.pointee.open(.object)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    beginElement()
    return DirectUnkeyedContainer(writer: writer, position: writer.text.pointee.open(.array))
  }

  mutating func superEncoder() -> any Encoder {
    beginElement()
    return DirectEncoder(writer: writer, position: writer.text.pointee.superEncoderPosition())
  }
}
