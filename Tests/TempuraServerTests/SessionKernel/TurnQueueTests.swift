import Basics
import Dispatch
import Foundation
import Sessions
import Synchronization
import Testing
import TestSupport

@testable import SessionKernel
@testable import TempuraServer

/// One thing at a time.
@Suite struct TurnQueueTests {
  /// What happened, told from turns only: no lock, so that two turns at once would be noticed.
  private final class Diary: @unchecked Sendable {
    // Safe because it is only touched in turns; the tests are about that.
    var entries: [Int] = []
    let inside = Atomic<Int>(0)
    let peak = Atomic<Int>(0)

    func write(_ entry: Int) {
      let now = inside.add(1, ordering: .sequentiallyConsistent).newValue
      if now > 1 { peak.store(now, ordering: .sequentiallyConsistent) }
      entries.append(entry)
      inside.subtract(1, ordering: .sequentiallyConsistent)
    }
  }

  private func session() throws -> (TestServer, Session) {
    let server = try TestServer()
    return (server, Session(id: .random(), of: server.runtime))
  }

  @Test func anIdleSessionGivesItsTurnAtOnce() async throws {
    let (server, session) = try session()
    let isInTurn = await session.turn { _ in session.queue.isCurrent }
    #expect(isInTurn)
    #expect(!session.queue.isCurrent)
    withExtendedLifetime(server) {}
  }

  @Test func aBorrowedTurnRunsOnTheThreadThatAsksForIt() throws {
    let (server, session) = try session()
    let diary = Diary()
    let group = DispatchGroup()
    for _ in 0..<8 {
      DispatchQueue.global().async(group: group) {
        let thread = pthread_self()
        for number in 0..<100 {
          session.queue.submit { diary.write(0) }
          session.queue.borrow {
            #expect(session.queue.isCurrent && pthread_self() == thread)
            diary.write(number)
          }
          #expect(!session.queue.isCurrent)
        }
      }
    }
    group.wait()
    #expect(server.inTurn(of: session) { diary.entries.count } == 1600)
    #expect(diary.peak.load(ordering: .sequentiallyConsistent) == 0)
  }

  @Test func workOfARequestRunsRightAfterIt() async throws {
    let (server, session) = try session()
    let log = Mutex<[String]>([])
    let note = { @Sendable text in log.withLock { $0.append(text) } }
    await session.turn { _ in
      session.queue.submit {
        note("work")
        session.queue.submit { note("more work") }
      }
      Task { await session.turn { _ in note("another request") } }
      note("request")
      while session.queue.waitingRequests == 0 { await Task.yield() }
    }
    await waitUntil { log.withLock { $0 } == ["request", "work", "more work", "another request"] }
    withExtendedLifetime(server) {}
  }

  @Test func workOfATrialLaunchRunsAfterItOnTheSameThread() throws {
    let (server, session) = try session()
    var log: [String] = []
    session.queue.runAlone {
      session.queue.submit { log.append("work") }
      usleep(1_000)  // so that another thread would have the time to run it
      log.append("launch")
    }
    #expect(log == ["launch", "work"])
    #expect(!session.queue.isCurrent)
    withExtendedLifetime(server) {}
  }

  @Test func workRunsInTheOrderInWhichItWasSubmitted() throws {
    let (server, session) = try session()
    let diary = Diary()
    for number in 0..<1000 { session.queue.submit { diary.write(number) } }
    #expect(server.inTurn(of: session) { diary.entries } == Array(0..<1000))
  }

  @Test func manyThreadsTakeTurns() async throws {
    let (server, session) = try session()
    let diary = Diary()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            let entry = thread * 1000 + number
            if number % 3 == 0 {
              await session.turn { _ in
                diary.write(entry)
                session.queue.submit { diary.write(-entry - 1) }
              }
            } else {
              session.queue.submit { diary.write(entry) }
            }
          }
        }
      }
    }
    await session.turn { _ in }
    #expect(diary.peak.load(ordering: .sequentiallyConsistent) == 0, "never two at once")
    #expect(diary.entries.count == 8 * 667)
    for thread in 0..<8 {
      let own: [Int] = diary.entries.filter { $0 >= 0 && $0 / 1000 == thread }.map { $0 % 1000 }
      let (work, requests) = (own.filter { $0 % 3 != 0 }, own.filter { $0 % 3 == 0 })
      #expect(work == work.sorted())
      #expect(requests == requests.sorted())
    }
    withExtendedLifetime(server) {}
  }

  @Test func requestsTakeTheirTurnsInTheOrderInWhichTheyCame() async throws {
    let (server, session) = try session()
    let diary = Diary()
    await session.turn { _ in
      for number in 0..<200 {
        Task { await session.turn { _ in diary.write(number) } }
        while session.queue.waitingRequests == number { await Task.yield() }
      }
    }
    await waitUntil { session.queue.waitingRequests == 0 }
    await session.turn { _ in }
    #expect(diary.entries == Array(0..<200))
    withExtendedLifetime(server) {}
  }

  @Test func finishedWorkIsReleased() async throws {
    final class Token: Sendable {}
    let (server, session) = try session()
    nonisolated(unsafe) weak var token: Token?  // Safe because it is used in the turn, and after it.
    await session.turn { _ in
      let made = Token()
      token = made
      session.queue.submit { withExtendedLifetime(made) {} }
    }
    #expect(token == nil)
    withExtendedLifetime(server) {}
  }
}

/// The threads that run code of the app, and those that do not.
@Suite struct TurnThreadsTests {
  @Test func theServerAnswersWhileCodeOfTheAppBlocks() throws {
    let server = try TestServer(threads: 1)
    let gate = "\(#function)"
    let blocked = try (0..<8).map { _ in
      let browser = try server.browser(at: "/list")
      return browser
    }
    let taps = DispatchGroup()
    for browser in blocked {
      // Safe because only the other queue uses it.
      nonisolated(unsafe) let browser = browser
      taps.enter()
      Thread.detachNewThread {
        _ = try? browser.tap("block", ["list.field": gate])
        taps.leave()
      }
    }
    try waitUntil { Crowds.inside(gate) == 8 }
    #expect(try server.browser().get("/health").status == 200)
    #expect(try server.browser().get("/ready").status == 200)
    let other = try server.browser(at: "/list")
    #expect(try other.tap("increment").text("countLabel") == "1")
    for _ in blocked { Gates.of(gate).signal() }
    taps.wait()
  }
}
