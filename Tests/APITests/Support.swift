import Foundation
import Hydra
import Katana
import Tempura
import UIKit

// The types that an app declares.

struct Oops: Error, Equatable {
  var number = 0
}

struct AppState: State, Equatable {
  var counter = 0
  var items: [String] = []
}

struct OtherState: State {}

final class AppDependencies: NavigationProvider {
  let dispatch: AnyDispatch
  let getState: GetState
  let navigator: Navigator = Navigator()

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.dispatch = dispatch
    self.getState = getState
  }
}

typealias AppStore = Store<AppState, AppDependencies>
typealias AppContext = SideEffectContext<AppState, AppDependencies>

protocol AppStateUpdater: StateUpdater where StateType == AppState {}

protocol AppSideEffect: SideEffect where StateType == AppState, Dependencies == AppDependencies {}

protocol AppReturningSideEffect: ReturningSideEffect {
  func sideEffect(_ context: SideEffectContext<AppState, AppDependencies>) throws -> ReturnValue
}

extension AppReturningSideEffect {
  func sideEffect(_ context: AnySideEffectContext) throws -> ReturnValue {
    guard let typed = context as? SideEffectContext<AppState, AppDependencies> else {
      fatalError("another app's context")
    }
    return try sideEffect(typed)
  }
}

struct Increment: AppStateUpdater {
  var amount = 1
  func updateState(_ state: inout AppState) { state.counter += amount }
}

struct AddItem: AppStateUpdater {
  let text: String
  func updateState(_ state: inout AppState) { state.items.append(text) }
}

struct IncrementTwice: AppSideEffect {
  func sideEffect(_ context: SideEffectContext<AppState, AppDependencies>) throws {
    try Hydra.await(context.dispatch(Increment()))
    try Hydra.await(context.dispatch(Increment()))
  }
}

struct CountItems: AppReturningSideEffect {
  typealias ReturnValue = Int

  func sideEffect(_ context: SideEffectContext<AppState, AppDependencies>) throws -> Int {
    context.getState().items.count
  }
}

struct Fail: AppSideEffect {
  func sideEffect(_ context: SideEffectContext<AppState, AppDependencies>) throws { throw Oops(number: 7) }
}

/// Runs closures at once.
struct SynchronousExecutor: Executor {
  func execute(_ closure: @escaping () -> Void) { closure() }
  func executeSync<T>(_ closure: @escaping () -> T) -> T { closure() }
}

/// A store that is ready at once and calls its listeners before an updater's promise resolves.
func makeStore(_ interceptors: [StoreInterceptor] = []) -> AppStore {
  AppStore(
    interceptors: interceptors,
    stateInitializer: AppState.init,
    configuration: .init(
      stateInitializerAsyncProvider: SynchronousExecutor(), listenersAsyncProvider: SynchronousExecutor()))
}

/// Returns the error that the promise is rejected with, or nil if it resolves.
func failure<T>(of promise: Promise<T>) async -> Error? {
  do {
    _ = try await promise.value()
    return nil
  } catch {
    return error
  }
}

/// A flag or number that closures on other threads set.
final class Box<Value>: @unchecked Sendable {
  // Safe because tests read it only after the promise that is resolved after the writes.
  var value: Value
  init(_ value: Value) { self.value = value }
}
