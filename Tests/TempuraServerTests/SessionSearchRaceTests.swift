import Dispatch
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// What happens to a session between the search for it and the turn of the request.
@Suite struct SessionSearchRaceTests {
  private func text(_ browser: Browser) throws -> String? { try browser.open("/list").text("list.label") }

  @Test func aRequestThatWaitsWithAnOldIDGetsNothing() throws {
    let storage = TestStorage()
    let server = try TestServer(LibraryDelegate.self, storage: storage, threads: 4)
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    let session = try #require(server.session(of: browser))
    nonisolated(unsafe) let thief = server.browser(of: browser)
    let isDone = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var stolen: String?
    storage.willAnswerRename = {
      DispatchQueue.global().async {
        stolen = try? text(thief)
        isDone.signal()
      }
      try? waitUntil { session.queue.waitingRequests == 1 }
    }
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "renew"])).status == 303)
    isDone.wait()
    #expect(stolen == nil)
    #expect(thief.page.status == 503)
    #expect(thief.cookie != browser.cookie)
    #expect(try text(browser) == "section 0 count 1")
  }

  @Test func aSessionThatIsRenamedDuringALoadDoesNotEnd() throws {
    let storage = TestStorage()
    let server = try TestServer(LibraryDelegate.self, storage: storage, threads: 4)
    let browser = try server.browser(at: "/list")
    let session = try #require(server.session(of: browser))
    let gate = "\(#function)"
    let (waiting, other) = (server.browser(of: browser), server.browser(of: browser))
    let renewal = browser.form(tap: "list.go", ["list.field": "renew"])
    // This form, of another screen, waits for its side effect.
    try waiting.open("/list/book?book=7")
    let later = waiting.form(tap: "book.go", ["book.field": "countLater \(gate)"])
    let answers = try inParallel([{ try waiting.post(later).header("Clear-Site-Data") }]) {
      try waitUntil { server.inTurn(of: session) { session.scenes.contains(where: \.isWorking) } }
      nonisolated(unsafe) let other = other
      storage.willAnswerRename = {
        session.freshness.mayHaveChanged()  // so that the request asks the storage for the old key
        #expect((try? other.get("/list"))?.status == 503)
      }
      #expect(try browser.post(renewal).status == 303)
      for _ in 0..<3 { Gates.of(gate).signal() }
    }
    #expect(answers == [nil])
    #expect(try text(browser) == "section 0 count 3")
  }

  @Test func aSessionThatEndedDuringALoadIsOverForTheNextRequest() throws {
    let storage = TestStorage(bytes: true, isShared: true)
    storage.isInTouch = true
    let server = try TestServer(LibraryDelegate.self, storage: storage, threads: 4)
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    let form = browser.form(tap: "list.go", ["list.field": "end"])
    let other = server.copy(of: browser)
    try server.evictAll()
    storage.willAnswerLoad = {
      storage.willAnswerLoad = nil
      #expect((try? browser.post(form))?.status == 303)
      try? waitUntil { server.runtime.sessions.count == 0 }
    }
    #expect(try text(other) == "section 0 count 1", "this request came before the end")
    #expect(try text(other) == "section 0 count 0")
  }
}
