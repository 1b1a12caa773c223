import Dispatch
import Foundation
import Synchronization
import Testing

@testable import TempuraServer

/// What an app opens before it is served in tests, and the jobs of a server. Tests/Integration/LifecycleTests.swift has the rest.
struct ServerLifecycleTests {
  // MARK: - Starts

  private struct Closed: Error, CustomStringConvertible {
    let description = "The shop is closed."
  }

  private final class OpenShop: LibraryDelegate, ServerLifecycle {
    static let starts = Atomic(0)
    static func serverWillStart() { starts.add(1, ordering: .relaxed) }
    static func serverDidStop() { Issue.record("other servers of the process use what it would close") }
    static var jobs: [ServerJob] { [ServerJob("job", every: 1) { Issue.record("tests run no jobs") }] }
  }

  private final class ClosedShop: LibraryDelegate, ServerLifecycle {
    static let isOpen = Atomic(false)
    static func serverWillStart() throws { if !isOpen.load(ordering: .relaxed) { throw Closed() } }
  }

  @Test func serversOfOneProcessShareWhatTheAppOpens() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let server = try AppServer.inMemory(OpenShop.self)
          #expect(OpenShop.starts.load(ordering: .relaxed) == 1)
          try server.start()
          server.stop()
        }
      }
      try await group.waitForAll()
    }
    #expect(OpenShop.starts.load(ordering: .relaxed) == 1)
  }

  @Test func anAppThatCannotOpenWhatItNeedsIsNotServed() throws {
    let error = #expect(throws: AppStartError.self) { try AppServer.inMemory(ClosedShop.self) }
    #expect(error?.description == "ClosedShop.serverWillStart() failed: The shop is closed.")
    ClosedShop.isOpen.store(true, ordering: .relaxed)
    _ = try AppServer.inMemory(ClosedShop.self)
  }

  // MARK: - Jobs

  /// A log whose lines can be read.
  private final class Lines: Sendable {
    private let all = Mutex<[String]>([])
    var texts: [String] { all.withLock { $0 } }

    var log: Log {
      var log = Log()
      log.isWritten = false
      log.handler = { entry in self.all.withLock { $0.append("\(entry.level): \(entry.message)") } }
      return log
    }
  }

  @Test func aJobIsDoneAgainAfterItsIntervalAndAfterAnError() throws {
    let lines = Lines()
    let count = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    let jobs = try RunningJobs(
      [
        ServerJob("tidy", every: 0.001) {
          if count.add(1, ordering: .relaxed).newValue >= 3 { done.signal() }
          throw Closed()
        }
      ], lines.log)
    done.wait()
    jobs.end()
    #expect(jobs.wait(until: .distantFuture) == [])
    #expect(lines.texts.count == count.load(ordering: .relaxed))
    #expect(lines.texts.allSatisfy { $0 == "error: The job tidy failed: The shop is closed." })
  }

  @Test func noJobRunsTwiceAtATime() throws {
    let running = Atomic(0)
    let count = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    let jobs = try RunningJobs(
      [
        ServerJob("long", every: 1e-9) {
          #expect(running.add(1, ordering: .relaxed).newValue == 1)
          sched_yield()
          running.subtract(1, ordering: .relaxed)
          if count.add(1, ordering: .relaxed).newValue == 1000 { done.signal() }
        }
      ], Lines().log)
    done.wait()
    jobs.end()
    #expect(jobs.wait(until: .distantFuture) == [])
  }

  @Test func aJobThatWaitsForItsNextRunEndsAtOnce() throws {
    let count = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    let job: @Sendable () -> Void = {
      count.add(1, ordering: .relaxed)
      done.signal()
    }
    let jobs = try RunningJobs(
      [ServerJob("daily", every: 86_400, job), ServerJob("never", every: .greatestFiniteMagnitude, job)], Lines().log)
    for _ in 0..<2 { done.wait() }
    jobs.end()
    #expect(jobs.wait(until: .distantFuture) == [])
    #expect(count.load(ordering: .relaxed) == 2)
  }

  @Test func aJobThatStillRunsIsNamed() throws {
    let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let jobs = try RunningJobs(
      [
        ServerJob("long", every: 60) {
          begun.signal()
          mayEnd.wait()
        }, ServerJob("short", every: 60) { begun.signal() },
      ], Lines().log)
    for _ in 0..<2 { begun.wait() }
    jobs.end()
    #expect(jobs.wait(until: .now()).contains("long"))
    mayEnd.signal()
    #expect(jobs.wait(until: .distantFuture) == [])
  }
}
