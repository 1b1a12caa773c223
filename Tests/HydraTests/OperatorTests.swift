import Dispatch
import Hydra
import TestSupport
import Testing

@Suite struct OperatorTests {
  private func text(_ number: Int) -> Promise<String> { Promise(resolved: "\(number)") }

  @Test func thenChangesTypesAlongTheChainAndTakesFunctionReferences() async throws {
    let length = Promise(resolved: 42).then(text).then { $0.count }
    #expect(try await length.value() == 2)
  }

  @Test func aVoidBodyKeepsTheValue() async throws {
    let log = EventLog<Int>()
    let promise = Promise(resolved: 7).then { _ = log.add($0) }
    #expect(try await promise.value() == 7)
    #expect(log.entries == [7])
    #expect(await failure(of: Promise(resolved: 7).then { _ in throw Oops() }) is Oops)
  }

  @Test func catchAtTheEndHandlesEveryEarlierStep() async throws {
    for failing in 0..<3 {
      let log = EventLog<Oops>()
      let done = async { _ in if failing == 0 { throw Oops(number: 0) } }
        .then { if failing == 1 { throw Oops(number: 1) } }
        .then { () -> Promise<Int> in
          failing == 2 ? Promise(rejected: Oops(number: 2)) : Promise(resolved: 1)
        }
        .catch { log.add($0 as! Oops) }
      try await done.value()
      #expect(log.entries == [Oops(number: failing)])
    }
  }

  @Test func catchResolvesOnSuccessAndRejectsIfItsBodyThrows() async throws {
    try await Promise(resolved: 1).catch { _ in Issue.record("called on success") }.value()
    let rethrown = Promise<Int>(rejected: Oops()).catch { _ in throw Oops(number: 2) }
    #expect(await failure(of: rethrown) as? Oops == Oops(number: 2))
  }

  @Test func aFailedRecoveryRejectsWithItsOwnError() async throws {
    let promise = Promise<Int>(rejected: Oops(number: 1)).recover { _ in Promise(rejected: Oops(number: 2)) }
    #expect(await failure(of: promise) as? Oops == Oops(number: 2))
    let thrown = Promise<Int>(rejected: Oops(number: 1)).recover { _ in throw Oops(number: 3) }
    #expect(await failure(of: thrown) as? Oops == Oops(number: 3))
    #expect(try await Promise<Int>(rejected: Oops()).recover { _ in Promise(resolved: 4) }.value() == 4)
  }

  @Test func alwaysRunsOnceBeforeOrAfterCatchInItsContext() async throws {
    let log = EventLog<String>()
    try await Promise<Int>(rejected: Oops())
      .always(in: .main) {
        dispatchPrecondition(condition: .onQueue(.main))
        log.add("before")
      }
      .catch { _ in _ = log.add("catch") }
      .always(in: .main) { _ = log.add("after") }
      .value()
    #expect(log.entries == ["before", "catch", "after"])
    #expect(await failure(of: Promise(resolved: 1).always { throw Oops() }) is Oops)
  }

  @Test func validateRejectsIfItReturnsFalseOrThrows() async throws {
    #expect(try await Promise(resolved: 1).validate { $0 == 1 }.value() == 1)
    #expect(await failure(of: Promise(resolved: 1).validate { $0 == 2 }) as? PromiseError == .rejected)
    #expect(await failure(of: Promise(resolved: 1).validate { _ in throw Oops() }) is Oops)
  }

  @Test func passKeepsTheValueAndWaits() async throws {
    let log = EventLog<String>()
    let slow = Promise<String> { resolve, _, _ in
      log.add("slow")
      resolve("x")
    }
    let value = try await Promise(resolved: 1).pass { _ in slow }.value()
    #expect(value == 1)
    #expect(log.entries == ["slow"])
    #expect(await failure(of: Promise(resolved: 1).pass { _ in Promise<Int>(rejected: Oops()) }) is Oops)
    #expect(await failure(of: Promise(resolved: 1).pass { (_: Int) -> Void in throw Oops() }) is Oops)
  }

  @Test func timeoutPassesAValueInTimeAndRejectsALateOne() async throws {
    #expect(try await Promise(resolved: 1).timeout(timeout: 3600).value() == 1)
    #expect(await failure(of: Promise<Int>().timeout(timeout: 0.01)) as? PromiseError == .timeout)
    #expect(await failure(of: Promise<Int>().timeout(timeout: 0.01, error: Oops())) is Oops)
  }

  @Test func deferDelaysOnlyASuccess() async throws {
    let start = DispatchTime.now()
    #expect(try await Promise(resolved: 1).defer(0.05).value() == 1)
    #expect(DispatchTime.now() >= start + 0.05)
    #expect(await failure(of: Promise<Int>(rejected: Oops()).defer(3600)) is Oops)
    let promise = Promise(resolved: 1)
    #expect(promise.defer(0) === promise)
  }

  @Test func voidDropsTheValueAndKeepsTheError() async throws {
    try await Promise(resolved: 1).void.value()
    #expect(await failure(of: Promise<Int>(rejected: Oops()).void) is Oops)
  }
}
