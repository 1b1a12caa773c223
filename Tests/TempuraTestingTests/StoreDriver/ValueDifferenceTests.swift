import Foundation
import Recordings
import Testing

@testable import TempuraTesting

@Suite struct ValueDifferenceTests {
  private struct Person: Equatable {
    var name: String
    var born = Date(timeIntervalSince1970: 0)
    var friends: Set<String> = []
    var scores: [String: Int] = [:]
    var mood = Mood.fine
    var partner: [Person] = []
    var nickname: String?

    // A description without the properties, as types of apps may have.
    static func == (left: Person, right: Person) -> Bool { left.name == right.name }
  }

  private enum Mood {
    case fine
    case tired(hours: Int)
    case sad(String, Int)
  }

  private enum Coin: CustomStringConvertible {
    case heads
    case tails

    var description: String { "coin" }
  }

  private class Node {
    var next: Node?
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  private final class NamedNode: Node {
    var name = "n"
  }

  private func lines(_ expected: Any, _ actual: Any) -> [String] {
    ValueDifference.lines(expected: expected, actual: actual)
  }

  private func change(_ body: (inout Person) -> Void) -> [String] {
    var person = Person(name: "Ada", friends: ["Bob"], scores: ["go": 1], nickname: "A")
    let before = person
    body(&person)
    return lines(before, person)
  }

  @Test func equalValuesDoNotDiffer() {
    #expect(change { _ in } == [])
    #expect(lines(Double.nan, Double.nan) == [])
    #expect(lines(Data([1, 2]), Data([1, 2])) == [])
    #expect(lines(URL(string: "http://a/b")!, URL(string: "http://a/")!.appendingPathComponent("b")) == [])
  }

  @Test func differencesOfEachKindOfValueAreReported() {
    #expect(change { $0.name = "Eve" } == [#"name: expected "Ada", is "Eve""#])
    #expect(change { $0.nickname = nil } == [#"nickname: expected "A", is nil"#])
    #expect(
      change { $0.friends = ["Cyd"] } == [
        #"friends["Bob"]: expected "Bob", is not there"#, #"friends["Cyd"]: not expected, is "Cyd""#,
      ])
    #expect(change { $0.scores["go"] = 2 } == [#"scores["go"]: expected 1, is 2"#])
    #expect(
      change { $0.scores = ["chess": 3] } == [
        #"scores["chess"]: not expected, is 3"#, #"scores["go"]: expected 1, is not there"#,
      ])
    #expect(change { $0.mood = .tired(hours: 3) } == ["mood: expected .fine, is .tired(hours: 3)"])
    #expect(lines(Mood.tired(hours: 3), Mood.tired(hours: 4)) == ["tired.hours: expected 3, is 4"])
    #expect(lines(Mood.sad("a", 1), Mood.sad("b", 1)) == [#"sad.0: expected "a", is "b""#])
    #expect(change { $0.born = Date(timeIntervalSince1970: 60) }.first?.hasPrefix("born: expected 1970-01-01") == true)
    #expect(lines(1, "1") == [#"expected 1, is "1""#])
  }

  @Test func onlyInsertedAndRemovedElementsAreReported() {
    #expect(lines(["a", "b"], ["x", "a", "b"]) == [#"[0]: not expected, is "x""#])
    #expect(lines(["a", "b", "c"], ["a", "c"]) == [#"[1]: expected "b", is not there"#])
  }

  @Test func objectsAreComparedByTheirProperties() {
    let (one, other) = (NamedNode(1), NamedNode(2))
    one.next = one
    other.next = other
    #expect(lines(one, other) == ["value: expected 1, is 2"])
    #expect(ValueText.of(one) == #"NamedNode(next: …, value: 1, name: "n")"#)
  }

  @Test func casesWithTheSameDescriptionDiffer() {
    #expect(lines(Coin.heads, Coin.heads) == [])
    #expect(lines(Coin.heads, Coin.tails) == ["expected .heads, is .tails"])
  }

  @Test func keysAndMembersWithTheSameDescriptionDiffer() {
    #expect(lines([Coin.heads: 1, .tails: 2], [Coin.tails: 2, .heads: 1]) == [])
    #expect(lines([Coin.heads: 1, .tails: 2], [Coin.heads: 1]) == ["[.tails]: expected 2, is not there"])
    #expect(lines([Coin.heads: 1, .tails: 2], [Coin.heads: 2, .tails: 2]) == ["[.heads]: expected 1, is 2"])
    #expect(lines(Set([Coin.heads, .tails]), Set([Coin.tails, .heads])) == [])
    #expect(lines(Set([Coin.heads, .tails]), Set([Coin.tails])) == ["[.heads]: expected .heads, is not there"])
    #expect(
      lines(Set([Coin.heads]), Set([Coin.tails])) == [
        "[.heads]: expected .heads, is not there", "[.tails]: not expected, is .tails",
      ])
  }
}
