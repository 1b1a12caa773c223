internal import Hydra

/// Work that an engine starts where it belongs.
protocol Routed {
  var kind: DispatchKind { get }
  var host: (any StoreHost)? { get }
}

extension Routed {
  var isUpdater: Bool { kind == .updater }
}

/// One dispatch on its way: an item, its promise, and the engine until the item has been handled.
final class Dispatched<Value>: Work, Routed, @unchecked Sendable {
  // Safe because all is immutable but `engine` and `promise`, which only the work itself touches, step by step.
  let kind: DispatchKind
  let host: (any StoreHost)?
  private let item: any Dispatchable
  private let scoped: (any MainExecutor)?
  private let conclude: (Product) throws -> Value
  private var promise: Promise<Value>?
  private var engine: Engine?

  init(
    _ item: any Dispatchable, _ kind: DispatchKind, engine: Engine, host: (any StoreHost)?,
    _ promise: Promise<Value>, _ conclude: @escaping (Product) throws -> Value
  ) {
    self.item = item
    self.kind = kind
    self.engine = engine
    self.host = host
    self.promise = promise
    self.conclude = conclude
    scoped = host ?? Main.scoped
  }

  /// Handles the item and settles the promise.
  @specialized(where Value == Void)
  @specialized(where Value == Any)
  func run() {
    if let scoped, scoped !== Main.scoped {
      Main.$scoped.withValue(scoped) { carryOut() }
    } else {
      carryOut()
    }
  }

  func refuse() {
    engine = nil
    settle(.rejected(StoreError.tooManySideEffects(item.debugDescription)), nil)
  }

  func waitDidChange(isWaiting: Bool) { host?.sideEffectWaitDidChange(isWaiting: isWaiting) }

  private func carryOut() {
    switch handle() {
    case .settled(let outcome, let again): settle(outcome, again)
    case .follows(let promise, let again):
      promise.whenSettled { outcome in
        switch outcome {
        case .resolved(let value): self.settle(self.outcome(of: .value(value)), again)
        case .rejected(let error): self.settle(.rejected(error), again)
        case .cancelled: self.settle(.cancelled, nil)
        }
      }
    }
  }

  private enum Handled {
    case settled(Outcome<Value>, (() -> Promise<Value>)?)
    case follows(Promise<Any>, () -> Promise<Value>)
  }

  /// Lets go of the engine before it returns, so that with the promise settled nothing here keeps a store alive.
  private func handle() -> Handled {
    guard let engine else { return .settled(.cancelled, nil) }
    self.engine = nil
    /// Dispatches the item once more; what `retry` calls.
    func again() -> () -> Promise<Value> {
      { [weak engine, item, kind, conclude] in
        guard let engine else { return Promise(rejected: StoreError.storeReleased(item.debugDescription)) }
        return engine.submit(item, kind == .updater ? .updater : .sideEffect, conclude)
      }
    }
    do {
      let product = try engine.process(item, kind)
      if case .promise(let promise) = product { return .follows(promise, again()) }
      let outcome = outcome(of: product)
      if case .rejected = outcome { return .settled(outcome, again()) }
      return .settled(outcome, nil)
    } catch {
      return .settled(.rejected(error), again())
    }
  }

  private func outcome(of product: Product) -> Outcome<Value> {
    do { return .resolved(try conclude(product)) } catch { return .rejected(error) }
  }

  private func settle(_ outcome: Outcome<Value>, _ again: (() -> Promise<Value>)?) {
    settlePromise(outcome, again)
    guard let host, kind != .updater else { return }
    if let effect = item as? any AnySideEffect { host.sideEffectDidEnd(effect) }
  }
  /// Lets go of the promise as well: if that was the last reference, its failure is reported by now.
  private func settlePromise(_ outcome: Outcome<Value>, _ again: (() -> Promise<Value>)?) {
    guard let promise else { return }
    self.promise = nil
    if case .rejected = outcome, let host { host.hears(of: item, ifNobodyObserves: promise) }
    promise.settle(outcome, again: again)
  }
}
