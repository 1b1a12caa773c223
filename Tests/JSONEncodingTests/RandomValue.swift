import Foundation
import TestSupport

/// A value of a random type.
struct RandomValue {
  private let value: any Encodable

  // Through the containers' methods for the type of the value, not those for any type.
  func encode(toSingle container: inout any SingleValueEncodingContainer) throws {
    switch value {
    case let value as Bool: try container.encode(value)
    case let value as String: try container.encode(value)
    case let value as Int: try container.encode(value)
    case let value as Int8: try container.encode(value)
    case let value as UInt64: try container.encode(value)
    case let value as Int128: try container.encode(value)
    case let value as Float: try container.encode(value)
    case let value as Double: try container.encode(value)
    default: try container.encode(value)
    }
  }

  func encode<Key: CodingKey>(to container: inout KeyedEncodingContainer<Key>, _ key: Key) throws {
    switch value {
    case let value as Bool: try container.encode(value, forKey: key)
    case let value as String: try container.encode(value, forKey: key)
    case let value as Int16: try container.encode(value, forKey: key)
    case let value as Int32: try container.encode(value, forKey: key)
    case let value as Int64: try container.encode(value, forKey: key)
    case let value as UInt: try container.encode(value, forKey: key)
    case let value as UInt128: try container.encode(value, forKey: key)
    case let value as Float: try container.encode(value, forKey: key)
    case let value as Double: try container.encode(value, forKey: key)
    default: try container.encode(value, forKey: key)
    }
  }

  func encode(to container: inout any UnkeyedEncodingContainer) throws {
    switch value {
    case let value as Bool: try container.encode(value)
    case let value as String: try container.encode(value)
    case let value as UInt8: try container.encode(value)
    case let value as UInt16: try container.encode(value)
    case let value as UInt32: try container.encode(value)
    case let value as Double: try container.encode(value)
    default: try container.encode(value)
    }
  }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  /// Names that are equal to others, or that have to be escaped.
  static let names = ["a", "b", "K", "\u{212a}", "\u{e9}", "e\u{301}", "super", "a/\"\\\n", "", ";", "\u{37e}"]

  static func text(_ numbers: inout SeededNumbers) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<(Int.random(in: 0..<4, using: &numbers) == 0 ? 40 : 9), using: &numbers) {
      let bound: UInt32 = [0x30, 0x80, 0x80, 0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &numbers)!
      let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &numbers))
      text.append(scalar ?? "\u{2028}")
    }
    return String(text)
  }

  static func double(_ numbers: inout SeededNumbers, isWild: Bool) -> Double {
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0:
      [0, -0.0, 1, -1, 1e15, 1e16, 1e20, 0.1, 1e-5, .leastNonzeroMagnitude, .pi, .greatestFiniteMagnitude]
        .randomElement(using: &numbers)!
    case 1: Double(Int.random(in: -1000...1000, using: &numbers))
    case 2 where isWild && Bool.random(using: &numbers): [.nan, .infinity, -.infinity].randomElement(using: &numbers)!
    default:
      Double(
        sign: .plus, exponent: Int.random(in: -1000...1000, using: &numbers),
        significand: .random(in: 1..<2, using: &numbers))
    }
  }

  static func make(_ numbers: inout SeededNumbers, depth: Int, isWild: Bool) -> RandomValue {
    let wildly = isWild && Int.random(in: 0..<20, using: &numbers) == 0
    func number<Number: FixedWidthInteger>(_: Number.Type) -> Number {
      let special: [Number] = [.min, .max, 0, 10, 100, 99]
      let mask = Bool.random(using: &numbers) ? 0 : Number(truncatingIfNeeded: numbers.next())
      return special.randomElement(using: &numbers)! ^ mask
    }
    func text() -> String { self.text(&numbers) }
    func script() -> RandomScript { RandomScript(seed: numbers.next(), depth: depth - 1, isWild: isWild) }
    func scripts() -> [RandomScript] { (0..<Int.random(in: 0..<4, using: &numbers)).map { _ in script() } }
    // The elements of equal dictionaries have different orders, and with them the first of several errors.
    func dictionary<Key: Hashable>(_ key: () -> Key) -> [Key: RandomScript] {
      Dictionary(scripts().prefix(isWild ? 1 : 3).map { (key(), $0) }) { $1 }
    }
    func optional<Value>(_ value: Value) -> Value? { Bool.random(using: &numbers) ? value : nil }
    let value: any Encodable =
      switch Int.random(in: 0..<(depth > 0 ? 44 : 26), using: &numbers) {
      case 0: Bool.random(using: &numbers)
      case 1: number(Int.self)
      case 2: number(Int8.self)
      case 3: number(Int16.self)
      case 4: number(Int32.self)
      case 5: number(Int64.self)
      case 6: number(UInt.self)
      case 7: number(UInt8.self)
      case 8: number(UInt16.self)
      case 9: number(UInt32.self)
      case 10: number(UInt64.self)
      case 11: number(Int128.self)
      case 12: number(UInt128.self)
      case 13: Float(bitPattern: UInt32.random(in: 0..<0x7f80_0000, using: &numbers))
      case 14: double(&numbers, isWild: wildly)
      case 15: Date(timeIntervalSinceReferenceDate: double(&numbers, isWild: wildly))
      case 16: Data((0..<Int.random(in: 0..<9, using: &numbers)).map { _ in number(UInt8.self) })
      case 17: URL(string: "/a/b?c=\(number(UInt8.self))", relativeTo: URL(string: "https://example.com/x/"))!
      case 18: wildly ? Decimal.nan : Decimal(number(Int.self)) / 1000
      case 19: UUID(uuidString: "00000000-0000-4000-8000-\(String(number(UInt32.self) | 0x8000_0000, radix: 16))0000")!
      case 20: [number(Int.self), number(Int.self)]
      case 21: optional(optional(text()))
      case 22: [optional(Date(timeIntervalSinceReferenceDate: 1)), nil]
      case 23: [text(): optional(URL(string: "a/b")!)]
      case 24, 25: text()
      case 26: scripts()
      case 27: dictionary(text)
      case 28: dictionary { number(Int.self) }
      case 29: [number(UInt8.self): script()]  // an array of keys and values
      case 30, 31: dictionary { SomeKey(name: text()) }
      case 32: optional(script())
      case 33: Payload.empty
      case 34: Payload.one(script())
      case 35: Payload.several(number: number(Int.self), optional(text()), [script()])
      case 36: Subclass(name: text(), script: script(), way: wildly ? .sameEncoder : .none)
      case 37: Subclass(name: text(), script: script(), way: wildly ? .superEncoder : .none)
      case 38: 0..<number(Int.self).magnitude
      default: script()
      }
    return RandomValue(value: value)
  }
}

private struct SomeKey: Hashable, Encodable, CodingKeyRepresentable {
  let name: String
  var codingKey: any CodingKey { NameKey(stringValue: name) }

  init(name: String) { self.name = name }
  init?(codingKey: some CodingKey) { name = codingKey.stringValue }
}

private enum Payload: Encodable {
  case empty
  case one(RandomScript)
  case several(number: Int, String?, [RandomScript])
}

private class Superclass: Encodable {
  let name: String

  init(name: String) { self.name = name }
}

private final class Subclass: Superclass {
  enum Way { case none, sameEncoder, superEncoder }

  let script: RandomScript
  let way: Way

  init(name: String, script: RandomScript, way: Way) {
    self.script = script
    self.way = way
    super.init(name: name)
  }

  private enum CodingKeys: CodingKey { case script }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(script, forKey: .script)
    switch way {
    case .none: break
    case .sameEncoder: try super.encode(to: encoder)
    case .superEncoder: try super.encode(to: container.superEncoder())
    }
  }
}
