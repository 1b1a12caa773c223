import Foundation
import JSONEncoding
import TestSupport
import Testing

/// Elements of every kind of type, changed at random: the texts that are reused are those of a new encoding.
struct ArrayTextsOfTypesTests {
  private typealias Numbers = SeededNumbers

  /// - Parameter isPlain: Whether texts of the elements are kept.
  private func check<Element: Encodable>(
    isPlain: Bool, _ make: (inout Numbers) -> Element, _ change: (inout Element, inout Numbers) -> Void
  ) throws {
    var numbers = Numbers(seed: 1)
    let texts = ArrayTexts()
    var value = (0..<15).map { _ in make(&numbers) }
    var copies: [[Element]] = []
    for _ in 0..<25 {
      for _ in 0..<Int.random(in: 0..<4, using: &numbers) {
        let index = value.indices.randomElement(using: &numbers)!
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: value.insert(make(&numbers), at: index)
        case 1: value.remove(at: index)
        case 2: value.swapAt(index, 0)
        case 3: value[index] = make(&numbers)
        case 4: value[index] = value[value.count - 1]
        default: change(&value[index], &numbers)
        }
      }
      // Some memory has other owners, some has none.
      if Bool.random(using: &numbers) { copies = [value] } else { copies = [] }
      let reused = try DirectJSON.encode(value, reusing: texts)
      let new = try DirectJSON.encode(value)
      #expect(reused == new, "\(Element.self)")
      #expect(value.count < 10 || (texts.size > 0) == isPlain, "\(Element.self)")
    }
    #expect(copies.count < 2)
  }

  private func check<Element: Encodable>(isPlain: Bool, _ make: (inout Numbers) -> Element) throws {
    try check(isPlain: isPlain, make) { element, numbers in element = make(&numbers) }
  }

  // MARK: - Plain types

  private struct Padded: Encodable {
    var flag: Bool
    var number: Int
    var small: Int16
    var text: String
    var kind: Kind?
    lazy var later = number

    mutating func change(_ numbers: inout Numbers) {
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: flag.toggle()
      case 1: number += 1
      case 2: small &+= 1
      case 3: text.append("x")
      case 4: kind = kind == .a ? nil : .a
      default: later += 1
      }
    }

    static func random(_ numbers: inout Numbers) -> Padded {
      Padded(
        flag: Bool.random(using: &numbers), number: someNumber(&numbers), small: 7, text: someText(&numbers), kind: .b)
    }
  }

  private enum Kind: String, Encodable { case a, b }

  private struct Generic<Value: Encodable>: Encodable {
    var flag = true
    var value: Value
    var after: UInt8 = 1
  }

  private struct Lists: Encodable {
    var texts: [String]
    var rows: [[Int]] = [[1], []]
    var set: Set<String> = ["a"]
    var byName: [String: [Padded]] = [:]
    var children: [Lists] = []

    mutating func change(_ numbers: inout Numbers) {
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: texts.append(someText(&numbers))
      case 1: rows[0][0] += 1
      case 2: set.insert(someText(&numbers))
      case 3: byName[someText(&numbers)] = [.random(&numbers)]
      case 4: for name in byName.keys { byName[name]?[0].change(&numbers) }
      default: children.append(Lists(texts: texts))
      }
    }
  }

  @Test func plainTypes() throws {
    try check(isPlain: true, someNumber)
    try check(isPlain: true, someText) { $0.append(Bool.random(using: &$1) ? "x" : "") }
    try check(isPlain: true, { Bool.random(using: &$0) ? Kind.a : .b })
    try check(isPlain: true, Padded.random) { $0.change(&$1) }
    try check(isPlain: true, { Generic(value: Generic(value: Padded.random(&$0))) }) { $0.value.value.change(&$1) }
    try check(isPlain: true, { Generic(value: Bool.random(using: &$0) ? Optional(someText(&$0)) : nil) })
    try check(isPlain: true, { Optional(Optional(someText(&$0))) }) { $0 = someNumber(&$1) > 0 ? .some(nil) : nil }
    try check(isPlain: true, { Lists(texts: [someText(&$0)]) }) { $0.change(&$1) }
    try check(isPlain: true, { 0..<abs(someNumber(&$0)) })
    try check(isPlain: true, { Int128(someNumber(&$0)) << 64 })
  }

  @Test func plainTypesOfFoundation() throws {
    try check(isPlain: true, { Date(timeIntervalSinceReferenceDate: Double(someNumber(&$0))) })
    try check(isPlain: true, { Generic(value: Decimal(someNumber(&$0)) / 8) })
    try check(isPlain: true, { URL(string: "https://example.com/\(someNumber(&$0))")! }) { url, _ in
      url.appendPathComponent("x")
    }
    try check(
      isPlain: true,
      { numbers in
        UUID(uuidString: "00000000-0000-4000-8000-00000000000\(abs(someNumber(&numbers)))")!
      })
  }

  // MARK: - Other types

  private final class Box: Encodable {
    var number: Int

    init(_ number: Int) { self.number = number }

    func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
  }

  private struct Unknown: Encodable {
    var value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private struct Computed: Encodable {
    let value: () -> Int

    func encode(to encoder: any Encoder) throws { try value().encode(to: encoder) }
  }

  private struct References: Encodable {
    weak var weakly: Box?
    unowned let box: Box
    unowned(unsafe) let unsafely: Box

    func encode(to encoder: any Encoder) throws {
      try [weakly?.number ?? 0, box.number, unsafely.number].encode(to: encoder)
    }
  }

  private struct Pair: Encodable {
    var pair: (flag: Bool, number: Int)

    func encode(to encoder: any Encoder) throws { try [pair.flag ? 1 : 0, pair.number].encode(to: encoder) }
  }

  private enum Payload: Encodable {
    case none
    case number(Int)
    case text(String, Bool)
    case box(Box)
    indirect case tree(Payload, Payload)

    static func random(_ numbers: inout Numbers) -> Payload {
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: .none
      case 1: .number(someNumber(&numbers))
      case 2: .text(someText(&numbers), Bool.random(using: &numbers))
      case 3: .box(Box(someNumber(&numbers)))
      default: .tree(.random(&numbers), .number(someNumber(&numbers)))
      }
    }

    mutating func change(_ numbers: inout Numbers) {
      switch self {
      case .box(let box): box.number += 1
      case .tree(.box(let box), _): box.number += 1
      default: self = .random(&numbers)
      }
    }
  }

  @Test func otherTypes() throws {
    var boxes = (0..<20).map { Box($0) }
    func box(_ numbers: inout Numbers) -> Box { boxes.randomElement(using: &numbers)! }
    try check(isPlain: false, box) { box, _ in box.number += 1 }
    try check(isPlain: false, { Generic(value: box(&$0)) }) { element, _ in element.value.number += 1 }
    try check(isPlain: false, { [1: [Optional(box(&$0))]] }) { element, _ in element[1]?[0]?.number += 1 }
    try check(isPlain: false, { Unknown(value: Bool.random(using: &$0) ? box(&$0) : someText(&$0)) }) { element, _ in
      (element.value as? Box)?.number += 1
    }
    try check(
      isPlain: false,
      { numbers in
        let box = box(&numbers)
        return Computed { box.number }
      }
    ) { _, numbers in box(&numbers).number += 1 }
    try check(isPlain: false, { References(weakly: box(&$0), box: box(&$0), unsafely: box(&$0)) }) { element, numbers in
      element.weakly?.number += 1
      box(&numbers).number += 1
    }
    try check(isPlain: false, { Pair(pair: (Bool.random(using: &$0), someNumber(&$0))) }) { element, _ in
      element.pair.flag.toggle()
    }
    try check(isPlain: false, Payload.random) { $0.change(&$1) }
    try check(isPlain: false, { Generic(value: Optional(Payload.random(&$0))) }) { $0.value?.change(&$1) }
    boxes = []
  }

  @Test func otherTypesOfFoundation() throws {
    try check(isPlain: false, { Data([UInt8](repeating: 1, count: Int.random(in: 0..<40, using: &$0))) }) { data, _ in
      data.append(2)
    }
    // Memory that the data does not own changes below it.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    defer { bytes.deallocate() }
    let data = Data(bytesNoCopy: bytes.baseAddress!, count: bytes.count, deallocator: .none)
    try check(isPlain: false, { _ in data }) { _, _ in bytes[50] &+= 1 }
    try check(isPlain: false, { Measurement(value: Double(someNumber(&$0)), unit: UnitLength.meters) }) { element, _ in
      element.value += 1
    }
    try check(
      isPlain: false,
      { numbers in
        DateComponents(year: someNumber(&numbers), month: 1)
      }
    ) { components, _ in components.day = (components.day ?? 0) + 1 }
  }
}

private func someNumber(_ numbers: inout SeededNumbers) -> Int { Int.random(in: -3...3, using: &numbers) }

/// Texts that fit into the memory of a `String`, and longer ones.
private func someText(_ numbers: inout SeededNumbers) -> String {
  String(repeating: "é", count: Int.random(in: 0..<20, using: &numbers)) + "\(someNumber(&numbers))"
}
