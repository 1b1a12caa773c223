import Sessions
import TempuraMetrics
import TestSupport
import Testing

@testable import TempuraServer

@Suite struct MeasuredStorageTests {
  private let metrics = RuntimeMetrics()
  private let key = SessionKey(of: .random())

  private func record(_ version: UInt64) -> SessionRecord {
    SessionRecord(version: version, content: EncodedContent(bytes: []), expiry: .max)
  }

  private func calls(_ operation: String) -> UInt64 { metrics.storageDurations[operation].count }

  @Test func everyCallIsMeasured() async throws {
    let storage = MeasuredStorage(TestStorage(), metrics)
    #expect(try await storage.save([RecordSave(record(1), for: key, replacing: 0)]) == .saved)
    _ = try await storage.load(key, unless: 1)
    try await storage.touch(key, expiry: .max)
    #expect(try await storage.save([RecordSave(settingAside: record(1), for: key)]) == .saved)
    #expect(try await storage.remove(key, version: nil))
    _ = try await storage.removeExpired()
    for operation in ["save", "load", "touch", "remove", "remove_expired"] {
      #expect(calls(operation) == (operation == "save" ? 2 : 1), "\(operation)")
      #expect(metrics.storageFailures[operation].value == 0, "\(operation)")
    }
    #expect(metrics.sessionsSetAside.value == 1)
  }

  @Test func conflictsAndFailuresAreCounted() async throws {
    let base = TestStorage()
    let storage = MeasuredStorage(base, metrics)
    let other = SessionKey(of: .random())
    #expect(try await storage.save([RecordSave(record(1), for: key, replacing: 0)]) == .saved)
    #expect(metrics.conflicts.value == 0)
    #expect(try await storage.save([RecordSave(record(8), for: key, replacing: 7)]) == .outdated)
    #expect(metrics.conflicts.value == 1)
    for result in [SavedSession.saved, .outdated] {
      let saves = [RecordSave(record(2), for: key, replacing: 1), RecordSave(record(1), for: other, replacing: 0)]
      #expect(try await storage.save(saves) == result)
    }
    #expect(metrics.conflicts.value == 2)
    base.problem = .unavailable("The disk is full.")
    for _ in 0..<2 {
      await #expect(throws: StorageError.self) {
        try await storage.save([RecordSave(record(3), for: key, replacing: 2)])
      }
    }
    base.loadProblem = .unavailable("The disk is gone.")
    await #expect(throws: StorageError.self) { _ = try await storage.load(key, unless: 0) }
    #expect(metrics.storageFailures["save"].value == 2)
    #expect(metrics.storageFailures["load"].value == 1)
    #expect(calls("save") == 6)
  }

  @Test func aLostRaceIsARetry() throws {
    let memory = MemoryStorage()
    let servers = try (0..<2).map { _ in
      try TestServer(LibraryDelegate.self, storage: TestStorage(isShared: true, memory: memory))
    }
    let browser = servers[0].browser()
    try browser.open("/list")
    let other = servers[1].copy(of: browser)
    try other.open("/list")
    // This server does not know yet what the other one stored.
    try other.tap("list.go", ["list.field": "count"])
    let session = try #require(servers[0].session(of: browser))
    session.inTurn { session.lifetime.isUsed.toggle() }
    try waitUntil { servers[0].runtime.metrics.conflicts.value > 0 }
    #expect(servers[0].runtime.metrics.retries.value > 0)
  }

  @Test func aRenameWithoutAReplyIsNoRetry() throws {
    let storage = TestStorage(bytes: true, isShared: true)
    let server = try TestServer(LibraryDelegate.self, storage: storage)
    let browser = try server.browser(at: "/list")
    let (form, old) = (browser.form(tap: "list.go", ["list.field": "signIn"]), browser.cookie)
    storage.lostReplyOfRename = .unavailable("The connection was closed.")
    #expect(try browser.post(form).status == 503)
    #expect(browser.cookie != old)
    #expect(server.runtime.metrics.retries.value == 0)
  }
}
