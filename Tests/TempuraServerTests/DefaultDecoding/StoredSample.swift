import Foundation
import TestSupport

// A value with all that `JSONDecoder` and types of apps do in ways of their own.

struct StoredSample: Codable, Equatable {
  var scalars: Scalars
  var list: [StoredSample]
  var byName: [String: Scalars]
  var byNumber: [Int: Scalars]
  var byKind: [Kind: StoredSample]
  var byUUID: [UUID: Int]
  var set: Set<Int>
  var range: Range<Int>
  var optional: Scalars?
  var twice: Int??
  var payload: Payload
  @Clamped var clamped: Int
  var inherited: Inheriting
  var flat: Flat
  var tolerant: Tolerant

  enum Kind: String, Codable, CaseIterable { case tree, bush }

  enum Payload: Codable, Equatable {
    case none
    case one(Scalars)
    case pair(first: Int, String?)
  }

  struct Scalars: Codable, Equatable {
    var bool: Bool
    var small: Int8
    var int: Int
    var unsigned: UInt64
    var wide: Int128
    var float: Float
    var double: Double
    var text: String
    var date: Date
    var data: Data
    var url: URL
    var decimal: Decimal
    var uuid: UUID
  }

  @propertyWrapper struct Clamped: Codable, Equatable {
    var wrappedValue: Int
    init(wrappedValue: Int) { self.wrappedValue = max(0, wrappedValue) }
  }

  class Inherited: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  final class Inheriting: Inherited, Equatable {
    var count: Int

    private enum Keys: CodingKey { case count, parent }

    init(name: String, count: Int) {
      self.count = count
      super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      count = try container.decode(Int.self, forKey: .count)
      try super.init(from: count % 2 == 0 ? container.superDecoder() : container.superDecoder(forKey: .parent))
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(count, forKey: .count)
      try super.encode(to: count % 2 == 0 ? container.superEncoder() : container.superEncoder(forKey: .parent))
    }

    static func == (a: Inheriting, b: Inheriting) -> Bool { a.name == b.name && a.count == b.count }
  }

  /// Its properties are in containers within containers.
  struct Flat: Codable, Equatable {
    var x: Int
    var rows: [[Int]]

    private enum Keys: CodingKey { case place, rows, x }

    init(x: Int, rows: [[Int]]) {
      self.x = x
      self.rows = rows
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      x = try container.nestedContainer(keyedBy: Keys.self, forKey: .place).decode(Int.self, forKey: .x)
      var outer = try container.nestedUnkeyedContainer(forKey: .rows)
      rows = []
      while !outer.isAtEnd {
        var inner = try outer.nestedUnkeyedContainer()
        var row: [Int] = []
        while !inner.isAtEnd { row.append(try inner.decode(Int.self)) }
        rows.append(row)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var place = container.nestedContainer(keyedBy: Keys.self, forKey: .place)
      try place.encode(x, forKey: .x)
      try container.encode(rows, forKey: .rows)
    }
  }

  /// Leaves out the elements that it cannot read, and has an older name for its label.
  struct Tolerant: Codable, Equatable {
    var elements: [Scalars]
    var label: String

    private struct Skipped: Decodable {}
    private enum Keys: CodingKey { case elements, label, title }

    init(elements: [Scalars], label: String) {
      self.elements = elements
      self.label = label
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      do {
        label = try container.decode(String.self, forKey: .label)
      } catch DecodingError.keyNotFound {
        label = try container.decode(String.self, forKey: .title)
      }
      var list = try container.nestedUnkeyedContainer(forKey: .elements)
      elements = []
      while !list.isAtEnd {
        if let element = try? list.decode(Scalars.self) {
          elements.append(element)
        } else {
          _ = try list.decode(Skipped.self)
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(elements, forKey: .elements)
      try container.encode(label, forKey: label.isEmpty ? .title : .label)
    }
  }
}

// MARK: - Random values

extension StoredSample {
  static func random(_ numbers: inout SeededNumbers, depth: Int = 2) -> StoredSample {
    func chance() -> Bool { Bool.random(using: &numbers) }
    func number() -> Int { Int.random(in: -1000...1000, using: &numbers) }
    func scalars() -> Scalars { .random(&numbers) }
    func some<T>(_ make: () -> T) -> [T] { (0..<Int.random(in: 0..<3, using: &numbers)).map { _ in make() } }
    func samples() -> [StoredSample] { depth == 0 ? [] : some { .random(&numbers, depth: depth - 1) } }
    return StoredSample(
      scalars: scalars(), list: samples(),
      byName: Dictionary(some { ("\(number())", scalars()) }) { $1 },
      byNumber: Dictionary(some { (number(), scalars()) }) { $1 },
      byKind: Dictionary(samples().map { (chance() ? .tree : .bush, $0) }) { $1 },
      byUUID: Dictionary(some { (Scalars.uuid(number()), number()) }) { $1 },
      set: Set(some(number)), range: 0..<abs(number()), optional: chance() ? scalars() : nil,
      twice: chance() ? .some(number()) : nil,
      payload: chance() ? .none : chance() ? .one(scalars()) : .pair(first: number(), chance() ? "x" : nil),
      clamped: abs(number()), inherited: Inheriting(name: "\(number())", count: number()),
      flat: Flat(x: number(), rows: some { some(number) }),
      tolerant: Tolerant(elements: some(scalars), label: chance() ? "" : "l"))
  }
}

extension StoredSample.Scalars {
  static func uuid(_ number: Int) -> UUID { UUID(uuidString: "00000000-0000-4000-8000-\(500_000_000_000 + number)")! }

  static func random(_ numbers: inout SeededNumbers) -> Self {
    func any<T: FixedWidthInteger>(_: T.Type) -> T {
      [.min, .max, 0, T(truncatingIfNeeded: numbers.next())].randomElement(using: &numbers)!
    }
    func double() -> Double {
      [0, -0.0, 0.1, 1e300, .leastNonzeroMagnitude, Double(any(Int.self)) / 7].randomElement(using: &numbers)!
    }
    return Self(
      bool: Bool.random(using: &numbers), small: any(Int8.self), int: any(Int.self), unsigned: any(UInt64.self),
      wide: any(Int128.self), float: Float(Int.random(in: -99...99, using: &numbers)) / 8, double: double(),
      text: ["", "é", "e\u{301}", "\u{0}\n\"\\", "🪴"].randomElement(using: &numbers)!,
      date: Date(timeIntervalSinceReferenceDate: double()),
      data: Data(withUnsafeBytes(of: numbers.next()) { Array($0) }),
      url: URL(string: "https://example.com/\(any(UInt8.self))?q=1")!, decimal: Decimal(any(Int.self)) / 1000,
      uuid: uuid(Int.random(in: 0...9999, using: &numbers)))
  }
}
