import Testing

@testable import Sessions

/// What only sessions in memory have: they must not take all of it.
@Suite struct MemoryStorageTests {
  private struct Nothing: SessionContent {
    func encoded() -> [UInt8] { [] }
  }

  @Test func thereAreNeverMoreThanWereAllowed() {
    let storage = MemoryStorage(most: 128, now: { 0 })
    for _ in 0..<2000 {
      let record = SessionRecord(version: 1, content: Nothing(), expiry: 100)
      #expect(storage.save(record, for: .random(), replacing: 0))
    }
    #expect(storage.count <= 128)
  }

  @Test func thoseThatWereOnlyLookedAtGoFirst() {
    let storage = MemoryStorage(most: 64 * 4, now: { 0 })
    let used = SessionID.random()
    #expect(storage.save(SessionRecord(version: 1, content: Nothing(), expiry: 1000), for: used, replacing: 0))
    for _ in 0..<2000 {
      _ = storage.save(SessionRecord(version: 1, content: Nothing(), expiry: 100), for: .random(), replacing: 0)
    }
    #expect(storage.load(used) != nil)
  }

  @Test func whatIsThereCanBeSavedAgainWhenAllIsFull() {
    let storage = MemoryStorage(most: 1, now: { 0 })
    let id = SessionID.random()
    #expect(storage.save(SessionRecord(version: 1, content: Nothing(), expiry: 10), for: id, replacing: 0))
    #expect(storage.save(SessionRecord(version: 2, content: Nothing(), expiry: 10), for: id, replacing: 1))
    #expect(storage.load(id)?.version == 2)
  }
}
