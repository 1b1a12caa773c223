package import Hydra

/// An app instance that stores made in it join: they share its state and its serial execution.
///
/// A store made while the host is `Main.scoped` is hosted. It refers to its host weakly (the host owns its scenes, they
/// own their stores); work in flight retains both.
package protocol StoreHost: MainExecutor {
  /// The state shared by the host's stores; made with `initial` by the first.
  func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S>

  /// Something is being dispatched that a store can carry out. Called on the dispatching thread, before anything else.
  func willDispatch(_ item: any Dispatchable)

  /// Called on the dispatching thread, before the dispatch returns.
  func sideEffectDidStart(_ effect: any AnySideEffect)

  /// Where the host's side effects are in order.
  var sideEffectLane: SideEffectLane { get }

  /// Called on any thread when a side effect begins or stops to wait for its turn.
  func sideEffectWaitDidChange(isWaiting: Bool)

  /// Called once for each start, after the promise has been settled, on any thread.
  func sideEffectDidEnd(_ effect: any AnySideEffect)

  /// A dispatch failed and nobody observed its promise: nothing was attached to it by the time it was let go of.
  ///
  /// Called on the host's executor; for a promise that was dropped at once, in a turn that was submitted before
  /// `sideEffectDidEnd` was called.
  func dispatchDidFail(_ dispatchable: any Dispatchable, _ error: any Error)
}

extension StoreHost {
  package func willDispatch(_ item: any Dispatchable) {}

  package var sideEffectLane: SideEffectLane { .shared }

  package func sideEffectWaitDidChange(isWaiting: Bool) {}

  /// Has the item's failure reported if nothing is ever attached to its promise.
  func hears<Value>(of item: any Dispatchable, ifNobodyObserves promise: Promise<Value>) {
    // Weak, because an app instance may hold the promise.
    promise.ifNeverObserved { [weak self] error in
      guard let self else { return }
      self.async { self.dispatchDidFail(item, error) }
    }
  }
}
