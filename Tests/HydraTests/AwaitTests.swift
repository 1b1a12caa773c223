import Dispatch
import Hydra
import Testing

@Suite struct AwaitTests {
  @Test func awaitRejectsTheMainContext() {
    #expect(throws: PromiseError.invalidContext) { try Hydra.await(in: .main, Promise(resolved: 1)) }
    #expect(throws: PromiseError.invalidContext) { try Hydra.await(in: .main) { f, _, _ in f(1) } as Int }
  }

  @MainActor @Test func mainMayAwaitWorkThatDoesNotNeedIt() throws {
    let promise = Promise(resolved: 1).then(in: .background) { $0 + 1 }
    #expect(try Hydra.await(promise) == 2)
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
