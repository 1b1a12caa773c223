import Dispatch
import Hydra
import TestSupport
import Testing

@Suite struct SettlingTests {
  @Test func onlyTheFirstSettlementCounts() async throws {
    let resolved = Promise<Int> { resolve, reject, _ in
      resolve(1)
      reject(Oops())
    }
    #expect(try await resolved.value() == 1)
    let rejected = Promise<Int> { resolve, reject, _ in
      reject(Oops())
      resolve(1)
    }
    #expect(await failure(of: rejected) as? Oops == Oops())
    #expect(rejected.result == nil)
    #expect(!rejected.isPending)
  }

  @Test func theBodyRunsOnceAndOnlyWhenAnOperatorStartsIt() async throws {
    let log = EventLog<String>()
    let promise = Promise<Int> { resolve, _, _ in
      log.add("body")
      resolve(1)
    }
    let lazy = promise.recover { _ in Promise(resolved: 2) }
    #expect(log.entries == [])
    _ = try await lazy.value()
    _ = try await promise.then { $0 }.value()
    #expect(log.entries == ["body"])
  }

  @Test func closuresNeverRunInline() async throws {
    let queue = DispatchQueue(label: "test")
    let log = EventLog<String>()
    let last = queue.sync { () -> Promise<Int> in
      let promise = Promise(resolved: 1).then(in: .custom(queue: queue)) { _ in _ = log.add("then") }
      log.add("attached")
      return promise
    }
    _ = try await last.value()
    #expect(log.entries == ["attached", "then"])
  }

  @Test func closuresRunInTheOrderOfAttachmentAlsoDuringSettlement() async throws {
    let context = Context.custom(queue: DispatchQueue(label: "test"))
    for _ in 0..<500 {
      let promise = Promise<Int>()
      let log = EventLog<Int>()
      for number in 0..<100 {
        if number == 20 { DispatchQueue.global().async { promise.resolve(1) } }
        promise.then(in: context) { _ in _ = log.add(number) }
      }
      _ = try await promise.value()
      _ = try await promise.then(in: context) { $0 }.value()
      #expect(log.entries == Array(0..<100))
    }
  }

  @Test func longChainsDoNotOverflowTheStack() async throws {
    let first = Promise<Int>()
    var last = first
    for _ in 0..<20_000 { last = last.always {}.void.relay { 1 } }
    first.reject(Oops())
    #expect(await failure(of: last) is Oops)
    var deep = Promise<Int>()
    let source = deep
    for _ in 0..<20_000 { deep = deep.relay { $0 + 1 } }
    source.resolve(0)
    #expect(try await deep.value() == 20_000)
  }

  @Test func aSettledPromiseReleasesItsBody() async throws {
    final class Token {}
    weak var token: Token?
    let promise: Promise<Int>
    do {
      let held = Token()
      token = held
      promise = Promise(in: .custom(queue: DispatchQueue(label: "test"))) { resolve, _, _ in
        withExtendedLifetime(held) { resolve(1) }
      }
    }
    #expect(token != nil)
    _ = try await promise.value()
    // The body may not have returned yet. The next block on its queue runs after it.
    await waitUntil { token == nil }
  }

  @Test func aPromiseKnowsWhetherItIsObserved() {
    let promise = Promise<Int>()
    #expect(!promise.isObserved)
    promise.then { $0 }
    #expect(promise.isObserved)
  }
}
