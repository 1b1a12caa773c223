import Dispatch
import Hydra
import Synchronization
import TestSupport
import Testing

@testable import Katana

/// How many side effects run at once, and in which order.
@Suite struct SideEffectQueueTests {
  /// A side effect without a store.
  private final class Job: Work {
    // Safe because it runs once.
    nonisolated(unsafe) let body: () -> Void
    let refused: Promise<Void>
    let events: EventLog<String>
    let name: String

    init(
      _ name: String = "", events: EventLog<String> = EventLog(), refused: Promise<Void> = Promise(),
      _ body: @escaping () -> Void
    ) {
      self.body = body
      self.name = name
      self.events = events
      self.refused = refused
    }

    let record: (any DispatchRecord)? = nil

    func run(in slot: (any SlotOwner)?) { Origin(slotOwner: slot).run(body) }
    func refuse() { refused.resolve(()) }
    func waitDidChange(isWaiting: Bool) { events.add("\(name) \(isWaiting ? "waits" : "goes on")") }
  }

  /// Counts the side effects that run.
  private final class Counter: Sendable {
    private let numbers = Mutex((inside: 0, peak: 0))
    var peak: Int { numbers.withLock { $0.peak } }
    func enter() {
      numbers.withLock {
        $0.inside += 1
        $0.peak = max($0.peak, $0.inside)
      }
    }
    func leave() { numbers.withLock { $0.inside -= 1 } }
  }

  /// Starts a side effect that awaits one like it, `depth` times. The promise resolves when all are done.
  private func nest(_ depth: Int, in lane: SideEffectLane, _ counter: Counter) -> Promise<Int> {
    let promise = Promise<Int>()
    let job = Job(refused: Promise()) { [self] in
      counter.enter()
      defer { counter.leave() }
      do {
        promise.resolve(depth == 0 ? 0 : try Hydra.await(nest(depth - 1, in: lane, counter)) + 1)
      } catch {
        promise.reject(error)
      }
    }
    job.refused.whenSettled { _ in promise.reject(Oops()) }
    lane.start(job)
    return promise
  }

  @Test func aLaneStartsSideEffectsInTheOrderOfDispatch() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(), slots: 1)
    let log = EventLog<Int>()
    for number in 0..<500 { lane.start(Job { log.add(number) }) }
    try await log.reached(500)
    #expect(log.entries == Array(0..<500))
  }

  /// Starts a side effect for a request, in a session of its own.
  @discardableResult
  private func start(_ job: Job, for cause: Cause, on queue: SideEffectQueue) -> SideEffectLane {
    let lane = SideEffectLane(of: queue)
    Origin(cause: cause).run { lane.start(job) }
    return lane
  }

  @Test func anotherAddressNeedNotWaitForTheSlowSideEffectsOfOne() async throws {
    let queue = SideEffectQueue(atOnce: 4)
    let gate = DispatchSemaphore(value: 0)
    defer { for _ in 0..<900 { gate.signal() } }
    for _ in 0..<900 { start(Job { gate.wait() }, for: Cause(trace: nil, client: 1), on: queue) }
    let log = EventLog<Int>()
    start(Job { log.add(2) }, for: Cause(trace: nil, client: 2), on: queue)
    try await log.reached(1)
  }

  @Test func sideEffectsOfOneAddressThatGoOnTogetherLeaveRoomForOthers() async throws {
    let queue = SideEffectQueue(atOnce: 4)
    let (token, gate) = (Promise<Void>(), DispatchSemaphore(value: 0))
    defer { for _ in 0..<8 { gate.signal() } }
    let (waiting, going, other) = (EventLog<Int>(), EventLog<Int>(), EventLog<Int>())
    let job = { @Sendable in
      waiting.add(1)
      try? Hydra.await(token)
      going.add(1)
      gate.wait()
    }
    for _ in 0..<8 { start(Job { job() }, for: Cause(trace: nil, client: 1), on: queue) }
    try await waiting.reached(8)
    token.resolve(())
    try await going.reached(8)
    start(Job { other.add(2) }, for: Cause(trace: nil, client: 2), on: queue)
    try await other.reached(1)
  }

  @Test func addressesTakeTurns() async throws {
    let queue = SideEffectQueue(atOnce: 1)
    let gate = DispatchSemaphore(value: 0)
    let log = EventLog<Int>()
    start(Job { gate.wait() }, for: Cause(trace: nil, client: 3), on: queue)
    for _ in 0..<900 { start(Job { log.add(1) }, for: Cause(trace: nil, client: 1), on: queue) }
    start(Job { log.add(2) }, for: Cause(trace: nil, client: 2), on: queue)
    gate.signal()
    try await log.reached(901)
    #expect(log.entries.firstIndex(of: 2) == 1)
  }

  @Test func theQueueOfASessionAndOfAnAddressAndOfAllIsBounded() {
    let queue = SideEffectQueue(atOnce: 1)
    let gate = DispatchSemaphore(value: 0)
    defer { for _ in 0...70 { gate.signal() } }
    func wait(_ client: UInt64, _ count: Int) -> SideEffectLane {
      let lane = SideEffectLane(of: queue)
      for _ in 0..<count { Origin(cause: Cause(trace: nil, client: client)).run { lane.start(Job { gate.wait() }) } }
      return lane
    }
    let other = SideEffectLane(of: queue)
    _ = wait(1, 2)  // one of them runs
    #expect(wait(1, 2).isFull(for: 9) && !other.isFull(for: 1))
    _ = wait(1, 1)
    #expect(other.isFull(for: 1) && !other.isFull(for: 2) && !other.isFull(for: 0))
    _ = wait(0, 59)
    _ = wait(2, 1)
    #expect(other.isFull(for: 2) && other.isFull(for: 0) && !other.isFull(for: 3))
  }

  /// Its side effects await what another one of their session has to do.
  @Test func anAddressTakesNotAllThreads() async throws {
    let queue = SideEffectQueue(atOnce: 8, threads: 16, stallTimeout: 0.01)
    let never = Promise<Void>()
    defer { never.resolve(()) }
    let waiting = EventLog<UInt64>()
    for client: UInt64 in [1, 2] {
      for _ in 0..<9 {
        let lane = SideEffectLane(of: queue, slots: 1)
        let cause = Cause(trace: nil, client: client)
        for _ in 0..<9 {
          Origin(cause: cause).run {
            lane.start(
              Job {
                waiting.add(client)
                try? Hydra.await(never)
              })
          }
        }
      }
    }
    try await waiting.reached(8)
    let other = EventLog<Int>()
    start(Job { other.add(3) }, for: Cause(trace: nil, client: 3), on: queue)
    try await other.reached(1)
    #expect(waiting.entries.count { $0 == 1 } == 4 && waiting.entries.count == 8)
  }

  @Test func whatHasNotBegunCanBeCancelled() async throws {
    let queue = SideEffectQueue(atOnce: 1)
    let gate = DispatchSemaphore(value: 0)
    let (running, waiting) = (Cause(trace: nil, client: 1), Cause(trace: nil, client: 1))
    let refused = Promise<Void>()
    let first = start(Job { gate.wait() }, for: running, on: queue)
    let second = start(Job(refused: refused) { Issue.record("was cancelled") }, for: waiting, on: queue)
    #expect(!first.cancelWaiting(for: running))
    #expect(second.cancelWaiting(for: waiting))
    try await refused.value()
    let log = EventLog<Int>()
    start(Job { log.add(3) }, for: waiting, on: queue)
    gate.signal()
    try await log.reached(1)
  }

  @Test(arguments: 1...4) func nestedSideEffectsNeedNoSlot(slots: Int) async throws {
    let lane = SideEffectLane(of: SideEffectQueue(atOnce: slots), slots: slots)
    let counter = Counter()
    let all = all((0..<8).map { _ in nest(10, in: lane, counter) })
    #expect(try await all.value() == Array(repeating: 10, count: 8))
    #expect(counter.peak <= slots * 11, "each of those that run at once, and what it awaits")
  }

  @Test(arguments: 1...4) func thousandsOfSideEffectsFinish(slots: Int) async throws {
    let lane = SideEffectLane(of: SideEffectQueue(), slots: slots)
    let counter = Counter()
    let all = all((0..<2000).map { _ in nest(1, in: lane, counter) })
    #expect(try await all.value().count == 2000)
    #expect(counter.peak <= slots * 2)
  }

  @Test func aSideEffectThatAwaitsManyRunsThemOneByOne() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(), slots: 1)
    let (counter, done) = (Counter(), Promise<Void>())
    lane.start(
      Job { [self] in
        let children = (0..<100).map { _ in nest(0, in: lane, counter) }
        done.settle { _ = try Hydra.await(all(children)) }
      })
    try await done.value()
    #expect(counter.peak == 1)
  }

  @Test(arguments: [true, false])
  func dispatchesInClosuresOfPromisesAreNested(isMain: Bool) async throws {
    // With this timeout the test only ends if the lane never stalls.
    let lane = SideEffectLane(of: SideEffectQueue(stallTimeout: 1e6), slots: 1)
    let (counter, done) = (Counter(), Promise<Void>())
    lane.start(
      Job { [self] in
        done.settle {
          try Hydra.await(
            nest(0, in: lane, counter).then(in: isMain ? .main : .background) { _ in nest(1, in: lane, counter) })
        }
      })
    try await done.value()
  }

  @Test func aStalledLaneStartsOneMoreSideEffect() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(stallTimeout: 0.001), slots: 2)
    let (gate, log) = (Promise<Void>(), EventLog<Int>())
    for number in 0..<4 {
      lane.start(
        Job {
          _ = try? Hydra.await(gate)
          log.add(number)
        })
    }
    lane.start(Job { gate.resolve(()) })
    try await log.reached(4)
  }

  @Test func nestedSideEffectsThatAwaitEachOtherFinish() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(stallTimeout: 0.001), slots: 1)
    let (gate, both) = (Promise<Void>(), (Promise<Void>(), Promise<Void>()))
    lane.start(
      Job {
        lane.start(Job { both.0.settle { try Hydra.await(gate) } })
        lane.start(
          Job {
            gate.resolve(())
            both.1.resolve(())
          })
        _ = try? Hydra.await(all([both.0, both.1]))
      })
    try await both.0.value()
    try await both.1.value()
  }

  @Test func nestedSideEffectsAreRefusedIfNoThreadIsLeft() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(threads: 8), slots: 2)
    let counter = Counter()
    let error = await failure(of: nest(20, in: lane, counter))
    #expect(error as? Oops == Oops())
    #expect(counter.peak == 8)
    #expect(try await nest(3, in: lane, counter).value() == 3, "everything is there again")
  }

  @Test func aStalledLaneRefusesSideEffectsIfVeryManyRun() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(stallTimeout: 0.001), slots: 1)
    let (gate, log, refused) = (Promise<Void>(), EventLog<Int>(), EventLog<Int>())
    for number in 0..<20 {
      let job = Job {
        _ = try? Hydra.await(gate)
        log.add(number)
      }
      job.refused.whenSettled { _ in refused.add(number) }
      lane.start(job)
    }
    try await refused.reached(12)
    gate.resolve(())
    try await log.reached(8)
    #expect(Set(log.entries + refused.entries).count == 20)
  }

  @Test func deeplyNestedSideEffectsUseOneSlot() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(stallTimeout: 1e6), slots: 4)
    let (gate, inside, done, ran) = (Promise<Void>(), Promise<Void>(), Promise<Void>(), Promise<Void>())
    func descend(_ depth: Int) throws {
      if depth == 0 {
        inside.resolve(())
        return try Hydra.await(gate)
      }
      let nested = Promise<Void>()
      lane.start(Job { nested.settle { try descend(depth - 1) } })
      try Hydra.await(nested)
    }
    lane.start(Job { done.settle { try descend(40) } })
    try await inside.value()
    let job = Job { ran.resolve(()) }
    job.refused.whenSettled { _ in ran.reject(Oops()) }
    lane.start(job)
    try await ran.value()
    gate.resolve(())
    try await done.value()
  }

  @Test func nestedSideEffectsThatWaitDoNotUseAllThreads() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(threads: 16), slots: 2)
    let (counter, done) = (Counter(), Promise<Int>())
    lane.start(
      Job { [self] in
        do {
          done.resolve(try Hydra.await(all((0..<100).map { _ in nest(1, in: lane, counter) })).count)
        } catch {
          done.reject(error)
        }
      })
    #expect(try await done.value() == 100)
  }

  @Test func aNestedSideEffectThatOutlivesItsDispatcherKeepsTheSlot() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(stallTimeout: 1e6), slots: 1)
    let (gate, awaits, ended) = (Promise<Void>(), Promise<Void>(), Promise<Void>())
    let (events, log) = (EventLog<String>(), EventLog<String>())
    lane.start(
      Job {
        lane.start(
          Job {
            awaits.resolve(())
            _ = try? Hydra.await(gate)
            log.add("nested")
          })
        _ = try? Hydra.await(awaits)
        ended.resolve(())
      })
    try await ended.value()
    lane.start(Job("next", events: events) { log.add("next") })
    #expect(events.entries == ["next waits"])
    gate.resolve(())
    try await log.reached(2)
    #expect(log.entries == ["nested", "next"])
  }

  @Test func lanesTakeTurns() async throws {
    let queue = SideEffectQueue(atOnce: 1)
    let (crowded, other) = (SideEffectLane(of: queue), SideEffectLane(of: queue))
    let (gate, log) = (DispatchSemaphore(value: 0), EventLog<String>())
    crowded.start(Job { gate.wait() })
    for _ in 0..<2000 { crowded.start(Job { log.add("crowded") }) }
    for _ in 0..<3 { other.start(Job { log.add("other") }) }
    gate.signal()
    try await log.reached(2003)
    #expect(log.entries.prefix(6).count { $0 == "other" } == 3)
  }

  @Test func aSideEffectReportsThatItWaits() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(), slots: 1)
    let (gate, events) = (DispatchSemaphore(value: 0), EventLog<String>())
    lane.start(Job("first", events: events) { gate.wait() })
    lane.start(Job("second", events: events) { events.add("second runs") })
    #expect(events.entries == ["second waits"])
    gate.signal()
    try await events.reached(3)
    #expect(events.entries == ["second waits", "second goes on", "second runs"])
  }

  @Test func aSideEffectThatContinuesBeforeItsNestedOnesMayStartMore() async throws {
    let lane = SideEffectLane(of: SideEffectQueue(stallTimeout: 1e6), slots: 1)
    let (slow, done) = (Promise<Void>(), Promise<Void>())
    let counter = Counter()
    lane.start(
      Job { [self] in
        let impatient = Promise<Void>()
        lane.start(
          Job {
            impatient.resolve(())
            _ = try? Hydra.await(slow)
          })
        done.settle {
          try Hydra.await(impatient)
          _ = try Hydra.await(nest(3, in: lane, counter))
        }
        slow.resolve(())
      })
    try await done.value()
  }

  @Test func theErrorOfARefusalSaysWhatToDo() {
    #expect(
      "\(StoreError.tooManySideEffects("Fetch()"))"
        == "Fetch() was not run: too many side effects wait, and no thread is left. Dispatch fewer at once, or await fewer "
        + "in each other.")
  }
}

extension Promise where Value == Void {
  fileprivate func settle(_ body: () throws -> Void) {
    do { resolve(try body()) } catch { reject(error) }
  }
}
