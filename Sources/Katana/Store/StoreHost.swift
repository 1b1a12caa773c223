package import Hydra

/// An app instance whose stores share its state and its serial execution.
///
/// A store that is made while the host is `Main.scoped` is hosted. It refers to its host weakly, because the host owns its
/// scenes, and these own their stores. Dispatches that are not finished retain both.
package protocol StoreHost: MainExecutor {
  /// Returns the state of the host's stores. The first call makes it with `initial`.
  func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S>

  /// Called first for each dispatch, on the dispatching thread.
  ///
  /// - Returns: What the host notes of it; nil for nothing.
  func willDispatch(_ item: any Dispatchable) -> (any DispatchRecord)?

  /// Called on the dispatching thread, before the dispatch returns.
  func sideEffectDidStart(_ effect: any AnySideEffect)

  /// The lane of the host's side effects.
  var sideEffectLane: SideEffectLane { get }

  /// Called on any thread when a side effect begins to wait until it may run, and when it stops waiting.
  func sideEffectWaitDidChange(isWaiting: Bool)

  /// Called on any thread, once for each start, after the promise is settled.
  func sideEffectDidEnd(_ effect: any AnySideEffect)

  /// Called when an updater or side effect has run, before its promise is settled: for an updater on the host's executor, for
  /// a side effect on any thread.
  func didRun(_ run: DispatchRun)

  /// Called on the host's executor when a dispatch failed and its promise was released unobserved.
  ///
  /// If the promise was released at once, the turn of this call is submitted before `sideEffectDidEnd` is called.
  func dispatchDidFail(_ dispatchable: any Dispatchable, _ error: any Error)
}

/// How long an updater or side effect took.
package struct DispatchRun {
  package let item: any Dispatchable
  package let isUpdater: Bool
  /// The seconds from the dispatch to the start.
  package let wait: Double
  /// The seconds from the start to the end; for a side effect with a promise, to that promise's end.
  package let duration: Double
}

extension StoreHost {
  package func willDispatch(_ item: any Dispatchable) -> (any DispatchRecord)? { nil }

  package func didRun(_ run: DispatchRun) {}

  package var sideEffectLane: SideEffectLane { .shared }

  package func sideEffectWaitDidChange(isWaiting: Bool) {}

  /// Calls `dispatchDidFail` if the promise is rejected and released unobserved.
  func reportFailure<Value>(of item: any Dispatchable, ifUnobserved promise: Promise<Value>) {
    // Weak, because an app instance may retain the promise.
    promise.ifNeverObserved { [weak self] error in
      guard let self else { return }
      self.async { self.dispatchDidFail(item, error) }
    }
  }
}
