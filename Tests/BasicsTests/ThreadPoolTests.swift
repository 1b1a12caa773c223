import Dispatch
import Testing

@testable import Basics

/// Threads for work that may block, and times.
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

  @Test func workRunsEvenIfTheSystemHasNoThreads() {
    // The system has no stack of this size.
    let pool = ThreadPool(stackSize: 1 << 47)
    let done = DispatchSemaphore(value: 0)
    pool.start { done.signal() }
    done.wait()
  }

  @Test func timersFireInTheOrderOfTheirTimes() {
    let (timers, done) = (Timers(), DispatchGroup())
    let order = Locked([Int]())
    for (number, time) in [(3, 0.03), (2, 0.02), (1, 0)] {
      done.enter()
      timers.after(time) {
        order.withLock { $0.append(number) }
        done.leave()
      }
    }
    done.wait()
    #expect(order.withLock { $0 } == [1, 2, 3])
  }
}
