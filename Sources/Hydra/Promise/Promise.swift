private import Basics

/// A value that is available later, or the error why it is not.
///
/// A promise made with a body is lazy: the body runs once, on its context, when the first operator that starts it is
/// attached. Closures attached to a promise never run inline, even if it is settled. They run in the order in which they
/// were attached if their contexts keep the order. Only the first settlement counts.
public class Promise<Value>: @unchecked Sendable {
  // Safe because all mutable state is only accessed under `lock`.

  public typealias Resolved = @Sendable (Value) -> Void
  public typealias Rejector = @Sendable (any Error) -> Void
  public typealias Body = (
    (_ resolve: @escaping Resolved, _ reject: @escaping Rejector, _ promise: PromiseStatus) throws -> Void
  )

  /// Called inline with the promise, its outcome and the number of settlements on the stack. It runs no app code.
  typealias Continuation = (Promise<Value>, Outcome<Value>, Int) -> Void

  /// How to start the promise, or to repeat it.
  private indirect enum Origin {
    case body(Destination, Body)
    case lazy((Promise<Value>) -> Void)
    case again(() -> Promise<Value>)
  }

  /// An object, so that promises without continuations are small: most promises of a store have none.
  private final class Attached {
    var continuations: [Continuation] = []
  }

  private let lock = Lock()
  private var outcome: Outcome<Value>?
  private var attached: Attached?
  private var origin: Origin?
  private var isStarted = false
  private var isDelivering = false
  private var hasObserver = false
  private var reportUnobserved: ((any Error) -> Void)?
  private var label: String?
  /// The number of promises in the chain that passed on this one's error.
  private var passedOn = 0
  let token: InvalidationToken?

  /// Makes a pending promise, to be settled with `resolve`, `reject` or `cancel`.
  @specialized(where Value == Void)
  @specialized(where Value == Any)
  public init() { token = nil }

  /// Makes a resolved promise.
  public init(resolved value: Value) {
    token = nil
    outcome = .resolved(value)
  }

  /// Makes a rejected promise.
  public init(rejected error: any Error) {
    token = nil
    outcome = .rejected(error)
  }

  /// Makes a promise that `body` settles.
  ///
  /// - Parameters:
  ///   - context: Where the body runs. Default: in the background.
  ///   - token: A flag that the body can poll. Derived promises inherit it.
  ///   - body: Gets `resolve`, `reject` and the promise's status. If it throws, the promise is rejected.
  public init(in context: Context? = nil, token: InvalidationToken? = nil, _ body: @escaping Body) {
    self.token = token
    origin = .body(Destination(context ?? .background), body)
  }

  private init(at destination: Destination, token: InvalidationToken?, _ body: @escaping Body) {
    self.token = token
    origin = .body(destination, body)
  }

  /// Makes a pending promise that is derived from one with `token`.
  init(token: InvalidationToken?) { self.token = token }

  /// Makes a promise that calls `start`, inline, when it is started.
  init(lazy token: InvalidationToken?, _ start: @escaping (Promise<Value>) -> Void) {
    self.token = token
    origin = .lazy(start)
  }

  deinit {
    if let reportUnobserved, !hasObserver, case .rejected(let error)? = outcome { reportUnobserved(error) }
  }

  // MARK: State

  /// A name for debugging.
  public var name: String? {
    get { lock.withLock { label } }
    set { lock.withLock { label = newValue } }
  }

  /// The status that the body gets.
  public var operation: PromiseStatus { PromiseStatus(token: token, cancel: { self.cancel() }) }

  /// The value, if the promise is resolved.
  public var result: Value? {
    if case .resolved(let value)? = settlement { value } else { nil }
  }

  /// The error, if the promise is rejected.
  public var error: (any Error)? {
    if case .rejected(let error)? = settlement { error } else { nil }
  }

  /// Whether the promise is not settled yet.
  public var isPending: Bool { lock.withLock { outcome == nil } }

  /// The token's flag. It does not say whether the promise itself was cancelled.
  public var isCancelled: Bool { token?.isCancelled ?? false }

  /// The outcome, or nil while the promise is pending.
  package var settlement: Outcome<Value>? { lock.withLock { outcome } }

  /// Whether an operator was attached that gets a failure.
  package var isObserved: Bool { lock.withLock { hasObserver } }

  // MARK: Settling

  /// Resolves the promise if it is pending.
  public func resolve(_ value: Value) { settle(.resolved(value)) }

  /// Rejects the promise if it is pending.
  public func reject(_ error: any Error) { settle(.rejected(error)) }

  /// Cancels the promise if it is pending. Of the attached handlers only those of `cancelled` run.
  public func cancel() { settle(.cancelled) }

  /// Settles the promise if it is pending, and schedules the attached handlers.
  ///
  /// - Parameters:
  ///   - new: The outcome.
  ///   - depth: The number of settlements on the stack.
  ///   - again: Repeats the failed work for `retry`. Only used if the promise is rejected.
  @specialized(where Value == Void)
  @specialized(where Value == Any)
  package func settle(_ new: Outcome<Value>, depth: Int = 0, again: (() -> Promise<Value>)? = nil) {
    var spent: Origin?
    let delivers = lock.withLock {
      guard outcome == nil else { return false }
      outcome = new
      isStarted = true
      if case .rejected = new {
        // Each closure retains the previous promise of the chain. So very long chains cannot be repeated.
        if let again, passedOn < 256 { origin = .again(again) }
      } else {
        spent = origin
        origin = nil
      }
      isDelivering = attached != nil
      return isDelivering
    }
    // Releases the closure outside the lock: deinitialisers may be app code.
    withExtendedLifetime(spent) {}
    guard delivers else { return }
    if depth < 32 {
      deliver(new, depth: depth + 1)
    } else {
      // Continues on another stack, so that a long chain does not overflow this one.
      FairExecutor.shared.start { self.deliver(new, depth: 0) }
    }
  }

  private func deliver(_ outcome: Outcome<Value>, depth: Int) {
    while true {
      let batch: Attached? = lock.withLock {
        defer { attached = nil }
        isDelivering = attached != nil
        return attached
      }
      guard let batch else { return }
      for continuation in batch.continuations { continuation(self, outcome, depth) }
    }
  }

  /// Records that `source` passes its error on to this promise.
  func follow(_ source: Promise<some Any>) {
    let count = source.lock.withLock { source.passedOn }
    lock.withLock { passedOn = count + 1 }
  }

  // MARK: Observing

  /// Calls `report` with the error when the promise is released, if it was rejected and no operator was ever attached.
  ///
  /// Before, code with a reference to the promise may still attach one.
  package func ifNeverObserved(_ report: @escaping (_ error: any Error) -> Void) {
    lock.withLock { reportUnobserved = report }
  }

  /// Calls `continuation` inline when the promise is settled, or now if it is. Does not start the promise.
  func observe(_ continuation: @escaping Continuation) {
    let settled: Outcome<Value>? = lock.withLock {
      hasObserver = true
      // While earlier continuations are delivered, this one waits.
      if let outcome, !isDelivering { return outcome }
      let attached = attached ?? Attached()
      attached.continuations.append(continuation)
      self.attached = attached
      return nil
    }
    if let settled { continuation(self, settled, 0) }
  }

  /// Runs the body, unless the promise was started before.
  func start() {
    let origin: Origin? = lock.withLock {
      guard !isStarted, outcome == nil else { return nil }
      isStarted = true
      return self.origin
    }
    switch origin {
    case .body(let destination, let body): destination.async { self.run(body) }
    case .lazy(let start): start(self)
    case .again, nil: break
    }
  }

  private func run(_ body: Body) {
    do {
      try body({ self.settle(.resolved($0)) }, { self.settle(.rejected($0)) }, operation)
    } catch {
      settle(.rejected(error))
    }
  }

  /// Returns a promise that repeats the failed work. Returns this promise if it was not rejected or cannot be repeated.
  func rerun() -> Promise<Value> {
    let origin: Origin? = lock.withLock {
      guard case .rejected? = outcome else { return nil }
      return self.origin
    }
    switch origin {
    case .body(let destination, let body): return Promise(at: destination, token: token, body)
    case .lazy(let start): return Promise(lazy: token, start)
    case .again(let again): return again()
    case nil: return self
    }
  }
}
