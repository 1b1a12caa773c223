import Dispatch
import Sessions
import TestSupport
import Testing

@testable import TempuraServer

/// What happens if the storage has done what it was asked, and the server does not learn of it; and if the storage has lost
/// what it said that it had stored.
@Suite final class LostReplyTests {
  /// Kept until the test is over.
  private var running: [TestServer] = []
  private let lost = StorageError.unavailable("The connection was closed.")

  private func counts(_ storage: TestStorage, _ count: Int) throws -> Bool {
    try storage.text().contains("\"count\":\(count)")
  }

  // MARK: - Another id

  /// Servers with one storage, and a browser at the first one whose session has counted to 1.
  private func start(servers count: Int = 1) throws -> (TestStorage, [TestServer], Browser) {
    let storage = TestStorage(bytes: true, isShared: true)
    storage.isInTouch = true
    let servers = try (0..<count).map { _ in try TestServer(LibraryDelegate.self, storage: storage) }
    running += servers
    let browser = servers[0].browser()
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "count"])
    return (storage, servers, browser)
  }

  /// The next rename has no reply, and nothing can be loaded after that.
  private func loseRename(_ storage: TestStorage) {
    storage.lostReplyOfRename = lost
    storage.willAnswerRename = { [lost] in
      storage.loadProblem = lost
      storage.willAnswerRename = nil
    }
  }

  /// The page that says so brings the new id.
  @Test func aFormLearnsItsNewIDThatHadNoReply() throws {
    let storage = TestStorage(bytes: true, isShared: true)
    let server = try TestServer(LibraryDelegate.self, storage: storage)
    let browser = try server.browser(at: "/list")
    let (form, oldCookie) = (browser.form(tap: "list.go", ["list.field": "signIn"]), browser.cookie)
    storage.lostReplyOfRename = lost
    #expect(try browser.post(form).status == 503)
    #expect(browser.cookie != oldCookie)
    #expect(try browser.post(form).status == 303)
    #expect(try browser.open("/list").text("list.label") == "section 0 count 1")
  }

  /// - Parameter server: The server that gets the form again.
  @Test(arguments: [0, 1])
  func aFormWhoseNewIDHadNoReplyFindsItsSession(server: Int) throws {
    let (storage, servers, browser) = try start(servers: 2)
    let (form, oldCookie) = (browser.form(tap: "list.go", ["list.field": "signIn"]), browser.cookie)
    loseRename(storage)
    #expect(try browser.post(form).status == 503)
    storage.loadProblem = nil
    #expect(try browser.get("/list").status == 503)
    #expect(browser.cookie == oldCookie)
    let again = servers[server].copy(of: browser)
    #expect(try again.post(form, to: "/list").status == 303)
    #expect(again.cookie != oldCookie)
    #expect(try again.open("/list").text("list.label") == "section 0 count 2")
  }

  /// It may be an attacker's, who planted the old id.
  @Test func anotherFormDoesNotGetTheNewIDThatHadNoReply() throws {
    let (storage, _, browser) = try start()
    let (count, oldCookie) = (browser.form(tap: "list.go", ["list.field": "count"]), browser.cookie)
    loseRename(storage)
    let form = browser.form(tap: "list.go", ["list.field": "signIn"])
    #expect(try browser.post(form).status == 503)
    storage.loadProblem = nil
    #expect(try browser.get("/list").header("Set-Cookie") == nil)
    #expect(try browser.post(count, to: "/list").status == 503)
    #expect(browser.cookie == oldCookie)
    #expect(try browser.post(form, to: "/list").status == 303)
    #expect(try browser.open("/list").text("list.label") == "section 0 count 2")
  }

  @Test func aSessionThatDidNotGetItsNewIDGetsItWhenTheFormIsSentAgain() throws {
    let storage = TestStorage(bytes: true, isShared: true)
    let server = try TestServer(LibraryDelegate.self, storage: storage)
    let browser = try server.browser(at: "/list")
    let (form, oldCookie) = (browser.form(tap: "list.go", ["list.field": "renew"]), browser.cookie)
    storage.problem = lost
    #expect(try browser.post(form).status == 503)
    #expect(browser.cookie == oldCookie)
    storage.problem = nil
    #expect(try browser.tap("list.go", ["list.field": "count"]).text("list.label") == "section 0 count 1")
    #expect(browser.cookie == oldCookie)
    #expect(try browser.post(form, to: "/list").status == 303)
    #expect(browser.cookie != oldCookie)
  }

  @Test func aSessionThatEndedElsewhereDoesNotComeBackByItsNewID() throws {
    let (storage, _, browser) = try start()
    let form = browser.form(tap: "list.go", ["list.field": "signIn"])
    storage.lostReplyOfRename = lost
    #expect(try browser.post(form).status == 503)
    for session in storage.all() where RenamedSession(session.record.content) == nil {
      storage.memory.remove(session.key)
    }
    _ = try browser.post(form)
    #expect(try browser.open("/list").text("list.label")?.hasSuffix("count 2") == false)
    #expect(try !counts(storage, 2))
  }

  @Test func aSessionThatEndedElsewhereGetsNoNewID() throws {
    let (storage, _, browser) = try start()
    // Another server ends it, and this one does not know yet.
    for session in storage.all() { storage.memory.remove(session.key) }
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "renew"])).status != 303)
    #expect(try browser.open("/list").text("list.label") == "section 0 count 0")
    #expect(try !counts(storage, 1))
  }

  /// The page that says that the form was not stored repeats the number of the form's page.
  @Test(arguments: [true, false])
  func aFormWhoseUserPressesAgainAfterALostReplyIsAppliedOnce(isStored: Bool) throws {
    let (storage, _, browser) = try start()
    if isStored { (storage.lostReply, storage.loadProblem) = (lost, lost) } else { storage.problem = lost }
    #expect(try browser.tap("list.go", ["list.field": "count"]).status == 503)
    #expect(try counts(storage, isStored ? 2 : 1))
    (storage.problem, storage.loadProblem) = (nil, nil)
    #expect(try browser.tap("list.go", ["list.field": "count"]).text("list.label") == "section 0 count 2")
    #expect(try counts(storage, 2))
    #expect(try browser.tap("list.go", ["list.field": "count"]).text("list.label") == "section 0 count 3")
  }

  // MARK: - What no form did

  /// Two servers, and a browser at the first one, whose form was answered and whose side effect waits at a gate to count.
  private func countLater(_ storage: TestStorage, _ gate: String) throws -> ([TestServer], Browser) {
    storage.isInTouch = true
    let servers = try (0..<2).map { _ in
      try TestServer(LibraryDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    }
    let browser = servers[0].browser()
    try browser.open("/list")
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "countLater \(gate)"])).status == 303)
    return (servers, browser)
  }

  /// - Parameter others: How often another server stores the session before this one learns what was stored.
  @Test(arguments: [0, 1, 6])
  func aChangeOfASideEffectWhoseSaveHadNoReplyIsMadeOnce(others: Int) throws {
    let (storage, gate) = (TestStorage(bytes: true, isShared: true), "\(#function) \(others)")
    let (servers, browser) = try countLater(storage, gate)
    defer { for _ in 0..<3 { Gates.of(gate).signal() } }
    storage.lostReply = lost
    Gates.of(gate).signal()
    try waitUntil { try counts(storage, 1) && storage.lostReply == nil }
    let other = servers[1].copy(of: browser)
    try other.open("/list")
    for number in 0..<others { try other.tap("list.go", ["list.field": "become \(number)"]) }
    #expect(try browser.open("/list").text("list.label") == "section 0 count 1")
    #expect(try counts(storage, 1))
    Gates.of(gate).signal()
    try waitUntil { try counts(storage, 2) }
  }

  @Test func aChangeWhoseSaveWasRepeatedInVainIsMadeOnce() throws {
    let (storage, gate) = (TestStorage(bytes: true, isShared: true), "\(#function)")
    let (servers, browser) = try countLater(storage, gate)
    defer { for _ in 0..<3 { Gates.of(gate).signal() } }
    nonisolated(unsafe) let other = servers[1].copy(of: browser)
    try other.open("/list")
    let isStored = DispatchSemaphore(value: 0)
    storage.willRepeatSave = {
      _ = try? other.tap("list.go", ["list.field": "become member"])
      isStored.signal()
    }
    Gates.of(gate).signal()
    isStored.wait()
    Gates.of(gate).signal()
    try waitUntil { try counts(storage, 2) }
    #expect(try storage.text().contains("member"))
  }

  // MARK: - A form and another server

  @Test func whatAFormDoesLateIsKeptIfAnotherServerStoresMeanwhile() throws {
    let (storage, gate) = (TestStorage(bytes: true, isShared: true), "\(#function)")
    storage.isInTouch = true
    let servers = try (0..<2).map { _ in try TestServer(LibraryDelegate.self, storage: storage) }
    let browser = servers[0].browser()
    try browser.open("/list")
    let form = browser.form(tap: "list.go", ["list.field": "countLater \(gate)"])
    let other = servers[1].copy(of: browser)
    let answers = try inParallel([{ try browser.post(form).status }]) {
      defer { for _ in 0..<3 { Gates.of(gate).signal() } }
      Gates.of(gate).signal()
      try waitUntil { try counts(storage, 1) }
      try other.open("/list")
      try other.tap("list.go", ["list.field": "become member"])
      Gates.of(gate).signal()
      try waitUntil { try counts(storage, 2) }
      #expect(try storage.text().contains("member"))
    }
    #expect(answers == [303])
    #expect(try browser.open("/list").text("list.label") == "section 0 count 3")
  }

  @Test func aFormThatAnotherServerAppliedTakesNoOtherFormWithIt() throws {
    let (storage, gate) = (TestStorage(bytes: true, isShared: true), "\(#function)")
    storage.isInTouch = true
    let server = try TestServer(LibraryDelegate.self, storage: storage, threads: 4)
    let browser = try server.browser(at: "/list")
    let session = try #require(server.session(of: browser))
    let waiting = server.browser(of: browser)
    try waiting.open("/list/book?book=7")
    let later = waiting.form(tap: "book.go", ["book.field": "countLater \(gate)"])
    _ = try inParallel([{ try waiting.post(later).status }]) {
      defer { for _ in 0..<3 { Gates.of(gate).signal() } }
      try waitUntil { server.inTurn(of: session) { session.scenes.contains(where: \.isWorking) } }
      let key = try #require(server.inTurn(of: session) { session.waiters.forms.first?.key })
      try storage.rewrite {
        $0.replacing("\"v\":1,", with: "\"v\":1,\"answers\":[\"\(String(key, radix: 36)) /list\"],", maxReplacements: 1)
      }
      #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "count"])).status == 303)
      #expect(try counts(storage, 1))
    }
  }

  // MARK: - What the storage has lost

  @Test func aChangeAfterALostOneIsSeenByAllServers() throws {
    for _ in 0..<8 {  // the version of the change may be smaller or greater than that of the lost one
      let storage = TestStorage(bytes: true, isShared: true)
      let servers = try (0..<2).map { _ in try TestServer(LibraryDelegate.self, storage: storage) }
      let browser = servers[0].browser()
      try browser.open("/list")
      let before = try #require(storage.all().first)
      try browser.tap("list.go", ["list.field": "count"])
      // A failover: the replica that takes over does not have the last save.
      storage.memory.remove(before.key)
      _ = storage.memory.save(before.record, for: before.key, replacing: 0)
      let other = servers[1].copy(of: browser)
      try other.open("/list")
      try other.tap("list.go", ["list.field": "become member"])
      #expect(try browser.open("/list").text("list.label") == "section 0 count 0")
      let session = try #require(servers[0].session(of: browser))
      #expect(servers[0].inTurn(of: session) { (session.state?.current as? LibraryState)?.role } == "member")
    }
  }
}
