import Testing

@testable import Sessions

/// What only sessions in memory have: they must not take all of it.
@Suite struct MemoryStorageTests {
  private struct Nothing: SessionContent {
    func encoded() -> [UInt8] { [] }
  }

  private func record(version: UInt64, expiry: Int64) -> SessionRecord {
    SessionRecord(version: version, content: Nothing(), expiry: expiry)
  }

  @Test func thereAreNeverMoreThanWereAllowed() async throws {
    let storage = MemoryStorage(most: 128, now: { 0 })
    for _ in 0..<2000 {
      let key = SessionKey(of: .random())
      #expect(try await storage.save(record(version: 1, expiry: 100), for: key, replacing: 0) == .saved)
    }
    #expect(storage.count <= 128)
  }

  @Test func thoseThatWereOnlyLookedAtGoFirst() async throws {
    let storage = MemoryStorage(most: 64 * 4, now: { 0 })
    let used = SessionKey(of: .random())
    #expect(try await storage.save(record(version: 1, expiry: 1000), for: used, replacing: 0) == .saved)
    for _ in 0..<2000 {
      _ = try await storage.save(record(version: 1, expiry: 100), for: SessionKey(of: .random()), replacing: 0)
    }
    #expect(storage.record(for: used) != nil)
  }

  @Test func whatIsThereCanBeSavedAgainWhenAllIsFull() async throws {
    let storage = MemoryStorage(most: 1, now: { 0 })
    let key = SessionKey(of: .random())
    #expect(try await storage.save(record(version: 1, expiry: 10), for: key, replacing: 0) == .saved)
    #expect(try await storage.save(record(version: 2, expiry: 10), for: key, replacing: 1) == .saved)
    #expect(storage.record(for: key)?.version == 2)
  }
}
