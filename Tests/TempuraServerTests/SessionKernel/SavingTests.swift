import Basics
import Foundation
import HTTPServer
import Sessions
import Synchronization
import TempuraUI
import Testing
import TestSupport

@testable import JSONEncoding
@testable import SessionKernel
@testable import TempuraServer

/// What is stored before an answer leaves, and what happens if it is not.
@Suite struct SavingTests {
  private let full = StorageError.unavailable("The disk is full.")

  // MARK: - Waiting for the storage

  @Test func anAnswerWaitsForItsChangeToBeStored() throws {
    let storage = TestStorage()
    let browser = try TestServer(storage: storage).browser(at: "/list")
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
    let (server, browser) = try visit(storage: storage)
    let session = try #require(server.session(of: browser))
    storage.holdSaves()
    let answers = try inParallel([
      { try browser.post(browser.form(tap: "increment")).status },
      {
        try waitUntil { storage.heldSaves == 1 }
        return try server.browser(of: browser).post([("tap", "increment")], to: "/list").status
      },
    ]) {
      try waitUntil { storage.heldSaves == 1 && session.queue.waitingRequests == 1 }
      #expect((session.state?.current as? LibraryState)?.count == 1)
      storage.letSavesGo()
    }
    #expect(answers.sorted() == [303, 303])
    #expect(try browser.open("/list").text("countLabel") == "2")
  }

  @Test func aNewSessionIsStoredBeforeItsFirstPage() throws {
    let storage = TestStorage()
    let server = try TestServer(storage: storage)
    storage.problem = full
    let answer = try server.browser().get("/list")
    #expect(answer.status == 503)
    #expect(answer.header("Set-Cookie") == nil)
    #expect(server.runtime.sessions.count == 0)
    storage.problem = nil
    #expect(try server.browser().get("/list").status == 200)
  }

  @Test func unchangedElementsAreStoredAgainAndForgottenWhenTheUserIsGone() throws {
    let storage = TestStorage(bytes: true)
    let (server, browser) = try visit(storage: storage)
    let session = try #require(server.session(of: browser))
    func write(_ numbers: ClosedRange<Int>) throws {
      for number in numbers {
        try browser.tap("write", ["list.field": "note \(number)"])
        let bytes = try #require(storage.memory.record(for: session.key)).content.encoded()
        let notes = (1...number).map { "\"note \($0)\"" }.joined(separator: ",")
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"notes\":[\(notes)]"))
      }
    }
    try write(1...12)
    server.runtime.kernel.cleanUp()
    session.earlier.keep(try #require(session.earlier.take()))
    session.lifetime.lastUse.store(server.runtime.kernel.now - 60, ordering: .relaxed)
    server.runtime.kernel.cleanUp()
    #expect(session.earlier.take() == nil)
    try write(13...14)
  }

  // MARK: - What is not stored

  @Test func aFormThatCannotBeStoredIsUndoneAndItsInputIsKept() throws {
    let storage = TestStorage()
    let (server, browser) = try visit(storage: storage)
    try browser.tap("increment")
    let form = browser.form(tap: "write", ["list.field": "Milk & <eggs>"])
    storage.problem = full
    let refusal = try browser.post(form)
    #expect(refusal.status == 503)
    #expect(refusal.notice?.contains("may not have been stored") == true)
    #expect(refusal.text("countLabel") == "1")
    #expect(refusal.body.contains("Milk &amp; &lt;eggs&gt;"))
    let session = try #require(server.session(of: browser))
    #expect((session.state?.current as? LibraryState)?.notes == [])
    storage.problem = nil
    #expect(try browser.post(form).status == 303, "the same form may be tried again")
    #expect((session.state?.current as? LibraryState)?.notes == ["Milk & <eggs>"])
  }

  /// The page that says that the form was not stored repeats the number of the form's page.
  @Test(arguments: [true, false])
  func aFormWhoseUserPressesAgainAfterALostReplyIsAppliedOnce(isStored: Bool) throws {
    let storage = TestStorage(bytes: true, isShared: true)
    storage.isInTouch = true
    let browser = try TestServer(storage: storage).browser(at: "/list")
    if isStored { (storage.lostReply, storage.loadProblem) = (full, full) } else { storage.problem = full }
    #expect(try browser.tap("increment").status == 503)
    #expect(try storage.text().contains("\"count\":1") == isStored)
    (storage.problem, storage.loadProblem) = (nil, nil)
    #expect(try browser.tap("increment").text("countLabel") == "1")
    #expect(try browser.tap("increment").text("countLabel") == "2")
  }

  @Test func aSessionThatIsTooLargeIsRefused() throws {
    let storage = TestStorage(bytes: true)
    storage.maxBytes = 1000
    let browser = try TestServer(storage: storage).browser(at: "/list")
    let long = String(repeating: "x", count: 2000)
    let refusal = try browser.post(browser.form(tap: "write", ["list.field": long]))
    #expect(refusal.status == 413)
    #expect(refusal.notice?.contains("no room") == true)
    #expect(try browser.post(browser.form(tap: "increment")).status == 303)
  }

  @Test func addressesOfThisMachineHaveNoNumber() {
    #expect(NetworkAddress("127.0.0.1")?.number == 0 && NetworkAddress("::1")?.number == 0)
    #expect(NetworkAddress("::ffff:127.0.0.1")?.number == 0 && NetworkAddress("no address") == nil)
    #expect(NetworkAddress("192.0.2.1")?.number == NetworkAddress("::ffff:192.0.2.1")?.number)
    #expect(NetworkAddress("192.0.2.1")?.number != NetworkAddress("192.0.2.2")?.number)
    #expect(NetworkAddress("2001:db8::1")?.number == NetworkAddress("2001:db8::ffff:1")?.number)
    #expect(NetworkAddress("2001:db8::1")?.number != NetworkAddress("2001:db8:0:1::1")?.number)
  }
}

extension TestStorage {
  /// All that is stored.
  func text() throws -> String {
    try all().map { String(decoding: try $0.record.content.encoded(), as: UTF8.self) }.joined(separator: "\n")
  }
}
