import Foundation
import JSONEncoding
import Synchronization
import TestSupport
import Testing

/// What is copied from an earlier text, and that the text is that of the value all the same.
struct EarlierJSONTests {
  private enum Color: String, Codable, CaseIterable { case red, green, blue }

  /// An item as apps write them: `==` ignores most of it.
  private struct Item: Codable, Equatable {
    var id: String
    var text: String?
    var isDone = false
    var small: Int8 = 0
    var number = 0.0
    var color = Color.red
    var date: Date?
    var tags: [String] = []
    var children: [Item] = []
    var notes: [String: Int] = [:]

    static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  }

  private struct State: Codable {
    var title = "Items"
    var items: [Item] = []
    var sections: [[Item]] = [[], []]
    var numbers: [Int] = []
  }

  /// Returns the JSON of a value, without spaces between its parts.
  private func text(_ value: some Encodable, _ earlier: EarlierJSON? = nil) throws -> String {
    guard let earlier else { return String(decoding: try DirectJSON.encode(value), as: UTF8.self) }
    var (text, isInString, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
    for byte in try DirectJSON.encode(value, like: earlier) {
      if isInString || byte != UInt8(ascii: " ") { text.append(byte) }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func change(_ items: inout [Item], _ numbers: inout SeededNumbers) {
    func text() -> String {
      String(repeating: "é/\"", count: Int.random(in: 0..<9, using: &numbers))
    }
    for _ in 0..<Int.random(in: 0..<4, using: &numbers) {
      let index = Int.random(in: 0...items.count, using: &numbers)
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0...2: items.insert(Item(id: text(), text: text()), at: index)
      case 3:
        items.insert(contentsOf: (0..<12).map { Item(id: "\($0)", number: Double($0)) }, at: index)
      case 4:
        items.removeSubrange(
          index..<min(index + Int.random(in: 0..<20, using: &numbers), items.count))
      case 5 where !items.isEmpty: items.swapAt(0, items.count - 1)
      case 6: items = items.map { Item(id: $0.id + "", text: $0.text, notes: $0.notes) }
      default:
        guard index < items.count else { continue }
        items[index].text = text()
        items[index].isDone.toggle()
        items[index].small &+= 1
        items[index].number = -items[index].number
        items[index].color = .allCases.randomElement(using: &numbers)!
        items[index].date =
          Bool.random(using: &numbers) ? nil : Date(timeIntervalSinceReferenceDate: 1)
        items[index].tags.append(text())
        items[index].children.append(Item(id: text()))
        items[index].notes[text()] = index
      }
    }
  }

  @Test(arguments: 1...4) func randomChangesHaveTheTextOfTheirValue(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var state = State()
    state.items = (0..<40).map { Item(id: "\($0)") }
    let earlier = EarlierJSON()
    for step in 0..<100 {
      if step % 3 == 0 { change(&state.sections[step % 2], &numbers) }
      change(&state.items, &numbers)
      if state.items.count > 200 { state.items = [] }
      state.numbers = (0..<step % 20).map { $0 * step }
      #expect(try text(state, earlier) == text(state), "step \(step)")
    }
  }

  /// Counts how often it is encoded.
  private struct Row: Encodable, Equatable {
    static let encoded = Atomic(0)
    let id: Int8
    var count: Int
    var name: String

    func encode(to encoder: any Encoder) throws {
      Self.encoded.add(1, ordering: .relaxed)
      var container = encoder.singleValueContainer()
      try container.encode("\(id) \(count) \(name)")
    }
  }

  @Test func onlyWhatHasChangedIsEncoded() throws {
    let earlier = EarlierJSON()
    var rows = (0..<100).map {
      Row(id: Int8($0), count: $0, name: String(repeating: "x", count: $0))
    }
    func encodings(_ change: (inout [Row]) -> Void) throws -> Int {
      change(&rows)
      let expected = try text(rows)
      let before = Row.encoded.load(ordering: .relaxed)
      #expect(try text(rows, earlier) == expected)
      return Row.encoded.load(ordering: .relaxed) - before
    }
    #expect(try encodings { _ in } == 100)
    #expect(try encodings { _ in } == 0)
    #expect(try encodings { $0[50].count += 1 } == 1)
    #expect(try encodings { $0.insert(Row(id: 0, count: 0, name: "new"), at: 0) } == 1)
    #expect(try encodings { $0.remove(at: 10) } == 0)
    #expect(try encodings { for index in 20..<60 { $0[index].name += "!" } } == 40)
    #expect(try encodings { ($0[0].name, $0[99].name) = ("other", "other") } == 2)
    #expect(try encodings { $0.removeLast() } == 0)
    // Longer texts with other storage are not compared.
    #expect(try encodings { $0[90].name = String($0[90].name.reversed()) } == 1)
    earlier.forget()
    #expect(try encodings { _ in } == 99)
  }

  @Test func whatAppsTakeForEqualIsWritten() throws {
    let earlier = EarlierJSON()
    var items = (0..<10).map { Item(id: "\($0)", text: "\u{e9}", number: 0) }
    for change in [
      { $0.isDone = true }, { $0.text = "e\u{301}" }, { $0.number = -0.0 }, { $0.text = nil },
      { $0.text = "" },
    ] as [(inout Item) -> Void] {
      _ = try text(items, earlier)
      change(&items[5])
      #expect(try text(items, earlier) == text(items))
    }
  }

  @Test func whatFollowsAChangeInALongTextStaysInItsPlace() throws {
    let earlier = EarlierJSON()
    var state = State(items: (0..<200).map { Item(id: "\($0)", text: "Item number \($0)") })
    func bytes(_ change: (inout State) -> Void) throws -> [UInt8] {
      change(&state)
      let bytes = try DirectJSON.encode(state, like: earlier)
      #expect(
        try DirectJSON.encode(DirectJSON.decode(State.self, from: bytes))
          == DirectJSON.encode(state))
      return bytes
    }
    func changes(_ change: (inout State) -> Void) throws -> Int {
      let before = try bytes { _ in }
      let after = try bytes(change)
      #expect(after.count == before.count)
      return zip(before, after).count { $0 != $1 }
    }
    let first = try bytes { _ in }
    #expect(first.count > 8192)
    #expect(try changes { $0.items[3].isDone = true } < 200)
    #expect(try changes { $0.items[3].isDone = false } < 200)
    #expect(try changes { $0.items[190].text = "Item 190" } < 200)
    _ = try bytes { $0.title = "A title" }  // which moves all to a place with room before it
    #expect(try changes { $0.title = "The title" } < 40)
    #expect(try changes { $0.items.append(Item(id: "new")) } < 400)
    #expect(try bytes { $0.items = $0.items.map { Item(id: $0.id) } }.count < first.count)
  }

  @Test func shortElementsGetNoSpaces() throws {
    let numbers = Array(0..<5_000)
    let bytes = try DirectJSON.encode(numbers, like: EarlierJSON())
    let least = try DirectJSON.encode(numbers).count
    #expect(least > 8192 && bytes.count < least + least / 16)
  }

  private final class Box: Encodable {
    var value = 1
  }

  private enum Content: Encodable { case box(Box) }

  private struct Weak: Encodable {
    weak var box: Box?
    unowned var other: Box

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode([box?.value, other.value])
    }
  }

  @Test func objectsThatMayHaveChangedAreEncoded() throws {
    struct Holder<Value: Encodable>: Encodable { let value: Value }
    func check(_ make: (Box) -> some Encodable) throws {
      let boxes = (0..<10).map { _ in Box() }
      let (value, earlier) = (boxes.map(make), EarlierJSON())
      _ = try text(value, earlier)
      boxes[3].value = 2
      let written = try text(value, earlier)
      #expect(written.contains("2"))
    }
    try check { $0 }
    try check { Holder(value: $0) }
    try check { Holder(value: [Holder(value: $0)]) }
    try check { Holder(value: ["a": Optional($0)]) }
    try check { Content.box($0) }
    try check { Weak(box: $0, other: $0) }
  }

  private struct Failing: Encodable {
    var fails = false

    func encode(to encoder: any Encoder) throws {
      if fails { throw RandomScript.Failure() }
      var container = encoder.singleValueContainer()
      try container.encode(fails)
    }
  }

  @Test func afterAFailureAllIsEncodedAgain() throws {
    let earlier = EarlierJSON()
    var values = Array(repeating: Failing(), count: 10)
    _ = try text(values, earlier)
    values[4].fails = true
    #expect(throws: RandomScript.Failure.self) { try text(values, earlier) }
    values[4].fails = false
    #expect(try text(values, earlier) == text(values))
  }
}
