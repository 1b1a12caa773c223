import Basics
import Dispatch
import Foundation
import HTTPServer
import Sessions
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// A session that gets another id, and requests that still come with the old one.
@Suite struct RenewedSessionTests {
  private let label = "list.label"

  /// A server, and a browser whose session has counted to 1.
  private func start(_ storage: TestStorage = TestStorage(bytes: true)) throws -> (TestServer, Browser) {
    let (server, browser) = try visit(storage: storage, threads: 4)
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
    let last = place == .otherServer ? try TestServer(storage: storage) : server
    let again = last.copy(of: browser)
    let answer = try again.post(form, to: "/list")
    #expect(answer.status == 303)
    #expect(answer.header("Location") == first.header("Location"))
    #expect(again.cookie == lost.cookie)
    #expect(again.cookie != browser.cookie)
    #expect(try again.open("/list").text(label) == "section 0 count 2")
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

  @Test func aFormThatIsAppliedWhileAnotherOneGetsTheIDSaysSo() throws {
    let (server, browser) = try start()
    // Safe because each browser is used by one thread at a time.
    nonisolated(unsafe) let (slow, quick) = (server.copy(of: browser), browser)
    let (gate, signIn) = ("\(#function)", signIn(browser))
    let form = browser.form(tap: "list.go", ["list.field": "waitTwice \(gate)"])
    let session = try #require(server.session(of: browser))
    let (old, posts) = (session.id, DispatchGroup())
    let late = Locked<Answer?>(nil)
    DispatchQueue.global().async(group: posts) {
      let answer = try? slow.post(form, to: "/list")
      late.withLock { $0 = answer }
    }
    try waitUntil { server.inTurn(of: session) { !session.waiters.isEmpty } }
    DispatchQueue.global().async(group: posts) { _ = try? quick.post(signIn, to: "/list") }
    try waitUntil { server.inTurn(of: session) { session.id != old } }
    for gate in [gate, gate + " again"] { Gates.of(gate).signal() }
    posts.wait()
    let answer = try #require(late.withLock { $0 })
    expectNothing(answer, "the form of before")
    #expect(answer.body.contains("What you sent may have been done"))
    #expect(try browser.open("/list").text(label) == "section 0 count 3")
  }

  // MARK: - A side effect

  @Test(arguments: Place.allCases)
  func aLivePageGetsTheNewIDThatASideEffectWanted(place: Place) throws {
    let storage = TestStorage(bytes: true, isShared: place == .otherServer)
    let (server, browser) = try visit(storage: storage) { $0.sideEffectTimeout = 0 }
    let gate = "\(#function) \(place)"
    let page = LivePage(server.copy(of: browser), tab: "mine", at: "/list")
    #expect(try page.tap("list.go", ["list.field": "signInLater \(gate)"]).isWorking)
    try open(gate, of: try #require(server.session(of: browser)), server)
    if place == .storage { try server.evictAll() }
    let last = place == .otherServer ? try TestServer(storage: storage) : server
    // Another browser with the old id may have planted it.
    let thief = last.copy(of: browser)
    expectNothing(try thief.get("/list"), "a page")
    expectNothing(try thief.get("/list/note"), "a page that launches")
    #expect(try LivePage(thief, tab: "other", at: "/list").tap("list.go").status == 503)
    expectNothing(try thief.post([("tap", "list.go"), ("page", "anything")], to: "/list"), "a form")
    #expect(thief.cookie == browser.cookie)
    let lost = LivePage(last.copy(of: browser), tab: "mine", at: "/list")
    #expect(try lost.ask().status == 200)
    #expect(lost.browser.cookie != browser.cookie)
    expectNothing(try LivePage(last.copy(of: browser), tab: "other", at: "/list").ask().answer, "another tab")
    #expect(try page.ask().status == 200)
    #expect(page.browser.cookie == lost.browser.cookie)
    #expect(try page.browser.newTab().open("/list").text(label) == "section 0 count 1")
  }

  // MARK: - A page without a script that was answered before its side effect ended

  /// A server whose answers wait for no side effect, and a browser with a form that signs in when the gate is opened.
  private func startSlow(_ gate: String, _ storage: TestStorage = TestStorage(bytes: true)) throws -> (
    TestServer, Browser, [(String, String)]
  ) {
    let (server, browser) = try visit(storage: storage) { $0.sideEffectTimeout = 0 }
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
    let last = isRestarted ? try TestServer(storage: storage) : server
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
}
