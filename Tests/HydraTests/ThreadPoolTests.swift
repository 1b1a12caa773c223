import Dispatch
import Testing

@testable import Hydra

/// Threads for work that may block.
@Suite struct ThreadPoolTests {
  @Test func workDoesNotWaitForThatWhichBlocks() {
    let pool = ThreadPool()
    let (gate, started) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for _ in 0..<20 {
      pool.start {
        started.signal()
        gate.wait()
      }
    }
    for _ in 0..<20 { started.wait() }
    for _ in 0..<20 { gate.signal() }
  }

  @Test func workRunsEvenIfTheSystemHasNoThreads() async throws {
    // The system has no stack of this size.
    let pool = ThreadPool(stackSize: 1 << 47)
    let done = Promise<Void>()
    pool.start { done.resolve(()) }
    try await done.value()
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
