import TestSupport
import Testing

@testable import Sessions

/// The limit of sessions per address (``StorageLimits/sessionsPerAddress``), which is the same in every storage.
@Suite(.timeLimit(.minutes(2))) struct AddressLimitTests {
  private let clock = TestClock()
  private let key = SessionKey(of: .random())
  private var other: SessionKey { SessionKey(of: .random()) }

  private func with(
    _ kind: StorageKind, limit: Int, _ body: (any SessionStorage) async throws -> Void
  ) async throws {
    try await kind.with(clock, StorageLimits(sessionsPerAddress: limit), body)
  }

  /// Stores a new session of address 7.
  @discardableResult private func insert(
    _ key: SessionKey, expiry: Int64 = 2000, isUsed: Bool = false, in storage: any SessionStorage
  ) async throws -> SavedSession {
    try await storage.save(testRecord(expiry: expiry, isUsed: isUsed, address: 7), for: key, replacing: 0)
  }

  /// Stores new sessions of address 7 that expire in this order.
  private func insert(_ count: Int, in storage: any SessionStorage) async throws -> [SessionKey] {
    var keys: [SessionKey] = []
    for index in 0..<count {
      keys.append(other)
      try await insert(keys[index], expiry: 1500 + Int64(index) * 100, in: storage)
    }
    return keys
  }

  /// The sessions that can be loaded.
  private func live(_ keys: [SessionKey], in storage: any SessionStorage) async throws -> [SessionKey] {
    var live: [SessionKey] = []
    for key in keys where try await storage.record(key) != nil { live.append(key) }
    return live
  }

  // MARK: - Beyond the limit

  @Test(arguments: StorageKind.all)
  func aNewSessionReplacesTheUnusedOneThatExpiresFirst(kind: StorageKind) async throws {
    try await with(kind, limit: 4) { storage async throws in
      let keys = try await insert(4, in: storage)
      _ = try await storage.save(
        testRecord(version: 2, expiry: 1500, isUsed: true, address: 7), for: keys[0], replacing: 1)
      try await storage.touch(keys[1], expiry: 1750)
      for left in [[keys[0], keys[1], keys[3]], [keys[0], keys[3]], [keys[0]]] {
        #expect(try await insert(other, expiry: 1900, in: storage) == .saved)
        #expect(try await live(keys, in: storage) == left)
      }
    }
  }

  @Test(arguments: StorageKind.all)
  func aNewSessionIsRefusedIfAllOfItsAddressAreUsed(kind: StorageKind) async throws {
    try await with(kind, limit: 2) { storage async throws in
      let keys = try await insert(2, in: storage)
      for key in keys {
        let used = testRecord(version: 2, isUsed: true, address: 7)
        #expect(try await storage.save(used, for: key, replacing: 1) == .saved)
      }
      #expect(try await insert(key, in: storage) == .tooManyOfAddress)
      #expect(try await insert(key, isUsed: true, in: storage) == .tooManyOfAddress)
      #expect(try await live(keys + [key], in: storage) == keys)
    }
  }

  @Test(arguments: StorageKind.all)
  func theLimitConcernsOnlyNewSessions(kind: StorageKind) async throws {
    try await with(kind, limit: 2) { storage async throws in
      let keys = try await insert(2, in: storage)
      #expect(try await storage.save(testRecord(version: 2, address: 7), for: keys[0], replacing: 1) == .saved)
      #expect(try await insert(keys[1], in: storage) == .outdated)
      #expect(try await live(keys, in: storage) == keys)
    }
  }

  // MARK: - The sessions that count

  @Test(arguments: StorageKind.all)
  func eachAddressHasItsOwnLimitAndAddress0None(kind: StorageKind) async throws {
    try await with(kind, limit: 1) { storage async throws in
      #expect(try await insert(key, isUsed: true, in: storage) == .saved)
      for address in [8, 0, 0] as [UInt64] {
        #expect(try await storage.save(testRecord(address: address), for: other, replacing: 0) == .saved)
      }
      #expect(try await storage.list().count == 4)
    }
  }

  @Test(arguments: StorageKind.all, [false, true])
  func expiredSessionsDoNotCount(kind: StorageKind, isUsed: Bool) async throws {
    try await with(kind, limit: 2) { storage async throws in
      try await insert(other, expiry: 1100, isUsed: isUsed, in: storage)
      try await insert(key, expiry: 1500, in: storage)
      clock.now = 1100
      let new = other
      #expect(try await insert(new, in: storage) == .saved)
      #expect(try await live([key, new], in: storage) == [key, new])
    }
  }

  @Test(arguments: StorageKind.all)
  func aSessionMayBeginUnderTheKeyOfAnExpiredOne(kind: StorageKind) async throws {
    try await with(kind, limit: 1) { storage async throws in
      try await insert(key, expiry: 1100, isUsed: true, in: storage)
      clock.now = 1100
      #expect(try await insert(key, isUsed: true, in: storage) == .saved)
      #expect(try await insert(other, in: storage) == .tooManyOfAddress)
    }
  }

  @Test(arguments: StorageKind.all)
  func sessionsThatWereSetAsideDoNotCount(kind: StorageKind) async throws {
    try await with(kind, limit: 1) { storage async throws in
      try await insert(key, isUsed: true, in: storage)
      for _ in 0..<2 { try await storage.setAside(key) }
      #expect(try await insert(other, isUsed: true, in: storage) == .saved)
      #expect(try await insert(other, in: storage) == .tooManyOfAddress)
      #expect(try await storage.list().first { $0.key == key }?.isSetAside == true)
      try await storage.remove(key)
      #expect(try await insert(other, in: storage) == .tooManyOfAddress)
    }
  }

  @Test(arguments: StorageKind.all)
  func removedSessionsDoNotCountButRenamedOnesDo(kind: StorageKind) async throws {
    try await with(kind, limit: 1) { storage async throws in
      let newKey = other
      try await insert(key, isUsed: true, in: storage)
      #expect(try await storage.rename(key, to: newKey))
      #expect(try await insert(key, in: storage) == .tooManyOfAddress)
      try await storage.remove(newKey)
      #expect(try await insert(key, in: storage) == .saved)
    }
  }

  // MARK: - Any order of calls

  /// The rule, in a few lines. Keeps expired sessions, and no sessions that were set aside.
  private struct Model {
    let limit: Int
    var sessions: [SessionKey: SessionRecord] = [:]

    mutating func insert(_ record: SessionRecord, for key: SessionKey, now: Int64) -> SavedSession {
      let counted = live(now).filter { $0.value.address == record.address }
      if counted.count >= limit {
        let unused = counted.filter { !$0.value.isUsed }
        guard let first = unused.min(by: { $0.value.expiry < $1.value.expiry }) else { return .tooManyOfAddress }
        sessions[first.key] = nil
      }
      sessions[key] = record
      return .saved
    }

    func live(_ now: Int64) -> [SessionKey: SessionRecord] { sessions.filter { $0.value.expiry > now } }
  }

  @Test(arguments: StorageKind.all)
  func everyStorageKeepsTheSessionsThatTheRuleKeeps(kind: StorageKind) async throws {
    try await with(kind, limit: 4) { storage async throws in
      var model = Model(limit: 4)
      var numbers = SeededNumbers(seed: 3)
      for step in 0..<400 {
        // The last digits differ, so that no two sessions expire at the same time.
        let expiry = clock.now + .random(in: 1...100, using: &numbers) * 1000 + Int64(step)
        let live = model.live(clock.now)
        let keys = live.keys.sorted { live[$0]!.expiry < live[$1]!.expiry }
        switch (Int.random(in: 0..<12, using: &numbers), keys.randomElement(using: &numbers)) {
        case (0, _): clock.now += 10_000
        case (1, let key?):
          try await storage.remove(key)
          model.sessions[key] = nil
        case (2, let key?):
          try await storage.setAside(key)
          model.sessions[key] = nil
        case (3, let key?):
          let newKey = other
          #expect(try await storage.rename(key, to: newKey))
          model.sessions[newKey] = model.sessions.removeValue(forKey: key)
        case (4, let key?):
          model.sessions[key]!.expiry = max(live[key]!.expiry, expiry)
          try await storage.touch(key, expiry: model.sessions[key]!.expiry)
        case (5...6, let key?):
          model.sessions[key]!.version += 1
          model.sessions[key]!.expiry = max(live[key]!.expiry, expiry)
          model.sessions[key]!.isUsed = true
          let result = try await storage.save(model.sessions[key]!, for: key, replacing: live[key]!.version)
          try #require(result == .saved, "step \(step)")
        case (7, _): try await storage.removeExpired()
        default:
          let (key, address) = (other, UInt64.random(in: 7...8, using: &numbers))
          let record = testRecord(expiry: expiry, isUsed: .random(using: &numbers), address: address)
          let result = try await storage.save(record, for: key, replacing: 0)
          let expected = model.insert(record, for: key, now: clock.now)
          try #require(result == expected, "step \(step)")
        }
        let listed = try await storage.list().filter { $0.record.expiry > clock.now && !$0.isSetAside }
        try #require(listed.map(\.key) == model.live(clock.now).keys.sorted(), "step \(step)")
      }
    }
  }
}
