import Dispatch
import Foundation
import Hydra
import Testing

/// The operators of promises, with full signatures and as apps call them.
@Suite struct OperatorTests {
  let source = Promise<Int>(resolved: 2)
  let failed = Promise<Int>(rejected: Oops(number: 3))

  @Test func thenHasThreeForms() async throws {
    let value: (Context?, @escaping (Int) throws -> String) -> Promise<String> = source.then(in:_:)
    let chain: (Context?, @escaping (Int) throws -> Promise<String>) -> Promise<String> = source.then(in:_:)
    let tap: (Context?, @escaping (Int) throws -> Void) -> Promise<Int> = source.then(in:_:)
    #expect(try await value(.background, { "\($0)" }).value() == "2")
    #expect(try await chain(nil, { Promise(resolved: "\($0 + 1)") }).value() == "3")
    #expect(try await tap(.main, { _ in }).value() == 2)
  }

  private func describe(_ number: Int) -> String { "number \(number)" }
  private func load(_ number: Int) -> Promise<[Int]> { Promise(resolved: [number, number]) }
  private func note(_ number: Int) throws {}

  @Test func operatorsTakeFunctions() async throws {
    #expect(try await source.then(describe).value() == "number 2")
    #expect(try await source.then(load).value() == [2, 2])
    #expect(try await source.then(in: .background, load).then { $0.count }.value() == 2)
    let same: Promise<Int> = source.then(note)
    #expect(try await same.value() == 2)
  }

  @Test func aChainChangesTheTypeOfItsValue() async throws {
    let promise: Promise<Bool> =
      source
      .then { "\($0)" }
      .then { text -> Promise<Double> in Promise(resolved: Double(text) ?? 0) }
      .then(in: .background) { $0 > 1 }
    #expect(try await promise.value())
  }

  @Test func aClosureOfSeveralStatementsWithoutAValueKeepsTheValue() async throws {
    let log = Box<[String]>([])
    let promise = source.then(in: .background) { number in
      log.value.append("got")
      log.value.append("\(number)")
    }
    let value: Int = try await promise.value()
    #expect(value == 2 && log.value == ["got", "2"])
  }

  @Test func closuresCanChangeCapturedVariables() async throws {
    var seen = 0
    let done = Promise<Void>()
    source.then(in: .background) { value in
      seen = value
      done.resolve(())
    }
    try await done.value()
    #expect(seen == 2)
  }

  @Test func catchResolvesWhenItHasRun() async throws {
    let handle: (Context?, @escaping (Error) throws -> Void) -> Promise<Void> = failed.catch(in:_:)
    let error = Box<Error?>(nil)
    try await handle(.background, { error.value = $0 }).value()
    #expect(error.value as? Oops == Oops(number: 3))
    failed.catch { _ in }
    try await source.then { _ in }.catch(in: .main) { print($0) }.value()
    #expect(await failure(of: failed.catch(in: .background) { _ in throw Oops(number: 9) }) as? Oops == Oops(number: 9))
  }

  @Test func alwaysPassesTheOutcomeOn() async throws {
    let always: (Context?, @escaping () throws -> Void) -> Promise<Int> = source.always(in:body:)
    let count = Box(0)
    #expect(try await always(nil, { count.value += 1 }).value() == 2)
    let passed = failed.always(in: .background) { count.value += 1 }
    #expect(await failure(of: passed) as? Oops == Oops(number: 3))
    source.always {}
    source.always(body: {})
    #expect(count.value == 2)
  }

  @Test func cancelledRunsForCancelledPromisesOnly() async throws {
    let promise = Promise<Int>()
    let onCancel: (Context?, @escaping () -> Void) -> Promise<Void> = promise.cancelled(in:_:)
    let done = Promise<Void>()
    let result: Promise<Void> = onCancel(.background, { done.resolve(()) })
    promise.cancel()
    try await done.value()
    #expect(await failure(of: result) is CancellationError)
    try await source.cancelled { Issue.record("not cancelled") }.value()
    #expect(await failure(of: failed.cancelled(in: .main) {}) is Oops)
  }

  @Test func recoverAdoptsAnotherPromise() async throws {
    let recover: (Context?, @escaping (Error) throws -> Promise<Int>) -> Promise<Int> = failed.recover(in:_:)
    #expect(try await recover(nil, { _ in Promise(resolved: 5) }).value() == 5)
    #expect(try await failed.recover { _ in Promise(resolved: 6) }.value() == 6)
    #expect(await failure(of: failed.recover(in: .main) { throw $0 }) is Oops)
    #expect(try await source.recover { _ in Promise(resolved: 7) }.value() == 2)
  }

  private func attempt(_ runs: Box<Int>, failing: Int) -> Promise<Int> {
    Promise<Int>(in: .background) { resolve, reject, _ in
      runs.value += 1
      if runs.value > failing { resolve(runs.value) } else { reject(Oops(number: runs.value)) }
    }
  }

  @Test func retryCountsExecutions() async throws {
    let retry: (Int, TimeInterval, @escaping (Int, Error) throws -> Bool) -> Promise<Int> = attempt(
      Box(0), failing: 2
    ).retry(_:delay:_:)
    #expect(try await retry(3, 0, { _, _ in true }).value() == 3)
    #expect(try await attempt(Box(0), failing: 2).retry().value() == 3)
    #expect(try await attempt(Box(0), failing: 1).retry(2).value() == 2)
    #expect(try await attempt(Box(0), failing: 1).retry(2, delay: 0).value() == 2)
    let runs = Box(0)
    let refused = attempt(runs, failing: 9).retry(5) { remaining, error in
      #expect(error is Oops)
      return remaining > 2
    }
    #expect(await failure(of: refused) as? Oops == Oops(number: 3))
    #expect(runs.value == 3)
    #expect(await failure(of: attempt(Box(0), failing: 9).retry(3)) as? Oops == Oops(number: 3))
    guard case .invalidInput? = await failure(of: source.retry(0)) as? PromiseError else {
      Issue.record("no attempt is none")
      return
    }
  }

  @Test func retryWhenWaitsForAPromise() async throws {
    let retry: (Int, TimeInterval, @escaping (Int, Error) -> Promise<Bool>) -> Promise<Int> = attempt(
      Box(0), failing: 1
    ).retryWhen(_:delay:_:)
    #expect(try await retry(3, 0, { _, _ in Promise<Bool>(resolved: true) }).value() == 2)
    #expect(try await attempt(Box(0), failing: 2).retryWhen().value() == 3)
    let refused = attempt(Box(0), failing: 2).retryWhen(3) { _, _ in Promise<Bool>(resolved: false) }
    #expect(await failure(of: refused) as? Oops == Oops(number: 1))
  }

  @Test func validateRejectsAnInvalidValue() async throws {
    let validate: (Context?, @escaping (Int) throws -> Bool) -> Promise<Int> = source.validate(in:_:)
    #expect(try await validate(.background, { $0 == 2 }).value() == 2)
    guard case .rejected? = await failure(of: source.validate { $0 > 2 }) as? PromiseError else {
      Issue.record("two is not greater than two")
      return
    }
    #expect(await failure(of: source.validate { _ in throw Oops(number: 8) }) as? Oops == Oops(number: 8))
  }

  @Test func timeoutRejectsWithItsOwnOrTheGivenError() async throws {
    let timeout: (Context?, TimeInterval, Error?) -> Promise<Int> = source.timeout(in:timeout:error:)
    #expect(try await timeout(nil, 5, nil).value() == 2)
    guard case .timeout? = await failure(of: Promise<Int>().timeout(timeout: 0.01)) as? PromiseError else {
      Issue.record("nobody settles it")
      return
    }
    let given = Promise<Int>().timeout(in: .background, timeout: 0.01, error: Oops(number: 6))
    #expect(await failure(of: given) as? Oops == Oops(number: 6))
  }

  @Test func deferDelaysASuccess() async throws {
    let later: (Context?, TimeInterval) -> Promise<Int> = source.defer(in:_:)
    let began = Date()
    #expect(try await later(.background, 0.05).value() == 2)
    #expect(Date().timeIntervalSince(began) >= 0.05)
    #expect(source.defer(0) === source)
    #expect(await failure(of: failed.defer(in: .main, 60)) is Oops)
  }

  @Test func passKeepsTheValue() async throws {
    let wait: (Context?, @escaping (Int) throws -> Promise<String>) -> Promise<Int> = source.pass(in:_:)
    let tap: (Context?, @escaping (Int) throws -> Void) -> Promise<Int> = source.pass(in:_:)
    #expect(try await wait(nil, { Promise(resolved: "\($0)") }).value() == 2)
    #expect(try await tap(nil, { _ in }).value() == 2)
    #expect(await failure(of: source.pass { _ in Promise<Int>(rejected: Oops(number: 4)) }) as? Oops == Oops(number: 4))
    #expect(await failure(of: source.pass(in: .main) { _ in throw Oops() }) is Oops)
  }

  @Test func oneTrailingCatchServesAllSteps() async throws {
    let caught = Promise<Error>()
    source
      .then { "\($0)" }
      .then { _ -> Promise<Int> in Promise(rejected: Oops(number: 1)) }
      .then { _ in Issue.record("an earlier step failed") }
      .catch { caught.resolve($0) }
    #expect(try await caught.value() as? Oops == Oops(number: 1))
  }
}
