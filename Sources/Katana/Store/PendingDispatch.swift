private import Basics
internal import Hydra

extension Outcome {
  /// Nil if it was cancelled.
  fileprivate var result: Result<Any, any Error>? {
    switch self {
    case .resolved(let value): .success(value)
    case .rejected(let error): .failure(error)
    case .cancelled: nil
    }
  }
}

/// A ``PendingDispatch`` whose type of value is not known.
protocol DispatchWork: Work {
  var kind: DispatchKind { get }
  var host: (any StoreHost)? { get }
}

/// One dispatch: an item and its promise. It retains the engine until the item is handled.
final class PendingDispatch<Value>: DispatchWork, @unchecked Sendable {
  // Safe because only `engine`, `promise` and `started` are mutable, and the steps of one dispatch use them one after the other.
  let kind: DispatchKind
  let host: (any StoreHost)?
  /// What the host notes of it.
  let record: (any DispatchRecord)?
  private let item: any Dispatchable
  private let origin: Origin
  private let convert: (DispatchResult) throws -> Value
  private var promise: Promise<Value>?
  private var engine: Engine?
  /// Since the dispatch.
  private let age: Stopwatch?
  /// Since the start, with the seconds that the item had waited; nil if it did not start, or has no host.
  private var started: (watch: Stopwatch, wait: Double)?

  init(
    _ item: any Dispatchable, _ kind: DispatchKind, engine: Engine, host: (any StoreHost)?,
    record: (any DispatchRecord)? = nil, _ promise: Promise<Value>,
    _ convert: @escaping (DispatchResult) throws -> Value
  ) {
    self.item = item
    self.kind = kind
    self.engine = engine
    self.host = host
    self.record = record
    self.promise = promise
    self.convert = convert
    age = host == nil ? nil : Stopwatch()
    origin = Origin(host ?? Main.scoped, cause: Main.cause)
  }

  /// Handles the item and settles the promise.
  @specialized(where Value == Void)
  @specialized(where Value == Any)
  func run(in slot: (any SlotOwner)?) { origin.with(slot).run { handleAndSettle() } }

  func refuse() {
    engine = nil
    settle(.rejected(StoreError.tooManySideEffects(item.debugDescription)))
  }

  func cancel() {
    engine = nil
    settle(.cancelled)
  }

  func waitDidChange(isWaiting: Bool) { host?.sideEffectWaitDidChange(isWaiting: isWaiting) }

  private func handleAndSettle() {
    switch handle() {
    case .settled(let outcome, let retry): settle(outcome, retry)
    case .follows(let promise, let retry):
      promise.whenSettled { outcome in
        switch outcome {
        case .resolved(let value): self.settle(self.outcome(of: .value(value)), retry)
        case .rejected(let error): self.settle(.rejected(error), retry)
        case .cancelled: self.settle(.cancelled)
        }
      }
    }
  }

  private enum Handled {
    case settled(Outcome<Value>, retry: (() -> Promise<Value>)?)
    case follows(Promise<Any>, retry: () -> Promise<Value>)
  }

  /// Releases the engine before it returns: code that observes the promise may expect that the store is released.
  private func handle() -> Handled {
    guard let engine else { return .settled(.cancelled, retry: nil) }
    self.engine = nil
    started = age.map { (Stopwatch(), $0.seconds) }
    if let record { record.willRun(afterWaiting: started?.wait ?? 0) }
    func retry() -> () -> Promise<Value> {
      { [weak engine, item, kind, convert] in
        guard let engine else { return Promise(rejected: StoreError.storeReleased(item.debugDescription)) }
        return engine.submit(item, kind == .updater ? .updater : .sideEffect, convert)
      }
    }
    do {
      let result = try engine.process(item, kind)
      if case .promise(let promise) = result { return .follows(promise, retry: retry()) }
      let outcome = outcome(of: result)
      if case .rejected = outcome { return .settled(outcome, retry: retry()) }
      return .settled(outcome, retry: nil)
    } catch {
      return .settled(.rejected(error), retry: retry())
    }
  }

  private func outcome(of result: DispatchResult) -> Outcome<Value> {
    do { return .resolved(try convert(result)) } catch { return .rejected(error) }
  }

  private func settle(_ outcome: Outcome<Value>, _ retry: (() -> Promise<Value>)? = nil) {
    record?.didRun(outcome.result)
    if let host, let (watch, wait) = started {
      host.didRun(DispatchRun(item: item, isUpdater: kind == .updater, wait: wait, duration: watch.seconds))
    }
    settlePromise(outcome, retry)
    guard let host, kind != .updater else { return }
    if let effect = item as? any AnySideEffect { host.sideEffectDidEnd(effect) }
  }

  /// Settles and releases the promise. If that was the last reference, a failure is reported before this returns.
  private func settlePromise(_ outcome: Outcome<Value>, _ retry: (() -> Promise<Value>)?) {
    guard let promise else { return }
    self.promise = nil
    if case .rejected = outcome, let host { host.reportFailure(of: item, ifUnobserved: promise) }
    promise.settle(outcome, again: retry)
  }
}

/// A side effect that blocks, by which an interceptor replaced a nonblocking one. It needs a thread.
final class BlockingReplacement: Work, @unchecked Sendable {
  // Safe because all is immutable, and one thread runs it.
  let promise = Promise<Any>()
  let record: (any DispatchRecord)? = nil
  private let effect: any AnySideEffect
  private let context: any AnySideEffectContext
  private let origin = Origin.current
  private let host: (any StoreHost)?

  init(_ effect: any AnySideEffect, _ context: any AnySideEffectContext, _ host: (any StoreHost)?) {
    self.effect = effect
    self.context = context
    self.host = host
  }

  func run(in slot: (any SlotOwner)?) {
    origin.with(slot).run {
      do { promise.resolve(try effect.anySideEffect(context)) } catch { promise.reject(error) }
    }
  }

  func refuse() { promise.reject(StoreError.tooManySideEffects(effect.debugDescription)) }

  func waitDidChange(isWaiting: Bool) { host?.sideEffectWaitDidChange(isWaiting: isWaiting) }
}
