import Dispatch
import TestSupport
import Testing

@testable import TempuraServer

/// What the terminal of the app's developer says of requests.
@Suite struct RequestTraceTests {
  /// Returns the lines, without their times and ids.
  private func lines(_ requests: (TestServer, Browser) throws -> Void) throws -> [String] {
    let lines = Development.Lines()
    let server = try TestServer(DevelopedDelegate.self, development: .with(lines)) { $0.liveTimeout = 0 }
    try requests(server, server.browser())
    server.stop(grace: .seconds(5))
    return lines.all.map { $0.replacing(/, \d+ ms(, request \w+)?$/, with: "") }
  }

  @Test func aTapIsToldWithWhatItDid() throws {
    let lines = try lines { _, browser in
      try browser.open("/home")
      try browser.tap("save", ["developedView.titleField": "Milk"])
      try browser.tap("work")
      for _ in 1...2 { try browser.open("/home") }
    }
    let page = "GET /home → DevelopedController"
    #expect(
      lines == [
        page, "text “Milk” in titleField, tap Save → TakeNote → SetFirstNote → state.notes[0] added", page,
        "tap Work → Nested ×2 → Count ×2 → state.count = 2", page, page, page,
      ])
  }

  @Test func whatIsTypedIntoASecureFieldIsNotTold() throws {
    let secret = "correct horse"
    let lines = try lines { _, browser in
      try browser.open("/home")
      try browser.tap("save", ["developedView.titleField": "Milk"])
      try browser.tap("work", ["developedView.passwordField": secret])
      // The app copies it into the state, and the user types it once more where it can be read.
      try browser.tap(
        "save", ["developedView.titleField": "My \(secret)", "developedView.passwordField": secret])
    }
    #expect(lines.contains { $0.contains("text in passwordField, tap Work") }, "\(lines)")
    #expect(lines.contains { $0.contains("text “My •••” in titleField") }, "\(lines)")
    #expect(lines.contains { $0.contains("state.notes[0] = \"•••\"") }, "\(lines)")
    #expect(!lines.joined().contains("horse"), "\(lines)")
  }

  @Test func updatersThatRunAfterTheAnswerAreTold() throws {
    let gate = "a gate with a name that is too long to be told"
    let lines = try lines { server, browser in
      let live = LivePage(browser, tab: "tab00000", at: "/home")
      try live.ask()
      try live.tap("wait", ["developedView.titleField": gate])
      Gates.of(gate).signal()
      try waitUntil { try live.ask().answer.body.contains(">1<") || server.session(of: browser) == nil }
    }
    #expect(lines.contains("text “\(gate.prefix(39))…” in titleField, tap Wait → WaitForGate"), "\(lines)")
    #expect(
      lines.contains { $0.hasPrefix("later, after ") && $0.hasSuffix(" → Count → state.count = 1") }, "\(lines)")
  }

  @Test func requestsForOtherThanScreensAreToldIfTheyFail() throws {
    let lines = try lines { _, browser in
      for path in ["/health", "/ready", "/home", "/home/nowhere"] { _ = try browser.get(path) }
      let page = try browser.open("/home")
      _ = try browser.post([("page", page.nonce ?? ""), ("tap", "vanished")])
      _ = try browser.send("DELETE", "/home")
      // Asks what has changed: nothing.
      let live = LivePage(browser, tab: "tab00000", at: "/home")
      try live.ask()
      #expect(try live.ask().answer.status == 204)
    }
    let page = "GET /home → DevelopedController"
    #expect(lines == [page, "GET /home/nowhere → 404", page, "POST /home → 409", "DELETE /home → 405", page])
  }
}
