import Dispatch
import Testing

@testable import Basics

/// How much work runs at a time, and whose.
@Suite struct FairExecutorTests {
  private typealias Limit = FairExecutor.Limit

  /// A time that does not pass in a test.
  private static let never = 1e6

  @Test func workRunsFewAtATime() {
    let executor = FairExecutor(all: .none, ofKey: Limit(usual: 3, ceiling: 3, patience: Self.never))
    let inside = Locked(0)
    let peak = Locked(0)
    let done = DispatchGroup()
    for _ in 0..<200 {
      done.enter()
      executor.start(for: 7) {
        let now = inside.withLock { inside in
          inside += 1
          return inside
        }
        peak.withLock { $0 = max($0, now) }
        inside.withLock { $0 -= 1 }
        done.leave()
      }
    }
    done.wait()
    #expect(peak.withLock { $0 } <= 3)
  }

  @Test func workThatBlocksKeepsNeitherOtherKeysNorAllOfItsOwnWaiting() {
    let executor = FairExecutor(
      all: Limit(usual: 4, ceiling: 8, patience: 0.001), ofKey: Limit(usual: 2, ceiling: 8, patience: 0.001))
    let gate = DispatchSemaphore(value: 0)
    for _ in 0..<2 { executor.start(for: 7) { gate.wait() } }
    let (own, other, turn) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    executor.start(for: 7) { own.signal() }
    executor.start(for: 8) { other.signal() }
    executor.start { turn.signal() }
    for semaphore in [turn, other, own] { semaphore.wait() }
    #expect(executor.wait(for: 7) == 0)
    for _ in 0..<2 { gate.signal() }
  }

  @Test func oneMoreRunsIfAllBlock() {
    let executor = FairExecutor(all: Limit(usual: 1, ceiling: 3, patience: 0.001))
    let (gate, last) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for _ in 0..<2 { executor.start { gate.wait() } }
    executor.start { last.signal() }
    last.wait()
    for _ in 0..<2 { gate.signal() }
  }

  @Test func aPlaceThatWasAddedGoesWithTheWorkThatBlocked() {
    var share = FairExecutor.Share(Limit(usual: 2, ceiling: 3, patience: 0.001))
    for _ in 0..<2 { share.begin() }
    #expect(!share.hasRoom && share.mayGrow)
    share.grow()
    share.begin()
    #expect(!share.hasRoom && !share.mayGrow)
    share.end(of: Clock.now())
    #expect(share.hasRoom)
    share.end(of: Clock.now() - 2_000_000)
    #expect(share.places == 2)
  }

  @Test func keysTakeTurnsAfterWorkWithoutOne() {
    let executor = FairExecutor(all: Limit(usual: 1, ceiling: 1, patience: Self.never))
    let order = Locked([UInt64]())
    let (gate, done) = (DispatchSemaphore(value: 0), DispatchGroup())
    executor.start { gate.wait() }
    for key in [1, 1, 2, 0, 3] as [UInt64] {
      done.enter()
      executor.start(for: key) {
        order.withLock { $0.append(key) }
        done.leave()
      }
    }
    gate.signal()
    done.wait()
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 1])
  }

  @Test func theWaitOfAKeyIsThatOfItsOwnWork() {
    let executor = FairExecutor(all: .none, ofKey: Limit(usual: 1, ceiling: 1, patience: Self.never))
    let gate = DispatchSemaphore(value: 0)
    for _ in 0..<2 { executor.start(for: 7) { gate.wait() } }
    #expect(executor.wait(for: 7) > 0)
    #expect(executor.wait(for: 8) == 0)
    for _ in 0..<2 { gate.signal() }
  }
}
