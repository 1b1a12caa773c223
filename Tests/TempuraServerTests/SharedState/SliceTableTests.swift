import Sessions
import Synchronization
import Testing
import TestSupport

@testable import TempuraServer

@Suite struct SliceTableTests {
  private let table = SliceTable()
  private let parts = ["a", "b", "c"].map { SliceID(0, "board", of: $0) }
  private let session = SessionKey(of: .random())
  private let other = SessionKey(of: .random())

  /// The sessions that are told of a change of a part.
  private func told(_ part: SliceID, _ version: UInt64) -> Set<SessionKey> {
    table.learn(StoredSlice(version: version, value: nil), of: part, asked: 0)
  }

  @Test func allSessionsOfAPartAreTold() {
    for session in [session, other] { _ = table.watch(parts[0], by: session, as: nil) }
    #expect(told(parts[0], 1) == [session, other])
    #expect(told(parts[0], 1) == [])
  }

  @Test func aSessionThatSharesOnePartLessKeepsTheOthers() {
    for part in parts + parts { _ = table.watch(part, by: session, as: nil) }
    table.retain(parts.dropFirst().map(\.key), by: session)
    #expect(table.count == 2)
    #expect(parts.map { told($0, 1) } == [[], [session], [session]])
    table.forget(session)
    #expect(table.count == 0)
  }

  @Test func aRenamedSessionKeepsItsParts() {
    for part in parts { _ = table.watch(part, by: session, as: nil) }
    table.rename(session, to: other)
    #expect(parts.map { told($0, 1) } == [[other], [other], [other]])
    table.forget(session)
    #expect(table.count == 3)
    table.forget(other)
    #expect(table.count == 0)
  }
}

@Suite struct PartTurnsTests {
  private let turns = SliceTurns()
  private let part = SessionKey(ofPart: "board", "a")

  /// A session that asks for a turn, and ends it when it is told.
  private final class Asker: Sendable {
    let turn = Mutex<SliceTurns.Place?>(nil)
    var hasTurn: Bool { turn.withLock { $0 != nil } }

    init(_ turns: SliceTurns, _ part: SessionKey) {
      Task {
        let come = await turns.take(part)
        turn.withLock { $0 = come }
      }
    }

    func end() { turn.withLock { $0 = nil } }
  }

  /// Asks for turns, one after the other.
  private func ask(_ count: Int) async -> [Asker] {
    var askers: [Asker] = []
    for _ in 0..<count {
      let waiting = turns.count(of: part)
      askers.append(Asker(turns, part))
      await waitUntil { turns.count(of: part) == waiting + 1 }
    }
    return askers
  }

  @Test func sessionsHaveTheirTurnsOneAfterTheOther() async {
    let askers = await ask(3)
    for index in askers.indices {
      await waitUntil { askers[index].hasTurn }
      #expect(askers.map(\.hasTurn) == askers.indices.map { $0 == index })
      askers[index].end()
    }
    #expect(turns.count(of: part) == 0)
  }

  @Test func partsDoNotWaitForEachOther() async {
    let first = await turns.take(part)
    let second = await turns.take(SessionKey(ofPart: "board", "b"))
    withExtendedLifetime((first, second)) {}
  }

  @Test func allGoOnIfTheStorageDoesNotAnswer() async {
    let askers = await ask(3)
    await waitUntil { askers[0].hasTurn }
    askers[0].turn.withLock { $0?.endAllWaits() }
    await waitUntil { askers.allSatisfy(\.hasTurn) }
    // Those who ask later wait for each other again, and not for them.
    let later = await ask(2)
    await waitUntil { later[0].hasTurn }
    #expect(!later[1].hasTurn)
    later[0].end()
    await waitUntil { later[1].hasTurn }
    later[1].end()
  }
}
