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

  // MARK: - Many

  @Test func addressesWhoseSessionsAreGoneAreForgotten() async throws {
    let clock = TestClock()
    let storage = MemoryStorage(most: 64, limits: StorageLimits(sessionsPerAddress: 5)) { clock.now }
    for address in 1...1000 {
      let key = SessionKey(of: .random())
      let record = testRecord(expiry: 2000, isUsed: address % 2 == 0, address: UInt64(address))
      #expect(try await storage.save(record, for: key, replacing: 0) == .saved)
      if address % 3 == 0 { try await storage.remove(key) }
    }
    #expect(storage.addressCount <= 64)
    clock.now = 2000
    try await storage.removeExpired()
    #expect(storage.count == 0)
    #expect(storage.addressCount == 0)
  }

  @Test func theFirstOfManySessionsIsFoundWithoutLookingAtAll() {
    var places: [SessionKey: ExpiryQueue.Place] = [:]
    var queue = ExpiryQueue()
    var looks = 0
    func current(_ key: SessionKey) -> ExpiryQueue.Place? {
      looks += 1
      return places[key]
    }
    var numbers = SeededNumbers(seed: 2)
    for step in 0..<20_000 {
      let key = SessionKey(of: .random())
      let place = ExpiryQueue.Place(isUsed: false, expiry: .random(in: 1...1000, using: &numbers))
      places[key] = place
      queue.insert(key, at: place, of: places.count) { places[$0] }
      if step % 2 == 0 {  // one is used, one goes, and one gets more time
        for change in [(true, 0), (false, 500)] as [(Bool, Int64)] {
          guard let (key, place) = places.first else { break }
          places[key] = ExpiryQueue.Place(isUsed: change.0 || place.isUsed, expiry: place.expiry + change.1)
        }
        if let key = places.keys.first { places[key] = nil }
      }
      guard step > 1000, step % 100 == 0 else { continue }
      let first = queue.first(current: current)
      #expect(first?.place == places.values.min())
      if let key = first?.key { places[key] = nil }
      queue.removeFirst()
    }
    #expect(looks < 60_000)
  }
}
