private import Basics
internal import Dispatch
internal import Hydra
private import Synchronization

/// Handles a store's dispatches. The store and dispatches that are not finished retain it.
///
/// An ordinary store runs updaters on a serial queue of its own, and listeners on the configuration's executor. A hosted
/// store runs both on the host.
final class Engine: @unchecked Sendable {
  // Safe because work that reads what `open` sets starts after it. The rest is immutable or accessed under a lock.

  /// Where updaters and listeners run.
  enum Mode {
    case ordinary(updaters: DispatchQueue, listeners: any Executor)
    case hosted
  }

  private let container: any AnyStateContainer
  let mode: Mode
  @WeakReference private var host: (any StoreHost)?
  private var context: (any AnySideEffectContext)?
  private var interceptors: [(@escaping StoreInterceptorNext) -> (any Dispatchable) throws -> Void] = []

  private let ready = Atomic(false)
  /// Whether dispatches start at once. Before, they are kept in `backlog`.
  private let isOpen = Atomic(false)
  private let gate = Lock()
  private var backlog: [any DispatchWork] = []

  init(_ container: any AnyStateContainer, listeners: any Executor) {
    self.container = container
    mode = .ordinary(updaters: DispatchQueue(label: "katana.stateupdater", qos: .userInteractive), listeners: listeners)
    host = nil
  }

  init(_ container: any AnyStateContainer, host: any StoreHost) {
    self.container = container
    mode = .hosted
    self.host = host
  }

  deinit {
    if case .hosted = mode { container.removeListeners(of: ObjectIdentifier(self)) }
  }

  var isReady: Bool { ready.load(ordering: .acquiring) }

  /// Whether the state may be read. A hosted store has one from the start.
  var hasState: Bool {
    if case .hosted = mode { true } else { isReady }
  }

  /// Calls the interceptors' outermost closures, and starts the dispatches of the backlog: side effects, then updaters.
  func open(_ interceptors: [StoreInterceptor], _ context: any AnySideEffectContext) {
    self.context = context
    self.interceptors = interceptors.map { $0(context) }
    ready.store(true, ordering: .releasing)
    gate.withLock {
      for work in backlog where work.kind != .updater { start(work) }
      for work in backlog where work.kind == .updater { start(work) }
      backlog = []
      isOpen.store(true, ordering: .releasing)
    }
  }

  // MARK: Dispatching

  /// Starts a dispatch, or keeps it until the store is ready.
  ///
  /// - Parameter convert: Makes the promise's value, or throws the error that the promise is rejected with.
  @specialized(where Value == Void)
  @specialized(where Value == Any)
  func submit<Value>(
    _ item: any Dispatchable, _ kind: DispatchKind, _ convert: @escaping (DispatchResult) throws -> Value
  ) -> Promise<Value> {
    var host: (any StoreHost)?
    var record: (any DispatchRecord)?
    var kind = kind
    if case .hosted = mode {
      host = self.host
      guard let host else { return Promise(rejected: StoreError.hostReleased(item.debugDescription)) }
      record = host.willDispatch(item)
      if let record, record.isDropped { return Promise() }
      if case .sideEffect = kind, let effect = item as? any AnySideEffect {
        if effect is any NonblockingSideEffect { kind = .nonblocking }
        host.sideEffectDidStart(effect)
      }
    }
    let promise = Promise<Value>()
    let work = PendingDispatch(item, kind, engine: self, host: host, record: record, promise, convert)
    if isOpen.load(ordering: .acquiring) {
      start(work)
    } else {
      gate.withLock {
        if isOpen.load(ordering: .acquiring) { start(work) } else { backlog.append(work) }
      }
    }
    return promise
  }

  /// Dispatches an item of any kind.
  func submitAny<Value>(
    _ item: any Dispatchable, _ convert: @escaping (DispatchResult) throws -> Value
  ) -> Promise<Value> {
    switch Self.conformances(of: type(of: item)) {
    case (true, false): return submit(item, .updater, convert)
    case (false, true): return submit(item, .sideEffect, convert)
    case (false, false): return reject(item, StoreError.notDispatchable(item.debugDescription))
    case (true, true): return reject(item, StoreError.ambiguous(item.debugDescription))
    }
  }

  private typealias Conformances = (isUpdater: Bool, isSideEffect: Bool)

  // By type, because finding out that a type does not conform to a protocol is slow, and each dispatch asks.
  private static let known = Locked<[ObjectIdentifier: Conformances]>([:])

  private static func conformances(of type: any Dispatchable.Type) -> Conformances {
    known.withLock { known in
      if let conformances = known[ObjectIdentifier(type)] { return conformances }
      let conformances = (type is any AnyStateUpdater.Type, type is any AnySideEffect.Type)
      known[ObjectIdentifier(type)] = conformances
      return conformances
    }
  }

  private func reject<Value>(_ item: any Dispatchable, _ error: StoreError) -> Promise<Value> {
    let promise = Promise<Value>(rejected: error)
    if let host { host.reportFailure(of: item, ifUnobserved: promise) }
    return promise
  }

  private func start(_ work: any DispatchWork) {
    switch (work.kind, mode) {
    case (.sideEffect, _): (work.host?.sideEffectLane ?? .shared).start(work)
    case (.updater, .ordinary(let updaters, _)): updaters.async { work.run(in: nil) }
    default: work.host?.async { work.run(in: nil) }
    }
  }

  // MARK: Handling

  /// Passes the item through the interceptors and handles the result. Called on the item's own queue or thread.
  func process(_ item: any Dispatchable, _ kind: DispatchKind) throws -> DispatchResult {
    if interceptors.isEmpty { return try handle(item, kind) }
    var result = DispatchResult.notHandled
    var next: StoreInterceptorNext = { result = try self.handle($0, kind) }
    for interceptor in interceptors.reversed() { next = interceptor(next) }
    try next(item)
    return result
  }

  private func handle(_ item: any Dispatchable, _ kind: DispatchKind) throws -> DispatchResult {
    switch kind {
    case .updater:
      if let updater = item as? any AnyStateUpdater {
        try container.update(updater, notifyingOn: listeners)
        return .value(())
      }
      guard item is any AnySideEffect else { throw StoreError.notDispatchable(item.debugDescription) }
    case .sideEffect, .nonblocking:
      if let effect = item as? any AnySideEffect { return try run(effect, kind) }
      guard item is any AnyStateUpdater else { throw StoreError.notDispatchable(item.debugDescription) }
    }
    // An interceptor replaced the item by one of the other kind, which needs another queue or thread.
    _ = submitAny(item, DispatchResult.anyValue)
    return .redispatched
  }

  /// Where listeners are called; nil for the turn of the updater.
  var listeners: (any Executor)? {
    if case .ordinary(_, let listeners) = mode { listeners } else { nil }
  }

  private func run(_ effect: any AnySideEffect, _ kind: DispatchKind) throws -> DispatchResult {
    guard let context else { return .notHandled }
    guard case .nonblocking = kind else { return .value(try effect.anySideEffect(context)) }
    if let effect = effect as? any NonblockingSideEffect { return .promise(try effect.promise(context)) }
    let replacement = BlockingReplacement(effect, context, host)
    (host?.sideEffectLane ?? .shared).start(replacement)
    return .promise(replacement.promise)
  }
}

/// The reference of contexts and dependencies to their store. The store retains them, so it is weak.
final class StoreLink<S: State>: StoreAccess, @unchecked Sendable {
  // Safe because both properties are never changed.
  @WeakReference private var engine: Engine?
  private let container: StateContainer<S>

  init(_ engine: Engine, _ container: StateContainer<S>) {
    self.engine = engine
    self.container = container
  }

  func state() -> S {
    assert(engine?.hasState ?? true, "The state was read before the store was ready: wait for a dispatch first.")
    return container.state
  }

  func submit<Value>(
    _ item: any Dispatchable, _ kind: DispatchKind, _ convert: @escaping (DispatchResult) throws -> Value
  ) -> Promise<Value> {
    engine?.submit(item, kind, convert) ?? rejected(item)
  }

  func submitAny(_ item: any Dispatchable) -> Promise<Any> {
    engine?.submitAny(item, DispatchResult.anyValue) ?? rejected(item)
  }

  private func rejected<Value>(_ item: any Dispatchable) -> Promise<Value> {
    Promise(rejected: StoreError.storeReleased(item.debugDescription))
  }
}
