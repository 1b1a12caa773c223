import Foundation
import Sessions
import TempuraUI
import Testing
import TestSupport

@testable import SessionKernel
@testable import TempuraServer

/// Ids of sessions, and their end.
@Suite struct SessionLifeTests {
  @Test func anEndedSessionIsForgotten() throws {
    let storage = TestStorage()
    let (server, browser) = try visit(storage: storage)
    try browser.tap("list.go", ["list.field": "count"])
    let answer = try browser.post(browser.form(tap: "list.go", ["list.field": "end"]))
    #expect(answer.header("Set-Cookie")?.contains("Max-Age=0") == true)
    #expect(answer.header("Clear-Site-Data") == "\"cache\", \"storage\"", "cookies are those of other apps, too")
    #expect(storage.all().isEmpty)
    try waitUntil { server.runtime.sessions.count == 0 }  // the session leaves memory after its answer
  }

  @Test func aSessionThatEndsByItselfIsNotShownAgain() throws {
    let storage = TestStorage()
    let (server, browser) = try visit(storage: storage) { $0.sideEffectTimeout = 0 }
    try browser.tap("list.go", ["list.field": "count"])
    let (gate, old) = ("\(#function)", try #require(browser.cookie))
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "endLater \(gate)"])).status == 303)
    #expect(try browser.open("/list").isWorking)
    Gates.of(gate).signal()
    #expect(server.runtime.longWork.wait(until: .distantFuture) == [])
    try waitUntil { storage.all().isEmpty && server.runtime.sessions.count == 0 }
    let page = try browser.open("/list")
    #expect(page.text("list.label") == "section 0 count 0")
    #expect(try #require(browser.cookie).isEmpty == false)
    #expect(browser.cookie != old)
    #expect(page.header("Clear-Site-Data") == "\"cache\", \"storage\"", "the new cookie stays")
    try browser.tap("list.go", ["list.field": "count"])
    #expect(browser.page.text("list.label") == "section 0 count 1")
    #expect(browser.page.header("Clear-Site-Data") == nil, "it is said once")
  }

  @Test func aSessionLastsNoLongerThanItMay() throws {
    let storage = TestStorage()
    let browser = try TestServer(storage: storage) { $0.longestSessionLifetime = 500 }.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    let record = try #require(storage.all().first?.record)
    #expect(record.expiry == record.created + 500)
    #expect(record.isUsed)
  }

  @Test func aSessionThatWasOnlyLookedAtIsMarkedSo() throws {
    let storage = TestStorage()
    let server = try TestServer(storage: storage)
    // The times are whole seconds, and are read one after the other: the visit has to begin and to end in the same second.
    var begun: Int64
    repeat {
      for session in storage.all() { storage.memory.remove(session.key) }
      begun = server.runtime.time
      try server.browser().open("/list")
    } while server.runtime.time != begun
    let record = try #require(storage.all().first?.record)
    #expect(!record.isUsed)
    #expect(record.expiry == record.created + 3600)
  }
}
