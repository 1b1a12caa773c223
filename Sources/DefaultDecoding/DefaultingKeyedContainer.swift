internal import JSONEncoding
internal import Katana

/// The values of an object by their keys, completed.
struct DefaultingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let stored: KeyedDecodingContainer<Key>?
  let new: KeyedDecodingContainer<Key>?
  /// The decoder that made it, or the container around it.
  let decoder: DefaultingDecoder
  /// The path of an empty one.
  var emptyPath: [any CodingKey] = []

  var codingPath: [any CodingKey] { stored?.codingPath ?? emptyPath }

  // As they are stored, for types that look at keys themselves.
  var allKeys: [Key] { stored?.allKeys ?? [] }
  func contains(_ key: Key) -> Bool { stored?.contains(key) ?? false }

  func decodeNil(forKey key: Key) throws -> Bool {
    if let stored, stored.contains(key) { return try stored.decodeNil(forKey: key) }
    try checkFills(key)
    return try newHolder(of: key)?.decodeNil(forKey: key) ?? true
  }

  // For values of all types: the protocol has methods for numbers and texts, too.
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let stored, stored.contains(key) else { return try fill(key, type) }
    if DefaultingDecoder.isLeaf(type) { return try stored.decode(type, forKey: key) }
    let newPart = newHolder(of: key).flatMap { try? $0.superDecoder(forKey: key) }
    return try Value(from: decoder.part(of: type, stored.superDecoder(forKey: key), new: newPart))
  }

  // The protocol has methods of its own for these, which throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    if let stored, stored.contains(key) { return try stored.decode(type, forKey: key) }
    return try fill(key, type)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    if let stored, stored.contains(key) { return try stored.decode(type, forKey: key) }
    return try fill(key, type)
  }

  // MARK: - Containers and decoders

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let newContainer = newHolder(of: key).flatMap { try? $0.nestedContainer(keyedBy: type, forKey: key) }
    guard let stored, stored.contains(key) else {
      try checkFills(key)
      if let newContainer {
        noteNew(key)
        return newContainer
      }
      note(key, "with {}")
      let path = codingPath + [key]
      return KeyedDecodingContainer(
        DefaultingKeyedContainer<NestedKey>(
          stored: nil, new: nil, decoder: decoder.emptyPart(of: decoder.owner, at: path), emptyPath: path))
    }
    return KeyedDecodingContainer(
      DefaultingKeyedContainer<NestedKey>(
        stored: try stored.nestedContainer(keyedBy: type, forKey: key), new: newContainer, decoder: decoder))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    guard let stored, stored.contains(key) else {
      try checkFills(key)
      if let holder = newHolder(of: key) {
        noteNew(key)
        return try holder.nestedUnkeyedContainer(forKey: key)
      }
      note(key, "with []")
      return DefaultingUnkeyedContainer(
        stored: nil, decoder: decoder.emptyPart(of: decoder.owner, at: codingPath + [key]))
    }
    return DefaultingUnkeyedContainer(stored: try stored.nestedUnkeyedContainer(forKey: key), decoder: decoder)
  }

  func superDecoder() throws -> any Decoder {
    guard let stored else { return decoder.emptyPart(of: decoder.owner, at: codingPath) }
    return decoder.part(of: decoder.owner, try stored.superDecoder(), new: try? new?.superDecoder())
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    guard let stored else { return decoder.emptyPart(of: decoder.owner, at: codingPath + [key]) }
    return decoder.part(
      of: decoder.owner, try stored.superDecoder(forKey: key), new: try? newHolder(of: key)?.superDecoder(forKey: key))
  }

  // MARK: - Missing keys

  private func newHolder(of key: Key) -> KeyedDecodingContainer<Key>? {
    guard let new, new.contains(key) else { return nil }
    return new
  }

  private func fill<Value: Decodable>(_ key: Key, _ type: Value.Type) throws -> Value {
    try checkFills(key)
    if let holder = newHolder(of: key) {
      noteNew(key)
      return try holder.decode(type, forKey: key)
    }
    if let value = try valueOfOwner(type, key) {
      note(key, "as in a new \(decoder.owner)")
      return value
    }
    do {
      let value = try decoder.emptyValue(type, at: codingPath + [key])
      note(key, "with \(Self.text(value))")
      return value
    } catch DecodingError.keyNotFound(let key, let context) {
      throw DecodingError.keyNotFound(key, context)
    } catch {
      throw notFound(
        key,
        "\(decoder.owner) lacks the key \(key.stringValue), and there is no empty \(type) to fill it with. Let "
          + "\(decoder.owner) or \(type) conform to StoredDefaults, or migrate the state")
    }
  }

  /// The value that a new value of the type with the key has, if that type can make one.
  private func valueOfOwner<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    let owner: (any Encodable)? =
      switch decoder.owner {
      case let owner as any StoredDefaults.Type: owner.init()
      case let owner as any (State & Encodable).Type: owner.init()
      default: nil
      }
    guard let owner else { return nil }
    return try DirectJSON.withDecoder(of: DirectJSON.encode(owner)) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      return container.contains(key) ? try container.decode(type, forKey: key) : nil
    }
  }

  private func checkFills(_ key: Key) throws {
    guard decoder.pass.fills(key, of: decoder.owner, at: codingPath) else {
      throw notFound(key, "No value associated with key \(key) (\"\(key.stringValue)\").")
    }
  }

  private func notFound(_ key: Key, _ text: String) -> DecodingError {
    .keyNotFound(key, .init(codingPath: codingPath, debugDescription: text))
  }

  private func noteNew(_ key: Key) { note(key, "as in a new \(decoder.pass.type)") }

  private func note(_ key: Key, _ value: String) {
    decoder.pass.didFill(key, of: decoder.owner, value, unread: unreadKeys)
  }

  /// The stored keys that the type does not have.
  private var unreadKeys: [String] {
    // The decoder has the keys of its own container only.
    guard codingPath.count == decoder.codingPath.count,
      let container = try? decoder.stored?.container(keyedBy: AnyKey.self)
    else { return [] }
    return container.allKeys.map(\.stringValue).filter { Key(stringValue: $0) == nil }
  }

  private static func text(_ value: some Decodable) -> String {
    guard let value = value as? any Encodable, let json = try? DirectJSON.encode(value), json.count < 100 else {
      return "an empty \(type(of: value))"
    }
    return String(decoding: json, as: UTF8.self)
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue _: Int) { return nil }
}
