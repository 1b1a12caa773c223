import Basics
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TempuraServer

/// The threads that run code of the app, and those that do not.
@Suite struct TurnThreadsTests {
  @Test func theServerAnswersWhileCodeOfTheAppBlocks() throws {
    let server = try TestServer(ShopDelegate.self, threads: 1)
    let gate = "\(#function)"
    let blocked = try (0..<8).map { _ in
      let browser = try server.browser(at: "/home")
      return browser
    }
    let taps = DispatchGroup()
    for browser in blocked {
      // Safe because only the other queue uses it.
      nonisolated(unsafe) let browser = browser
      taps.enter()
      Thread.detachNewThread {
        _ = try? browser.tap("block", ["homeView.field": gate])
        taps.leave()
      }
    }
    try waitUntil { Crowds.inside(gate) == 8 }
    #expect(try server.browser().get("/health").status == 200)
    #expect(try server.browser().get("/ready").status == 200)
    let other = try server.browser(at: "/home")
    #expect(try other.tap("increment").text("countLabel") == "1")
    for _ in blocked { Gates.of(gate).signal() }
    taps.wait()
  }

  @Test func theRequestsOfAnAddressRunFewAtATime() throws {
    let threads = TurnThreads()
    let inside = Atomic(0)
    let peak = Atomic(0)
    let done = DispatchGroup()
    for _ in 0..<200 {
      done.enter()
      threads.start(for: 7) {
        let now = inside.add(1, ordering: .sequentiallyConsistent).newValue
        peak.max(now, ordering: .sequentiallyConsistent)
        sched_yield()
        inside.subtract(1, ordering: .sequentiallyConsistent)
        done.leave()
      }
    }
    done.wait()
    // They end one after the other, so that no more of them run than usual, however slow the machine is.
    #expect(peak.load(ordering: .sequentiallyConsistent) <= max(16, ProcessInfo.processInfo.processorCount))
  }

  @Test func requestsOfAnAddressThatBlockKeepNeitherOthersNorAllOfItsOwnWaiting() throws {
    let threads = TurnThreads()
    let gate = DispatchSemaphore(value: 0)
    let blocked = ProcessInfo.processInfo.processorCount
    for _ in 0..<blocked { threads.start(for: 7) { gate.wait() } }
    let (own, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    threads.start(for: 7) { own.signal() }
    threads.start(for: 8) { other.signal() }
    other.wait()
    #expect(threads.wait(for: 8) == 0)
    own.wait()
    #expect(threads.wait(for: 7) == 0)
    for _ in 0..<blocked { gate.signal() }
  }

  @Test func anAddressWhoseRequestsBlockedHasItsUsualShareAgain() throws {
    let threads = TurnThreads()
    let (gate, usual) = (DispatchSemaphore(value: 0), ProcessInfo.processInfo.processorCount)
    let (started, ended) = (DispatchSemaphore(value: 0), DispatchGroup())
    for _ in 0..<usual + 2 {
      ended.enter()
      threads.start(for: 7) {
        started.signal()
        gate.wait()
        ended.leave()
      }
    }
    for _ in 0..<usual + 2 { started.wait() }
    for _ in 0..<2 { gate.signal() }
    #expect(threads.share(of: 7) >= usual)
    let last = DispatchSemaphore(value: 0)
    for _ in 0..<usual { gate.signal() }
    threads.start(for: 7) { last.signal() }
    last.wait()
    ended.wait()
    #expect(threads.share(of: 7) == usual)
  }

  @Test func theWaitOfAnAddressIsThatOfItsOwnLine() throws {
    let threads = TurnThreads()
    let gate = DispatchSemaphore(value: 0)
    for _ in 0..<100 { threads.start(for: 7) { gate.wait() } }
    let before = threads.wait(for: 7)
    try waitUntil { threads.wait(for: 7) > before }
    #expect(threads.wait(for: 8) < threads.wait(for: 7))
    for _ in 0..<100 { gate.signal() }
  }
}
