import Basics
import Foundation
import Testing

@testable import TempuraServer

/// Requests that take long, in the log.
@Suite struct SlowVisitTests {
  /// A server that reports requests from some seconds on, and what it reports.
  private func entries(
    slowRequest: Double?, _ requests: (TestServer) throws -> Void
  ) throws -> [ServerLogEntry] {
    let entries = Locked<[ServerLogEntry]>([])
    let log = Log(handler: { entry in entries.withLock { $0.append(entry) } })
    let server = try TestServer(ShopDelegate.self, log: log, slowRequest: slowRequest)
    try requests(server)
    server.stop(grace: .seconds(5))
    return entries.withLock { $0.filter { $0.message.contains(" took ") } }
  }

  @Test func aTapIsReportedWithWhatRan() throws {
    let id = "4bf92f3577b34da6a3ce929d0e0e4736"
    let entries = try entries(slowRequest: 0) { server in
      let browser = try server.browser(at: "/home")
      browser.headers = ["traceparent": "00-\(id)-00f067aa0ba902b7-01"]
      try browser.tap("note", ["homeView.field": "secret text"])
      try browser.tap("nested")
    }
    let page = try #require(entries.first { $0.metadata["screen"] == "home" && $0.metadata["control"] == nil })
    #expect(page.level == .warning && page.requestID != nil && page.session?.count == 12)
    let taps = entries.filter { $0.metadata["control"] != nil }
    #expect(taps.count == 2)
    // A request is reported after its answer, so perhaps after the next request.
    let note = try #require(taps.first { $0.metadata["updaters"]?.contains("TakeNote ") == true })
    #expect(note.metadata["control"] == "TempuraUI.UIButton")
    #expect(note.metadata["sideEffects"] == nil)
    #expect(note.metadata["milliseconds"]?.wholeMatch(of: /\d+\.\d{3}/) != nil)
    #expect(note.traceID == id)
    let nested = try #require(taps.first { $0.metadata["sideEffects"]?.contains("Nested ") == true })
    #expect(nested.metadata["updaters"]?.contains("TakeNote") == false, "it ran before the request")
    #expect(nested.message.contains("side effects: "))
    for entry in entries { #expect(!"\(entry)".contains("secret")) }
  }

  @Test(arguments: [3600, nil] as [Double?]) func othersAreNot(slowRequest: Double?) throws {
    let entries = try entries(slowRequest: slowRequest) { server in
      let browser = try server.browser(at: "/home")
      try browser.tap("nested")
    }
    #expect(entries.isEmpty)
  }
}
