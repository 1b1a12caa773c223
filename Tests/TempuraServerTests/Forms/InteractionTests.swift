import Basics
import Dispatch
import Foundation
import TempuraMetrics
import Testing
import TestSupport

@testable import HTTPServer
@testable import SessionKernel
@testable import TempuraServer

/// Forms, from the request to the page.
@Suite struct InteractionTests {
  @Test func aTapChangesTheStateAndThePage() throws {
    let server = try TestServer()
    let browser = server.browser()
    #expect(try browser.get("/").status == 303)
    try browser.open("/")
    #expect(browser.path == "/list")
    #expect(browser.page.text("countLabel") == "0")
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "1")
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "2")
    #expect(try browser.open("/list").text("countLabel") == "2")
  }

  @Test func typedTextIsThereWhenTheControlFires() throws {
    let browser = try TestServer().browser(at: "/list")
    try browser.tap("write", ["list.field": "Grüße & <Küsse>"])
    #expect(browser.page.text("notesLabel") == "Grüße &amp; &lt;Küsse&gt;")
  }

  @Test func aTapMayShowAnotherScreen() throws {
    let browser = try TestServer().browser(at: "/list")
    try browser.tap("detail", ["list.field": "a b/c"])
    #expect(browser.path == "/list/detail?detail=a%20b%2Fc")
    #expect(browser.page.body.contains("a b/c – Test</title>"))
    try browser.tap("detail.hide")
    #expect(browser.path == "/list")
  }

  @Test func theSameFormTwiceIsAppliedOnce() throws {
    let browser = try TestServer().browser(at: "/list")
    let form = browser.form(tap: "increment")
    let answers = try (0..<3).map { _ in try browser.post(form) }
    #expect(answers.map(\.status) == [303, 303, 303])
    #expect(answers.map { $0.header("Location") } == ["/list", "/list", "/list"])
    #expect(try browser.open("/list").text("countLabel") == "1")
    #expect(try browser.post(form).status == 303)
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "2")
  }

  @Test func aStalePageChangesNothing() throws {
    let browser = try TestServer().browser(at: "/list")
    let answer = try browser.tap("increment.gone", ["list.field": "kept"])
    #expect(answer.status == 409)
    #expect(answer.notice?.hasPrefix("This page was out of date, so nothing was changed.") == true)
    #expect(answer.body.contains(#"<button type="button" class="close" aria-label="Close">✕</button></div>"#))
    #expect(answer.body.contains("value=\"kept\""))
    #expect(answer.text("countLabel") == "0")
    #expect(try browser.tap("increment", ["list.nothing": "x"]).status == 409)
    #expect(try browser.tap("increment").text("countLabel") == "1")
  }

  @Test func aScreenBelowAModalTakesNoInput() throws {
    let browser = try TestServer().browser(at: "/list/detail")
    #expect(try browser.tap("increment").status == 409)
    let answer = try browser.tap("detail.increment", ["list.field": "typed"])
    #expect(answer.status == 409)
    #expect(answer.notice?.hasPrefix("What you typed was not taken") == true)
    #expect(answer.notice?.contains("“typed”") == true)
    #expect(try browser.tap("detail.increment").text("countLabel") == "1")
  }

  // MARK: - Side effects

  @Test func anErrorOfASideEffectIsAMessageAndTheSessionGoesOn() throws {
    let browser = try TestServer().browser(at: "/list")
    let post = try browser.post(browser.form(tap: "fail"))
    let requestID = try #require(post.header("X-Request-Id"))
    #expect(post.status == 303)
    try browser.open("/list")
    #expect(
      browser.page.notice
        == "Something went wrong, and not all of it was done. If you report it, name \(requestID).")
    #expect(try browser.open("/list").notice == nil, "it is said once")
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "1")
    #expect(browser.page.notice == nil)
  }

  @Test func aSlowSideEffectIsWaitedForAndThenFollowed() throws {
    let server = try TestServer() { $0.sideEffectTimeout = 0.02 }
    let (browser, gate) = (server.browser(), UUID().uuidString)
    try browser.open("/list")
    let page = try browser.tap("wait", ["list.field": gate])
    #expect(page.isWorking)
    #expect(page.notice == "Working on it…")
    #expect(page.body.contains(#"<div class="working" role="status"><div class="notice">"#), "where it moves nothing")
    #expect(!page.body.contains("aria-label=\"Close\""), "it goes by itself")
    #expect(page.text("countLabel") == "0")
    #expect(try browser.open("/list").isWorking)
    Gates.of(gate).signal()
    try waitUntil { try !browser.open("/list").isWorking }
    #expect(browser.page.text("countLabel") == "1")
    #expect(browser.page.notice == nil)
  }

  @Test func aSlowSideEffectThatFailsIsTold() throws {
    let server = try TestServer() { $0.sideEffectTimeout = 0.02 }
    let (browser, gate) = (server.browser(), UUID().uuidString)
    try browser.open("/list")
    #expect(try browser.tap("waitAndFail", ["list.field": gate]).isWorking)
    Gates.of(gate).signal()
    try waitUntil { try !browser.open("/list").isWorking }
    #expect(browser.page.notice?.hasPrefix("Something went wrong") == true)
    #expect(try browser.tap("increment").notice == nil, "that is another matter")
  }

  @Test func promisesGoOnInTheSession() throws {
    let server = try TestServer()
    let (first, second) = (server.browser(), server.browser())
    try first.open("/list")
    try second.open("/list")
    let notes = try [first, second].map { try $0.tap("promised").text("notesLabel") }
    #expect(notes.allSatisfy { $0?.hasPrefix("launch ") == true && $0 != "launch 0" })
    #expect(notes[0] != notes[1], "each in its own scene")
  }
}

/// Runs what blocks on a thread that may be blocked.
func onThread<Result: Sendable>(_ body: @escaping () throws -> Result) async throws -> Result {
  // Safe because the closure is run once, and whoever passes it waits for it.
  nonisolated(unsafe) let body = body
  return try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// Runs closures on threads of their own, and something else on this one; then waits for all. Tasks would not do where all
/// have to be there at once: they start when those of other tests are done.
func inParallel<Result: Sendable>(
  _ bodies: [() throws -> Result], meanwhile: () throws -> Void = {}
) throws -> [Result] {
  let results = Locked<[Swift.Result<Result, any Error>]>([])
  let group = DispatchGroup()
  for body in bodies {
    // Safe because only its thread uses it.
    nonisolated(unsafe) let body = body
    group.enter()
    Thread.detachNewThread {
      let result = Swift.Result { try body() }
      results.withLock { $0.append(result) }
      group.leave()
    }
  }
  try meanwhile()
  group.wait()
  return try results.withLock(\.self).map { try $0.get() }
}

extension TestServer {
  /// How many forms of a browser wait for the answer of one like them.
  func waitingForms(like form: [(String, String)], of browser: Browser) throws -> Int {
    let fields = form.map { FormField(name: $0.0, value: $0.1, file: nil) }
    guard let session = session(of: browser), let key = try #require(FormInput(fields)).key else { return 0 }
    return inTurn(of: session) { session.waiters.count(ofFormsLike: key) }
  }

  /// Runs a closure in a turn of a session.
  func inTurn<Result>(of session: Session, _ body: @escaping () -> Result) -> Result { session.inTurn(body) }
}

extension Session {
  /// Runs `body` as work of the session, and waits for its end.
  @discardableResult func inTurn<Result>(_ body: @escaping () -> Result) -> Result {
    var result: Result?
    let isDone = DispatchSemaphore(value: 0)
    queue.submit {
      result = body()
      isDone.signal()
    }
    isDone.wait()
    return result!
  }
}

/// A tap that is sent again after many other forms.
@Suite struct RepeatedFormTests {
  /// What is left of such a request may be empty, its URL too.
  @Test func aFormThatWasRefusedWhileItWaitedIsNotApplied() throws {
    let (server, browser) = try visit(responseDeadline: .milliseconds(40))
    let session = try #require(server.session(of: browser))
    let (isHeld, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    session.queue.submit {
      isHeld.signal()
      gate.wait()
    }
    isHeld.wait()
    let sessions = server.runtime.metrics.sessionsStarted.value
    #expect(try browser.post(browser.form(tap: "increment")).status == 503)
    gate.signal()
    server.inTurn(of: session) {}
    try waitUntil { try browser.open("/list").status == 200 }
    #expect(browser.page.text("countLabel") == "0")
    #expect(server.runtime.metrics.sessionsStarted.value == sessions)
  }

  @Test func aFormDoesNotWaitForItsSideEffectsIfItsClientDoesNot() throws {
    let (server, browser) = try visit(responseDeadline: .milliseconds(40))
    let session = try #require(server.session(of: browser))
    let gate = "\(#function)"
    func isWorking() -> Bool { server.inTurn(of: session) { session.scenes.contains(where: \.isWorking) } }
    let form = browser.form(tap: "wait", ["list.field": gate])
    // A form whose time is over before its turn is not begun.
    try waitUntil { try browser.post(form).status == 503 && isWorking() }
    try waitUntil { server.inTurn(of: session) { session.waiters.isEmpty } }
    #expect(isWorking(), "what the form began goes on")
    Gates.of(gate).signal()
    try waitUntil { !isWorking() }
    try waitUntil { try browser.open("/list").status == 200 }
    #expect(browser.page.text("countLabel") == "1")
  }

  @Test func typingThatIsSentAgainIsAppliedOnceAlsoAfterARestart() throws {
    let (server, browser) = try visit(storage: TestStorage(bytes: true))
    let typing = [("list.field", "become guest"), ("page", "0123456789abcdef")]
    #expect(try browser.post(typing).status == 303)
    #expect(try browser.tap("list.go", ["list.field": "become nobody"]).status == 200)
    try server.evictAll()
    #expect(try browser.post(typing).status == 303)
    #expect(try browser.open("/list").body.contains("disabled"), "the role is still that of the later form")
  }
}

/// A form whose screens have to be brought up first, which may take a while: the same one may come again meanwhile.
@Suite struct OpeningFormTests {
  @Test func itIsAppliedOnce() throws {
    let (gate, server) = ("\(#function)", try TestServer())
    let path = "/list/gated?gated=itIsAppliedOnce%28%29"
    Gates.of(gate).signal()
    let browser = try server.browser(at: path)
    let form = browser.form(tap: "gated.go", ["gated.field": "count"])
    try server.evictAll()
    let copies = (0..<2).map { _ in server.copy(of: browser) }
    let answers = try inParallel(copies.map { copy in { try copy.post(form, to: path).status } }) {
      try waitUntil { try server.waitingForms(like: form, of: browser) == 1 }
      Gates.of(gate).signal()
    }
    #expect(answers == [303, 303])
    #expect(try browser.open("/list").text("countLabel") == "1")
  }
}
