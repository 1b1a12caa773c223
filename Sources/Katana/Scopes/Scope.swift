internal import Basics
internal import Hydra

/// What a scoped store adds to the store of the whole state: the place of the feature's state, and the feature's dependencies.
final class Scope<S: State, D: SideEffectDependencyContainer>: ItemScope, @unchecked Sendable {
  // Safe because `state` is immutable, and the dependencies are only accessed under `lock`.
  let state: any ScopedState<S>
  private let lock = Lock()
  private var made: D?

  init(_ state: any ScopedState<S>) { self.state = state }

  deinit { state.removeListeners(of: ObjectIdentifier(self)) }

  var place: AnyKeyPath { state.path }

  /// Makes the dependencies. They may dispatch meanwhile: a side effect that needs them waits.
  func open(_ make: () -> D) -> D {
    lock.withLock {
      let made = make()
      self.made = made
      return made
    }
  }

  private var dependencies: D {
    guard let made = lock.withLock({ made }) else { preconditionFailure("A scope is opened when it is made.") }
    return made
  }

  func scoped<T: AnyStateUpdater>(_ updater: T) -> any AnyStateUpdater { ScopedUpdater(updater, at: state) }

  func scoped<T: AnySideEffect>(_ effect: T) -> any AnySideEffect {
    effect is any NonblockingSideEffect ? effect : ScopedSideEffect(effect, in: self)
  }

  func context(in whole: any AnySideEffectContext) -> any AnySideEffectContext {
    SideEffectContext(
      dependencies: dependencies,
      getState: { [state] in state.value(in: whole.getAnyState()) ?? state.state },
      dispatch: { whole.anyDispatch(self.scoped(any: $0)) })
  }
}

/// A scope whose types of state and dependencies are not known. It turns a feature's items into items of the app.
protocol ItemScope: AnyObject, Sendable {
  /// The key path from the app's state to the feature's.
  var place: AnyKeyPath { get }

  func scoped<T: AnyStateUpdater>(_ updater: T) -> any AnyStateUpdater

  /// Nonblocking side effects are those of the navigation. They stay the app's, because the navigator is the app's.
  func scoped<T: AnySideEffect>(_ effect: T) -> any AnySideEffect

  /// The context of the feature's side effects.
  ///
  /// - Parameter whole: The context that the store of the whole state gave to the side effect.
  func context(in whole: any AnySideEffectContext) -> any AnySideEffectContext
}

extension ItemScope {
  /// An item that is both, or neither, stays as it is: the engine rejects it by its own name.
  func scoped(any item: any Dispatchable) -> any Dispatchable {
    switch (item as? any AnyStateUpdater, item as? any AnySideEffect) {
    case (let updater?, nil): scoped(updater)
    case (nil, let effect?): scoped(effect)
    default: item
    }
  }
}
