import Testing

@testable import Sessions

private struct Text: SessionContent {
  let text: String
  init(_ text: String) { self.text = text }
  func encoded() -> [UInt8] { Array(text.utf8) }
}

/// The behaviour that all storages share.
@Suite struct SessionStorageTests {
  private let clock = TestClock()
  private let key = SessionKey(of: .random())
  private var other: SessionKey { SessionKey(of: .random()) }

  private func record(
    _ text: String, version: UInt64, expiry: Int64 = 2000, isUsed: Bool = false, address: UInt64 = 0
  ) -> SessionRecord {
    SessionRecord(
      version: version, content: Text(text), created: 900, expiry: expiry, isUsed: isUsed, address: address)
  }

  private func text(_ record: SessionRecord?) throws -> String? {
    try record.map { String(decoding: try $0.content.encoded(), as: UTF8.self) }
  }

  // MARK: - Loading and saving

  @Test(arguments: StorageKind.all)
  func aSavedSessionCanBeLoaded(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      #expect(try await storage.record(key) == nil)
      let saved = record("one\u{0} 😀", version: 1, isUsed: true, address: .max)
      #expect(try await storage.save(saved, for: key, replacing: 0) == .saved)
      let loaded = try #require(try await storage.record(key))
      #expect(loaded.version == 1)
      #expect(loaded.created == 900)
      #expect(loaded.expiry == 2000)
      #expect(loaded.isUsed)
      #expect(loaded.address == .max)
      #expect(try text(loaded) == "one\u{0} 😀")
      #expect(try await storage.record(other) == nil)
    }
  }

  @Test(arguments: StorageKind.all)
  func aVersionThatTheCallerHasIsNotLoadedAgain(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      guard case .none = try await storage.load(key, unless: 1) else { return #expect(Bool(false)) }
      _ = try await storage.save(record("one", version: 1), for: key, replacing: 0)
      guard case .unchanged = try await storage.load(key, unless: 1) else { return #expect(Bool(false)) }
      guard case .record(let found) = try await storage.load(key, unless: 7) else { return #expect(Bool(false)) }
      #expect(found.version == 1)
      clock.now = 2000
      guard case .none = try await storage.load(key, unless: 1) else { return #expect(Bool(false)) }
    }
  }

  @Test(arguments: StorageKind.all)
  func aNewVersionReplacesTheExpectedOne(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      #expect(try await storage.save(record("one", version: 1), for: key, replacing: 0) == .saved)
      #expect(try await storage.save(record("two", version: 2, isUsed: true), for: key, replacing: 1) == .saved)
      let loaded = try await storage.record(key)
      #expect(try text(loaded) == "two")
      #expect(loaded?.isUsed == true)
    }
  }

  @Test(arguments: StorageKind.all)
  func aSaveThatExpectsAnotherVersionIsOutdated(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      #expect(try await storage.save(record("x", version: 2), for: key, replacing: 1) == .outdated)
      #expect(try await storage.record(key) == nil)
      #expect(try await storage.save(record("one", version: 1), for: key, replacing: 0) == .saved)
      #expect(try await storage.save(record("other", version: 1), for: key, replacing: 0) == .outdated)
      #expect(try await storage.save(record("other", version: 3), for: key, replacing: 2) == .outdated)
      #expect(try text(await storage.record(key)) == "one")
    }
  }

  @Test(arguments: StorageKind.all)
  func onlyOneOfManySavesReplacesAVersion(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      _ = try await storage.save(record("0", version: 1), for: key, replacing: 0)
      for version in UInt64(1)..<20 {
        let results = try await withThrowingTaskGroup(of: SavedSession.self) { group in
          for writer in 0..<8 {
            let record = record("\(writer)", version: version + 1)
            group.addTask { try await storage.save(record, for: key, replacing: version) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.filter { $0 == .saved }.count == 1)
      }
      #expect(try await storage.record(key)?.version == 20)
    }
  }

  @Test(arguments: StorageKind.all)
  func manySessionsCanBeSavedAtTheSameTime(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      let keys = (0..<500).map { _ in other }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for key in keys {
          let records = (1...3).map { record(key.hexadecimal, version: $0) }
          group.addTask { () async throws in
            for record in records {
              #expect(try await storage.save(record, for: key, replacing: record.version - 1) == .saved)
            }
          }
        }
        try await group.waitForAll()
      }
      for key in keys { #expect(try text(await storage.record(key)) == key.hexadecimal) }
    }
  }

  @Test(arguments: StorageKind.all)
  func aLargeSessionIsStoredCompletely(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      let large = String(repeating: "ä0123456789", count: 80_000)
      #expect(try await storage.save(record(large, version: 1), for: key, replacing: 0) == .saved)
      #expect(try text(await storage.record(key)) == large)
    }
  }

  // MARK: - Time

  @Test(arguments: StorageKind.all)
  func anExpiredSessionCannotBeLoaded(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      _ = try await storage.save(record("one", version: 5), for: key, replacing: 0)
      clock.now = 1999
      #expect(try await storage.record(key) != nil)
      clock.now = 2000
      #expect(try await storage.record(key) == nil)
      #expect(try await storage.save(record("six", version: 6, expiry: 3000), for: key, replacing: 5) == .outdated)
      #expect(try await storage.save(record("new", version: 1, expiry: 3000), for: key, replacing: 0) == .saved)
      #expect(try text(await storage.record(key)) == "new")
    }
  }

  @Test(arguments: StorageKind.all)
  func aTouchedSessionExpiresLater(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      _ = try await storage.save(record("one", version: 1), for: key, replacing: 0)
      try await storage.touch(key, expiry: 3000)
      try await storage.touch(other, expiry: 3000)
      clock.now = 2500
      let loaded = try await storage.record(key)
      #expect(loaded?.expiry == 3000)
      #expect(loaded?.version == 1)
      clock.now = 3000
      try await storage.touch(key, expiry: 4000)
      #expect(try await storage.record(key) == nil)
    }
  }

  @Test(arguments: StorageKind.all)
  func expiredSessionsAreRemoved(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      let keys = (0..<100).map { _ in other }
      for (index, key) in keys.enumerated() {
        _ = try await storage.save(record("x", version: 1, expiry: index < 40 ? 1100 : 1200), for: key, replacing: 0)
      }
      #expect(try await storage.removeExpired() == 0)
      clock.now = 1100
      try await storage.removeExpired()
      #expect(try await storage.list().count == 60)
      for (index, key) in keys.enumerated() { #expect(try await (storage.record(key) == nil) == (index < 40)) }
    }
  }

  // MARK: - Removing and renaming

  @Test(arguments: StorageKind.all)
  func aRemovedSessionCannotBeLoaded(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      _ = try await storage.save(record("one", version: 1), for: key, replacing: 0)
      #expect(try await storage.remove(key))
      #expect(try await storage.record(key) == nil)
      #expect(try await storage.save(record("two", version: 2), for: key, replacing: 1) == .outdated)
      #expect(try await storage.save(record("new", version: 1), for: key, replacing: 0) == .saved)
      #expect(try await storage.remove(other) == false)
    }
  }

  @Test(arguments: StorageKind.all)
  func aRenamedSessionHasOnlyItsNewKey(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      let newKey = other
      _ = try await storage.save(record("one", version: 3), for: key, replacing: 0)
      #expect(try await storage.rename(key, to: newKey))
      #expect(try await storage.record(key) == nil)
      let loaded = try await storage.record(newKey)
      #expect(try text(loaded) == "one")
      #expect(loaded?.version == 3)
      #expect(try await storage.save(record("two", version: 4), for: newKey, replacing: 3) == .saved)
      #expect(try await storage.rename(key, to: other) == false)
    }
  }

  @Test(arguments: StorageKind.all)
  func aSessionThatWasSetAsideIsOnlyListed(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      _ = try await storage.save(record("odd", version: 3), for: key, replacing: 0)
      try await storage.setAside(key)
      #expect(try await storage.record(key) == nil)
      let listed = try await storage.list()
      #expect(listed.map(\.isSetAside) == [true])
      #expect(try text(listed.first?.record) == "odd")
      #expect(try await storage.remove(listed[0].key))
      #expect(try await storage.list().isEmpty)
    }
  }

  @Test(arguments: StorageKind.all)
  func aMissingSessionCannotBeSetAside(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      try await storage.setAside(key)
      #expect(try await storage.list().isEmpty)
    }
  }

  // MARK: - Listing

  @Test(arguments: StorageKind.all)
  func allSessionsAreListedInTheOrderOfTheirKeys(kind: StorageKind) async throws {
    try await kind.with(clock) { storage async throws in
      let keys = (0..<25).map { _ in other }
      for key in keys { _ = try await storage.save(record("abc", version: 1), for: key, replacing: 0) }
      var listed: [StoredSession] = []
      while true {
        let next = try await storage.list(after: listed.last?.key, most: 10)
        listed += next
        if next.count < 10 { break }
      }
      #expect(listed.map(\.key) == keys.sorted())
      #expect(listed.allSatisfy { $0.size == 3 && !$0.isSetAside && $0.record.version == 1 })
    }
  }
}

@Suite struct SessionRecordTests {
  private struct Odd: SessionContent {
    struct Failure: Error, CustomStringConvertible { let description = "No." }
    func encoded() throws -> [UInt8] { throw Failure() }
  }

  @Test func aTooLargeSessionIsRefused() throws {
    let record = SessionRecord(version: 1, content: Text("12345"), expiry: 0)
    #expect(try record.encodedContent(most: 5).count == 5)
    #expect(throws: StorageError.tooLarge(bytes: 5, most: 4)) { try record.encodedContent(most: 4) }
  }

  @Test func aStateThatCannotBeEncodedIsRefused() {
    let record = SessionRecord(version: 1, content: Odd(), expiry: 0)
    #expect(throws: StorageError.notEncodable("No.")) { try record.encodedContent(most: 4) }
  }
}

@Suite struct StorageErrorTests {
  @Test func eachErrorHasASentence() {
    #expect(StorageError.unavailable("The disk is full.").description == "The disk is full.")
    #expect(StorageError.unusable("It is no database.").description == "It is no database.")
    #expect(
      StorageError.tooLarge(bytes: 5, most: 4).description
        == "The session has 5 bytes, and 4 are allowed. Keep less in the state, or raise ServerConfiguration.sessionBytes."
    )
    #expect(StorageError.notEncodable("No.").description == "The state cannot be encoded: No.")
  }
}
