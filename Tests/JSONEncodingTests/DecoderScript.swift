import Foundation
import TestSupport

/// Calls a decoder at random: the same calls with the same seed.
struct DecoderScript {
  /// What the calls returned, and the errors that they threw.
  private(set) var trace: [AnyHashable] = []
  private var numbers: SeededNumbers
  private var depth = 0

  static func run(_ decoder: any Decoder, seed: UInt64) -> [AnyHashable] {
    var script = DecoderScript(numbers: SeededNumbers(seed: seed))
    script.run(decoder)
    return script.trace
  }

  private init(numbers: SeededNumbers) { self.numbers = numbers }

  private typealias Decoded = Decodable & Hashable & SendableMetatype

  private static let types: [any Decoded.Type] = [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, UInt128.self, Float.self, Double.self, String.self, Date.self, Data.self, URL.self,
    Decimal.self, UUID.self, Int?.self, String??.self, [Int].self, [String].self, [Double?].self, [[UInt8]].self,
    Set<Int>.self, Unordered<[String: Int]>.self, Unordered<[Int: String]>.self,
    Unordered<[String: [String: Decimal]]>.self, Range<Int>.self, Skipped.self, Item.self, Direction.self, Payload.self,
    Parent.self, Child.self,
  ]

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }
  private mutating func type() -> any Decoded.Type { Self.types.randomElement(using: &numbers)! }

  private mutating func note(_ body: () throws -> AnyHashable) {
    do { trace.append(try body()) } catch { trace.append(Self.text(error)) }
  }

  /// Returns nil if it fails.
  private mutating func part<Part>(_ body: () throws -> Part) -> Part? {
    do { return try body() } catch {
      trace.append(Self.text(error))
      return nil
    }
  }

  static func text(_ error: any Error) -> String {
    func text(_ context: DecodingError.Context) -> String {
      "\(context.codingPath.map(\.stringValue)): \(context.debugDescription)"
    }
    switch error {
    // Foundation has no path for these, and inside of values another type of error.
    case DecodingError.dataCorrupted(let context) where context.debugDescription.contains("does not fit"):
      return "invalid"
    case DecodingError.dataCorrupted(let context) where context.debugDescription.contains("not valid JSON"):
      return "invalid"
    case DecodingError.dataCorrupted(let context): return "corrupted \(text(context))"
    case DecodingError.typeMismatch(let type, let context): return "not \(type) \(text(context))"
    case DecodingError.valueNotFound(let type, let context): return "no \(type) \(text(context))"
    case DecodingError.keyNotFound(let key, let context): return "no key \(key.stringValue) \(text(context))"
    default: return "invalid"
    }
  }

  // MARK: - Calls

  private mutating func run(_ decoder: any Decoder) {
    depth += 1
    defer { depth -= 1 }
    note { decoder.codingPath.map(\.stringValue) }
    switch depth < 5 ? Int.random(in: 0..<10, using: &numbers) : 9 {
    case 0..<5:
      if let container = part({ try decoder.container(keyedBy: NameKey.self) }) { run(container) } else { fallthrough }
    case 5..<8:
      if let container = part({ try decoder.unkeyedContainer() }) { run(container) } else { fallthrough }
    default:
      guard let container = part({ try decoder.singleValueContainer() }) else { return }
      note { container.decodeNil() }
      let type = type()
      note { try Self.decode(type, from: container) }
    }
  }

  private mutating func run(_ container: KeyedDecodingContainer<NameKey>) {
    let names = container.allKeys.map(\.stringValue).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    trace.append(names)
    trace.append(container.codingPath.map(\.stringValue))
    let asked = chance(50) ? names : names.shuffled(using: &numbers)
    for name in asked + (chance(20) ? [RandomValue.names.randomElement(using: &numbers)!] : []) {
      let (key, type) = (NameKey(stringValue: name), type())
      note { container.contains(key) }
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0: note { try container.decodeNil(forKey: key) }
      case 1: if let part = part({ try container.superDecoder(forKey: key) }) { run(part) }
      case 2: if let part = part({ try container.superDecoder() }) { run(part) }
      case 3 where depth < 4:
        if let part = part({ try container.nestedContainer(keyedBy: NameKey.self, forKey: key) }) { run(part) }
      case 4 where depth < 4:
        if let part = part({ try container.nestedUnkeyedContainer(forKey: key) }) { run(part) }
      case 5: note { try Self.decodeIfPresent(type, from: container, key) }
      default: note { try Self.decode(type, from: container, key) }
      }
    }
  }

  private mutating func run(_ container: any UnkeyedDecodingContainer) {
    var container = container
    trace.append(container.codingPath.map(\.stringValue))
    for _ in 0..<min(container.count!, 20) + 2 {
      trace.append([container.count!, container.currentIndex, container.isAtEnd ? 1 : 0])
      let type = type()
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0: note { try container.decodeNil() }
      case 1: if let part = part({ try container.superDecoder() }) { run(part) }
      case 2 where depth < 4: if let part = part({ try container.nestedContainer(keyedBy: NameKey.self) }) { run(part) }
      case 3 where depth < 4: if let part = part({ try container.nestedUnkeyedContainer() }) { run(part) }
      // At the end, `JSONDecoder` counts an element that is not there.
      case 4 where !container.isAtEnd: note { try Self.decodeIfPresent(type, from: &container) }
      case 5: note { try container.decode(Skipped.self) }
      default: note { try Self.decode(type, from: &container) }
      }
    }
  }

  // Through the containers' methods for the type, not those for any type.

  private static func decode<Value: Decoded>(
    _ type: Value.Type, from container: any SingleValueDecodingContainer
  ) throws -> AnyHashable {
    switch type {
    case let type as Bool.Type: try container.decode(type)
    case let type as String.Type: try container.decode(type)
    case let type as Double.Type: try container.decode(type)
    case let type as Int.Type: try container.decode(type)
    case let type as Int8.Type: try container.decode(type)
    case let type as Int128.Type: try container.decode(type)
    case let type as UInt128.Type: try container.decode(type)
    default: try container.decode(type)
    }
  }

  private static func decode<Value: Decoded>(
    _ type: Value.Type, from container: KeyedDecodingContainer<NameKey>, _ key: NameKey
  ) throws -> AnyHashable {
    switch type {
    case let type as Bool.Type: try container.decode(type, forKey: key)
    case let type as String.Type: try container.decode(type, forKey: key)
    case let type as Float.Type: try container.decode(type, forKey: key)
    case let type as Int.Type: try container.decode(type, forKey: key)
    case let type as UInt64.Type: try container.decode(type, forKey: key)
    case let type as Int128.Type: try container.decode(type, forKey: key)
    case let type as UInt128.Type: try container.decode(type, forKey: key)
    default: try container.decode(type, forKey: key)
    }
  }

  private static func decodeIfPresent<Value: Decoded>(
    _ type: Value.Type, from container: KeyedDecodingContainer<NameKey>, _ key: NameKey
  ) throws -> AnyHashable {
    try container.decodeIfPresent(type, forKey: key)
  }

  private static func decode<Value: Decoded>(
    _ type: Value.Type, from container: inout any UnkeyedDecodingContainer
  ) throws -> AnyHashable {
    switch type {
    case let type as Bool.Type: try container.decode(type)
    case let type as String.Type: try container.decode(type)
    case let type as Double.Type: try container.decode(type)
    case let type as Int16.Type: try container.decode(type)
    case let type as Int128.Type: try container.decode(type)
    case let type as UInt128.Type: try container.decode(type)
    default: try container.decode(type)
    }
  }

  private static func decodeIfPresent<Value: Decoded>(
    _ type: Value.Type, from container: inout any UnkeyedDecodingContainer
  ) throws -> AnyHashable {
    try container.decodeIfPresent(type)
  }
}

// MARK: - Types

/// Any value, which is not read.
struct Skipped: Codable, Hashable {}

/// A dictionary. If several elements fail, the first one can be any of them.
private struct Unordered<Value: Decodable & Hashable>: Decodable, Hashable {
  struct Failure: Error {}

  let value: Value

  init(from decoder: any Decoder) throws {
    do { value = try Value(from: decoder) } catch { throw Failure() }
  }
}

private struct Item: Decodable, Hashable {
  let a: Int?
  let b: String?
  let K: [Item]?
}

private enum Direction: String, Decodable { case a, b }

private enum Payload: Decodable, Hashable {
  case a
  case b(Int)
  case K(a: String, b: Double?)
}

private class Parent: Decodable, Hashable {
  let a: Int

  static func == (x: Parent, y: Parent) -> Bool { x.a == y.a }
  func hash(into hasher: inout Hasher) { hasher.combine(a) }
}

private final class Child: Parent {
  let b: String

  private enum CodingKeys: CodingKey { case b }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    b = try container.decode(String.self, forKey: .b)
    try super.init(from: container.superDecoder())
  }
}
