internal import Hydra

/// What contexts and dependencies hold of their store: not the store, which holds them.
final class StoreLink<S: State>: @unchecked Sendable {
  // Safe because both are immutable; the weak reference is read as one.
  private weak let engine: Engine?
  private let container: StateContainer<S>

  init(_ engine: Engine, _ container: StateContainer<S>) {
    self.engine = engine
    self.container = container
  }

  /// The state at this moment; the last one if the store is gone.
  func state() -> S {
    assert(engine?.hasState ?? true, "The state was read before the store was ready: wait for a dispatch first.")
    return container.state
  }

  func submit<Value>(
    _ item: any Dispatchable, _ kind: DispatchKind, _ conclude: @escaping (Product) throws -> Value
  ) -> Promise<Value> {
    engine?.submit(item, kind, conclude) ?? gone(item)
  }

  func submitAny(_ item: any Dispatchable) -> Promise<Any> {
    engine?.submitAny(item, Product.anyValue) ?? gone(item)
  }

  private func gone<Value>(_ item: any Dispatchable) -> Promise<Value> {
    Promise(rejected: StoreError.storeReleased(item.debugDescription))
  }
}
