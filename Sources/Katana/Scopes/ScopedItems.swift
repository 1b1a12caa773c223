/// Changes the feature's state. It retains no dependencies, because a session keeps it until it is stored.
struct ScopedUpdater<Base: AnyStateUpdater>: AnyStateUpdater, ScopedDispatchable {
  private let updater: Base
  private let state: any ScopedState

  init(_ updater: Base, at state: any ScopedState) {
    self.updater = updater
    self.state = state
  }

  static var typeOfBase: any Dispatchable.Type { Base.self }
  var base: any Dispatchable { updater }
  var place: AnyKeyPath { state.path }

  func updatedState(currentState: any State) -> any State { state.updated(currentState, by: updater) }
}

/// Runs with the feature's context.
struct ScopedSideEffect<Base: AnySideEffect>: AnySideEffect, ScopedDispatchable {
  private let effect: Base
  private let scope: any ItemScope

  init(_ effect: Base, in scope: any ItemScope) {
    self.effect = effect
    self.scope = scope
  }

  static var typeOfBase: any Dispatchable.Type { Base.self }
  var base: any Dispatchable { effect }
  var place: AnyKeyPath { scope.place }

  func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
    try effect.anySideEffect(scope.context(in: context))
  }
}
