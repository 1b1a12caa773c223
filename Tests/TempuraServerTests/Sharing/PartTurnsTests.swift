import Sessions
import Testing

@testable import TempuraServer

@Suite struct PartTurnsTests {
  private let turns = PartTurns()
  private let part = SessionKey(ofPart: "board", "a")

  /// Which of some turns have come.
  private func come(_ turns: [PartTurns.Turn?]) -> [Bool] { turns.map { $0?.wait.value != nil } }

  @Test func sessionsHaveTheirTurnsOneAfterTheOther() {
    var asked: [PartTurns.Turn?] = (0..<4).map { _ in turns.ask(for: part) }
    #expect(come(asked) == [true, false, false, false])
    asked[1] = nil  // a session that waits has ended
    #expect(come(asked) == [true, false, false, false])
    asked[0] = nil
    #expect(come(asked) == [false, false, true, false])
    asked[2] = nil
    #expect(come(asked) == [false, false, false, true])
    asked[3] = nil
    #expect(come([turns.ask(for: part)]) == [true])
  }

  @Test func partsDoNotWaitForEachOther() {
    let asked = ["a", "b"].map { turns.ask(for: SessionKey(ofPart: "board", $0)) }
    #expect(come(asked) == [true, true])
  }

  @Test func allGoOnIfTheStorageDoesNotAnswer() {
    let asked = (0..<3).map { _ in turns.ask(for: part) }
    asked[0].endAllWaits()
    #expect(come(asked) == [true, true, true])
    // Those who ask later wait for each other again, and not for them.
    #expect(come((0..<2).map { _ in turns.ask(for: part) }) == [true, false])
  }
}
