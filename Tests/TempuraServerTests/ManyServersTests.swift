import Foundation
import Basics
import Sessions
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// Several servers with the same sessions, any of which may get any request.
@Suite struct ManyServersTests {
  private let memory = MemoryStorage()

  private func server(_ app: any UIApplicationDelegate.Type = LibraryDelegate.self) throws -> TestServer {
    try TestServer(app, storage: TestStorage(bytes: true, isShared: true, memory: memory))
  }

  @Test func eachServerShowsWhatAnotherStored() throws {
    let servers = [try server(), try server(), try server()]
    let browser = servers[0].browser()
    try browser.open("/list")
    for step in 1...9 {
      let one = servers[step % 3].browser(of: browser)
      try one.open("/list")
      #expect(one.page.text("list.label") == "section \(step - 1) count 0", "local states, too")
      try one.tap("list.more")
      #expect(
        try servers[(step + 1) % 3].browser(of: browser).open("/list").text("list.label") == "section \(step) count 0")
    }
  }

  @Test func aServerThatIsToldOfAChangeBringsTheScreensOfOpenPagesUpToDate() throws {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    let told = try TestServer(LibraryDelegate.self, storage: storage)
    let other = try server()
    let browser = told.browser()
    try browser.open("/list")
    let session = try #require(told.session(of: browser))
    _ = try other.browser(of: browser).post([("list.field", "count"), ("tap", "list.go")], to: "/list")
    func count() -> Int? { told.inTurn(of: session) { (session.state?.current as? LibraryState)?.count } }
    #expect(count() == 0)
    storage.othersChanged(session.key)
    #expect(!session.freshness.isCurrent)
    #expect(count() == 0, "no page shows it")
    told.runtime.streams.add(CountingStream().stream, named: "streamstreamstream", of: session.key, until: .max)
    storage.othersChanged(session.key)
    try waitUntil { count() == 1 }
    #expect(session.freshness.isCurrent)
    storage.othersChanged(SessionKey(of: .random()))
  }

  @Test func anOpenPageOfASessionWithoutScreensIsToldOfChanges() throws {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    let told = try TestServer(LibraryDelegate.self, storage: storage)
    let other = try server()
    let browser = other.browser()
    try browser.open("/list")
    _ = try told.browser(of: browser).post([("tab", "anothertab")], to: "/live")
    let session = try #require(told.session(of: browser))
    #expect(told.inTurn(of: session) { session.state == nil })
    let stream = CountingStream()
    told.runtime.streams.add(stream.stream, named: "streamstreamstream", of: session.key, until: .max)
    for count in 1...2 {
      _ = try browser.post([("list.field", "count"), ("tap", "list.go")], to: "/list")
      storage.othersChanged(session.key)
      try waitUntil { stream.eventCount == count }
    }
    // Storages report the next change only to a server that has loaded the session since the last one.
    try told.evictAll()
    for key in [session.key, nil] {
      let (loads, count) = (storage.loadCount, stream.eventCount)
      storage.othersChanged(key)
      try waitUntil { stream.eventCount > count }
      try waitUntil { storage.loadCount > loads }
    }
  }

  @Test func aServerThatKnowsOfChangesToFilesReadsThemAgain() throws {
    let storage = TestStorage(bytes: true, memory: memory)
    let server = try TestServer(LibraryDelegate.self, storage: storage)
    let browser = try server.browser(at: "/list")
    try storage.rewrite { $0.replacing("\"count\":0", with: "\"count\":7") }
    #expect(try browser.open("/list").text("list.label") == "section 0 count 0", "nobody has told it")
    storage.othersChanged(nil)
    #expect(try browser.open("/list").text("list.label") == "section 0 count 7")
  }

  @Test func aFormThatGoesToTwoServersIsAppliedOnce() throws {
    let servers = [try server(), try server()]
    let browser = servers[0].browser()
    try browser.open("/list")
    let form = browser.form(tap: "list.go", ["list.field": "count"])
    for server in servers { #expect(try server.browser(of: browser).post(form, to: "/list").status == 303) }
    #expect(try browser.open("/list").text("list.label") == "section 0 count 1")
  }

  @Test func aFormThatGoesToTwoServersAtTheSameTimeIsAppliedOnce() throws {
    let storages = (0..<2).map { _ in TestStorage(bytes: true, isShared: true, memory: memory) }
    let servers = try storages.map { try TestServer(LibraryDelegate.self, storage: $0) }
    let browser = servers[0].browser()
    try browser.open("/list")
    let form = browser.form(tap: "list.go", ["list.field": "count"])
    let other = servers[1].browser(of: browser)
    let isFirst = Locked(true)
    storages[0].willSave = { _, _ in
      // The other server is faster.
      guard
        isFirst.withLock({ isFirst in
          defer { isFirst = false }; return isFirst
        })
      else { return }
      #expect((try? other.post(form, to: "/list"))?.status == 303)
    }
    #expect(try browser.post(form, to: "/list").status == 303)
    #expect(try browser.open("/list").text("list.label") == "section 0 count 1")
  }

  @Test func noChangeIsLostInARace() throws {
    let storages = (0..<2).map { _ in TestStorage(bytes: true, isShared: true, memory: memory) }
    let servers = try storages.map { try TestServer(LibraryDelegate.self, storage: $0) }
    let browser = servers[0].browser()
    try browser.open("/list")
    let other = servers[1].browser(of: browser)
    let races = Locked(0)
    storages[0].willSave = { record, _ in
      guard record.version > 1,
        races.withLock({ races in
          defer { races += 1 }; return races < 3
        })
      else { return }
      #expect((try? other.post([("list.field", "count"), ("tap", "list.go")], to: "/list"))?.status == 303)
    }
    #expect(try browser.post([("list.field", "count"), ("tap", "list.go")], to: "/list").status == 303)
    #expect(try browser.open("/list").text("list.label") == "section 0 count 4")
    #expect(try other.open("/list").text("list.label") == "section 0 count 4")
  }

  @Test func aFormThatLosesEachRaceIsToldSo() throws {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    let server = try TestServer(LibraryDelegate.self, storage: storage)
    let browser = try server.browser(at: "/list")
    storage.willSave = { [memory] record, key in
      guard record.version > 1 else { return }
      var other = record
      guard let stored = memory.record(for: key) else { return }
      (other.version, other.content) = (stored.version + 1, stored.content)
      _ = memory.save(other, for: key, replacing: stored.version)
    }
    let refusal = try browser.post(browser.form(tap: "list.go", ["list.field": "count"]))
    #expect(refusal.status == 409)
    #expect(refusal.notice?.contains("Others changed this") == true)
    storage.willSave = nil
    #expect(try browser.open("/list").text("list.label") == "section 0 count 0")
  }

  @Test func manyPeopleAtManyServersLoseNothing() throws {
    let servers = [try server(), try server(), try server()]
    let browser = servers[0].browser()
    try browser.open("/list")
    let results = try inParallel(
      (0..<6).map { person in
        {
          for round in 0..<10 {
            let one = servers[(person + round) % 3].browser(of: browser)
            while try one.post([("list.field", "count"), ("tap", "list.go")], to: "/list").status != 303 {}
          }
          return 0
        }
      }
    ) {}
    #expect(results.count == 6)
    #expect(try browser.open("/list").text("list.label") == "section 0 count 60")
  }

  @Test func aSessionThatWasRemovedElsewhereIsOver() throws {
    let servers = [try server(), try server()]
    let browser = servers[0].browser()
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "count"])
    let other = servers[1].browser(of: browser)
    try other.open("/list")
    let farewell = try browser.post(browser.form(tap: "list.go", ["list.field": "end"]))
    #expect(farewell.status == 303)
    #expect(farewell.header("Clear-Site-Data")?.contains("\"cookies\"") == true)
    let answer = try other.get("/list")
    #expect(answer.text("list.label") == "section 0 count 0")
    #expect(answer.header("Set-Cookie") != nil)
    try waitUntil { servers[0].runtime.sessions.count == 0 }  // the session leaves memory after its answer
  }
}

/// Ids of sessions, and their end.
@Suite struct SessionLifeTests {
  @Test func aRenewedSessionIsKnownByAnotherID() throws {
    let storage = TestStorage(bytes: true)
    let server = try TestServer(LibraryDelegate.self, storage: storage)
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    let old = try #require(browser.cookie)
    let answer = try browser.post(browser.form(tap: "list.go", ["list.field": "renew"]))
    #expect(answer.status == 303)
    let new = try #require(browser.cookie)
    #expect(new != old)
    #expect(storage.all().count == 2, "the session, and what is under its old key")
    #expect(try browser.open("/list").text("list.label") == "section 0 count 1")
    let thief = Browser(port: server.port, cookie: old)
    #expect(try thief.open("/list").text("list.label") == nil)
    try server.evictAll()
    #expect(try browser.open("/list").text("list.label") == "section 0 count 1")
    #expect(browser.cookie == new)
  }

  @Test func anEndedSessionIsForgotten() throws {
    let storage = TestStorage()
    let server = try TestServer(LibraryDelegate.self, storage: storage)
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    let answer = try browser.post(browser.form(tap: "list.go", ["list.field": "end"]))
    #expect(answer.header("Set-Cookie")?.contains("Max-Age=0") == true)
    #expect(storage.all().isEmpty)
    try waitUntil { server.runtime.sessions.count == 0 }  // the session leaves memory after its answer
  }

  @Test func sideEffectsOfAnEndedSessionDoNoHarm() throws {
    let storage = TestStorage()
    let server = try TestServer(LibraryDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/list")
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "countLater \(gate)"])).status == 303)
    try browser.open("/list")
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "endNow"])).status == 303)
    try waitUntil { storage.all().isEmpty && server.runtime.sessions.count == 0 }
    for _ in 0..<3 { Gates.of(gate).signal() }
    #expect(server.runtime.longWork.wait(until: .distantFuture) == [])
    #expect(storage.all().isEmpty)
    #expect(try server.browser().get("/list").status == 200)
  }

  @Test func aSessionThatEndsByItselfIsNotShownAgain() throws {
    let storage = TestStorage()
    let server = try TestServer(LibraryDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    let (gate, old) = ("\(#function)", try #require(browser.cookie))
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "endLater \(gate)"])).status == 303)
    #expect(try browser.open("/list").isWorking)
    Gates.of(gate).signal()
    #expect(server.runtime.longWork.wait(until: .distantFuture) == [])
    try waitUntil { storage.all().isEmpty && server.runtime.sessions.count == 0 }
    let page = try browser.open("/list")
    #expect(page.text("list.label") == "section 0 count 0")
    #expect(try #require(browser.cookie).isEmpty == false)
    #expect(browser.cookie != old)
    #expect(page.header("Clear-Site-Data") == "\"cache\", \"storage\"", "the new cookie stays")
    try browser.tap("list.go", ["list.field": "count"])
    #expect(browser.page.text("list.label") == "section 0 count 1")
    #expect(browser.page.header("Clear-Site-Data") == nil, "it is said once")
  }

  @Test func aSessionThatEndedAndCannotBeRemovedIsNotShown() throws {
    let storage = TestStorage()
    let server = try TestServer(LibraryDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "endLater \(gate)"])).status == 303)
    storage.removalProblem = .unavailable("it is broken")
    Gates.of(gate).signal()
    #expect(server.runtime.longWork.wait(until: .distantFuture) == [])
    let session = try #require(server.session(of: browser))
    #expect(server.inTurn(of: session) { session.life == .ending })
    #expect(try browser.get("/list").status == 503)
    storage.removalProblem = nil
    server.inTurn(of: session) {}
    try waitUntil { server.runtime.sessions.count == 0 }
    #expect(try browser.open("/list").text("list.label") == "section 0 count 0")
  }

  @Test func aFormThatWaitsIsAnsweredWhenAnotherServerRemovesItsSession() throws {
    let memory = MemoryStorage()
    let servers = try (0..<2).map { _ in
      try TestServer(LibraryDelegate.self, storage: TestStorage(bytes: true, isShared: true, memory: memory))
    }
    let browser = servers[0].browser()
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "count"])
    let gate = "\(#function)"
    let fields = browser.form(tap: "list.go", ["list.field": "countLater \(gate)"])
    let answers = try inParallel([{ try browser.post(fields) }]) {
      let session = try #require(servers[0].session(of: browser))
      try waitUntil { servers[0].inTurn(of: session) { session.scenes.contains(where: \.isWorking) } }
      let other = servers[1].browser(of: browser)
      try other.open("/list")
      #expect(try other.post(other.form(tap: "list.go", ["list.field": "endNow"])).status == 303)
      #expect(try servers[0].browser(of: browser).get("/list").text("list.label") == "section 0 count 0")
    }
    #expect(answers.first?.status == 303)
    for _ in 0..<3 { Gates.of(gate).signal() }
  }

  @Test func aFormThatWaitsIsAnsweredWhenItsSessionEndsElsewhere() throws {
    let server = try TestServer(LibraryDelegate.self, storage: TestStorage())
    let browser = try server.browser(at: "/list")
    let tab = browser.newTab()
    try tab.open("/list/note")
    let gate = "\(#function)"
    let fields = browser.form(tap: "list.go", ["list.field": "countLater \(gate)"])
    let answers = try inParallel([{ try browser.post(fields) }]) {
      let session = try #require(server.session(of: tab))
      try waitUntil { server.inTurn(of: session) { session.scenes.contains(where: \.isWorking) } }
      let answer = try tab.post(tab.form(tap: "note.go", ["note.field": "endNow"]))
      #expect(answer.header("Clear-Site-Data")?.contains("cookies") == true)
    }
    #expect(answers.first?.status == 303)
    try waitUntil { server.runtime.sessions.count == 0 }  // the session leaves memory after its answer
    for _ in 0..<3 { Gates.of(gate).signal() }
  }

  @Test func aSessionLastsNoLongerThanItMay() throws {
    let storage = TestStorage()
    let server = try TestServer(LibraryDelegate.self, storage: storage) { $0.longestSessionLifetime = 500 }
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    let record = try #require(storage.all().first?.record)
    #expect(record.expiry == record.created + 500)
    #expect(record.isUsed)
  }

  @Test func aSessionThatWasOnlyLookedAtIsMarkedSo() throws {
    let storage = TestStorage()
    let server = try TestServer(LibraryDelegate.self, storage: storage)
    // The times are whole seconds, and are read one after the other: the visit has to begin and to end in the same second.
    var begun: Int64
    repeat {
      for session in storage.all() { storage.memory.remove(session.key) }
      begun = server.runtime.time
      try server.browser().open("/list")
    } while server.runtime.time != begun
    let record = try #require(storage.all().first?.record)
    #expect(!record.isUsed)
    #expect(record.expiry == record.created + 3600)
  }
}
