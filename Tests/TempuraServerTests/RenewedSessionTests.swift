import Basics
import Dispatch
import Foundation
import HTTPServer
import Sessions
import TestSupport
import Testing

@testable import TempuraServer

/// A session that gets another id, and requests that still come with the old one.
@Suite struct RenewedSessionTests {
  private let label = "list.label"

  /// A server, and a browser whose session has counted to 1.
  private func start(_ storage: TestStorage = TestStorage(bytes: true)) throws -> (TestServer, Browser) {
    let server = try TestServer(LibraryDelegate.self, storage: storage, threads: 4)
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    return (server, browser)
  }

  private func signIn(_ browser: Browser) -> [(String, String)] {
    browser.form(tap: "list.go", ["list.field": "signIn"])
  }

  private func expectNothing(_ answer: Answer, _ comment: Comment) {
    #expect(answer.status == 503, comment)
    #expect(answer.header("Set-Cookie") == nil, comment)
    #expect(answer.header("Clear-Site-Data") == nil, comment)
    #expect(!answer.body.contains("count"), comment)
  }

  // MARK: - A lost answer

  enum Place: CaseIterable { case memory, storage, otherServer }

  @Test(arguments: Place.allCases)
  func theSameFormGetsTheSameAnswerAndIsAppliedOnce(place: Place) throws {
    let storage = TestStorage(bytes: true, isShared: place == .otherServer)
    let (server, browser) = try start(storage)
    let form = signIn(browser)
    let lost = server.copy(of: browser)
    let first = try lost.post(form, to: "/list")
    #expect(first.status == 303)
    if place == .storage { try server.evictAll() }
    let last = place == .otherServer ? try TestServer(LibraryDelegate.self, storage: storage) : server
    let again = last.copy(of: browser)
    let answer = try again.post(form, to: "/list")
    #expect(answer.status == 303)
    #expect(answer.header("Location") == first.header("Location"))
    #expect(again.cookie == lost.cookie)
    #expect(again.cookie != browser.cookie)
    #expect(try again.open("/list").text(label) == "section 0 count 2")
  }

  @Test func theSameLiveTapGetsTheNewID() throws {
    let (server, browser) = try start()
    let page = LivePage(server.copy(of: browser), tab: "one", at: "/list")
    try page.ask()
    let lost = LivePage(server.copy(of: browser), tab: "one", at: "/list")
    let nonce = "nonceofthistap"
    #expect(try lost.tap("list.go", ["list.field": "signIn"], nonce: nonce).status == 200)
    let patch = try page.tap("list.go", ["list.field": "signIn"], nonce: nonce)
    #expect(patch.status == 200)
    #expect(page.browser.cookie == lost.browser.cookie)
    #expect(page.browser.cookie != browser.cookie)
    #expect(try page.browser.newTab().open("/list").text(label) == "section 0 count 2")
  }

  /// The first form's answer is lost while its side effect runs, so that the second one's has to bring the id.
  @Test func aFormThatWaitsForTheSameOneGetsTheNewIDToo() throws {
    let (server, browser) = try start()
    let gate = "\(#function)"
    let session = try #require(server.session(of: browser))
    let form = browser.form(tap: "list.go", ["list.field": "signInLater \(gate)"])
    let key = try #require(FormInput(form.map { FormField(name: $0.0, value: $0.1) }).keys?.latest)
    let both = [server.copy(of: browser), server.copy(of: browser)]
    let other = server.copy(of: browser)
    nonisolated(unsafe) var stolen: Answer?
    let answers = try inParallel(
      both.map { one in { try one.post(form, to: "/list").status } } + [
        {
          try waitUntil { server.inTurn(of: session) { session.waiters.count(ofFormsLike: key) == 1 } }
          let answer = try other.post([("list.field", "book 7"), ("page", "another"), ("tap", "list.go")], to: "/list")
          stolen = answer
          return answer.status
        }
      ]
    ) {
      try waitUntil { server.inTurn(of: session) { session.waiters.forms.count == 2 } }
      Gates.of(gate).signal()
    }
    #expect(answers.sorted() == [303, 303, 503])
    #expect(both[0].cookie == both[1].cookie)
    #expect(both[0].cookie != browser.cookie)
    expectNothing(try #require(stolen), "a form that waited for the same scene")
    #expect(try both[0].open("/list/book?book=7").status == 200)
    #expect(try both[0].open("/list").text(label) == "section 0 count 2")
  }

  // MARK: - Other requests

  @Test func anyOtherRequestWithTheOldIDGetsNothing() throws {
    let storage = TestStorage(bytes: true)
    let (server, browser) = try start(storage)
    let old = server.copy(of: browser)
    let form = signIn(browser)
    #expect(try browser.post(form).status == 303)
    let page = try old.get("/list")
    expectNothing(page, "a page")
    #expect(page.header("Refresh") == "1")
    let live = LivePage(server.copy(of: old), tab: "one", at: "/list")
    expectNothing(try live.ask().answer, "a live page")
    expectNothing(try old.get("/live?stream=abcdefghijklmnopqrst"), "a stream")
    expectNothing(try old.post([("tab", "one")], to: "/live"), "the end of a tab")
    var forms = [form, form, form]
    forms[0].removeAll { $0.0 == "page" }
    forms[1] = forms[1].map { $0.0 == "page" ? ("page", "0000000000000") : $0 }
    forms[2] = forms[2].map { $0.0 == "list.field" ? ($0.0, "count") : $0 }
    for (number, form) in forms.enumerated() {
      let answer = try old.post(form, to: "/list")
      expectNothing(answer, "form \(number)")
      #expect(answer.header("Refresh") == nil, "what was typed would be lost")
    }
    #expect(try browser.open("/list").text(label) == "section 0 count 2")
    #expect(storage.all().count == 2)
  }

  @Test func anotherTabGoesOnWithTheNewID() throws {
    let (server, browser) = try start()
    let tab = server.copy(of: browser)
    try tab.open("/list")
    let count = tab.form(tap: "list.go", ["list.field": "count"])
    #expect(try browser.post(signIn(browser)).status == 303)
    expectNothing(try tab.post(count), "a form before the new cookie is there")
    #expect(try server.copy(of: browser).post(count, to: "/list").status == 303)
    #expect(try browser.open("/list").text(label) == "section 0 count 3")
  }

  @Test func anotherCookieIsTriedAfterTheOldID() throws {
    let (server, browser) = try start()
    let planted = server.copy(of: browser)
    #expect(try browser.post(signIn(browser)).status == 303)
    let victim = try server.browser(at: "/list")
    let both = Browser(port: server.port, cookie: "\(planted.cookie ?? ""); session=\(victim.cookie ?? "")")
    #expect(try both.get("/list").text(label) == "section 0 count 0")
  }

  @Test func afterAMinuteTheOldIDIsUnknown() throws {
    let seconds = Locked<Int64>(0)
    let memory = MemoryStorage { Int64(Date.now.timeIntervalSince1970) + seconds.withLock { $0 } }
    let (server, browser) = try start(TestStorage(bytes: true, memory: memory))
    let old = server.copy(of: browser)
    let form = signIn(browser)
    #expect(try browser.post(form).status == 303)
    seconds.withLock { $0 = 61 + Int64(server.runtime.options.sideEffectTimeout) }
    #expect(try old.open("/list").text(label) == "section 0 count 0")
    #expect(old.cookie != browser.cookie)
    #expect(try browser.open("/list").text(label) == "section 0 count 2")
  }

  @Test func theOldIDLeadsNowhereAfterTheEndOfTheSession() throws {
    let storage = TestStorage(bytes: true)
    let (server, browser) = try start(storage)
    let old = server.copy(of: browser)
    let form = signIn(browser)
    #expect(try browser.post(form).status == 303)
    try browser.open("/list")
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "endNow"])).status == 303)
    try waitUntil { server.runtime.sessions.count == 0 }
    expectNothing(try old.get("/list"), "a page")
    _ = try old.post(form, to: "/list")
    #expect(try !storage.text().contains("\"count\":2"))
  }

  @Test func anIDLeadsOnlyToTheNextOne() throws {
    let (server, browser) = try start()
    let (first, firstForm) = (server.copy(of: browser), signIn(browser))
    #expect(try browser.post(firstForm).status == 303)
    try browser.open("/list")
    let (second, secondForm) = (server.copy(of: browser), signIn(browser))
    #expect(try browser.post(secondForm).status == 303)
    expectNothing(try first.post(firstForm, to: "/list"), "the first form")
    expectNothing(try first.post(secondForm, to: "/list"), "the second form with the first id")
    #expect(try second.post(secondForm, to: "/list").status == 303)
    #expect(second.cookie == browser.cookie)
    #expect(try second.open("/list").text(label) == "section 0 count 3")
  }

  // MARK: - A side effect

  @Test func aLivePageGetsTheNewIDThatASideEffectWanted() throws {
    let storage = TestStorage(bytes: true)
    let server = try TestServer(LibraryDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/list")
    let gate = "\(#function)"
    let page = LivePage(server.copy(of: browser), tab: "mine", at: "/list")
    #expect(try page.tap("list.go", ["list.field": "signInLater \(gate)"]).isWorking)
    Gates.of(gate).signal()
    #expect(server.runtime.longWork.wait(until: .distantFuture) == [])
    let session = try #require(server.session(of: browser))
    try waitUntil { server.inTurn(of: session) { session.renewal.isWanted && session.isIdle } }
    // Whoever else has the old id may have planted it.
    let thief = server.copy(of: browser)
    expectNothing(try thief.get("/list"), "a page")
    expectNothing(try thief.get("/list/note"), "a page that launches")
    #expect(try LivePage(thief, tab: "other", at: "/list").tap("list.go").status == 503)
    expectNothing(try thief.post([("tap", "list.go"), ("page", "anything")], to: "/list"), "a form")
    #expect(thief.cookie == browser.cookie)
    let lost = LivePage(server.copy(of: browser), tab: "mine", at: "/list")
    while lost.browser.cookie == browser.cookie { try lost.ask() }
    expectNothing(try LivePage(server.copy(of: browser), tab: "other", at: "/list").ask().answer, "another tab")
    #expect(try page.ask().status == 200)
    #expect(page.browser.cookie == lost.browser.cookie)
    #expect(try page.browser.newTab().open("/list").text(label) == "section 0 count 1")
  }

  /// A form that waits longer, and perhaps comes from an attacker who planted the id, is not the one whose code asked.
  @Test func theFormWhoseCodeAskedGetsTheNewID() throws {
    let (server, browser) = try start()
    let gate = "\(#function)"
    let session = try #require(server.session(of: browser))
    let (thief, old) = (server.copy(of: browser), browser.cookie)
    let later = browser.form(tap: "list.go", ["list.field": "later \(gate)"])
    let answers = try inParallel([
      { try thief.post(later, to: "/list").status },
      {
        try waitUntil { server.inTurn(of: session) { session.waiters.forms.count == 1 } }
        return try browser.post(signIn(browser)).status
      },
    ]) {
      try waitUntil { server.inTurn(of: session) { session.waiters.forms.count == 2 } }
      Gates.of(gate).signal()
    }
    #expect(answers.sorted() == [303, 503])
    #expect(thief.cookie == old && browser.cookie != old)
  }

  /// Either sender may have planted the old id. So the second form neither takes the session from the first one, nor leaves in
  /// it what it did.
  @Test func aFormThatAsksAfterAnotherOneGotTheNewIDIsUndone() throws {
    let (server, browser) = try start()
    let gates = ["\(#function) 1", "\(#function) 2"]
    let session = try #require(server.session(of: browser))
    let forms = gates.map { browser.form(tap: "list.go", ["list.field": "signInLater \($0)"]) }
    let tabs = forms.map { _ in server.copy(of: browser) }
    nonisolated(unsafe) var refusal: Answer?
    let statuses = try inParallel([
      { try tabs[0].post(forms[0], to: "/list").status },
      {
        let answer = try tabs[1].post(forms[1], to: "/list")
        refusal = answer
        return answer.status
      },
    ]) {
      try waitUntil { server.inTurn(of: session) { session.waiters.forms.count == 2 } }
      let old = server.inTurn(of: session) { session.id }
      Gates.of(gates[0]).signal()
      try waitUntil { server.inTurn(of: session) { session.id != old } }
      Gates.of(gates[1]).signal()
    }
    #expect(statuses.sorted() == [303, 503])
    expectNothing(try #require(refusal), "the second form")
    #expect(tabs[1].cookie == browser.cookie)
    // The answer to the first form is lost.
    let again = server.copy(of: browser)
    #expect(try again.post(forms[0], to: "/list").status == 303)
    #expect(again.cookie == tabs[0].cookie && again.cookie != browser.cookie)
    #expect(try again.open("/list").text(label) == "section 0 count 2")
    // The second form is sent again, with the id that the browser has now.
    Gates.of(gates[1]).signal()
    #expect(try again.post(forms[1], to: "/list").status == 303)
    #expect(again.cookie != tabs[0].cookie)
    #expect(try again.open("/list").text(label) == "section 0 count 3")
  }

  // MARK: - A page without a script that was answered before its side effect ended

  /// A server whose answers wait for no side effect, and a browser with a form that signs in when the gate is opened.
  private func startSlow(_ gate: String, _ storage: TestStorage = TestStorage(bytes: true)) throws -> (
    TestServer, Browser, [(String, String)]
  ) {
    let server = try TestServer(LibraryDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try server.browser(at: "/list")
    return (server, browser, browser.form(tap: "list.go", ["list.field": "signInLater \(gate)"]))
  }

  /// Opens the gate, and waits until the session has its new id, and all is stored.
  private func open(_ gate: String, of session: Session, _ server: TestServer) throws {
    let old = server.inTurn(of: session) { session.id }
    Gates.of(gate).signal()
    try waitUntil { server.inTurn(of: session) { session.id != old && session.isIdle && !session.isUnsaved } }
  }

  @Test(arguments: [false, true], [false, true])
  func onlyTheBrowserOfTheFormGetsTheNewID(isAttackerFirst: Bool, isRestarted: Bool) throws {
    let storage = TestStorage(bytes: true)
    let gate = "\(#function) \(isAttackerFirst) \(isRestarted)"
    let (server, browser, form) = try startSlow(gate, storage)
    #expect(try browser.post(form).status == 303)
    #expect(try browser.open("/list").isWorking)
    let attacker = server.browser(of: browser)
    try attacker.open("/list")
    try open(gate, of: try #require(server.session(of: browser)), server)
    let last = isRestarted ? try TestServer(LibraryDelegate.self, storage: storage) : server
    func attack() throws {
      let thief = last.browser(of: attacker)
      expectNothing(try thief.get("/list"), "a page")
      expectNothing(try thief.post(attacker.form(tap: "list.more"), to: "/list"), "a form")
    }
    if isAttackerFirst { try attack() }
    let victim = last.copy(of: browser)
    #expect(try victim.open("/list").text(label) == "section 0 count 1")
    #expect(victim.cookie != attacker.cookie)
    #expect(victim.claims.isEmpty)
    try attack()
  }

  @Test func theClaimOfAnotherFormLeadsNowhere() throws {
    let gates = ["\(#function) 1", "\(#function) 2"]
    let (server, browser, form) = try startSlow(gates[0])
    let attacker = server.copy(of: browser)
    try attacker.open("/list/note")
    #expect(try attacker.post(attacker.form(tap: "note.go", ["note.field": "later \(gates[1])"])).status == 303)
    #expect(try browser.post(form).status == 303)
    let session = try #require(server.session(of: browser))
    let old = session.id
    Gates.of(gates[0]).signal()
    try waitUntil { server.inTurn(of: session) { session.id != old } }
    #expect(attacker.claims.count == 1 && browser.claims.count == 1)
    expectNothing(try attacker.get("/list"), "a page")
    Gates.of(gates[1]).signal()
    #expect(try browser.open("/list").status == 200)
    #expect(browser.cookie != attacker.cookie)
  }

  @Test func theNextFormGetsTheNewIDToo() throws {
    let (server, browser, form) = try startSlow("\(#function)")
    #expect(try browser.post(form).status == 303)
    try browser.open("/list")
    let old = browser.cookie
    try open("\(#function)", of: try #require(server.session(of: browser)), server)
    try browser.tap("list.more")
    #expect(browser.cookie != old)
    #expect(browser.page.text(label) == "section 1 count 1")
  }

  /// The answer is lost, so that the browser has no claim. The form has it.
  @Test(arguments: [false, true]) func theSameFormGetsTheNewIDOrTheClaim(isOver: Bool) throws {
    let gate = "\(#function) \(isOver)"
    let (server, browser, form) = try startSlow(gate)
    #expect(try server.copy(of: browser).post(form, to: "/list").status == 303)
    let (session, old) = (try #require(server.session(of: browser)), browser.cookie)
    if isOver { try open(gate, of: session, server) }
    #expect(try browser.post(form).status == 303)
    #expect((browser.cookie == old) == !isOver && browser.claims.isEmpty == isOver)
    if !isOver { try open(gate, of: session, server) }
    #expect(try browser.open("/list").text(label) == "section 0 count 1")
    #expect(browser.cookie != old)
  }

  /// Two tabs sign in. The claim of the second one does not replace that of the first one.
  @Test func aFormThatAsksAfterTheBrowserGotTheNewIDIsUndone() throws {
    let gates = ["\(#function) 1", "\(#function) 2"]
    let (server, browser, form) = try startSlow(gates[0])
    let second = browser.form(tap: "list.go", ["list.field": "signInLater \(gates[1])"])
    for form in [form, second] { #expect(try browser.post(form, to: "/list").status == 303) }
    #expect(browser.claims.count == 2)
    let session = try #require(server.session(of: browser))
    let old = session.id
    Gates.of(gates[0]).signal()
    try waitUntil { server.inTurn(of: session) { session.id != old } }
    try browser.open("/list")
    let cookie = browser.cookie
    Gates.of(gates[1]).signal()
    try waitUntil { server.inTurn(of: session) { session.isIdle && !session.isUnsaved } }
    let page = try browser.open("/list")
    #expect(page.text(label) == "section 0 count 1")
    #expect(page.notice?.contains("not all of it was done") == true)
    #expect(browser.cookie == cookie && server.runtime.sessions.count == 1)
  }

  // MARK: - Several servers

  private func servers() throws -> (TestStorage, [TestServer], Browser) {
    let storage = TestStorage(bytes: true, isShared: true)
    storage.isInTouch = true
    let servers = try (0..<2).map { _ in try TestServer(LibraryDelegate.self, storage: storage) }
    let browser = servers[0].browser()
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "count"])
    return (storage, servers, browser)
  }

  @Test func aServerThatDoesNotKnowOfTheNewIDLosesNothing() throws {
    let (_, servers, browser) = try servers()
    let other = servers[1].copy(of: browser)
    try other.open("/list")
    let count = other.form(tap: "list.go", ["list.field": "count"])
    #expect(try browser.post(signIn(browser)).status == 303)
    expectNothing(try other.post(count), "a form")
    expectNothing(try other.get("/list"), "a page")
    try waitUntil { servers[1].runtime.sessions.count == 0 }
    let tab = servers[1].copy(of: browser)
    #expect(try tab.post(count, to: "/list").status == 303)
    #expect(try browser.open("/list").text(label) == "section 0 count 3")
  }

  @Test func aSessionThatAnotherServerStoredMeanwhileGetsItsNewID() throws {
    let (_, servers, browser) = try servers()
    let other = servers[1].copy(of: browser)
    try other.open("/list")
    try other.tap("list.go", ["list.field": "count"])
    let (form, old) = (signIn(browser), browser.cookie)
    #expect(try browser.post(form).status == 303)
    #expect(browser.cookie != old)
    #expect(try browser.open("/list").text(label) == "section 0 count 3")
  }

  @Test func theSameFormAtTwoServersGivesOneNewID() throws {
    let (_, servers, browser) = try servers()
    let form = signIn(browser)
    let both = servers.map { $0.copy(of: browser) }
    try both[1].open("/list")  // the session is in memory there, too
    for one in both { #expect(try one.post(form, to: "/list").status == (one === both[0] ? 303 : 503)) }
    let again = servers[1].copy(of: browser)
    #expect(try again.post(form, to: "/list").status == 303)
    #expect(again.cookie == both[0].cookie)
    #expect(try again.open("/list").text(label) == "section 0 count 2")
  }

  /// The second server loads the session between the rename and the save of the first one. It must not give another id: the
  /// browser may have the first one, and get no other answer.
  @Test func theSameFormAtTwoServersAtOnceGivesOneNewID() throws {
    let memory = MemoryStorage()
    let storages = (0..<2).map { _ in TestStorage(bytes: true, isShared: true, memory: memory) }
    let servers = try storages.map { try TestServer(LibraryDelegate.self, storage: $0) }
    let browser = servers[0].browser()
    try browser.open("/list")
    try browser.tap("list.go", ["list.field": "count"])
    let form = signIn(browser)
    let both = servers.map { $0.copy(of: browser) }
    let (renamed, loaded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    storages[0].willAnswerRename = {
      renamed.signal()
      loaded.wait()
    }
    let loads = Locked(0)
    storages[1].willAnswerLoad = {
      // The first load finds that the session has another id, and the second one finds it there.
      guard
        loads.withLock({
          $0 += 1; return $0
        }) == 2
      else { return }
      loaded.signal()
      try? waitUntil { try storages[0].text().contains("\"count\":2") }
    }
    let statuses = try inParallel([
      { try both[0].post(form, to: "/list").status },
      {
        renamed.wait()
        return try both[1].post(form, to: "/list").status
      },
    ]) {}
    #expect(statuses == [303, 303])
    #expect(both[0].cookie == both[1].cookie)
    #expect(both[0].cookie != browser.cookie)
    #expect(try both[0].open("/list").text(label) == "section 0 count 2")
    #expect(storages[0].all().count == 2)
  }

  /// Another server gives the browser the new id before the storage's reply arrives here. The next request loads the session under
  /// it, and two objects would be in memory.
  @Test func aSessionThatIsLoadedUnderItsNewIDIsNotReplaced() throws {
    let memory = MemoryStorage()
    let storages = (0..<2).map { _ in TestStorage(bytes: true, isShared: true, memory: memory) }
    let servers = try storages.map { try TestServer(LibraryDelegate.self, storage: $0) { $0.sideEffectTimeout = 0 } }
    let browser = servers[0].browser()
    try browser.open("/list")
    let gate = "\(#function)"
    let page = LivePage(servers[0].copy(of: browser), tab: "mine", at: "/list")
    #expect(try page.tap("list.go", ["list.field": "signInLater \(gate)"]).isWorking)
    Gates.of(gate).signal()
    let session = try #require(servers[0].session(of: browser))
    try waitUntil { servers[0].inTurn(of: session) { session.renewal.isWanted && session.isIdle } }
    let other = servers[1].copy(of: browser)
    nonisolated(unsafe) var loaded: Session?
    storages[0].willAnswerRename = {
      _ = try? LivePage(other, tab: "mine", at: "/list").ask()
      let next = servers[0].copy(of: other)
      _ = try? next.open("/list")
      loaded = servers[0].session(of: next)
    }
    #expect(try page.ask().status == 503)
    #expect(page.browser.cookie == browser.cookie && other.cookie != browser.cookie)
    #expect(loaded != nil && servers[0].session(of: other) === loaded)
    #expect(try page.ask().status == 200)
    #expect(page.browser.cookie == other.cookie)
    try waitUntil { servers[0].runtime.sessions.count == 1 }
  }
}
