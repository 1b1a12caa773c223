import Basics
import Dispatch
import Testing

@Suite struct LockTests {
  private struct Refusal: Error, Equatable {}

  private final class Counter: @unchecked Sendable {
    // Safe because the lock guards the number.
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
    #expect(throws: Refusal()) { try lock.withLock { throw Refusal() } }
  }

  @Test func aClosureIsNoDeeperForBeingRead() throws {
    let closure = Locked<(@Sendable (Int) -> Int)?> { $0 + 1 }
    for _ in 0..<1_000_000 { _ = closure.value }
    // On a small stack, as that of a timer
    let result = Locked(0)
    let isDone = DispatchSemaphore(value: 0)
    let thread = try SystemThread(stackSize: 256 * 1024) {
      let sum = closure.value?(1) ?? 0
      result.withLock { $0 = sum }
      isDone.signal()
    }
    isDone.wait()
    #expect(result.value == 2)
    withExtendedLifetime(thread) {}
  }

  @Test func theFirstValueCounts() {
    let name = SetOnce<String>()
    #expect(name.value == nil)
    name.set("a")
    name.set("b")
    #expect(name.value == "a")
  }
}
