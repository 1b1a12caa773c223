import Dispatch
import Hydra
import Katana
import TestSupport
import Testing

@Suite struct ListenerTests {
  @Test func aListenerIsCalledWithBothStatesBeforeThenOfTheSameDispatch() async throws {
    let store = AppStore()
    let log = EventLog<String>()
    let unsubscribe = store.addListener { log.add("\($0.counter) \($1.counter)") }
    let unsubscribeAny = store.addAnyListener { _, new in log.add("any \((new as! AppState).counter)") }
    try await store.dispatch(Increment()).then { _ = log.add("then") }.value()
    #expect(log.entries == ["0 1", "any 1", "then"])
    unsubscribe()
    unsubscribe()
    unsubscribeAny()
    try await store.dispatch(Increment()).then {}.value()
    #expect(log.count == 3)
  }

  @Test func listenersAreCalledOncePerUpdaterAndNotForSideEffects() async throws {
    let store = AppStore(immediate: [])
    let log = EventLog<Int>()
    _ = store.addListener { log.add($1.counter) }
    try await store.dispatch(Nothing()).value()
    try await store.dispatch(Nothing()).value()
    try await store.dispatch(Perform()).value()
    #expect(log.entries == [0, 0])
  }

  @Test func listenersAreCalledInTheOrderOfTheirSubscriptions() async throws {
    let store = AppStore(immediate: [])
    let log = EventLog<Int>()
    for number in 0..<20 { _ = store.addListener { _, _ in log.add(number) } }
    try await store.dispatch(Increment()).value()
    #expect(log.entries == Array(0..<20))
  }

  @Test func aListenerMayUnsubscribeItselfAndOthers() async throws {
    final class Box: @unchecked Sendable {
      // Safe because it is only accessed on the updater queue when listeners run.
      var unsubscribes: [StoreUnsubscribe] = []
    }
    let store = AppStore(immediate: [])
    let log = EventLog<String>()
    let box = Box()
    let first = store.addListener { _, _ in
      log.add("first")
      box.unsubscribes.forEach { $0() }
    }
    let second = store.addListener { _, _ in log.add("second") }
    box.unsubscribes = [first, second]
    try await store.dispatch(Increment()).value()
    try await store.dispatch(Increment()).value()
    #expect(log.entries == ["first"])
  }

  @Test func theListenersAreReadWhenTheyAreCalled() async throws {
    let queue = DispatchQueue(label: "listeners")
    let store = AppStore(
      interceptors: [], stateInitializer: AppState.init,
      configuration: .init(stateInitializerAsyncProvider: Immediate(), listenersAsyncProvider: queue))
    let log = EventLog<String>()
    let removed = store.addListener { _, _ in log.add("removed") }
    // On the queue, listeners can be added and removed, and the next call of listeners waits.
    await Promise<Void>(in: .custom(queue: queue)) { resolve, _, _ in
      try Hydra.await(store.dispatch(Increment()))
      removed()
      _ = store.addListener { _, _ in log.add("added") }
      resolve(())
    }.settled()
    queue.sync {}
    #expect(log.entries == ["added"])
  }

  @Test func manyThreadsMayUseAStore() async throws {
    let store = AppStore(
      interceptors: [], stateInitializer: AppState.init,
      configuration: .init(
        stateInitializerAsyncProvider: DispatchQueue(label: "init"),
        listenersAsyncProvider: DispatchQueue(label: "listeners")))
    let log = EventLog<Int>()
    let workers = (0..<10).map { number in
      Promise<Void>(in: .custom(queue: DispatchQueue(label: "worker \(number)"))) { resolve, _, _ in
        for _ in 0..<20 {
          let unsubscribe = store.addListener { log.add($1.counter) }
          try Hydra.await(in: .background, store.dispatch(Increment()))
          unsubscribe()
        }
        resolve(())
      }
    }
    _ = try await all(workers).value()
    #expect(store.state.counter == 200)
    #expect(log.count >= 200)
  }
}

extension Promise {
  func settled() async { _ = try? await value() }
}
