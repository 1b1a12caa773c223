/// A value that will be there later, or the error why it will not.
///
/// A promise made with a body is lazy: the body runs once, on its context, when the first operator that starts its
/// source is attached. Closures attached to a promise never run inline, even where it is settled already; they run in
/// the order in which they were attached, as far as their contexts keep order. The first settlement wins.
public class Promise<Value>: @unchecked Sendable {
  // Safe because all mutable state is only touched under `lock`.

  public typealias Resolved = @Sendable (Value) -> Void
  public typealias Rejector = @Sendable (any Error) -> Void
  public typealias Body = (
    (_ resolve: @escaping Resolved, _ reject: @escaping Rejector, _ promise: PromiseStatus) throws -> Void
  )

  /// Called inline with the promise, its outcome and the number of settlements on the stack. It runs no user code.
  typealias Continuation = (Promise<Value>, Outcome<Value>, Int) -> Void

  /// What starts the promise, or starts it again.
  private indirect enum Origin {
    case body(Destination, Body)
    case lazy((Promise<Value>) -> Void)
    case again(() -> Promise<Value>)
  }

  private let lock = Lock()
  private var outcome: Outcome<Value>?
  /// What is attached; in an object of its own because most promises of a store have nothing attached.
  private final class Attached {
    var continuations: [Continuation] = []
  }

  private var attached: Attached?
  private var origin: Origin?
  private var isStarted = false
  private var isDelivering = false
  private var hasObserver = false
  private var lastWords: ((any Error) -> Void)?
  private var label: String?
  /// How many promises in a row handed on the error that this one is rejected with.
  private var handedOn = 0
  let token: InvalidationToken?

  /// A pending promise, to be settled from outside.
  @specialized(where Value == Void)
  @specialized(where Value == Any)
  public init() { token = nil }

  /// A promise that is resolved already.
  public init(resolved value: Value) {
    token = nil
    outcome = .resolved(value)
  }

  /// A promise that is rejected already.
  public init(rejected error: any Error) {
    token = nil
    outcome = .rejected(error)
  }

  /// A promise that `body` settles.
  ///
  /// - Parameters:
  ///   - context: where the body runs; a background queue by default.
  ///   - token: a flag that the body can poll, inherited by promises derived from this one.
  ///   - body: given `resolve`, `reject` and the promise's status. Throwing rejects.
  public init(in context: Context? = nil, token: InvalidationToken? = nil, _ body: @escaping Body) {
    self.token = token
    origin = .body(Destination(context ?? .background), body)
  }

  private init(at destination: Destination, token: InvalidationToken?, _ body: @escaping Body) {
    self.token = token
    origin = .body(destination, body)
  }

  /// A pending promise derived from one with `token`.
  init(token: InvalidationToken?) { self.token = token }

  /// A promise that `start` is called for, inline, once it is started.
  init(lazy token: InvalidationToken?, _ start: @escaping (Promise<Value>) -> Void) {
    self.token = token
    origin = .lazy(start)
  }

  deinit {
    if let lastWords, !hasObserver, case .rejected(let error)? = outcome { lastWords(error) }
  }

  // MARK: State

  /// A name to tell promises apart when debugging.
  public var name: String? {
    get { lock.withLock { label } }
    set { lock.withLock { label = newValue } }
  }

  /// The status that the body is given.
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

  /// The token's flag: not whether the promise itself was cancelled.
  public var isCancelled: Bool { token?.isCancelled ?? false }

  /// How the promise was settled; nil while it is pending.
  package var settlement: Outcome<Value>? { lock.withLock { outcome } }

  /// Whether anything was ever attached that would learn of a failure.
  package var isObserved: Bool { lock.withLock { hasObserver } }

  // MARK: Settling

  /// Resolves the promise, if it is still pending.
  public func resolve(_ value: Value) { settle(.resolved(value)) }

  /// Rejects the promise, if it is still pending.
  public func reject(_ error: any Error) { settle(.rejected(error)) }

  /// Cancels the promise, if it is still pending: of what is attached only `cancelled` handlers run.
  public func cancel() { settle(.cancelled) }

  /// Settles the promise, if it is still pending, and schedules what is attached.
  ///
  /// - Parameters:
  ///   - new: the outcome.
  ///   - depth: how many settlements are on the stack already.
  ///   - again: does over what failed; what `retry` calls. Of use with a rejection only.
  @specialized(where Value == Void)
  @specialized(where Value == Any)
  package func settle(_ new: Outcome<Value>, depth: Int = 0, again: (() -> Promise<Value>)? = nil) {
    var spent: Origin?
    let delivers = lock.withLock {
      guard outcome == nil else { return false }
      outcome = new
      isStarted = true
      if case .rejected = new {
        // Each would retain the one before it; very long chains give up on being done over instead.
        if let again, handedOn < 256 { origin = .again(again) }
      } else {
        spent = origin
        origin = nil
      }
      isDelivering = attached != nil
      return isDelivering
    }
    // Whatever the closure holds is released here, outside the lock.
    withExtendedLifetime(spent) {}
    guard delivers else { return }
    if depth < 32 {
      deliver(new, depth: depth + 1)
    } else {
      // Long chains unwind on a fresh stack now and then.
      ThreadPool.shared.start { self.deliver(new, depth: 0) }
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

  /// Takes note that `source` hands its error on to this promise.
  func follow(_ source: Promise<some Any>) {
    let count = source.lock.withLock { source.handedOn }
    lock.withLock { handedOn = count + 1 }
  }

  // MARK: Observing

  /// Has `report` called with the error when the promise is gone, if it was rejected and nothing was ever attached.
  ///
  /// Only then is it sure that nobody learns of it: whoever holds a promise may still attach something.
  package func ifNeverObserved(_ report: @escaping (_ error: any Error) -> Void) {
    lock.withLock { lastWords = report }
  }

  /// Attaches `continuation`: called inline once the promise is settled, or at once if it is. Does not start it.
  func observe(_ continuation: @escaping Continuation) {
    let settled: Outcome<Value>? = lock.withLock {
      hasObserver = true
      // While earlier ones are being delivered this one waits behind them.
      if let outcome, !isDelivering { return outcome }
      let attached = attached ?? Attached()
      attached.continuations.append(continuation)
      self.attached = attached
      return nil
    }
    if let settled { continuation(self, settled, 0) }
  }

  /// Has the promise run its body, unless it has already.
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

  /// The promise that does over what failed: a new one if this one was rejected and what made it is known, else this.
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
