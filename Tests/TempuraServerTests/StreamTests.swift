import Basics
import Dispatch
import Foundation
import Sessions
import Synchronization
import Testing
import TestSupport

@testable import HTTPServer
@testable import SessionKernel
@testable import TempuraServer

/// The streams that tell open pages of changes.
@Suite struct StreamTests {
  /// A client's stream.
  private final class Stream {
    private let client: RawClient

    init(_ server: TestServer, _ browser: Browser, named name: String) throws {
      client = try RawClient(port: server.port)
      client.send(
        "GET /live?stream=\(name) HTTP/1.1\r\nHost: localhost\r\nCookie: session=\(browser.cookie ?? "")\r\n\r\n")
    }

    /// Waits for the next event.
    func event() throws -> String {
      while true {
        let block = try client.text(until: "\n\n")
        if block.hasPrefix("event: pulse") { throw TestError("No event came before the heartbeat.") }
        if let event = block.split(separator: "\n").first(where: { $0.hasPrefix("event: ") }) {
          return String(event.dropFirst("event: ".count))
        }
      }
    }

    func close() { client.close() }
  }

  private let name = "streamstreamstream"

  /// A server, a browser, and its stream, which has begun.
  private func open(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws -> (
    TestServer, Browser, Stream
  ) {
    let (server, browser) = try visit(configure: configure)
    let stream = try Stream(server, browser, named: name)
    _ = try stream.event()
    return (server, browser, stream)
  }

  @Test func aStreamBeginsWithAnEvent() throws {
    let (server, browser) = try visit()
    let stream = try Stream(server, browser, named: name)
    #expect(try stream.event() == "change")
    #expect(!server.runtime.streams.isEmpty)
    stream.close()
    try waitUntil { server.runtime.streams.isEmpty }
  }

  @Test func aStreamTellsOfOtherTabsChangesAndNotOfItsOwn() throws {
    let (server, browser, stream) = try open()
    let other = try Stream(server, browser, named: "other" + name)
    _ = try other.event()
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/list", stream: name)
    try page.tap("increment")
    #expect(try other.event() == "change")
    try browser.open("/list")
    try browser.tap("increment")
    #expect(try stream.event() == "change", "the one event so far")
    #expect(try page.ask().markup?.contains("countLabel") == true)
  }

  @Test func aLiveTapIsAnsweredWhileItsSideEffectRuns() throws {
    let (server, browser, stream) = try open { $0.liveTimeout = 0.01 }
    let other = try Stream(server, browser, named: "other" + name)
    _ = try other.event()
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/list", stream: name)
    let gate = "\(#function)"
    #expect(try page.tap("wait", ["list.field": gate]).isWorking)
    #expect(try page.tap("increment").markup?.contains("countLabel") == true)
    #expect(page.patch.isWorking)
    #expect(try other.event() == "change", "before the side effect ends")
    Gates.of(gate).signal()
    #expect(try stream.event() == "change")
  }

  @Test func aLiveTapDoesNotWaitForEarlierSideEffects() throws {
    // The timeout of this server is longer than the test may take.
    let (server, browser) = try visit()
    // Safe because only the other queue uses it.
    nonisolated(unsafe) let page = LivePage(server.browser(of: browser), tab: "a", at: "/list", stream: name)
    let gate = "\(#function)"
    let tap = DispatchGroup()
    DispatchQueue.global().async(group: tap) { _ = try? page.tap("wait", ["list.field": gate]) }
    try waitUntil { server.runtime.longWork.count == 1 }
    let again = LivePage(server.browser(of: browser), tab: "a", at: "/list", stream: name)
    #expect(try again.tap("increment").isWorking)
    Gates.of(gate).signal()
    tap.wait()
  }

  @Test func theEndOfASideEffectIsToldToAPageThatSaysThatItRuns() throws {
    let (server, browser, stream) = try open { $0.sideEffectTimeout = 0 }
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/list", stream: name)
    try page.tap("waitTwice", ["list.field": "an end without a change"])
    Gates.of("an end without a change").signal()
    #expect(try stream.event() == "change")
    #expect(try page.ask().isWorking)
    Gates.of("an end without a change again").signal()
    #expect(try stream.event() == "change")
    #expect(try page.ask().status == 204, "nothing has changed, and nothing runs")
  }

  @Test func anIdleSessionLeavesMemoryEarlyIfItsPagesAreClosed() throws {
    let (server, browser, stream) = try open()
    let session = try #require(server.session(of: browser))
    session.lifetime.lastUse.store(server.runtime.now - 100, ordering: .relaxed)
    server.runtime.kernel.freeIdleSessions(isMemoryScarce: false)
    try browser.tap("increment")  // in a turn after that of an eviction
    #expect(server.session(of: browser) === session)
    stream.close()
    try waitUntil { server.runtime.streams.isEmpty }
    server.runtime.kernel.freeIdleSessions(isMemoryScarce: false)
    try browser.tap("increment")
    #expect(server.session(of: browser) === session, "it was used just now")
    session.lifetime.lastUse.store(server.runtime.now - 100, ordering: .relaxed)
    server.runtime.kernel.freeIdleSessions(isMemoryScarce: false)
    try waitUntil { server.session(of: browser) == nil }
    #expect(try browser.tap("increment").text("countLabel") == "3")
  }

  @Test func whatAPageFindsChangedIsToldToTheOtherTabs() throws {
    let memory = MemoryStorage()
    func server() throws -> TestServer {
      try TestServer(storage: TestStorage(bytes: true, isShared: true, memory: memory))
    }
    let (one, other) = (try server(), try server())
    let browser = one.browser()
    try browser.open("/list")
    let stream = try Stream(one, browser, named: name)
    _ = try stream.event()
    let page = LivePage(one.browser(of: browser), tab: "a", at: "/list", stream: name)
    try page.ask()
    _ = try other.browser(of: browser).post([("list.field", "count"), ("tap", "list.go")], to: "/list")
    // As after a message of the storage, whose record has not arrived yet.
    try #require(one.session(of: browser)).validity.invalidate()
    // The browser's tabs share the stream. Only the one that asks learns it by the answer.
    #expect(try page.ask().answer.body.contains("count 1"))
    #expect(try stream.event() == "change")
    #expect(try page.ask().status == 204)
  }

  @Test func leavingMemoryIsNotTold() throws {
    let (server, browser, stream) = try open()
    let session = try #require(server.session(of: browser))
    _ = try browser.post([("list.field", "count"), ("tap", "list.go")], to: "/list")
    #expect(try stream.event() == "change")
    try server.evictAll()
    session.queue.submit { server.runtime.streams.close(session.key) }  // after that turn
    #expect(throws: TestError.self, "no event came before the end") { try stream.event() }
  }

  @Test func withoutANameThereIsNoStream() throws {
    let server = try TestServer()
    let browser = server.browser()
    for query in ["", "?stream=short"] {
      let answer = try browser.get("/live\(query)")
      #expect(answer.status == 204)
      #expect(answer.header("Set-Cookie") == nil)
    }
    #expect(server.runtime.sessions.count == 0)
    #expect(server.runtime.streams.isEmpty)
  }

  @Test func aSessionHasFewStreams() throws {
    let (server, browser) = try visit()
    let streams = try (0..<9).map { number in
      let stream = try Stream(server, browser, named: "\(name)\(number)")
      _ = try stream.event()
      return stream
    }
    #expect(throws: TestError.self) { try streams[0].event() }
    let again = try Stream(server, browser, named: "\(name)5")
    _ = try again.event()
    #expect(throws: TestError.self, "its client has another one") { try streams[5].event() }
    try browser.tap("increment")
    for stream in [streams[1], streams[8], again] { #expect(try stream.event() == "change") }
  }

  @Test func theEndOfASessionIsTold() throws {
    let (server, browser, stream) = try open()
    let session = try #require(server.session(of: browser))
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/list", stream: name)
    try page.ask()
    session.inTurn { session.scenes[0].endSession() }
    #expect(try stream.event() == "change")
    #expect(try page.ask().isReload)
    #expect(try server.browser(of: page.browser).open("/list").notice?.contains("session has ended") == true)
  }

  @Test func anEndThatNobodyReportsIsToldByTheClock() throws {
    let (server, browser, stream) = try open()
    let session = try #require(server.session(of: browser))
    let (streams, now) = (server.runtime.streams, server.runtime.time)
    let expiry = now + Int64(server.runtime.options.visitLifetime)
    streams.extend(session.key, to: expiry + 1000)
    streams.tellExpired(at: expiry + 999, again: 100)
    streams.extend(session.key, to: expiry)
    streams.tellExpired(at: expiry, again: 100)
    #expect(try stream.event() == "change")
    streams.tellExpired(at: expiry + 99, again: 100)
    try browser.tap("increment")
    #expect(try stream.event() == "change", "of the tap")
    streams.close(session.key)
    #expect(throws: TestError.self, "no event came before the end") { try stream.event() }
  }

  @Test func malformedTabsAreIgnoredAndOtherSitesAndMethodsAreRefused() throws {
    let browser = try TestServer().browser(at: "/list")
    #expect(try browser.post([("tab", "é")], to: "/live").status == 204)
    #expect(try browser.post([], to: "/live").status == 204)
    let other = try browser.send("PUT", "/live")
    #expect(other.status == 405)
    #expect(other.header("Allow") == "GET, HEAD, POST, OPTIONS")
    browser.headers["Sec-Fetch-Site"] = "cross-site"
    #expect(try browser.post([("tab", "a")], to: "/live").status == 403)
    #expect(try browser.get("/live?stream=\(name)").status == 403)
  }
}

/// How many open pages are told, and other servers.
@Suite final class AnnouncerTests: Sendable {
  private let waiting = Locked<[@Sendable () -> Void]>([])
  private let told = Locked<[[Int]]>([])

  private func announcer() -> Announcer<Int> {
    Announcer { [self] seconds, body in
      #expect(seconds == Announcer<Int>.interval)
      waiting.withLock { $0.append(body) }
    } tell: { [self] batch in
      told.withLock { $0.append(batch) }
    }
  }

  private var batches: [[Int]] { told.withLock { $0 } }

  /// Lets the interval pass.
  private func wait() { for body in waiting.withLock({ exchange(&$0, with: []) }) { body() } }

  @Test func eachIsToldOnceInBatches() {
    let announcer = announcer()
    announcer.announce(0..<250)
    #expect(batches.map(\.count) == [100])
    for _ in 0..<3 { wait() }
    #expect(batches.map(\.count) == [100, 100, 50])
    #expect(Set(batches.joined()).count == 250)
    let times = waiting.withLock { $0.count }
    #expect(times == 0, "all are told")
  }

  @Test func whatChangesWithinTheIntervalIsToldOnceAndNoFaster() {
    let announcer = announcer()
    for number in [1, 1, 2, 1] { announcer.announce([number]) }
    let times = waiting.withLock { $0.count }
    #expect(batches == [[1]] && times == 1)
    wait()
    #expect(batches.map { Set($0) } == [[1], [1, 2]])
    wait()
    announcer.announce([3])
    #expect(batches.last == [3])
  }
}
