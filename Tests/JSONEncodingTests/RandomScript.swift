import Foundation
import TestSupport

/// A value that calls an encoder at random: the same calls with the same seed.
struct RandomScript: Encodable, CustomStringConvertible {
  let seed: UInt64
  /// How many values may be around each other in it.
  let depth: Int
  /// Whether it makes calls that do not fit into a text that is written once.
  let isWild: Bool

  struct Failure: Error {}

  var description: String { "script \(seed)" }

  func encode(to encoder: any Encoder) throws {
    var run = ScriptRun(numbers: SeededNumbers(seed: seed), depth: depth, isWild: isWild)
    try run.encode(to: encoder)
  }
}

struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue _: Int) { return nil }
}

/// Fails before it has a container. After that, `JSONEncoder` cannot go on.
private struct Failing: Encodable {
  let isNumber: Bool

  func encode(to encoder: any Encoder) throws {
    guard isNumber else { throw RandomScript.Failure() }
    var container = encoder.singleValueContainer()
    try container.encode(Double.nan)
  }
}

private struct ScriptRun {
  var numbers: SeededNumbers
  let depth: Int
  let isWild: Bool

  private var maxNested: Int { 3 }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }

  private mutating func wild(_ percent: Int) -> Bool { chance(percent) && isWild }

  mutating func encode(to encoder: any Encoder) throws {
    if wild(2) { throw RandomScript.Failure() }
    switch depth > 0 ? Int.random(in: 0..<10, using: &numbers) : 9 {
    case 0..<3:
      var container = encoder.container(keyedBy: NameKey.self)
      try fill(&container)
      if wild(5) {
        var container = encoder.container(keyedBy: NameKey.self)
        try fill(&container, maxNested)  // `JSONEncoder` ends the process if an array is nested where an object is.
      }
    case 3..<5:
      var container = encoder.unkeyedContainer()
      try fill(&container)
    case 5:
      if wild(20) { _ = encoder.unkeyedContainer() } else if wild(20) { _ = encoder.singleValueContainer() }
    default:
      var container = encoder.singleValueContainer()
      if wild(3) {
        try container.encode(encoder.codingPath.map(\.stringValue))
      } else if chance(5) {
        try container.encodeNil()
      } else {
        try RandomValue.make(&numbers, depth: depth, isWild: isWild).encode(toSingle: &container)
      }
    }
  }

  private mutating func value() -> RandomValue { .make(&numbers, depth: depth, isWild: isWild) }

  private mutating func fill(_ container: inout KeyedEncodingContainer<NameKey>, _ level: Int = 0) throws {
    var nested: [KeyedEncodingContainer<NameKey>] = []
    for number in 0..<(chance(2) ? 40 : Int.random(in: 0..<6, using: &numbers)) {
      let name = "\(number) \(RandomValue.text(&numbers))"
      let key = NameKey(stringValue: wild(10) ? RandomValue.names.randomElement(using: &numbers)! : name)
      switch Int.random(in: 0..<20, using: &numbers) {
      case 0: try container.encodeNil(forKey: key)
      case 1: try container.encodeIfPresent(chance(50) ? 1 : nil, forKey: key)
      case 2 where level < maxNested:
        var inner = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(stringValue: name))
        try fill(&inner, level + 1)
        nested.append(inner)
      case 3 where level < maxNested:
        var inner = container.nestedUnkeyedContainer(forKey: NameKey(stringValue: name))
        try fill(&inner, level + 1)
      case 4 where wild(10):
        try value().encode(to: chance(50) ? container.superEncoder() : container.superEncoder(forKey: key))
      case 5 where wild(20) && !nested.isEmpty:
        try value().encode(to: &nested[nested.count - 1], key)
      case 6 where wild(20): try? container.encode(Failing(isNumber: chance(50)), forKey: key)
      default: try value().encode(to: &container, key)
      }
    }
  }

  private mutating func fill(_ container: inout any UnkeyedEncodingContainer, _ level: Int = 0) throws {
    for _ in 0..<Int.random(in: 0..<6, using: &numbers) {
      switch Int.random(in: 0..<20, using: &numbers) {
      case 0: try container.encodeNil()
      case 1: try container.encode(contentsOf: (0..<3).map { _ in Double.random(in: 0..<1, using: &numbers) })
      case 2 where level < maxNested:
        var inner = container.nestedContainer(keyedBy: NameKey.self)
        try fill(&inner, level + 1)
      case 3 where level < maxNested:
        var inner = container.nestedUnkeyedContainer()
        try fill(&inner, level + 1)
      case 4: try container.encode(container.count)
      case 5 where wild(10): try value().encode(to: container.superEncoder())
      case 6 where wild(10):
        var copy = container
        try value().encode(to: &copy)
      case 7 where wild(20): try? container.encode(Failing(isNumber: chance(50)))
      default: try value().encode(to: &container)
      }
    }
  }
}
