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

  @Test func everyCallIsMeasuredAndAnswered() {
    let storage = MeasuredStorage(TestStorage(), metrics)
    let answers = Counter()
    let other = SessionKey(of: .random())
    storage.save(record(1), for: key, replacing: 0) { result in
      #expect((try? result.get()) == .saved)
      answers.increment()
    }
    storage.load(key, unless: 1) { _ in answers.increment() }
    storage.touch(key, expiry: .max) { _ in answers.increment() }
    storage.rename(key, to: other, replacing: 1, leaving: record(2)) { result in
      #expect((try? result.get()) == .saved)
      answers.increment()
    }
    storage.setAside(other) { _ in answers.increment() }
    storage.remove(other, version: nil) { _ in answers.increment() }
    storage.removeExpired { _ in answers.increment() }
    #expect(answers.value == 7)
    for operation in ["save", "load", "touch", "rename", "set_aside", "remove", "remove_expired"] {
      #expect(calls(operation) == 1, "\(operation)")
      #expect(metrics.storageFailures[operation].value == 0, "\(operation)")
    }
    #expect(metrics.sessionsSetAside.value == 1)
  }

  @Test func conflictsAndFailuresAreCounted() {
    let base = TestStorage()
    let storage = MeasuredStorage(base, metrics)
    let other = SessionKey(of: .random())
    storage.save(record(1), for: key, replacing: 0) { _ in }
    #expect(metrics.conflicts.value == 0)
    storage.save(record(8), for: key, replacing: 7) { #expect((try? $0.get()) == .outdated) }
    #expect(metrics.conflicts.value == 1)
    for result in [SavedSession.saved, .outdated] {
      let saves = [RecordSave(record(2), for: key, replacing: 1), RecordSave(record(1), for: other, replacing: 0)]
      storage.save(saves) { #expect((try? $0.get()) == result) }
    }
    #expect(metrics.conflicts.value == 2)
    base.problem = .unavailable("The disk is full.")
    storage.save(record(3), for: key, replacing: 2) { _ in }
    storage.save([RecordSave(record(3), for: key, replacing: 2)]) { _ in }
    base.loadProblem = .unavailable("The disk is gone.")
    storage.load(key, unless: 0) { _ in }
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
    session.queue.perform { session.lifetime.isUsed.toggle() }
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
