import Foundation
import TestSupport
import Testing

@testable import Recordings

@Suite struct JSONValueTests {
  @Test(arguments: [
    #"{"a":[1,-2.5e3,true,false,null,"x\"y\\z\u000b😀"],"b":{},"c":[]}"#, "[]", "\"\"", "1", "null",
  ])
  func whatIsReadIsWrittenAgain(json: String) { #expect(JSONValue(json)?.json == json) }

  @Test(arguments: [
    ("{\n\"a\": 1\n\"b\": 2}", "This is not JSON: in line 3, a comma or } is missing."),
    ("[yes]", "This is not JSON: “yes” is no value: texts are in quotation marks."),
    ("", "This is not JSON: it ends too early."),
  ])
  func anErrorSaysWhatIsWrong(json: String, text: String) {
    #expect { try JSONValue(reading: Array(json.utf8)) } throws: { "\($0)" == text }
  }

  @Test func partsAreFoundByPaths() throws {
    let value = try #require(JSONValue(#"{"items":[{"id":"x"},{"id":2}],"a.b":{"c\"d":true},"n":null}"#))
    func text(_ path: String) -> String? { JSONValue.keys(of: path).flatMap { value[$0[...]]?.plainText } }
    #expect(text("items[0].id") == "x")
    #expect(text("items[1].id") == "2")
    #expect(text("items.count") == "2")
    #expect(text("[\"a.b\"][\"c\\\"d\"]") == "true")
    #expect(text("n") == "nil")
    #expect(text("items[2].id") == nil)
    #expect(text("") == value.json)
    for path in ["a[", "a[x]", "a[-1]", "a..b", ".a", "a[\"b]"] { #expect(JSONValue.keys(of: path) == nil, "\(path)") }
    for leaf in value.leaves() { #expect(JSONValue.keys(of: JSONValue.path(of: leaf.path)) == leaf.path) }
  }

  /// A random value, of few different ones, so that parts are equal.
  private static func random(_ depth: Int, _ numbers: inout SeededNumbers) -> JSONValue {
    switch Int.random(in: 0..<(depth == 0 ? 4 : 8), using: &numbers) {
    case 0: .null
    case 1: .bool(Bool.random(using: &numbers))
    case 2: .number("\(Int.random(in: 0..<3, using: &numbers))")
    case 3: .text(["a", "b"].randomElement(using: &numbers)!)
    case 4, 5: .array((0..<Int.random(in: 0..<5, using: &numbers)).map { _ in random(depth - 1, &numbers) })
    default:
      .object(
        ["x", "y", "z.z"].filter { _ in Bool.random(using: &numbers) }
          .map { JSONValue.Member(key: $0, value: random(depth - 1, &numbers)) })
    }
  }

  /// Without the order of members.
  private static func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(sorted))
    case .object(let members):
      .object(
        members.map { JSONValue.Member(key: $0.key, value: sorted($0.value)) }.sorted { $0.key < $1.key })
    default: value
    }
  }

  private static func apply(_ change: JSONValue.Change, to value: inout JSONValue, at path: [JSONValue.Key]) -> Bool {
    let place = path.dropLast()
    switch (change, value[place], path.last) {
    case (.set(let new), _, _): return value.set(new, at: path[...])
    case (.insert(let new), .array(var elements), .element(let index)):
      elements.insert(new, at: index)
      return value.set(.array(elements), at: place)
    case (.remove, .array(var elements), .element(let index)):
      elements.remove(at: index)
      return value.set(.array(elements), at: place)
    case (.remove, .object(let members), .member(let key)):
      return value.set(.object(members.filter { $0.key != key }), at: place)
    default: return false
    }
  }

  @Test func changesTurnAValueIntoTheOther() {
    var numbers = SeededNumbers(seed: 1)
    for _ in 0..<2000 {
      let (old, new) = (Self.random(3, &numbers), Self.random(3, &numbers))
      var value = old
      for (path, change) in old.changes(to: new) {
        let isDone = Self.apply(change, to: &value, at: path)
        #expect(isDone)
      }
      #expect(Self.sorted(value) == Self.sorted(new), "\(old.json) to \(new.json)")
    }
  }
}
