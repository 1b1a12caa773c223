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
final class Dispatched<S: State, Value>: Work, Routed, @unchecked Sendable {
  // Safe because all is immutable but `engine`, which only the one thread that runs the work touches.
  let kind: DispatchKind
  let host: (any StoreHost)?
  let promise = Promise<Value>()
  private let item: any Dispatchable
  private let scoped: (any MainExecutor)?
  private let conclude: (Product) throws -> Value
  private var engine: Engine<S>?

  init(
    _ item: any Dispatchable, _ kind: DispatchKind, engine: Engine<S>, host: (any StoreHost)?,
    _ conclude: @escaping (Product) throws -> Value
  ) {
    self.item = item
    self.kind = kind
    self.engine = engine
    self.host = host
    self.conclude = conclude
    scoped = host ?? Main.scoped
  }

  /// Handles the item and settles the promise.
  func run() {
    if let scoped, scoped !== Main.scoped {
      Main.$scoped.withValue(scoped) { carryOut() }
    } else {
      carryOut()
    }
  }

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
    promise.settle(outcome, again: again)
    guard let host else { return }
    if case .rejected(let error) = outcome { report(item, error, of: promise, to: host) }
    if let effect = item as? any AnySideEffect, kind != .updater { host.sideEffectDidEnd(effect) }
  }
}

/// A side effect that runs on a thread although its dispatch does not.
final class Detour: Work, @unchecked Sendable {
  // Safe because all is immutable, and only the one thread that runs the work uses it.
  let promise = Promise<Any>()
  private let effect: any AnySideEffect
  private let context: any AnySideEffectContext
  private let scoped = Main.scoped

  init(_ effect: any AnySideEffect, _ context: any AnySideEffectContext) {
    self.effect = effect
    self.context = context
  }

  func run() {
    Main.$scoped.withValue(scoped) {
      do { promise.resolve(try effect.anySideEffect(context)) } catch { promise.reject(error) }
    }
  }
}
