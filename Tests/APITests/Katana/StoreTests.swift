import Dispatch
import Foundation
import Hydra
import Katana
import Testing

/// Stores, partial stores, and executors.
@Suite struct StoreTests {
  @Test func storesHaveFourInitialisers() async throws {
    let plain: () -> AppStore = AppStore.init
    let intercepted: ([StoreInterceptor]) -> AppStore = AppStore.init(interceptors:)
    let initialised: ([StoreInterceptor], @escaping () -> AppState, AppStore.Configuration) -> AppStore =
      AppStore.init(interceptors:stateInitializer:configuration:)
    let full:
      (
        [StoreInterceptor], @escaping () -> AppState,
        @escaping (@escaping AnyDispatch, @escaping () -> AppState) -> AppDependencies, AppStore.Configuration
      ) -> AppStore = AppStore.init(interceptors:stateInitializer:dependenciesInitializer:configuration:)
    let immediate = AppStore.Configuration(
      stateInitializerAsyncProvider: SynchronousExecutor(), listenersAsyncProvider: SynchronousExecutor())
    let stores = [
      plain(), intercepted([]), initialised([], { AppState(counter: 2) }, immediate),
      full([], AppState.init, AppDependencies.init(dispatch:getState:), immediate),
      AppStore(interceptors: [], stateInitializer: { AppState() }),
      AppStore(
        interceptors: [], stateInitializer: AppState.init, dependenciesInitializer: AppDependencies.init,
        configuration: AppStore.Configuration(stateInitializerAsyncProvider: DispatchQueue.main)),
    ]
    for store in stores { try await store.dispatch(Increment()).value() }
    #expect(stores.map(\.state.counter) == [1, 1, 3, 1, 1, 1])
    #expect(stores.allSatisfy { $0.isReady })
  }

  @Test func dependenciesAreMadeByAClosureOrAnInitialiser() throws {
    typealias EmptyStore = Store<AppState, EmptySideEffectDependencyContainer>
    let initializer: EmptyStore.DependenciesInitializer = { (dispatch: @escaping PromisableStoreDispatch, getState) in
      EmptySideEffectDependencyContainer(dispatch: dispatch, getState: getState)
    }
    let configuration = EmptyStore.Configuration(stateInitializerAsyncProvider: SynchronousExecutor())
    let stores = [
      EmptyStore(
        interceptors: [], stateInitializer: AppState.init, dependenciesInitializer: initializer,
        configuration: configuration),
      EmptyStore(
        interceptors: [], stateInitializer: AppState.init,
        dependenciesInitializer: EmptySideEffectDependencyContainer.init(dispatch:getState:),
        configuration: configuration),
    ]
    for store in stores {
      let dependencies: EmptySideEffectDependencyContainer? = store.dependencies
      #expect(dependencies != nil && store.isReady)
    }
    let initialState: EmptyStore.StateInitializer<OtherState> = OtherState.init
    _ = initialState()
  }

  @Test func aStoreDispatchesAndCallsListeners() async throws {
    let store = makeStore()
    let update: (Increment) -> Promise<Void> = store.dispatch
    let run: (IncrementTwice) -> Promise<Void> = store.dispatch
    let compute: (CountItems) -> Promise<Int> = store.dispatch
    let any: (Dispatchable) -> Promise<Any> = store.anyDispatch
    let listen: (@escaping StoreListener<AppState>) -> StoreUnsubscribe = store.addListener
    let listenToAny: (@escaping AnyStoreListener) -> StoreUnsubscribe = store.addAnyListener
    let changes = Box<[Int]>([])
    let unsubscribe: () -> Void = listen { old, new in changes.value.append(new.counter - old.counter) }
    let anyUnsubscribe = listenToAny { old, new in
      changes.value.append((old as? AppState == nil || new as? AppState == nil) ? -1 : 0)
    }
    try await update(Increment(amount: 3)).value()
    #expect(changes.value == [3, 0])
    unsubscribe()
    anyUnsubscribe()
    unsubscribe()
    try await run(IncrementTwice()).value()
    #expect(try await compute(CountItems()).value() == 0)
    #expect(try await any(CountItems()).value() as? Int == 0)
    #expect(try await any(Increment()).value() is Void)
    #expect(changes.value == [3, 0])
    store.dispatch(Increment())
    store.dispatch(IncrementTwice())
    store.dispatch(CountItems())
    store.anyDispatch(Increment())
  }

  @Test func partialAndErasedStoresDoTheSame() async throws {
    let store = makeStore()
    let partial: PartialStore<AppState> = store
    let any: AnyStore = store
    try await partial.dispatch(Increment()).value()
    try await any.dispatch(Increment()).value()
    #expect(partial.state.counter == 2)
    #expect((any.anyState as? AppState)?.counter == 2)
    #expect(partial.anyState is AppState)
    try await partial.dispatch(IncrementTwice()).value()
    try await any.dispatch(IncrementTwice()).value()
    #expect(try await partial.dispatch(CountItems()).value() == 0)
    #expect(try await any.dispatch(CountItems()).value() == 0)
    #expect(try await partial.anyDispatch(CountItems()).value() as? Int == 0)
    #expect(try await any.anyDispatch(CountItems()).value() as? Int == 0)
    let count = Box(0)
    let unsubscribes = [
      partial.addListener { _, _ in count.value += 1 }, partial.addAnyListener { _, _ in count.value += 1 },
      any.addAnyListener { _, _ in count.value += 1 },
    ]
    try await partial.dispatch(Increment()).value()
    #expect(count.value == 3)
    for unsubscribe in unsubscribes { unsubscribe() }
    partial.dispatch(Increment())
    any.dispatch(Increment())
    any.anyDispatch(Increment())
  }

  @Test func existentialSideEffectsCanBeDispatched() async throws {
    let store = makeStore()
    let effects: [AnySideEffect] = [IncrementTwice(), Fail()]
    try await store.dispatch(effects[0]).value()
    #expect(await failure(of: store.dispatch(effects[1])) as? Oops == Oops(number: 7))
    let updater: AnyStateUpdater = Increment()
    try await store.dispatch(updater).value()
    #expect(store.state.counter == 3)
  }

  private func run<Effect: AnySideEffect>(_ effect: Effect, in store: AnyStore) -> Promise<Void> {
    store.dispatch(effect)
  }

  private func value<Effect: ReturningSideEffect>(of effect: Effect, in store: AnyStore) -> Promise<Effect.ReturnValue>
  {
    store.dispatch(effect)
  }

  @Test func genericCodeCanDispatch() async throws {
    let store = makeStore()
    try await run(IncrementTwice(), in: store).value()
    try await run(CountItems(), in: store).value()
    #expect(try await value(of: CountItems(), in: store).value() == 0)
  }

  /// An app's subclass of the store.
  final class LoggedStore: Store<AppState, AppDependencies>, @unchecked Sendable {
    // Safe because the base class is.
    init() {
      super.init(
        interceptors: [], stateInitializer: AppState.init, dependenciesInitializer: AppDependencies.init)
    }

    override var state: AppState { super.state }
  }

  @Test func storesCanBeSubclassed() async throws {
    let store = LoggedStore()
    try await store.dispatch(Increment()).value()
    #expect(store.state.counter == 1 && store.isReady)
  }

  @Test func aStoreCanBeCapturedByQueuesAndTasks() async throws {
    let store = makeStore()
    let done = Promise<Void>()
    DispatchQueue.global().async {
      store.dispatch(Increment()).then(in: .background) { done.resolve(()) }
    }
    try await done.value()
    try await Task { try await store.dispatch(Increment()).value() }.value
    #expect(store.state.counter == 2)
  }

  @Test func executorsRunClosures() async {
    let queue = DispatchQueue(label: "own")
    let executor: Executor = queue
    let later: (@escaping () -> Void) -> Void = executor.executeAsync
    let log = Box<[Int]>([])
    later { log.value.append(1) }
    #expect(queue.executeSync { 4 } == 4)
    executor.executeSync { log.value.append(2) }
    #expect(log.value == [1, 2])
    let immediate: Executor = SynchronousExecutor()
    immediate.executeAsync { log.value.append(3) }
    #expect(immediate.executeSync { log.value.count } == 3)
  }

  private struct HouseState: State {
    var north = AppState()
    var south = AppState()
  }

  private final class Places: @unchecked Sendable {
    var value: [AnyKeyPath?] = []
  }

  @Test func aStoreIsScopedToAFeature() async throws {
    let places = Places()
    let interceptor: StoreInterceptor = { _ in
      { next in
        { item in
          if item.unscoped is Increment { places.value.append(item.scope) }
          try next(item)
        }
      }
    }
    let house = Store<HouseState, EmptySideEffectDependencyContainer>(interceptors: [interceptor])
    let north: AppStore = house.scoped(to: \.north)
    let south = house.scoped(to: \.south) { dispatch, getState in
      AppDependencies(dispatch: dispatch, getState: getState)
    }
    try await north.dispatch(Increment()).value()
    let partial: PartialStore<AppState> = south
    try await partial.dispatch(IncrementTwice()).value()
    #expect(house.state.north.counter == 1 && partial.state.counter == 2)
    #expect(places.value == [\HouseState.north, \HouseState.south, \HouseState.south])
  }

  /// Uses a deprecated member through a requirement that is not deprecated, so that there is no warning.
  private protocol Using {
    func use() -> [Int]
  }

  @available(*, deprecated)
  private struct SyncronousAsyncProvider: AsyncProvider {
    func execute(_ closure: @escaping () -> Void) { closure() }
  }

  private struct Deprecated: Using {
    @available(*, deprecated)
    func use() -> [Int] {
      var log: [Int] = []
      let provider: AsyncProvider = SyncronousAsyncProvider()
      let execute: (@escaping () -> Void) -> Void = provider.execute
      execute { log.append(1) }
      log.append(provider.executeSync { 2 })
      DispatchQueue(label: "own").execute {}
      let store = AppStore(
        interceptors: [], stateInitializer: AppState.init,
        configuration: .init(stateInitializerAsyncProvider: provider, listenersAsyncProvider: provider))
      if store.isReady { log.append(3) }
      return log
    }
  }

  @Test func whatIsDeprecatedStillWorks() {
    #expect((Deprecated() as Using).use() == [1, 2, 3])
  }
}
