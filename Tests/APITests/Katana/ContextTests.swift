import Hydra
import Katana
import Testing

/// What side effects are given.
@Suite struct ContextTests {
  /// Runs a closure as a side effect.
  struct Perform: AppSideEffect {
    let body: (SideEffectContext<AppState, AppDependencies>) throws -> Void
    func sideEffect(_ context: SideEffectContext<AppState, AppDependencies>) throws { try body(context) }
  }

  @Test func theTypedContextHasStateDependenciesAndDispatches() async throws {
    let store = makeStore()
    let perform = Perform { context in
      let dependencies: AppDependencies = context.dependencies
      #expect(dependencies === store.dependencies)
      let getState: () -> AppState = context.getState
      let update: (Increment) -> Promise<Void> = context.dispatch
      let run: (IncrementTwice) -> Promise<Void> = context.dispatch
      let compute: (CountItems) -> Promise<Int> = context.dispatch
      let any: (Dispatchable) -> Promise<Any> = context.anyDispatch
      try Hydra.await(update(Increment()))
      try Hydra.await(run(IncrementTwice()))
      #expect(getState().counter == 3)
      #expect(try Hydra.await(compute(CountItems())) == 0)
      #expect(try Hydra.await(any(CountItems())) as? Int == 0)
      context.dispatch(Increment())
      context.anyDispatch(Increment())
    }
    try await store.dispatch(perform).value()
  }

  @Test func theErasedContextHasTheSame() async throws {
    struct Erased: ReturningSideEffect {
      func sideEffect(_ context: AnySideEffectContext) throws -> String {
        let dependencies: SideEffectDependencyContainer = context.anyDependencies
        let getState: () -> State = context.getAnyState
        let update: (Increment) -> Promise<Void> = context.dispatch
        let run: (IncrementTwice) -> Promise<Void> = context.dispatch
        let compute: (CountItems) -> Promise<Int> = context.dispatch
        let any: (Dispatchable) -> Promise<Any> = context.anyDispatch
        try Hydra.await(update(Increment()))
        try Hydra.await(run(IncrementTwice()))
        let count: Int = try Hydra.await(compute(CountItems()))
        try Hydra.await(any(AddItem(text: "a")))
        let state = getState() as? AppState
        #expect(context is SideEffectContext<AppState, AppDependencies>)
        return "\(dependencies is AppDependencies) \(count) \(state?.counter ?? -1) \(state?.items ?? [])"
      }
    }
    #expect(try await makeStore().dispatch(Erased()).value() == "true 0 3 [\"a\"]")
  }

  @Test func aTypedContextIsAnErasedOne() async throws {
    let store = makeStore()
    let perform = Perform { context in
      let erased: AnySideEffectContext = context
      #expect(erased.anyDependencies === context.dependencies)
      #expect(erased.getAnyState() is AppState)
    }
    try await store.dispatch(perform).value()
  }

  /// A mock of a context. The three dispatch functions have default implementations.
  final class MockContext: AnySideEffectContext {
    var dispatched: [Dispatchable] = []
    var state: State = AppState(counter: 5)
    var result: Any = ()

    let anyDependencies: SideEffectDependencyContainer = EmptySideEffectDependencyContainer(
      dispatch: { _ in Promise(resolved: ()) }, getState: { AppState() })

    func getAnyState() -> State { state }

    func anyDispatch(_ dispatchable: Dispatchable) -> Promise<Any> {
      dispatched.append(dispatchable)
      return Promise(resolved: result)
    }
  }

  @Test func aMockNeedsOnlyThreeMembers() async throws {
    struct Erased: ReturningSideEffect {
      func sideEffect(_ context: AnySideEffectContext) throws -> Int {
        context.dispatch(Increment())
        context.dispatch(IncrementTwice())
        return try Hydra.await(context.dispatch(CountItems())) + ((context.getAnyState() as? AppState)?.counter ?? 0)
      }
    }
    let mock = MockContext()
    mock.result = 4
    #expect(try Erased().sideEffect(mock) == 9)
    #expect(
      mock.dispatched.map(\.debugDescription).map { $0.split(separator: ".").last } == [
        "Increment", "IncrementTwice", "CountItems",
      ])
    #expect(try Erased().anySideEffect(mock) as? Int == 9)
  }
}
