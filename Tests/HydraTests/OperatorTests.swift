import Dispatch
import Hydra
import TestSupport
import Testing

@Suite struct OperatorTests {
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
}
