import SessionsTesting
import TestSupport
import Testing

@testable import Sessions

/// The limits of sessions in memory.
@Suite struct MemoryStorageTests {
  private struct Nothing: SessionContent {
    func encoded() -> [UInt8] { [] }
  }

  private func record(version: UInt64, expiry: Int64) -> SessionRecord {
    SessionRecord(version: version, content: Nothing(), expiry: expiry)
  }

  @Test func theNumberOfSessionsIsLimited() async throws {
    let storage = MemoryStorage(limit: 128, now: { 0 })
    for _ in 0..<2000 {
      let key = SessionKey(of: .random())
      #expect(try await storage.save(record(version: 1, expiry: 100), for: key, replacing: 0) == .saved)
    }
    #expect(storage.count <= 128)
  }

  @Test func theSessionsThatExpireFirstAreReplaced() async throws {
    let storage = MemoryStorage(limit: 64 * 4, now: { 0 })
    let used = SessionKey(of: .random())
    #expect(try await storage.save(record(version: 1, expiry: 1000), for: used, replacing: 0) == .saved)
    for _ in 0..<2000 {
      _ = try await storage.save(record(version: 1, expiry: 100), for: SessionKey(of: .random()), replacing: 0)
    }
    #expect(storage.record(for: used) != nil)
  }

  @Test func aStoredSessionCanBeSavedIfThereIsNoRoom() async throws {
    let storage = MemoryStorage(limit: 1, now: { 0 })
    let key = SessionKey(of: .random())
    #expect(try await storage.save(record(version: 1, expiry: 10), for: key, replacing: 0) == .saved)
    #expect(try await storage.save(record(version: 2, expiry: 10), for: key, replacing: 1) == .saved)
    #expect(storage.record(for: key)?.version == 2)
  }

  // MARK: - Many sessions

  @Test func theFirstOfManySessionsIsFoundWithFewLookups() {
    var expiries: [SessionKey: Int64] = [:]
    var queue = ExpiryQueue()
    var lookups = 0
    func current(_ key: SessionKey) -> Int64? {
      lookups += 1
      return expiries[key]
    }
    var numbers = SeededNumbers(seed: 2)
    for step in 0..<20_000 {
      let key = SessionKey(of: .random())
      let expiry = Int64.random(in: 1...1000, using: &numbers)
      expiries[key] = expiry
      queue.insert(key, expiry: expiry, of: expiries.count) { expiries[$0] }
      if step % 2 == 0 {  // one session gets more time, and one is removed
        if let (key, expiry) = expiries.randomElement(using: &numbers) { expiries[key] = expiry + 500 }
        if let key = expiries.keys.randomElement(using: &numbers) { expiries[key] = nil }
      }
      guard step > 1000, step % 100 == 0 else { continue }
      let first = queue.first(current: current)
      #expect(first?.expiry == expiries.values.min())
      if let key = first?.key { expiries[key] = nil }
      queue.removeFirst()
    }
    #expect(lookups < 60_000)
  }
}
