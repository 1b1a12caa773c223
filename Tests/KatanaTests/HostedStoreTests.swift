import Hydra
import Katana
import TestSupport
import Testing

/// A side effect that ends when its promise is settled.
private struct Start: NonblockingSideEffect {
  let body: (any AnySideEffectContext) throws -> Promise<Any>
  init(_ body: @escaping (any AnySideEffectContext) throws -> Promise<Any>) { self.body = body }
  func promise(_ context: any AnySideEffectContext) throws -> Promise<Any> { try body(context) }
}

@Suite struct HostedStoreTests {
  private let host = TestHost()

  @Test func aHostedStoreIsReadyAtOnceAndInitialisedInline() {
    let log = EventLog<String>()
    host.sync {
      let store = AppStore(
        interceptors: [
          { context in
            log.add("interceptor \((context.getAnyState() as! AppState).counter)")
            return { $0 }
          }
        ], stateInitializer: { AppState(counter: 3) },
        dependenciesInitializer: {
          log.add("dependencies")
          return AppDependencies(dispatch: $0, getState: $1)
        })
      log.add("\(store.isReady)")
    }
    #expect(log.entries == ["dependencies", "interceptor 3", "true"])
  }

  @Test func storesOfAHostShareItsState() async throws {
    let first = host.store()
    try await first.dispatch(Increment()).value()
    let second = host.sync {
      AppStore(
        interceptors: [],
        stateInitializer: {
          Issue.record("the host has a state already")
          return AppState()
        })
    }
    #expect(second.state.counter == 1)
    let log = EventLog<Int>()
    let unsubscribe = first.addListener { log.add($1.counter) }
    try await second.dispatch(Increment()).value()
    unsubscribe()
    try await second.dispatch(Increment()).value()
    #expect(log.entries == [2])
    #expect(first.state.counter == 3)
  }

  @Test func theHostIsToldOfDispatchesInTheirOrder() async throws {
    let store = host.store()
    try await store.dispatch(Start { $0.anyDispatch(Increment()) }).value()
    try await store.dispatch(Increment()).value()
    #expect(host.dispatched.entries == ["Start", "Increment", "Increment"])
    #expect(store.state.counter == 2)
  }

  @Test func updatersAndListenersRunOnTheHostInOneTurn() async throws {
    let log = EventLog<String>()
    let host = host
    let store = host.store([
      { _ in
        { next in
          { item in
            log.add("before \(host.isRunning) \(Main.scoped === host)")
            try next(item)
            log.add("after")
          }
        }
      }
    ])
    _ = host.sync { store.addListener { _, _ in log.add("listener \(host.isRunning) \(Main.scoped === host)") } }
    host.sync {
      store.dispatch(Increment()).then { _ = log.add("then \(host.isRunning)") }
      host.async { log.add("next turn") }
      log.add("dispatched")
    }
    try await log.reached(6)
    #expect(
      log.entries == ["dispatched", "before true true", "listener true true", "after", "next turn", "then true"])
  }

  @Test func aListenerRunsInTheAppInstanceThatAddedIt() async throws {
    let store = host.store()
    let other = TestHost()
    let log = EventLog<Bool>()
    Main.run(as: other) { _ = store.addListener { _, _ in log.add(Main.scoped === other) } }
    _ = store.addListener { _, _ in log.add(Main.scoped == nil) }
    try await store.dispatch(Increment()).value()
    #expect(log.entries == [true, true])
  }

  @Test func updatersOfSeveralStoresRunInTheOrderOfDispatch() async throws {
    let store = host.store()
    let again = host.store()
    host.sync {
      for number in 0..<100 { (number % 2 == 0 ? store : again).dispatch(AddTodo("\(number)")) }
    }
    try await host.turn()
    #expect(store.state.todos == (0..<100).map { "\($0)" })
  }

  @Test func dispatchesDuringTheInitialiserWait() async throws {
    let log = EventLog<String>()
    let store = host.store([
      { context in
        context.dispatch(Perform { _ in log.add("effect") })
        context.dispatch(Increment())
        log.add("made")
        return { $0 }
      }
    ])
    try await host.turn()
    try await log.reached(2)
    #expect(log.entries == ["made", "effect"])
    #expect(store.state.counter == 1)
  }

  @Test func sideEffectsRunOnOtherThreadsAndTheHostIsTold() async throws {
    let store = host.store()
    let host = host
    let gate = Promise<Void>()
    let promise = host.sync {
      let promise = store.dispatch(
        Compute { _ in
          try Hydra.await(gate)
          return !host.isRunning && Main.scoped === host
        })
      #expect(host.events.entries == ["start Compute<Bool>"])
      return promise
    }
    gate.resolve(())
    #expect(try await promise.value())
    try await host.events.reached(2)
    #expect(!promise.isPending)
    #expect(host.events.entries == ["start Compute<Bool>", "end Compute<Bool>"])
  }

  @Test func theEndOfASideEffectIsReportedAfterItsPromiseIsSettled() async throws {
    final class Checking: StoreHost, @unchecked Sendable {
      // Safe because the promise is set before it is read: the side effect waits for it.
      let inner = TestHost()
      var promise: Promise<Void>?
      let pending = EventLog<Bool>()
      func async(_ work: @escaping () -> Void) { inner.async(work) }
      func sync<T>(_ work: () throws -> T) rethrows -> T { try inner.sync(work) }
      func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S> {
        inner.stateContainer(type, initial: initial)
      }
      func sideEffectDidStart(_: any AnySideEffect) {}
      func sideEffectDidEnd(_: any AnySideEffect) { pending.add(promise?.isPending ?? true) }
      func dispatchDidFail(_: any Dispatchable, _: any Error) {}
    }
    let host = Checking()
    let store = Main.run(as: host) { AppStore() }
    let gate = Promise<Void>()
    host.promise = store.dispatch(Perform { _ in try Hydra.await(gate) })
    gate.resolve(())
    try await host.pending.reached(1)
    #expect(host.pending.entries == [false])
  }

  // MARK: Failures

  @Test func anUnobservedFailureIsReported() async throws {
    let store = host.store()
    store.dispatch(Perform { _ in throw Oops(number: 1) })
    try await host.events.reached(3)
    #expect(host.events.entries.contains("fail Perform Oops(number: 1)"))
    store.anyDispatch(Perform { _ in throw Oops(number: 2) })
    try await host.events.reached(6)
    #expect(host.events.entries.contains("fail Perform Oops(number: 2)"))
    let neither = Neither()
    store.anyDispatch(neither)
    try await host.events.reached(7)
  }

  private struct Neither: Dispatchable {}

  @Test func aFailureObservedLateIsNotReported() async throws {
    let store = host.store()
    // On a side effect's thread, time passes between a dispatch and the first operator of its promise.
    let outer = Compute { context -> Bool in
      let inner = context.dispatch(Perform { _ in throw Oops() })
      while inner.isPending {}
      self.host.sync {}
      do {
        try Hydra.await(inner)
        return false
      } catch {
        return error is Oops
      }
    }
    #expect(try await store.dispatch(outer).value())
    try await host.events.reached(4)
    try await host.turn()
    #expect(!host.events.entries.contains { $0.hasPrefix("fail") })
  }

  @Test func anObservedFailureIsNotReported() async throws {
    let store = host.store()
    host.sync { _ = store.dispatch(Perform { _ in throw Oops() }).catch { _ in } }
    #expect(await failure(of: store.dispatch(Perform { _ in throw Oops() })) is Oops)
    #expect(await failure(of: store.anyDispatch(Perform { _ in throw Oops() }).retry(2)) is Oops)
    try await host.events.reached(8)
    try await host.turn()
    #expect(!host.events.entries.contains { $0.hasPrefix("fail") })
  }

  @Test func aStoreWithAReleasedHostRejectsDispatches() async {
    var host: TestHost? = TestHost()
    weak let gone = host
    let store = host!.store()
    host = nil
    #expect(gone == nil)
    #expect(await failure(of: store.dispatch(Increment())) as? StoreError == .hostReleased("KatanaTests.Increment"))
    #expect(store.state == AppState())
  }

  @Test func aListenerDoesNotRetainItsAppInstance() async throws {
    let container = StateContainer(AppState())
    var host: TestHost? = TestHost()
    weak let gone = host
    let heard = EventLog<Int>()
    final class Fixed: StoreHost, @unchecked Sendable {
      // Safe because all is immutable.
      let inner: TestHost
      let container: StateContainer<AppState>
      init(_ inner: TestHost, _ container: StateContainer<AppState>) {
        self.inner = inner
        self.container = container
      }
      func async(_ work: @escaping () -> Void) { inner.async(work) }
      func sync<T>(_ work: () throws -> T) rethrows -> T { try inner.sync(work) }
      func stateContainer<S: State>(_: S.Type, initial _: () -> S) -> StateContainer<S> {
        container as! StateContainer<S>
      }
      func sideEffectDidStart(_: any AnySideEffect) {}
      func sideEffectDidEnd(_: any AnySideEffect) {}
      func dispatchDidFail(_: any Dispatchable, _: any Error) {}
    }
    var scene: Fixed? = Fixed(host!, container)
    weak let goneScene = scene
    var store: AppStore? = Main.run(as: scene) { AppStore() }
    Main.run(as: scene) { _ = store!.addListener { _, new in heard.add(new.counter) } }
    container.replace(with: AppState(counter: 1))
    scene = nil
    host = nil
    #expect(goneScene == nil)
    #expect(gone == nil)
    container.replace(with: AppState(counter: 2))
    store = nil
    container.replace(with: AppState(counter: 3))
    #expect(heard.entries == [1])
  }

  // MARK: The container

  @Test func theVersionCountsUpdaters() async throws {
    let store = host.store()
    let container = host.stateContainer(AppState.self) { AppState() }
    let log = EventLog<String>()
    _ = store.addListener { log.add("\($0.counter) \($1.counter)") }
    try await store.dispatch(Nothing()).value()
    try await store.dispatch(Increment()).value()
    #expect(container.version == 2)
    host.sync { container.replace(with: AppState(counter: 9)) }
    #expect(container.version == 3)
    #expect(store.state.counter == 9)
    #expect(log.entries == ["0 0", "0 1", "1 9"])
  }

  // MARK: Nonblocking side effects

  @Test func aNonblockingSideEffectRunsOnTheHostAndSettlesWithItsPromise() async throws {
    let store = host.store()
    let host = host
    let work = Promise<Any>()
    let log = EventLog<String>()
    let promise = store.anyDispatch(
      Start { _ in
        log.add("\(host.isRunning)")
        return work
      })
    try await host.turn()
    #expect(log.entries == ["true"])
    #expect(promise.isPending)
    #expect(host.events.entries == ["start Start"])
    work.resolve(5)
    #expect(try await promise.value() as? Int == 5)
    try await host.events.reached(2)
    #expect(host.events.entries == ["start Start", "end Start"])
    #expect(await failure(of: store.dispatch(Start { _ in throw Oops() })) is Oops)
    #expect(await failure(of: store.dispatch(Start { _ in Promise(rejected: Oops()) })) is Oops)
    try await host.events.reached(6)
  }

  @Test func aBlockingReplacementOfANonblockingSideEffectDoesNotBlockTheHost() async throws {
    let store = host.store([
      { _ in
        { next in
          { item in
            try next(
              item is Start
                ? Compute { context in
                  try Hydra.await(context.dispatch(Increment()))
                  return context.getState().counter
                } : item)
          }
        }
      }
    ])
    #expect(try await store.anyDispatch(Start { _ in Promise() }).value() as? Int == 1)
  }

  @Test func anOrdinaryStoreRunsANonblockingSideEffectLikeAnyOther() async throws {
    let store = AppStore()
    #expect(try await store.anyDispatch(Start { _ in async { _ in 4 } }).value() as? Int == 4)
  }

  // MARK: Observers

  @Test func observersDispatchInTurnsOfTheHost() async throws {
    struct Follow: AppStateUpdater, DispatchObserverDispatchable {
      let isOnHost: Bool
      init?(dispatchedItem _: any Dispatchable, prevState _: any State, currentState _: any State) {
        isOnHost = (Main.scoped as? TestHost)?.isRunning == true
      }
      func updateState(_ state: inout AppState) { state.todos.append("follow \(isOnHost)") }
    }
    let store = host.store([ObserverInterceptor.observe([.onDispatch(Increment.self, [Follow.self])])])
    host.sync { _ = store.dispatch(Increment()) }
    // One turn for the updater, one for the observers and one for the dispatched item. The host knows of them all.
    for _ in 0..<3 { try await host.turn() }
    #expect(store.state.todos == ["follow true"])
  }

  @Test func aSettledDispatchDoesNotRetainTheHost() async throws {
    var host: TestHost? = TestHost()
    weak let gone = host
    var store: AppStore? = host!.store()
    try await store!.dispatch(Increment()).value()
    try await store!.dispatch(Perform()).value()
    try await host!.events.reached(2)
    store = nil
    host = nil
    // The last turn may not have returned yet.
    await waitUntil { gone == nil }
  }
}
