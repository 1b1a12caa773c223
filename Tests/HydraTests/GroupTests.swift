import Dispatch
import Hydra
import TestSupport
import Testing

@Suite struct GroupTests {
  @Test func allKeepsTheOrder() async throws {
    let slow = Promise<Int>()
    let fast = Promise<Int> { resolve, _, _ in
      resolve(2)
      slow.resolve(1)
    }
    #expect(try await all(slow, fast).value() == [1, 2])
    #expect(try await all([Promise<Int>]()).value() == [])
    #expect(try await all([Promise(resolved: 1)], concurrency: 0).value() == [])
    #expect(await failure(of: all([Promise<Int>(), Promise(rejected: Oops())])) is Oops)
  }

  @Test func aConcurrencyOfOneIsSequential() async throws {
    let log = EventLog<String>()
    let promises = (0..<5).map { number in
      Promise<Int> { resolve, _, _ in
        log.add("start \(number)")
        DispatchQueue.global().async {
          log.add("end \(number)")
          resolve(number)
        }
      }
    }
    #expect(try await all(promises, concurrency: 1).value() == [0, 1, 2, 3, 4])
    #expect(log.entries == (0..<5).flatMap { ["start \($0)", "end \($0)"] })
  }

  @Test func manySettledPromisesDoNotOverflowTheStack() async throws {
    let promises = (0..<50_000).map { Promise(resolved: $0) }
    #expect(try await all(promises, concurrency: 1).value().count == 50_000)
  }

  @Test func aCancelledInputCancelsTheGroup() async {
    let promise = Promise<Int>()
    promise.cancel()
    #expect(await failure(of: all(Promise(), promise)) is CancellationError)
  }

  @Test func anyIsSettledByTheFastestPendingPromise() async throws {
    let slow = Promise(resolved: "slow").defer(3600)
    let fast = Promise(resolved: "fast").defer(0.01)
    #expect(try await any(slow, fast, slow).value() == "fast")
    #expect(slow.isPending)
  }

  @Test func groupsAreLazy() async throws {
    let log = EventLog<String>()
    let promise = Promise<Int> { resolve, _, _ in
      log.add("body")
      resolve(1)
    }
    let group = all(promise)
    let first = any(promise)
    #expect(log.entries == [])
    _ = try await group.value()
    _ = try await first.value()
    #expect(log.entries == ["body"])
  }

  @Test func mapKeepsTheOrderInParallelAndInSeries() async throws {
    for type in [PromiseResolveType.series, .parallel] {
      let results = map(as: type, 0..<20) { number in async { _ in number * 2 } }
      #expect(try await results.value() == (0..<20).map { $0 * 2 })
      #expect(await failure(of: map(as: type, 0..<2) { _ -> Promise<Int> in throw Oops() }) is Oops)
    }
  }

  @Test func aSeriesTransformsOneItemAfterTheOther() async throws {
    let log = EventLog<String>()
    let results = map(as: .series, 0..<3) { number -> Promise<Int> in
      log.add("start \(number)")
      return async { _ in
        log.add("end \(number)")
        return number
      }
    }
    _ = try await results.value()
    #expect(log.entries == (0..<3).flatMap { ["start \($0)", "end \($0)"] })
  }

  @Test func reduceStopsAtTheFirstFailure() async throws {
    let log = EventLog<Int>()
    let sum = reduce([1, 2, 3], 0) { sum, number -> Promise<Int> in
      log.add(number)
      return number == 2 ? Promise(rejected: Oops()) : Promise(resolved: sum + number)
    }
    #expect(await failure(of: sum) is Oops)
    #expect(log.entries == [1, 2])
    #expect(try await reduce([1, 2, 3], 0) { Promise(resolved: $0 + $1) }.value() == 6)
  }
}
