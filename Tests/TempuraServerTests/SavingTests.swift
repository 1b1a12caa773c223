import Foundation
import HTTPServer
import Sessions
import TestSupport
import Testing

@testable import TempuraServer

/// What is stored before an answer leaves, and what happens if it is not.
@Suite struct SavingTests {
  private let full = StorageError.unavailable("The disk is full.")

  // MARK: - Waiting for the storage

  @Test func anAnswerWaitsForItsChangeToBeStored() throws {
    let storage = TestStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    storage.holdSaves()
    let answers = try inParallel([{ try browser.post(browser.form(tap: "increment")).status }]) {
      try waitUntil { storage.heldSaves == 1 }
      #expect(storage.all().first?.record.version != 1, "it is stored, and the browser does not know yet")
      storage.letSavesGo()
    }
    #expect(answers == [303])
  }

  @Test func nothingOfASessionRunsWhileItIsBeingStored() throws {
    let storage = TestStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    let session = try #require(server.session(of: browser))
    storage.holdSaves()
    let answers = try inParallel([
      { try browser.post(browser.form(tap: "increment")).status },
      {
        try waitUntil { storage.heldSaves == 1 }
        return try server.browser(of: browser).post([("tap", "increment")], to: "/home").status
      },
    ]) {
      try waitUntil { storage.heldSaves == 1 && session.queue.waitingRequests == 1 }
      #expect((session.state?.current as? ShopState)?.count == 1)
      storage.letSavesGo()
    }
    #expect(answers.sorted() == [303, 303])
    #expect(try browser.open("/home").text("countLabel") == "2")
  }

  @Test func anUnusedSessionThatWasReplacedBeginsAgain() throws {
    let storage = MemoryStorage(limits: StorageLimits(sessionsPerAddress: 1))
    let server = try TestServer(ShopDelegate.self, storage: storage, trustsProxy: true)
    let (first, second) = (server.browser(), server.browser())
    for browser in [first, second] {
      browser.headers["X-Forwarded-For"] = "192.0.2.1"
      try browser.open("/home")
    }
    #expect(storage.count == 1)
    try first.tap("increment")
    #expect(first.page.status == 200)
    #expect(first.page.text("countLabel") == "1")
    // The session is used now, so that no other one of the address can begin.
    #expect(try first.tap("increment").text("countLabel") == "2")
    #expect(try second.tap("increment").status == 429)
  }

  @Test func aNewSessionIsStoredBeforeItsFirstPage() throws {
    let storage = TestStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    storage.problem = full
    let answer = try server.browser().get("/home")
    #expect(answer.status == 503)
    #expect(answer.header("Set-Cookie") == nil)
    #expect(server.runtime.sessions.count == 0)
    storage.problem = nil
    #expect(try server.browser().get("/home").status == 200)
  }

  // MARK: - A form that comes twice

  @Test(arguments: [false, true])
  func aFormWhoseSaveSeemedToFailIsAppliedOnce(isShared: Bool) throws {
    let storage = TestStorage(bytes: true, isShared: isShared)
    storage.isInTouch = true
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    try browser.tap("increment")
    let form = browser.form(tap: "increment")
    storage.lostReply = full
    let answer = try browser.post(form)
    #expect(answer.status == 303, "it is stored, as the server learns when it stores the session again")
    #expect(try browser.post(form).status == 303)
    #expect(try browser.open("/home").text("countLabel") == "2")
    try server.evictAll()
    #expect(try browser.post(form).status == 303)
    #expect(try browser.open("/home").text("countLabel") == "2")
  }

  @Test func aFormWhoseSideEffectStillRunsIsNotAppliedAgainElsewhere() throws {
    let storage = TestStorage(bytes: true, isShared: true)
    let servers = try [30, 0].map { timeout in
      try TestServer(ShopDelegate.self, storage: storage) { $0.sideEffectTimeout = timeout }
    }
    let browser = servers[0].browser()
    try browser.open("/home")
    // An updater that typing dispatches, and a side effect that waits at the gate of this name.
    let form = browser.form(tap: "wait", ["homeView.field": "lock"])
    let other = servers[1].copy(of: browser)
    let answers = try inParallel([{ try browser.post(form).status }]) {
      try waitUntil { storage.all().first?.record.version != 1 }
      #expect(try other.post(form).status == 303)
      let session = try #require(servers[1].session(of: other))
      #expect(servers[1].inTurn(of: session) { session.scenes.isEmpty }, "the form is answered without being applied")
      Gates.of("lock").signal()
    }
    #expect(answers == [303])
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  /// Another form's save must not store that this one was applied, as long as it has changed nothing.
  @Test func aFormThatHasChangedNothingIsAppliedElsewhereAndCountsOnce() throws {
    let (storage, gate) = (TestStorage(bytes: true, isShared: true), "\(#function)")
    storage.isInTouch = true
    let servers = try (0..<2).map { _ in try TestServer(ShopDelegate.self, storage: storage) }
    let browser = servers[0].browser()
    try browser.open("/home")
    let form = browser.form(tap: "wait", ["homeView.field": gate])
    let copies = servers.map { $0.copy(of: browser) }
    let other = LivePage(servers[0].copy(of: browser), tab: "other", at: "/home")
    let session = try #require(servers[0].session(of: browser))
    let answers = try inParallel(copies.map { copy in { try copy.post(form, to: "/home").status } }) {
      try waitUntil { servers[0].inTurn(of: session) { session.waiters.forms.count == 1 } }
      #expect(try other.tap("increment").status == 200)
      try waitUntil {
        guard let session = servers[1].session(of: browser) else { return false }
        return servers[1].inTurn(of: session) { session.waiters.forms.count == 1 }
      }
      for _ in 0..<2 { Gates.of(gate).signal() }
    }
    #expect(answers == [303, 303])
    #expect(try browser.open("/home").text("countLabel") == "2")
  }

  // MARK: - What is not stored

  @Test func aFormIsNotAppliedAgainIfOnlyALaterPartOfItCannotBeStored() throws {
    let storage = TestStorage(bytes: true)
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    // An updater that typing dispatches, and a side effect that waits at the gate of this name.
    let form = browser.form(tap: "wait", ["homeView.field": "lock"])
    let answers = try inParallel([{ try browser.post(form).status }]) {
      try waitUntil { try storage.text().contains("\"isLocked\":true") }
      storage.problem = full
      Gates.of("lock").signal()
    }
    #expect(answers == [303])
    storage.problem = nil
    #expect(try browser.open("/home").notice?.contains("went wrong") == true)
    #expect(try browser.post(form).status == 303)
    #expect(try browser.open("/home").text("countLabel") == "0")
  }

  @Test func aFormThatCannotBeStoredLeavesOthersWaiting() throws {
    let (storage, gate) = (TestStorage(bytes: true), "\(#function)")
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    let form = browser.form(tap: "wait", ["homeView.field": gate])
    let session = try #require(server.session(of: browser))
    let other = LivePage(server.copy(of: browser), tab: "other", at: "/home")
    try other.ask()
    let answers = try inParallel([{ try browser.post(form).status }]) {
      try waitUntil { server.inTurn(of: session) { session.waiters.forms.count == 1 } }
      storage.problem = full
      #expect(try other.tap("increment").status == 503)
      storage.problem = nil
      Gates.of(gate).signal()
    }
    #expect(answers == [303])
    #expect(try browser.post(form).status == 303)
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  /// Its answer says that nothing was done. So what its side effect does after that must not last.
  @Test func theSideEffectOfAFormThatWasUndoneChangesNothingLater() throws {
    let (storage, gate) = (TestStorage(bytes: true), "\(#function)")
    let server = try TestServer(ShopDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/home")
    storage.problem = full
    let form = browser.form(tap: "lockAndWait", ["homeView.field": gate])
    #expect(try browser.post(form).status == 503)
    storage.problem = nil
    Gates.of(gate).signal()
    let session = try #require(server.session(of: browser))
    try waitUntil { server.inTurn(of: session) { session.isIdle } }
    #expect(try browser.open("/home").text("countLabel") == "0")
  }

  @Test func aFormThatCannotBeStoredIsUndoneAndItsInputIsKept() throws {
    let storage = TestStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    try browser.tap("increment")
    let form = browser.form(tap: "note", ["homeView.field": "Milk & <eggs>"])
    storage.problem = full
    let refusal = try browser.post(form)
    #expect(refusal.status == 503)
    #expect(refusal.notice?.contains("may not have been stored") == true)
    #expect(refusal.text("countLabel") == "1")
    #expect(refusal.body.contains("Milk &amp; &lt;eggs&gt;"))
    let session = try #require(server.session(of: browser))
    #expect((session.state?.current as? ShopState)?.notes == [])
    storage.problem = nil
    #expect(try browser.post(form).status == 303, "the same form may be tried again")
    #expect((session.state?.current as? ShopState)?.notes == ["Milk & <eggs>"])
  }

  @Test func aFormThatCannotBeStoredUndoesNothingOfAnEarlierOnesSideEffect() throws {
    let (storage, gate) = (TestStorage(bytes: true), "\(#function)")
    let server = try TestServer(ShopDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/home")
    // This form is answered while its side effect runs.
    #expect(try browser.post(browser.form(tap: "waitTwice", ["homeView.field": gate])).status == 303)
    let session = try #require(server.session(of: browser))
    let other = server.copy(of: browser)
    try other.open("/home")
    storage.problem = full
    let answers = try inParallel([
      { try other.post(other.form(tap: "lockAndBlock", ["homeView.field": "\(gate) block"])).status }
    ]) {
      try waitUntil { Crowds.inside("\(gate) block") == 1 }
      Gates.of(gate).signal()
      // The updaters of both forms.
      try waitUntil { session.queue.waitingWork == 2 }
      Gates.of("\(gate) block").signal()
    }
    #expect(answers == [503])
    storage.problem = nil
    #expect(server.inTurn(of: session) { (session.state?.current as? ShopState)?.count } == 1)
    #expect(server.inTurn(of: session) { (session.state?.current as? ShopState)?.isLocked } == false)
    #expect(server.inTurn(of: session) { session.scenes.first?.isWorking } == true, "its scene stays")
    try waitUntil { try storage.text().contains("\"count\":1") }
    Gates.of("\(gate) again").signal()
  }

  @Test func aFormThatChangesNothingIsNotBlamedForAnEarlierOne() throws {
    let storage = TestStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    try browser.tap("increment")
    storage.problem = full
    #expect(try browser.post([("tap", "increment")], to: "/home").status == 503)
    #expect(try browser.post([("tap", "nothing")], to: "/home").status == 303)
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  @Test func changesOfASideEffectAreKeptUntilTheyCanBeStored() throws {
    let storage = TestStorage()
    let server = try TestServer(LibraryDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/list")
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "countLater \(gate)"])).status == 303)
    let session = try #require(server.session(of: browser))
    storage.problem = full
    Gates.of(gate).signal()
    try waitUntil { server.inTurn(of: session) { session.persistenceError != nil } }
    storage.problem = nil
    Gates.of(gate).signal()
    try waitUntil { try storage.text().contains("\"count\":2") }
    #expect(server.inTurn(of: session) { session.persistenceError == nil })
    Gates.of(gate).signal()
  }

  @Test func aFormWhoseSideEffectCannotBeStoredIsUndone() throws {
    let storage = TestStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let (browser, gate) = (server.browser(), "\(#function)")
    try browser.open("/home")
    let form = browser.form(tap: "wait", ["homeView.field": gate])
    let session = try #require(server.session(of: browser))
    let (port, cookie) = (server.port, browser.cookie)
    let answers = try onThreads(1) {
      try Browser(port: port, cookie: cookie).post(form, to: "/home").status
    } meanwhile: {
      // The form is stored as far as it is done, and waits for its side effect.
      try waitUntil {
        server.inTurn(of: session) { session.lifetime.isUsed && session.scenes[0].isWorking && !session.isUnsaved }
      }
      storage.problem = full
      Gates.of(gate).signal()
    }
    #expect(answers == [503])
    #expect(server.inTurn(of: session) { session.state?.journal.isEmpty } == true)
    storage.problem = nil
    #expect(try browser.open("/home").text("countLabel") == "0")
  }

  @Test func aSessionThatIsTooLargeIsRefused() throws {
    let storage = TestStorage(bytes: true)
    storage.maxBytes = 1000
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    let long = String(repeating: "x", count: 2000)
    let refusal = try browser.post(browser.form(tap: "note", ["homeView.field": long]))
    #expect(refusal.status == 413)
    #expect(refusal.notice?.contains("no room") == true)
    #expect(try browser.post(browser.form(tap: "increment")).status == 303)
  }

  @Test func anAddressThatHasTooManySessionsGetsNoMore() throws {
    let storage = TestStorage(memory: MemoryStorage(limits: StorageLimits(sessionsPerAddress: 1)))
    let server = try TestServer(ShopDelegate.self, storage: storage)
    // This machine's own addresses are not counted.
    for _ in 0..<3 { #expect(try server.browser().get("/home").status == 200) }
    #expect(NetworkAddress("127.0.0.1")?.number == 0 && NetworkAddress("::1")?.number == 0)
    #expect(NetworkAddress("::ffff:127.0.0.1")?.number == 0 && NetworkAddress("no address") == nil)
    #expect(NetworkAddress("192.0.2.1")?.number == NetworkAddress("::ffff:192.0.2.1")?.number)
    #expect(NetworkAddress("192.0.2.1")?.number != NetworkAddress("192.0.2.2")?.number)
    #expect(NetworkAddress("2001:db8::1")?.number == NetworkAddress("2001:db8::ffff:1")?.number)
    #expect(NetworkAddress("2001:db8::1")?.number != NetworkAddress("2001:db8:0:1::1")?.number)
    #expect(PersistenceError.tooManyOfAddress.answer.status == .tooManyRequests)
  }

  // MARK: - Resent forms

  @Test func aFormIsAppliedOnceAlsoIfTheServerForgotIt() throws {
    let storage = TestStorage(bytes: true)
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    let form = browser.form(tap: "increment")
    #expect(try browser.post(form).status == 303)
    try server.evictAll()
    let again = try browser.post(form)
    #expect(again.status == 303 && again.header("Location") == "/home")
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  // MARK: - Reading

  @Test func aSessionThatCannotBeReadIsNotReplaced() throws {
    let storage = TestStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    try browser.tap("increment")
    try server.evictAll()
    storage.loadProblem = full
    let refusal = try browser.get("/home")
    #expect(refusal.status == 503 && refusal.header("Set-Cookie") == nil)
    storage.loadProblem = nil
    #expect(try browser.open("/home").text("countLabel") == "1")
  }
}

extension TestStorage {
  /// All that is stored.
  func text() throws -> String {
    try all().map { String(decoding: try $0.record.content.encoded(), as: UTF8.self) }.joined(separator: "\n")
  }
}
