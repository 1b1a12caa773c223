import Dispatch
import Hydra
import Katana
import TestSupport
import Testing

@Suite struct StoreTests {
  @Test func aStoreBecomesReadyByItself() async throws {
    let store = AppStore()
    try await store.dispatch(Nothing()).value()
    #expect(store.isReady)
    #expect(store.state == AppState())
    #expect(store.anyState as? AppState == AppState())
  }

  @MainActor @Test func aStoreMadeOnMainIsNotReadyAtOnce() async throws {
    let store = AppStore()
    #expect(!store.isReady)
    #expect(store.state == AppState())
    try await store.dispatch(Increment()).value()
    #expect(store.isReady)
  }

  private final class Eager: SideEffectDependencyContainer {
    let promise: Promise<Any>
    init(dispatch: @escaping AnyDispatch, getState _: @escaping GetState) { promise = dispatch(Increment(by: 5)) }
  }

  @Test func dependenciesMayDispatchInTheirInitialiser() async throws {
    let notified = EventLog<Int>()
    let held = Held()
    let store = Store<AppState, Eager>(
      interceptors: [], stateInitializer: { AppState(counter: 10) },
      configuration: .init(stateInitializerAsyncProvider: held, listenersAsyncProvider: Immediate()))
    let unsubscribe = store.addListener { old, new in notified.add(new.counter - old.counter) }
    held.release()
    _ = try await store.dependencies.promise.value()
    #expect(store.state.counter == 15)
    #expect(notified.entries == [5], "nobody is told of the state to begin with")
    unsubscribe()
  }

  private final class Curious: SideEffectDependencyContainer {
    init(dispatch _: @escaping AnyDispatch, getState: @escaping GetState) { _ = getState() }
  }

  @Test func dependenciesMayNotReadTheStateInTheirInitialiser() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Store<AppState, Curious>()
    }
    let said = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("The state was read before the store was ready"))
  }

  @Test func dispatchesBeforeTheStoreIsReadyWait() async throws {
    let held = Held()
    let store = AppStore(
      interceptors: [], stateInitializer: { AppState(counter: 10) },
      configuration: .init(stateInitializerAsyncProvider: held))
    let update = store.dispatch(Increment())
    let effect = store.dispatch(Compute { $0.getState().counter >= 10 })
    #expect(!store.isReady)
    #expect(store.state.counter == 0)
    held.release()
    #expect(store.isReady)
    #expect(try await effect.value())
    try await update.value()
    #expect(store.state.counter == 11)
  }

  @Test func withAnImmediateExecutorTheStoreIsReadyAtOnce() { #expect(AppStore(immediate: []).isReady) }

  @Test func initialisationRunsInOrder() {
    struct Counted: State {
      static let log = EventLog<String>()
      init() { Self.log.add("placeholder") }
    }
    let log = Counted.log
    let store = Store<Counted, EmptySideEffectDependencyContainer>(
      interceptors: [
        { _ in
          log.add("first interceptor")
          return { $0 }
        },
        { _ in
          log.add("second interceptor")
          return { $0 }
        },
      ],
      stateInitializer: {
        log.add("state")
        return Counted()
      },
      dependenciesInitializer: {
        log.add("dependencies")
        return EmptySideEffectDependencyContainer(dispatch: $0, getState: $1)
      },
      configuration: .init(stateInitializerAsyncProvider: Immediate(), listenersAsyncProvider: Immediate()))
    #expect(store.isReady)
    #expect(
      log.entries
        == ["placeholder", "dependencies", "state", "placeholder", "first interceptor", "second interceptor"])
  }

  @Test func slowUpdatersRunInTheOrderOfDispatch() async throws {
    struct Slow: AppStateUpdater {
      func updateState(_ state: inout AppState) {
        DispatchQueue.global().sync {}
        state.todos.append("slow")
      }
    }
    let store = AppStore()
    store.dispatch(Slow())
    store.dispatch(AddTodo("a"))
    try await store.dispatch(AddTodo("b")).value()
    #expect(store.state.todos == ["slow", "a", "b"])
    for number in 0..<1000 { store.dispatch(AddTodo("\(number)")) }
    try await store.dispatch(Nothing()).value()
    #expect(store.state.todos.dropFirst(3) == (0..<1000).map { "\($0)" }[...])
  }

  @Test func chainedDispatchesSeeEarlierUpdates() async throws {
    let store = AppStore()
    let seen = EventLog<[String]>()
    try await store.dispatch(AddTodo("1"))
      .then { store.dispatch(Perform { seen.add($0.getState().todos) }) }
      .then { store.dispatch(AddTodo("2")) }
      .then { store.dispatch(Compute { $0.getState().todos }) }
      .then { todos in
        seen.add(todos)
        return store.dispatch(AddTodo("3"))
      }
      .value()
    #expect(seen.entries == [["1"], ["1", "2"]])
    #expect(store.state.todos == ["1", "2", "3"])
  }

  @Test func anUpdaterForAnotherStateIsRejected() async {
    struct Other: State, StateUpdater {
      func updateState(_: inout Other) {}
    }
    struct Foreign: AnyStateUpdater {
      func updatedState(currentState _: any State) -> any State { Other() }
    }
    let store = AppStore()
    let typed = await failure(of: store.dispatch(Other())) as? StoreError
    let raw = await failure(of: store.dispatch(Foreign())) as? StoreError
    guard case .wrongState(_, let expected, let actual)? = typed, case .wrongState(_, expected, actual)? = raw else {
      Issue.record("not rejected: \(typed as Any) \(raw as Any)")
      return
    }
    #expect(expected.hasSuffix("AppState"))
    #expect(actual.contains("Other"))
    #expect(store.state == AppState())
  }

  @Test func itemsThatAreNeitherOrBothAreRejected() async {
    struct Neither: Dispatchable {}
    struct Both: AnyStateUpdater, AnySideEffect {
      func updatedState(currentState: any State) -> any State { currentState }
      func anySideEffect(_: any AnySideEffectContext) throws -> Any { 1 }
    }
    let store = AppStore()
    let neither = Neither()
    #expect(await failure(of: store.anyDispatch(neither)) as? StoreError == .notDispatchable(neither.debugDescription))
    #expect(await failure(of: store.anyDispatch(Both())) as? StoreError == .ambiguous(Both().debugDescription))
  }

  @Test func concurrentReadsOfTheStateAreConsistent() async throws {
    struct Both: AppStateUpdater {
      func updateState(_ state: inout AppState) {
        state.counter += 1
        state.todos.append("x")
      }
    }
    let store = AppStore(immediate: [])
    let done = all((0..<2000).map { _ in store.dispatch(Both()) })
    let reader = async { _ in
      while store.state.counter < 2000 {
        let state = store.state
        guard state.counter == state.todos.count else { throw Oops() }
      }
    }
    try await reader.value()
    _ = try await done.value()
  }

  @Test func anItemIsDescribedByItsTypeName() {
    struct Own: Dispatchable { var debugDescription: String { "own" } }
    #expect(Increment().debugDescription == "KatanaTests.Increment")
    #expect(Own().debugDescription == "own")
    #expect((Own() as any Dispatchable).debugDescription.hasPrefix("KatanaTests."))
  }
}
