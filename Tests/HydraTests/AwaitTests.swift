import Dispatch
import Hydra
import Testing

@Suite struct AwaitTests {
  /// Runs `body` on a thread that it may block.
  private func blocking<T>(_ body: @escaping () throws -> T) async throws -> T {
    try await Promise<T>(in: .custom(queue: DispatchQueue(label: "test"))) { resolve, _, _ in resolve(try body()) }
      .value()
  }

  @Test func awaitReturnsTheValueAndThrowsTheError() async throws {
    #expect(try await blocking { try Hydra.await(async { _ in 1 }) } == 1)
    #expect(try await blocking { try Hydra.await(in: .background, Promise(resolved: 1).defer(0.01)) } == 1)
    await #expect(throws: Oops()) { try await blocking { try Hydra.await(Promise<Int>(rejected: Oops())) } }
  }

  @Test func awaitTakesABody() async throws {
    let value = try await blocking { try Hydra.await { fulfil, _, _ in fulfil(5) } as Int }
    #expect(value == 5)
    await #expect(throws: Oops()) { try await blocking { try Hydra.await { _, reject, _ in reject(Oops()) } as Int } }
  }

  @Test func awaitRejectsTheMainContext() {
    #expect(throws: PromiseError.invalidContext) { try Hydra.await(in: .main, Promise(resolved: 1)) }
    #expect(throws: PromiseError.invalidContext) { try Hydra.await(in: .main) { f, _, _ in f(1) } as Int }
  }

  @MainActor @Test func mainMayAwaitWorkThatDoesNotNeedIt() throws {
    let promise = Promise(resolved: 1).then(in: .background) { $0 + 1 }
    #expect(try Hydra.await(promise) == 2)
  }

  @Test func theTwoDotOperatorsAwait() async throws {
    #expect(try await blocking { try ..async { _ in 1 } } == 1)
    #expect(try await blocking { ..!Promise<Int>(rejected: Oops()) } as Int? == nil)
    #expect(try await blocking { ..!Promise(resolved: 2) } == 2)
  }

  @Test func valueDoesNotBlockAThread() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      let promise = Promise<Int>()
      for _ in 0..<500 { group.addTask { try await promise.value() } }
      group.addTask {
        promise.resolve(1)
        return 0
      }
      var sum = 0
      for try await value in group { sum += value }
      #expect(sum == 500)
    }
  }
}
