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

  private final class Name: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
  }

  @Test func theFirstReferenceCounts() {
    let name = SetOnce<Name>()
    #expect(name.value == nil)
    name.set(Name("a"))
    name.set(Name("b"))
    #expect(name.value?.text == "a")
  }
}
