import Foundation
import Glibc
import JSONEncoding
import TestSupport
import Testing

/// Texts of elements that did not change.
struct ArrayTextsTests {
  private struct Item: Encodable {
    enum Kind: Encodable { case note, task }

    var isDone = false
    var title: String
    var kind = Kind.note
    var tags: [String] = []
    var due: Date?
    var counts: [String: Int] = [:]
  }

  private struct Value: Encodable {
    var name = "a"
    var items: [Item]
    var numbers: [Int]
    var names: [String]
    var after = "b"
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Values that change at random, compared with those that are encoded anew.
  @Test func changedValuesHaveTheTextsOfNewOnes() throws {
    var numbers = SeededNumbers(seed: 1)
    let texts = ArrayTexts()
    func title() -> String {
      String(repeating: "x/", count: Int.random(in: 0..<20, using: &numbers)) + "\(numbers.next())"
    }
    func item() -> Item {
      Item(title: title(), tags: (0..<Int.random(in: 0..<3, using: &numbers)).map { "\($0)" })
    }
    var value = Value(
      items: (0..<70).map { _ in item() }, numbers: Array(0..<80), names: (0..<64).map { "\($0)" })
    func change() {
      let index = Int.random(in: 0..<max(value.items.count, 1), using: &numbers)
      switch Int.random(in: 0..<16, using: &numbers) {
      case 0: value.items.insert(item(), at: min(index, value.items.count))
      case 1 where !value.items.isEmpty: value.items.remove(at: index)
      case 2 where !value.items.isEmpty: value.items[index].title += "y"
      case 3 where !value.items.isEmpty: value.items[index].tags.append(title())
      case 4 where !value.items.isEmpty:
        value.items[index].due = Date(timeIntervalSinceReferenceDate: 1)
      case 5 where !value.items.isEmpty: value.items[index].counts[title()] = 1
      case 6 where !value.items.isEmpty: value.items.swapAt(0, index)
      case 7 where !value.items.isEmpty: value.items[index].kind = .task
      case 8:
        value.numbers[Int.random(in: 0..<value.numbers.count, using: &numbers)] = Int(
          truncatingIfNeeded: numbers.next())
      case 9: value.numbers.append(0)
      case 10: value.names[Int.random(in: 0..<value.names.count, using: &numbers)] += "/"
      case 11: value.name += "c"
      case 12 where Int.random(in: 0..<20, using: &numbers) == 0:
        value.items.removeLast(value.items.count / 2)
      case 13 where Int.random(in: 0..<20, using: &numbers) == 0:
        value.items += (0..<40).map { _ in item() }
      case 14 where Int.random(in: 0..<20, using: &numbers) == 0: value.items.reverse()
      default: break
      }
    }
    for _ in 0..<250 {
      for _ in 0..<Int.random(in: 0..<4, using: &numbers) { change() }
      let bytes = try DirectJSON.encode(value, reusing: texts)
      #expect(text(bytes) == text(try DirectJSON.encode(value)))
    }
  }

  /// Counts how often it is encoded.
  private struct Counted: Encodable {
    nonisolated(unsafe) static var count = 0  // Safe because only one test uses it.

    var number: Int

    func encode(to encoder: any Encoder) throws {
      Self.count += 1
      try number.encode(to: encoder)
    }
  }

  @Test func onlyChangedElementsAreEncoded() throws {
    func encoded(_ body: () throws -> Void) rethrows -> Int {
      Counted.count = 0
      try body()
      return Counted.count
    }
    let texts = ArrayTexts()
    var value = (0..<100).map { Counted(number: $0) }
    #expect(try encoded { _ = try DirectJSON.encode(value, reusing: texts) } == 100)
    #expect(texts.size > 0)
    #expect(try encoded { _ = try DirectJSON.encode(value, reusing: texts) } == 0)
    value[50].number = 1000
    value.insert(Counted(number: -1), at: 52)
    #expect(try encoded { _ = try DirectJSON.encode(value, reusing: texts) } == 3)
    value.remove(at: 0)
    value.append(Counted(number: 7))
    #expect(try encoded { _ = try DirectJSON.encode(["other": value], reusing: texts) } == 101)
    texts.removeAll()
    #expect(texts.size == 0)
    #expect(try encoded { _ = try DirectJSON.encode(value, reusing: texts) } == 101)
    #expect(try encoded { _ = try DirectJSON.encode(value.suffix(9) + [], reusing: texts) } == 9)
    #expect(texts.size == 0)
  }

  /// An address is a union in C.
  private struct Host: Encodable {
    var address = in6_addr()
    var isKnown = false

    func encode(to encoder: any Encoder) throws {
      try withUnsafeBytes(of: address) { try Array($0).encode(to: encoder) }
    }
  }

  @Test func fieldsThatReflectionLeavesOutAreEncodedAnew() throws {
    let texts = ArrayTexts()
    var hosts = Array(repeating: Host(), count: 100)
    _ = try DirectJSON.encode(hosts, reusing: texts)
    withUnsafeMutableBytes(of: &hosts[50].address) { $0[3] = 7 }
    #expect(try text(DirectJSON.encode(hosts, reusing: texts)) == text(DirectJSON.encode(hosts)))
  }

  @Test func aValueThatOnlyJSONEncoderCanWriteForgetsTheTexts() throws {
    let texts = ArrayTexts()
    _ = try DirectJSON.encode(Array(0..<100), reusing: texts)
    #expect(texts.size > 0)
    #expect(throws: EncodingError.self) {
      try DirectJSON.encode([Double](repeating: .nan, count: 100), reusing: texts)
    }
    #expect(texts.size == 0)
  }
}
