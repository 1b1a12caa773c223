import Dispatch
import Hydra
import Testing

@Suite struct LockTests {
  private final class Counter: @unchecked Sendable {
    // Safe because the number is only accessed under the lock.
    let lock = Lock()
    var number = 0
  }

  @Test func onlyOneThreadHoldsTheLock() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<100_000 { counter.lock.withLock { counter.number += 1 } }
    }
    #expect(counter.number == 800_000)
  }

  @Test func theLockPassesErrorsAndResults() {
    let lock = Lock()
    #expect(lock.withLock { "a" } == "a")
    #expect(throws: Oops()) { try lock.withLock { throw Oops() } }
  }
}
