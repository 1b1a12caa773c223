import Dispatch
import Testing

@testable import Hydra

/// Threads for work that may block.
@Suite struct ThreadPoolTests {
  @Test func workWaitsForOneOfTheThreads() async throws {
    let pool = ThreadPool(threads: 2, ceiling: 2)
    let gate = DispatchSemaphore(value: 0)
    let (started, done) = (DispatchSemaphore(value: 0), Promise<Int>())
    for _ in 0..<2 {
      pool.start {
        started.signal()
        gate.wait()
      }
    }
    for _ in 0..<2 { started.wait() }
    // Counted by the work itself: a thread that is idle for long ends.
    for number in 1...100 { pool.start { if number == 100 { done.resolve(pool.count) } } }
    #expect(done.isPending)
    gate.signal()
    #expect(try await done.value() == 2)
    gate.signal()
  }

  @Test func aThreadIsAddedIfAllAreBusyForLong() async throws {
    let pool = ThreadPool(threads: 1, ceiling: 3, growthDelay: 0.001)
    let (gate, done) = (DispatchSemaphore(value: 0), Promise<Int>())
    for _ in 0..<2 { pool.start { gate.wait() } }
    pool.start { done.resolve(pool.count) }
    #expect(try await done.value() == 3)
    for _ in 0..<2 { gate.signal() }
  }

  @Test func workIsRefusedIfItCannotStartAtOnce() async throws {
    let pool = ThreadPool(threads: 0, ceiling: 1)
    let (gate, done) = (DispatchSemaphore(value: 0), Promise<Void>())
    #expect(
      pool.startAtOnce {
        gate.wait()
        done.resolve(())
      })
    #expect(!pool.startAtOnce { Issue.record("refused work ran") })
    gate.signal()
    try await done.value()
  }

  @Test func workRunsEvenIfTheSystemHasNoThreads() async throws {
    // The system has no stack of this size.
    let pool = ThreadPool(threads: 4, ceiling: 4, stackSize: 1 << 47)
    #expect(!pool.startAtOnce { Issue.record("refused work ran") })
    let done = Promise<Void>()
    pool.start { done.resolve(()) }
    try await done.value()
    #expect(pool.count == 0)
  }

  @Test func timersFireInTheOrderOfTheirTimes() async throws {
    let timers = Timers()
    let (first, second, third) = (Promise<Int>(), Promise<Int>(), Promise<Int>())
    let count = Counter()
    timers.after(0.03) { third.resolve(count.next()) }
    timers.after(0.02) { second.resolve(count.next()) }
    timers.after(0) { first.resolve(count.next()) }
    #expect(try await [first.value(), second.value(), third.value()] == [1, 2, 3])
  }

  private final class Counter: @unchecked Sendable {
    // Safe because only the timers' thread uses it.
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }
}
