import Basics
import Dispatch
import Foundation
import Hydra
import Sessions
import TempuraUI
import TestSupport
import Testing
import Wire

@testable import SessionKernel
@testable import TempuraServer

/// An app that uses the network, timers, threads, queues and tasks as apps for phones do.
///
/// One after the other, because its service is the same for the process.
@Suite(.serialized) struct FollowingTests {
  private static let service = Result { try WebService() }
  private let service: WebService

  init() throws {
    service = try Self.service.get()
    service.release()
    WireService.url = service.url
  }

  private func browser(_ server: TestServer) throws -> Browser {
    let browser = try server.browser(at: "/wire")
    try waitUntil { try browser.open("/wire").text("headlineLabel") == "headline" }
    return browser
  }

  @Test(arguments: [
    ("request", "text true"), ("download", "text true"), ("upload", "echo true"), ("delegate", "text true"),
    ("data", "text true"), ("task", "task true"), ("taskMain", "taskMain true"), ("mainActor", "mainActor true"),
    ("assumed", "assumed true"), ("detached", "detached false true"), ("global", "global false true"),
    ("group", "group true"),
    ("item", "item false true"), ("delayedItem", "delayedItem true"), ("mainItem", "mainItem true"),
    ("source", "source true"),
    ("operation", "operation false true"), ("mainOperation", "mainOperation true"), ("block", "block false true"),
    ("thread", "thread false true"), ("detachedThread", "detachedThread false true"), ("timer", "true 3 true"),
    ("methodTimer", "methodTimer true"), ("addedTimer", "addedTimer true"), ("notification", "notification true"),
  ])
  func theSessionFollowsItsCode(action: String, text: String) throws {
    let server = try TestServer(WireDelegate.self)
    let (browser, other) = (try browser(server), try browser(server))
    try browser.tap(action)
    try waitUntil { try browser.open("/wire").text("resultLabel") == text }
    #expect(try other.open("/wire").text("resultLabel") == "ready", "the screen of another user")
  }

  @Test(arguments: [
    ("request", "text true"), ("download", "text true"), ("upload", "echo true"), ("data", "text true"),
    ("delayedItem", "delayedItem true"), ("mainItem", "mainItem true"),
  ])
  func aFormWaitsForWhatItStarts(action: String, text: String) throws {
    let server = try TestServer(WireDelegate.self)
    let browser = try browser(server)
    // A session does not need the process's main queue.
    let isOver = DispatchSemaphore(value: 0)
    OperationQueue.main.addOperation { isOver.wait() }
    defer { isOver.signal() }
    #expect(try browser.tap(action).text("resultLabel") == text)
  }

  @Test func aFormDoesNotWaitForACancelledItem() throws {
    let server = try TestServer(WireDelegate.self) { $0.sideEffectTimeout = 1 }
    let page = try browser(server).tap("cancelledItem")
    #expect(page.text("resultLabel") == "cancelledItem true" && !page.isWorking)
  }

  @Test func aFirstPageWaitsForRequestsAndThenSaysThatTheyRun() throws {
    let server = try TestServer(WireDelegate.self)
    #expect(try server.browser().open("/wire").text("headlineLabel") == "headline")
    service.hold("/headline")
    let impatient = try TestServer(WireDelegate.self) { $0.sideEffectTimeout = 0 }
    let browser = impatient.browser()
    let page = try browser.open("/wire")
    #expect(page.isWorking && page.notice == "Working on it…")
    #expect(page.text("headlineLabel") == "" && page.text("resultLabel") == "ready")
    service.release()
    try waitUntil { try !browser.open("/wire").isWorking }
    #expect(browser.page.text("headlineLabel") == "headline")
  }

  @Test func openPagesAreTold() throws {
    service.hold("/text")
    let server = try TestServer(WireDelegate.self) { $0.liveTimeout = 0 }
    let browser = try browser(server)
    let page = LivePage(browser, tab: "tab", at: "/wire")
    try page.tap("request")
    let session = try #require(server.session(of: browser))
    try waitUntil { service.waiting == 1 }
    try page.ask()
    #expect(server.inTurn(of: session) { session.scenes.first?.takeMayHaveChanged() } == false)
    service.release()
    try waitUntil { try page.ask().answer.body.contains("text true") }
  }

  // MARK: - The end

  @Test func anAppThatEndedRunsNothingAnyMore() throws {
    service.hold("/text")
    let server = try TestServer(WireDelegate.self) { $0.sideEffectTimeout = 0 }
    let browser = server.browser()
    // Its `asyncAfter` has an unowned reference to the screen, which would trap later. So it would after the trial launch.
    try browser.open("/wire")
    try browser.tap("download")
    try browser.tap("addedTimer")
    let session = try #require(server.session(of: browser))
    let scene = try #require(server.inTurn(of: session) { session.scenes.first })
    #expect(server.inTurn(of: session) { scene.pendingWork.count } > 0)
    weak let screen = server.inTurn(of: session) { scene.window?.rootViewController }
    #expect(screen != nil)
    try waitUntil { service.waiting == 1 }
    server.inTurn(of: session) { session.scenes.end(scene) }
    #expect(screen == nil, "what its closures had was released")
    #expect(scene.pendingWork.hasEnded)
    service.release()
    let isDue = DispatchSemaphore(value: 0)
    Timers.shared.after(0.1) { isDue.signal() }
    isDue.wait()
  }

  @Test func anEvictedSessionRunsNothingAnyMore() throws {
    let (server, browser) = try visit(WireDelegate.self, at: "/wire")
    try browser.tap("addedTimer")
    let session = try #require(server.session(of: browser))
    let scene = try #require(server.inTurn(of: session) { session.scenes.first })
    weak let screen = server.inTurn(of: session) { scene.window?.rootViewController }
    #expect(scene.pendingWork.count > 0 && screen != nil)
    try server.evictAll()
    #expect(scene.pendingWork.hasEnded)
    #expect(screen == nil, "what its closures had was released")
  }

  @Test func whatAClosureHoldsIsReleasedInATurn() throws {
    let (server, browser) = try visit(WireDelegate.self, at: "/wire")
    let session = try #require(server.session(of: browser))
    let scene = try #require(server.inTurn(of: session) { session.scenes.first })
    for _ in 0..<100 {
      let wasInTurn = Locked<Bool?>(nil)
      Main.run(as: scene) {
        // No other reference than the closure's.
        let held = Held { wasInTurn.withLock { $0 = session.queue.isCurrent } }
        return UIApplication.following { withExtendedLifetime(held) {} }
      }()
      try waitUntil { wasInTurn.withLock { $0 } != nil }
      #expect(wasInTurn.withLock { $0 } == true)
    }
  }

  private final class Held: Sendable {
    private let end: @Sendable () -> Void
    init(end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  // MARK: - Causes

  @Test(arguments: ["noteFromThread", "noteFromTask", "noteFromRequest"])
  func whatAnUndoneFormStartedDoesNotLast(action: String) throws {
    service.hold("/held")
    let storage = TestStorage()
    let server = try TestServer(WireDelegate.self, storage: storage) { $0.sideEffectTimeout = 0 }
    let browser = try browser(server)
    storage.problem = .unavailable("no disk")
    #expect(try browser.tap(action).status == 503)
    storage.problem = nil
    if action == "noteFromRequest" {
      service.release()
    } else {
      WireService.gate.signal()
    }
    let session = try #require(server.session(of: browser))
    try waitUntil { try !browser.open("/wire").isWorking }
    try waitUntil { server.inTurn(of: session) { session.queue.waitingWork } == 0 }
    #expect(try browser.open("/wire").text("notesLabel") == "")
  }

  // MARK: - Outside sessions

  @Test func theMainQueueOutsideSessionsIsReported() throws {
    let server = try TestServer(WireDelegate.self)
    DispatchQueue.main.async {}; let line = #line
    #expect(Misuse.messages.contains { $0.hasPrefix("\(#fileID):\(line): DispatchQueue.main.async") })
    server.stop()
  }
}
