import Sessions
import Testing

@testable import TempuraServer

@Suite struct PartTableTests {
  private let table = PartTable()
  private let parts = ["a", "b", "c"].map { PartID(0, "board", of: $0) }
  private let session = SessionKey(of: .random())
  private let other = SessionKey(of: .random())

  /// The sessions that are told of a change of a part.
  private func told(_ part: PartID, _ version: UInt64) -> Set<SessionKey> {
    table.learn(StoredPart(version: version, value: nil), of: part, asked: 0)
  }

  @Test func allSessionsOfAPartAreTold() {
    for session in [session, other] { _ = table.watch(parts[0], by: session, as: nil) }
    #expect(told(parts[0], 1) == [session, other])
    #expect(told(parts[0], 1) == [])
  }

  @Test func aSessionThatSharesOnePartLessKeepsTheOthers() {
    for part in parts + parts { _ = table.watch(part, by: session, as: nil) }
    table.unwatch([parts[0].key], by: session)
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
