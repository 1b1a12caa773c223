import Dispatch
import TempuraMetrics
import TestSupport
import Testing

@testable import TempuraServer

/// A tap that is sent again after many other forms.
@Suite struct RepeatedFormTests {
  /// What is left of such a request may be empty, its URL too.
  @Test func aFormThatWasRefusedWhileItWaitedIsNotApplied() throws {
    let server = try TestServer(ShopDelegate.self, responseDeadline: .milliseconds(40))
    let browser = try server.browser(at: "/home")
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
    #expect(try browser.open("/home").text("countLabel") == "0")
    #expect(server.runtime.metrics.sessionsStarted.value == sessions)
  }

  @Test func aFormDoesNotWaitForItsSideEffectsIfItsClientDoesNot() throws {
    let server = try TestServer(ShopDelegate.self, responseDeadline: .milliseconds(40))
    let browser = try server.browser(at: "/home")
    let session = try #require(server.session(of: browser))
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "wait", ["homeView.field": gate])).status == 503)
    try waitUntil { server.inTurn(of: session) { session.waiters.isEmpty } }
    #expect(server.inTurn(of: session) { session.scenes.contains(where: \.isWorking) }, "which goes on")
    Gates.of(gate).signal()
    try waitUntil { server.inTurn(of: session) { !session.scenes.contains(where: \.isWorking) } }
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  @Test(arguments: [false, true])
  func aTapIsAppliedOnceWhateverWasSentAfterIt(leavesMemory: Bool) throws {
    let server = try TestServer(LibraryDelegate.self, storage: TestStorage(bytes: true))
    let browser = try server.browser(at: "/list")
    let form = browser.form(tap: "list.go", ["list.field": "count"])
    #expect(try browser.post(form).status == 303)
    let tab = browser.newTab()
    func send(_ number: Int, _ fields: [(String, String)]) throws {
      #expect(try tab.post(fields + [("page", "other tab \(number)")], to: "/list").status == 303)
    }
    for number in 0..<30 { try send(number, [("list.field", "text \(number)")]) }
    for number in 0..<30 { try send(number, [("tap", "list.more")]) }
    if leavesMemory { try server.evictAll() }
    #expect(try browser.post(form).status == 303)
    #expect(try browser.open("/list").text("list.label")?.hasSuffix("count 1") == true)
  }

  @Test func typingThatIsSentAgainIsAppliedOnceAlsoAfterARestart() throws {
    let server = try TestServer(LibraryDelegate.self, storage: TestStorage(bytes: true))
    let browser = try server.browser(at: "/list")
    let typing = [("list.field", "become guest"), ("page", "0123456789abcdef")]
    #expect(try browser.post(typing).status == 303)
    #expect(try browser.tap("list.go", ["list.field": "become nobody"]).status == 200)
    try server.evictAll()
    #expect(try browser.post(typing).status == 303)
    #expect(try browser.open("/list").body.contains("disabled"), "the role is still that of the later form")
  }
}
