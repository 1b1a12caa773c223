import Hydra
import Katana
import Testing

/// States, updaters, side effects and dependencies, as apps declare them.
@Suite struct CoreProtocolTests {
  struct Described: StateUpdater {
    var debugDescription: String { "its own" }
    func updateState(_: inout AppState) {}
  }

  @Test func itemsAreDescribedByTheirTypes() {
    let item: Dispatchable = AddItem(text: "milk")
    let name: String = item.debugDescription
    #expect(name.hasSuffix(".AddItem"))
    #expect(name.split(separator: ".").count == 2)
    #expect(Described().debugDescription == "its own")
    #expect((Described() as Dispatchable).debugDescription.hasSuffix(".Described"))
  }

  struct Reset: AnyStateUpdater {
    func updatedState(currentState: State) -> State { AppState() }
  }

  struct Clear: StateUpdater {
    typealias StateType = AppState
    func updateState(_ state: inout StateType) { state.items = [] }
  }

  struct Set<S: State>: StateUpdater {
    let change: (inout S) -> Void
    func updateState(_ state: inout S) { change(&state) }
  }

  @Test func updatersReturnANewState() throws {
    let update: (State) -> State = Increment(amount: 4).updatedState(currentState:)
    #expect((update(AppState()) as? AppState)?.counter == 4)
    let any: AnyStateUpdater = Clear()
    #expect((any.updatedState(currentState: AppState(counter: 1, items: ["a"])) as? AppState)?.items == [])
    let generic = Set<AppState> { $0.counter = 9 }
    #expect((generic.updatedState(currentState: AppState()) as? AppState)?.counter == 9)
    var state = AppState()
    Increment().updateState(&state)
    #expect(state.counter == 1)
  }

  struct Plain: SideEffect {
    func sideEffect(_ context: SideEffectContext<AppState, AppDependencies>) throws {
      try Hydra.await(context.dispatch(Increment()))
    }
  }

  struct Named: SideEffect {
    typealias StateType = AppState
    typealias Dependencies = EmptySideEffectDependencyContainer
    func sideEffect(_ context: SideEffectContext<StateType, Dependencies>) {}
  }

  struct Raw: AnySideEffect {
    func anySideEffect(_ context: AnySideEffectContext) throws -> Any { 5 }
  }

  struct Erased: ReturningSideEffect {
    func sideEffect(_ context: AnySideEffectContext) throws -> [String] {
      (context.getAnyState() as? AppState)?.items ?? []
    }
  }

  struct Generic<Value>: AppReturningSideEffect {
    typealias ReturnValue = Value
    let make: (AppState) throws -> Value
    func sideEffect(_ context: SideEffectContext<AppState, AppDependencies>) throws -> Value {
      try make(context.getState())
    }
  }

  @Test func allFormsOfSideEffectsRun() async throws {
    let store = makeStore()
    try await store.dispatch(Plain()).value()
    try await store.dispatch(Raw()).value()
    let items: [String] = try await store.dispatch(Erased()).value()
    let count: Int = try await store.dispatch(Generic { $0.counter }).value()
    let none: String? = try await store.dispatch(Generic { $0.items.first }).value()
    #expect(items.isEmpty && count == 1 && none == nil)
    let empty = Store<AppState, EmptySideEffectDependencyContainer>(
      interceptors: [], stateInitializer: AppState.init,
      configuration: .init(stateInitializerAsyncProvider: SynchronousExecutor()))
    try await empty.dispatch(Named()).value()
  }

  /// A subclass of an app's container.
  class Services: SideEffectDependencyContainer {
    let dispatch: AnyDispatch
    let getState: GetState

    required init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
      self.dispatch = dispatch
      self.getState = getState
    }

    func add(_ text: String) -> Promise<Void> { dispatch(AddItem(text: text)).void }
    func items() -> [String] { (getState() as? AppState)?.items ?? [] }
  }

  final class MoreServices: Services {
    let more = 1
  }

  struct UseServices: SideEffect {
    func sideEffect(_ context: SideEffectContext<AppState, MoreServices>) throws {
      try Hydra.await(context.dependencies.add("bread"))
      #expect(context.dependencies.items() == ["bread"])
    }
  }

  @Test func containersCanBeSubclassed() async throws {
    let store = Store<AppState, MoreServices>()
    try await store.dispatch(UseServices()).value()
    #expect(store.dependencies.more == 1)
    let make: (@escaping AnyDispatch, @escaping GetState) -> EmptySideEffectDependencyContainer =
      EmptySideEffectDependencyContainer.init(dispatch:getState:)
    let container: SideEffectDependencyContainer = make({ _ in Promise(resolved: ()) }, { AppState() })
    #expect(container is EmptySideEffectDependencyContainer)
  }

  /// A side effect of a library, which uses the app's dependencies through a protocol.
  private protocol GreetingProvider: SideEffectDependencyContainer {
    var greeting: String { get }
  }

  private final class Greeter: GreetingProvider {
    let greeting = "hello"
    init(dispatch _: @escaping AnyDispatch, getState _: @escaping GetState) {}
  }

  private struct Greet: AnySideEffect {
    func anySideEffect(_ context: AnySideEffectContext) throws -> Any {
      guard let provider = context.anyDependencies as? GreetingProvider else { throw Oops() }
      return provider.greeting
    }
  }

  @Test func librariesGetDependenciesFromTheErasedContext() async throws {
    let store = Store<AppState, Greeter>(interceptors: [])
    #expect(try await store.anyDispatch(Greet()).value() as? String == "hello")
    #expect(await failure(of: makeStore().anyDispatch(Greet())) is Oops)
  }
}
