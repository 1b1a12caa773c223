import Basics
import Dispatch
import Foundation
import Hydra
import Sessions
import TempuraUI
import Testing
import TestSupport

@testable import SessionKernel
@testable import TempuraServer

/// How many side effects run at once, and on which threads.
@Suite struct SideEffectTests {
  @Test(arguments: ["crowd", "awaitingCrowd"])
  func aSessionRunsFewSideEffectsAtOnce(action: String) throws {
    let (server, browser) = try visit { $0.sideEffectTimeout = 0 }
    let gate = "\(#function) \(action)"
    try browser.tap(action, ["list.field": gate])
    try waitUntil { Crowds.inside(gate) >= 4 }
    let other = try server.browser(at: "/list")
    try other.tap("flat")
    try waitUntil { try !other.open("/list").isWorking }
    #expect(other.page.text("countLabel") == "2000", "while the others wait")
    // If all of them wait in await, a lane starts one more each second: how many depends on the time of this test.
    let peak = action == "crowd" ? 4...4 : 4...32
    #expect(peak.contains(Crowds.inside(gate)))
    for _ in 0..<2000 { Gates.of(gate).signal() }
    Crowds.promise(of: gate).resolve(())
    try waitUntil { try !browser.open("/list").isWorking }
    #expect(browser.page.text("countLabel") == "2000")
    #expect(peak.contains(Crowds.peak(gate)))
  }

  @Test(arguments: 1...4) func allSideEffectsOfASessionFinish(slots: Int) throws {
    let server = try TestServer() {
      $0.sideEffectsPerSession = slots
      $0.sideEffectsAtOnce = slots
    }
    let browser = try server.browser(at: "/list")
    #expect(try browser.tap("nested").text("countLabel") == "11")
    #expect(try browser.tap("flat").text("countLabel") == "2011")
  }

  @Test func thePageSaysThatASideEffectWaitsForItsTurn() throws {
    let server = try TestServer() {
      $0.sideEffectTimeout = 0
      $0.sideEffectsAtOnce = 1
    }
    let (first, second) = (server.browser(), server.browser())
    let gate = "\(#function)"
    try first.open("/list")
    try second.open("/list")
    #expect(try first.tap("wait", ["list.field": gate]).notice == "Working on it…")
    #expect(try second.tap("wait", ["list.field": gate]).notice == "Waiting for its turn…")
    #expect(second.page.isWorking, "which gets itself again")
    for _ in 0..<2 { Gates.of(gate).signal() }
    try waitUntil { try !second.open("/list").isWorking }
    #expect(second.page.text("countLabel") == "1")
    #expect(second.page.notice == nil)
  }

  /// Sends a form that waits for the gate, from an address.
  private func sendWaiting(_ gate: String, _ browser: Browser, from address: String) throws -> RawClient {
    let client = try RawClient(port: browser.port)
    let body = formEncoded(browser.form(tap: "wait", ["list.field": gate]))
    client.send(
      "POST /list HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(address)\r\n"
        + "Cookie: session=\(browser.cookie ?? "")\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return client
  }

  @Test func oneAddressDoesNotHoldTheSideEffectsOfAll() throws {
    let server = try TestServer(trustsProxy: true) { $0.sideEffectsAtOnce = 2 }
    let gate = "\(#function)"
    defer { for _ in 0..<20 { Gates.of(gate).signal() } }
    var clients: [RawClient] = []
    for _ in 0..<9 {  // one runs, and eight wait
      clients.append(try sendWaiting(gate, try server.browser(at: "/list"), from: "192.0.2.1"))
    }
    try waitUntil { server.runtime.longWork.count == 9 }
    let refused = try sendWaiting(gate, try server.browser(at: "/list"), from: "192.0.2.1").response()
    #expect(refused.status == 503 && refused.header("Retry-After") != nil)
    let other = try server.browser(at: "/list")
    other.headers["X-Forwarded-For"] = "192.0.2.2"
    #expect(try other.tap("nested").text("countLabel") == "11")
  }

  @Test func whatHasNotBegunForAClientThatLeftIsNotBegun() throws {
    let server = try TestServer(trustsProxy: true) { $0.sideEffectsAtOnce = 2 }
    let gate = "\(#function)"
    let (first, second) = (try server.browser(at: "/list"), try server.browser(at: "/list"))
    let running = try sendWaiting(gate, first, from: "192.0.2.1")
    try waitUntil { server.runtime.longWork.count == 1 }
    let waiting = try sendWaiting(gate, second, from: "192.0.2.1")
    try waitUntil { server.runtime.longWork.count == 2 }
    waiting.close()
    try waitUntil { server.runtime.longWork.count == 1 }
    Gates.of(gate).signal()
    #expect(try running.response().status == 303)
    // The same form, which is applied now.
    Gates.of(gate).signal()
    #expect(try sendWaiting(gate, second, from: "192.0.2.1").response().status == 303)
    #expect(try second.open("/list").text("countLabel") == "1")
  }

  @Test func sideEffectsMayReadTheScreensWhileOtherWorkWaits() throws {
    let browser = try TestServer().browser(at: "/list")
    let page = try browser.tap("readScreens")
    #expect(page.text("notesLabel") == "list,list,list,list")
    #expect(page.text("countLabel") == "200")
  }

  @Test func aSideEffectThatIsRefusedIsTold() throws {
    let browser = try TestServer() { $0.sideEffectThreads = 4 }.browser(at: "/list")
    let page = try browser.tap("nested")
    #expect(page.notice?.hasPrefix("Something went wrong") == true)
    #expect(page.text("countLabel") == "0")
    #expect(try browser.tap("flat").text("countLabel") == "2000", "they do not await each other")
  }

  @Test func codeThatBlocksAllSharedThreadsHarmsNoSession() throws {
    let (server, browser) = try visit()
    let gate = DispatchSemaphore(value: 0)
    let left = DispatchGroup()
    for quality in [DispatchQoS.QoSClass.userInteractive, .userInitiated, .default, .utility, .background] {
      for _ in 0..<300 { DispatchQueue.global(qos: quality).async(group: left) { gate.wait() } }
    }
    defer {
      for _ in 0..<1500 { gate.signal() }
      left.wait()
    }
    #expect(try browser.tap("nested").text("countLabel") == "11")
    #expect(try browser.tap("detail").text("countLabel") == "11", "a side effect that navigates")
    let session = try #require(server.session(of: browser))
    #expect(server.inTurn(of: session) { session.scenes.count } == 1)
    try server.evictAll()
  }
}

/// Side effects that take long, and those that are running when the server stops.
@Suite struct LongWorkTests {
  private func count(_ storage: TestStorage) throws -> Int? {
    struct Content: Decodable { struct Shop: Decodable { let count: Int }; let state: Shop }
    return try storage.all().first.map {
      try JSONDecoder().decode(Content.self, from: Data($0.record.content.encoded())).state.count
    }
  }

  @Test func thePageShowsHowFarLongWorkIs() throws {
    let browser = try TestServer() { $0.sideEffectTimeout = 0 }.browser(at: "/list")
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "countLater \(gate)"])).status == 303)
    for step in 1...3 {
      #expect(try browser.open("/list").isWorking, "which gets itself again without script")
      Gates.of(gate).signal()
      try waitUntil { try browser.open("/list").text("list.label") == "section 0 count \(step)" }
      let progress = ["0.33", "0.66", "1"][step - 1]
      #expect(browser.page.first(/<progress[^>]*value="([^"]*)"/)?.hasPrefix(progress) == true)
    }
    try waitUntil { try !browser.open("/list").isWorking }
  }

  @Test func changesOfASideEffectBeforeTheEndAreStored() throws {
    let storage = TestStorage(bytes: true)
    let (server, browser) = try visit(storage: storage) { $0.sideEffectTimeout = 0 }
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "wait", ["list.field": gate])).status == 303)
    #expect(try count(storage) == 0)
    _ = try inParallel([{ server.runtime.stop(within: .seconds(60)) }]) { Gates.of(gate).signal() }
    #expect(try count(storage) == 1)
  }

  @Test func sideEffectsThatAreStillRunningAreNamed() throws {
    let (server, browser) = try visit { $0.sideEffectTimeout = 0 }
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "wait", ["list.field": gate])).status == 303)
    #expect(server.runtime.longWork.wait(until: .now()) == ["WaitForGate"])
    Gates.of(gate).signal()
    #expect(server.runtime.longWork.wait(until: .distantFuture) == [])
  }

  @Test func changesAfterTheEndAreNotStored() throws {
    let storage = TestStorage(bytes: true)
    let (server, browser) = try visit(storage: storage) { $0.sideEffectTimeout = 0 }
    let gate = "\(#function)"
    #expect(try browser.post(browser.form(tap: "wait", ["list.field": gate])).status == 303)
    server.runtime.stop(within: .zero)
    Gates.of(gate).signal()
    #expect(server.runtime.longWork.wait(until: .distantFuture) == [])
    #expect(try count(storage) == 0)
  }
}

/// Code that waits for a promise in a turn of its session.
@Suite struct AwaitTests {
  private func notes(after action: String) throws -> String? {
    let browser = try TestServer().browser(at: "/list")
    return try browser.tap(action).text("notesLabel")
  }

  @Test func aClosureOfAPromiseMayAwaitADispatch() throws {
    #expect(try notes(after: "awaitInThen") == "before,awaited,after before,awaited")
  }

  @Test func aTapMayAwaitASideEffectThatNeedsTheTurn() throws {
    let notes = try notes(after: "awaitInTap")
    #expect(notes?.hasPrefix("launch ") == true && notes?.hasSuffix(",done") == true)
  }

  @Test func anUpdaterThatAwaitsAnotherIsRefused() throws {
    #expect(try notes(after: "awaitInUpdater") == "refused")
  }

  @Test func aListenerMayAwaitADispatchAndSeesTheLastStateLast() throws {
    #expect(try notes(after: "awaitInListener") == "awaited")
  }
}

/// Requests that take long, in the log.
@Suite struct SlowRequestTests {
  /// A server that reports requests from some seconds on, and what it reports.
  private func entries(
    slowRequest: Double?, _ requests: (TestServer) throws -> Void
  ) throws -> [ServerLogEntry] {
    let entries = Locked<[ServerLogEntry]>([])
    let log = Log(handler: { entry in entries.withLock { $0.append(entry) } })
    let server = try TestServer(log: log, slowRequest: slowRequest)
    try requests(server)
    server.stop(grace: .seconds(5))
    return entries.withLock { $0.filter { $0.message.contains(" took ") } }
  }

  @Test func aTapIsReportedWithWhatRan() throws {
    let id = "4bf92f3577b34da6a3ce929d0e0e4736"
    let entries = try entries(slowRequest: 0) { server in
      let browser = try server.browser(at: "/list")
      browser.headers = ["traceparent": "00-\(id)-00f067aa0ba902b7-01"]
      try browser.tap("write", ["list.field": "secret text"])
      try browser.tap("nested")
    }
    let page = try #require(entries.first { $0.metadata["screen"] == "list" && $0.metadata["control"] == nil })
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
      let browser = try server.browser(at: "/list")
      try browser.tap("nested")
    }
    #expect(entries.isEmpty)
  }
}
