import Hydra
import Katana
import TestSupport

struct Oops: Error, Equatable {
  var number = 0
}

struct AppState: State, Equatable {
  var counter = 0
  var todos: [String] = []
}

final class AppDependencies: SideEffectDependencyContainer {
  let dispatch: AnyDispatch
  let getState: GetState

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.dispatch = dispatch
    self.getState = getState
  }
}

typealias AppStore = Store<AppState, AppDependencies>
typealias AppContext = SideEffectContext<AppState, AppDependencies>

// The protocols that apps usually declare.
protocol AppStateUpdater: StateUpdater where StateType == AppState {}
protocol AppSideEffect: SideEffect where StateType == AppState, Dependencies == AppDependencies {}
protocol AppReturningSideEffect: ReturningSideEffect {
  func sideEffect(_ context: AppContext) throws -> ReturnValue
}
extension AppReturningSideEffect {
  func sideEffect(_ context: any AnySideEffectContext) throws -> ReturnValue {
    guard let context = context as? AppContext else { fatalError("another store's context") }
    return try sideEffect(context)
  }
}

struct Increment: AppStateUpdater {
  var by = 1
  func updateState(_ state: inout AppState) { state.counter += by }
}

struct AddTodo: AppStateUpdater {
  let todo: String
  init(_ todo: String) { self.todo = todo }
  func updateState(_ state: inout AppState) { state.todos.append(todo) }
}

struct Nothing: AppStateUpdater {
  func updateState(_: inout AppState) {}
}

/// Runs a closure as a side effect.
struct Perform: AppSideEffect {
  let body: (AppContext) throws -> Void
  init(_ body: @escaping (AppContext) throws -> Void = { _ in }) { self.body = body }
  func sideEffect(_ context: AppContext) throws { try body(context) }
}

/// Runs a closure as a side effect with a value.
struct Compute<ReturnValue>: AppReturningSideEffect {
  let body: (AppContext) throws -> ReturnValue
  init(_ body: @escaping (AppContext) throws -> ReturnValue) { self.body = body }
  func sideEffect(_ context: AppContext) throws -> ReturnValue { try body(context) }
}

/// Runs closures at once.
struct Immediate: Executor {
  func execute(_ closure: @escaping () -> Void) { closure() }
  func executeSync<T>(_ closure: @escaping () -> T) -> T { closure() }
}

/// Keeps closures until `release` runs them.
final class Held: Executor {
  private let closures = EventLog<() -> Void>()
  func execute(_ closure: @escaping () -> Void) { closures.add(closure) }
  func executeSync<T>(_ closure: @escaping () -> T) -> T { closure() }
  func release() { closures.entries.forEach { $0() } }
}

extension AppStore {
  /// A store that is ready at once and calls its listeners on the updater queue.
  convenience init(immediate interceptors: [StoreInterceptor] = []) {
    self.init(
      interceptors: interceptors, stateInitializer: AppState.init,
      configuration: .init(stateInitializerAsyncProvider: Immediate(), listenersAsyncProvider: Immediate()))
  }
}
