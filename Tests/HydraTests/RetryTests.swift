import Dispatch
import Hydra
import TestSupport
import Testing

@Suite struct RetryTests {
  /// Fails until it has run `successAt` times.
  private func flaky(_ log: EventLog<Int>, successAt: Int) -> Promise<Int> {
    Promise { resolve, reject, _ in
      let run = log.add(log.count + 1)
      if run == successAt { resolve(run) } else { reject(Oops(number: run)) }
    }
  }

  @Test func anImmediateSuccessIsNotRepeated() async throws {
    let log = EventLog<Int>()
    #expect(try await flaky(log, successAt: 1).retry().value() == 1)
    #expect(log.count == 1)
  }

  @Test func theConditionSeesTheRemainingAttempts() async {
    let log = EventLog<Int>()
    let left = EventLog<Int>()
    let promise = flaky(log, successAt: 9).retry(5) { remaining, _ in
      left.add(remaining)
      return remaining > 2
    }
    #expect(await failure(of: promise) as? Oops == Oops(number: 3))
    #expect(log.count == 3)
    #expect(left.entries == [4, 3, 2])
  }

  @Test func aConditionThatFailsStopsTheRetriesAndKeepsTheError() async {
    let thrown = flaky(EventLog(), successAt: 9).retry(5) { _, _ in throw Oops(number: 99) }
    #expect(await failure(of: thrown) as? Oops == Oops(number: 1))
    let rejected = flaky(EventLog(), successAt: 9).retryWhen(5) { _, _ in Promise(rejected: Oops(number: 99)) }
    #expect(await failure(of: rejected) as? Oops == Oops(number: 1))
  }

  @Test func theDelayIsBetweenAttempts() async throws {
    let times = EventLog<DispatchTime>()
    let promise = Promise<Int> { resolve, reject, _ in
      if times.add(.now()) == 2 { resolve(1) } else { reject(Oops()) }
    }
    _ = try await promise.retry(2, delay: 0.05).value()
    #expect(times.entries[1] >= times.entries[0] + 0.05)
  }

  @Test func retryRepeatsOnlyTheFailedSteps() async throws {
    let first = EventLog<Int>()
    let second = EventLog<Int>()
    let promise = flaky(first, successAt: 2)
      .then(in: .background) { _ in self.flaky(second, successAt: 2) }
      .then(in: .background) { $0 * 10 }
      .always {}
      .retry(3)
    #expect(try await promise.value() == 20)
    #expect(first.count == 2)
    // The first step succeeded and is not repeated.
    #expect(second.count == 2)
  }

  @Test func retryOfAGroupRepeatsOnlyTheFailedPromises() async throws {
    let good = EventLog<Int>()
    let bad = EventLog<Int>()
    let group = all(flaky(good, successAt: 1), flaky(bad, successAt: 3)).retry(3)
    #expect(try await group.value() == [1, 3])
    #expect(good.count == 1)
    let steps = EventLog<Int>()
    let fold = reduce(in: .background, 1...3, 0) { sum, number -> Promise<Int> in
      steps.add(number)
      return number == 2 && steps.count == 2 ? Promise(rejected: Oops()) : Promise(resolved: sum + number)
    }
    #expect(try await fold.retry(2).value() == 6)
    #expect(steps.entries == [1, 2, 2, 3])
    let pair = zip(flaky(EventLog(), successAt: 2), Promise(resolved: "a")).retry(2)
    #expect(try await pair.value() == (2, "a"))
  }

  @Test func retryCannotRepeatAPromiseWithoutABody() async {
    #expect(await failure(of: Promise<Int>(rejected: Oops(number: 5)).retry(3)) as? Oops == Oops(number: 5))
  }
}
