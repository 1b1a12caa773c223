import Dispatch
import Foundation
import Basics
@testable import HTTPServer
import Sessions
import TestSupport
import Testing

@testable import TempuraServer

/// Forms, from the request to the page.
@Suite struct InteractionTests {
  @Test func aTapChangesTheStateAndThePage() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = server.browser()
    #expect(try browser.get("/").status == 303)
    try browser.open("/")
    #expect(browser.path == "/home")
    #expect(browser.page.text("countLabel") == "0")
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "1")
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "2")
    #expect(try browser.open("/home").text("countLabel") == "2")
  }

  @Test func typedTextIsThereWhenTheControlFires() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    try browser.tap("note", ["homeView.field": "Grüße & <Küsse>"])
    #expect(browser.page.text("notesLabel") == "Grüße &amp; &lt;Küsse&gt;")
  }

  @Test func aTapMayShowAnotherScreen() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    try browser.tap("detail", ["homeView.field": "a b/c"])
    #expect(browser.path == "/home/detail?detail=a%20b%2Fc")
    #expect(browser.page.body.contains("a b/c – Test</title>"))
    try browser.tap("detailView.closeButton")
    #expect(browser.path == "/home")
  }

  @Test func theSameFormTwiceIsAppliedOnce() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let form = browser.form(tap: "increment")
    let answers = try (0..<3).map { _ in try browser.post(form) }
    #expect(answers.map(\.status) == [303, 303, 303])
    #expect(answers.map { $0.header("Location") } == ["/home", "/home", "/home"])
    #expect(try browser.open("/home").text("countLabel") == "1")
    #expect(try browser.post(form).status == 303)
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "2")
  }

  @Test func aFormThatComesAgainWhileItIsWorkedOnIsAppliedOnce() throws {
    let server = try TestServer(ShopDelegate.self)
    let (browser, gate) = (server.browser(), UUID().uuidString)
    try browser.open("/home")
    let form = browser.form(tap: "wait", ["homeView.field": gate])
    let (port, cookie) = (server.port, browser.cookie)
    let answers = try onThreads(3) {
      try Browser(port: port, cookie: cookie).post(form, to: "/home").status
    } meanwhile: {
      // All three are there before the first is done.
      try waitUntil { try server.waitingForms(like: form, of: cookie) == 2 }
      for _ in 0..<3 { Gates.of(gate).signal() }
    }
    #expect(answers == [303, 303, 303])
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  @Test func aStalePageChangesNothing() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let answer = try browser.tap("increment.gone", ["homeView.field": "kept"])
    #expect(answer.status == 409)
    #expect(answer.notice?.hasPrefix("This page was out of date, so nothing was changed.") == true)
    #expect(answer.body.contains(#"<button type="button" class="close" aria-label="Close">✕</button></div>"#))
    #expect(answer.body.contains("value=\"kept\""))
    #expect(answer.text("countLabel") == "0")
    #expect(try browser.tap("increment", ["homeView.nothing": "x"]).status == 409)
    #expect(try browser.tap("increment").text("countLabel") == "1")
  }

  @Test func aScreenBelowAModalTakesNoInput() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home/detail")
    #expect(try browser.tap("increment").status == 409)
    #expect(try browser.tap("detailView.incrementButton").text("countLabel") == "1")
  }

  // MARK: - Side effects

  @Test func anErrorOfASideEffectIsAMessageAndTheSessionGoesOn() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let post = try browser.post(browser.form(tap: "fail"))
    let requestID = try #require(post.header("X-Request-Id"))
    #expect(post.status == 303)
    try browser.open("/home")
    #expect(
      browser.page.notice
        == "Something went wrong, and not all of it was done. If you report it, name \(requestID).")
    #expect(try browser.open("/home").notice == nil, "it is said once")
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "1")
    #expect(browser.page.notice == nil)
  }

  @Test func aSlowSideEffectIsWaitedForAndThenFollowed() throws {
    let server = try TestServer(ShopDelegate.self) { $0.sideEffectTimeout = 0.02 }
    let (browser, gate) = (server.browser(), UUID().uuidString)
    try browser.open("/home")
    let page = try browser.tap("wait", ["homeView.field": gate])
    #expect(page.isWorking)
    #expect(page.notice == "Working on it…")
    #expect(page.body.contains(#"<div class="working" role="status"><div class="notice">"#), "where it moves nothing")
    #expect(!page.body.contains("aria-label=\"Close\""), "it goes by itself")
    #expect(page.text("countLabel") == "0")
    #expect(try browser.open("/home").isWorking)
    Gates.of(gate).signal()
    try waitUntil { try !browser.open("/home").isWorking }
    #expect(browser.page.text("countLabel") == "1")
    #expect(browser.page.notice == nil)
  }

  @Test func aSlowSideEffectThatFailsIsTold() throws {
    let server = try TestServer(ShopDelegate.self) { $0.sideEffectTimeout = 0.02 }
    let (browser, gate) = (server.browser(), UUID().uuidString)
    try browser.open("/home")
    #expect(try browser.tap("waitAndFail", ["homeView.field": gate]).isWorking)
    Gates.of(gate).signal()
    try waitUntil { try !browser.open("/home").isWorking }
    #expect(browser.page.notice?.hasPrefix("Something went wrong") == true)
    #expect(try browser.tap("increment").notice == nil, "that is another matter")
  }

  @Test func sideEffectsThatAwaitOneAnotherFinish() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    #expect(try browser.tap("nested").text("countLabel") == "11")
  }

  @Test func thousandsOfSideEffectsFinish() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    #expect(try browser.tap("flat").text("countLabel") == "2000")
  }

  @Test func promisesGoOnInTheSession() throws {
    let server = try TestServer(ShopDelegate.self)
    let (first, second) = (server.browser(), server.browser())
    try first.open("/home")
    try second.open("/home")
    let notes = try [first, second].map { try $0.tap("promised").text("notesLabel") }
    #expect(notes.allSatisfy { $0?.hasPrefix("shop ") == true && $0 != "shop 0" })
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

/// Runs a closure on threads of its own, and something else on this one; then waits for all. Tasks would not do where all
/// have to be there at once: they start when those of other tests are done.
func onThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping () throws -> Result, meanwhile: () throws -> Void
) throws -> [Result] {
  // Safe because the closure only reads what it captures.
  nonisolated(unsafe) let body = body
  let results = Locked<[Swift.Result<Result, any Error>]>([])
  let group = DispatchGroup()
  for _ in 0..<count {
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

/// Runs closures on threads of their own, and something else on this one; then waits for all.
func inParallel<Result: Sendable>(
  _ bodies: [() throws -> Result], meanwhile: () throws -> Void = {}
) throws -> [Result] {
  let next = Locked(0)
  return try onThreads(
    bodies.count,
    {
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      return try bodies[index]()
    }, meanwhile: meanwhile)
}

extension TestServer {
  /// How many forms wait for the answer of one like them.
  func waitingForms(like form: [(String, String)], of cookie: String?) throws -> Int {
    let fields = form.map { FormField(name: $0.0, value: $0.1, file: nil) }
    guard let session = session(of: cookie), let key = try FormInput(fields).keys?.latest else { return 0 }
    return inTurn(of: session) {
      session.waiters.count(ofFormsLike: key)
    }
  }

  func session(of cookie: String?) -> Session? {
    runtime.sessions.sessions(unusedSince: .max).first { $0.id.cookieValue == cookie }
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
