internal import Dispatch
internal import Hydra
private import Synchronization

/// What carries out a store's dispatches: one for each store, retained by the store and by work in flight.
///
/// It has two modes, which differ only in where things run. An ordinary store's updaters run on a serial queue of its
/// own and its listeners on the configuration's executor; a hosted one's all run on the host.
final class Engine: @unchecked Sendable {
  // Safe because what `begin` sets is only read by work that starts after it, and the rest is immutable or under a lock.

  /// Where updaters and listeners run.
  enum Mode {
    case ordinary(updaters: DispatchQueue, listeners: any Executor)
    case hosted
  }

  private let container: any Updating
  let mode: Mode
  private weak let host: (any StoreHost)?
  private var context: (any AnySideEffectContext)?
  private var interceptors: [(@escaping StoreInterceptorNext) -> (any Dispatchable) throws -> Void] = []

  private let ready = Atomic(false)
  /// Whether work starts as it is dispatched; before, it is kept in `backlog`.
  private let isOpen = Atomic(false)
  private let gate = Lock()
  private var backlog: [any Work & Routed] = []

  init(_ container: any Updating, listeners: any Executor) {
    self.container = container
    mode = .ordinary(updaters: DispatchQueue(label: "katana.stateupdater", qos: .userInteractive), listeners: listeners)
    host = nil
  }

  init(_ container: any Updating, host: any StoreHost) {
    self.container = container
    mode = .hosted
    self.host = host
  }

  deinit {
    if case .hosted = mode { container.removeAll(of: ObjectIdentifier(self)) }
  }

  var isReady: Bool { ready.load(ordering: .acquiring) }

  /// Whether the state may be read: a hosted store has one from the start.
  var hasState: Bool {
    if case .hosted = mode { true } else { isReady }
  }

  /// Calls the interceptors' first closures, and starts what was dispatched meanwhile: side effects, then updaters.
  func begin(_ interceptors: [StoreInterceptor], _ context: any AnySideEffectContext) {
    self.context = context
    self.interceptors = interceptors.map { $0(context) }
    ready.store(true, ordering: .releasing)
    gate.withLock {
      for work in backlog where !work.isUpdater { route(work) }
      for work in backlog where work.isUpdater { route(work) }
      backlog = []
      isOpen.store(true, ordering: .releasing)
    }
  }

  // MARK: Dispatching

  /// Starts the item, or keeps it until the store is ready.
  @specialized(where Value == Void)
  @specialized(where Value == Any)
  func submit<Value>(
    _ item: any Dispatchable, _ kind: DispatchKind, _ conclude: @escaping (Product) throws -> Value
  ) -> Promise<Value> {
    var host: (any StoreHost)?
    var kind = kind
    if case .hosted = mode {
      host = self.host
      guard let host else { return Promise(rejected: StoreError.hostReleased(item.debugDescription)) }
      host.willDispatch(item)
      if case .sideEffect = kind, let effect = item as? any AnySideEffect {
        if effect is any NonblockingSideEffect { kind = .nonblocking }
        host.sideEffectDidStart(effect)
      }
    }
    let promise = Promise<Value>()
    let work = Dispatched(item, kind, engine: self, host: host, promise, conclude)
    if isOpen.load(ordering: .acquiring) {
      route(work)
    } else {
      gate.withLock {
        if isOpen.load(ordering: .acquiring) { route(work) } else { backlog.append(work) }
      }
    }
    return promise
  }

  /// Dispatches an item whose kind is not known.
  func submitAny<Value>(
    _ item: any Dispatchable, _ conclude: @escaping (Product) throws -> Value
  ) -> Promise<Value> {
    switch (item is any AnyStateUpdater, item is any AnySideEffect) {
    case (true, false): return submit(item, .updater, conclude)
    case (false, true): return submit(item, .sideEffect, conclude)
    case (false, false): return reject(item, StoreError.notDispatchable(item.debugDescription))
    case (true, true): return reject(item, StoreError.ambiguous(item.debugDescription))
    }
  }

  private func reject<Value>(_ item: any Dispatchable, _ error: StoreError) -> Promise<Value> {
    let promise = Promise<Value>(rejected: error)
    if let host { host.hears(of: item, ifNobodyObserves: promise) }
    return promise
  }

  private func route(_ work: any Work & Routed) {
    switch (work.kind, mode) {
    case (.sideEffect, _): (work.host?.sideEffectLane ?? .shared).start(work)
    case (.updater, .ordinary(let updaters, _)): updaters.async { work.run() }
    default: work.host?.async { work.run() }
    }
  }

  // MARK: Handling

  /// Where listeners are called; nil for in the same turn.
  private var listeners: (any Executor)? {
    if case .ordinary(_, let listeners) = mode { listeners } else { nil }
  }

  /// Takes the item through the interceptors and handles what comes out. Called on the item's own queue or thread.
  func process(_ item: any Dispatchable, _ kind: DispatchKind) throws -> Product {
    if interceptors.isEmpty { return try handle(item, kind) }
    var product = Product.nothing
    var next: StoreInterceptorNext = { product = try self.handle($0, kind) }
    for interceptor in interceptors.reversed() { next = interceptor(next) }
    try next(item)
    return product
  }

  private func handle(_ item: any Dispatchable, _ kind: DispatchKind) throws -> Product {
    switch kind {
    case .updater:
      if let updater = item as? any AnyStateUpdater {
        try container.update(updater, telling: listeners)
        return .value(())
      }
      guard item is any AnySideEffect else { throw StoreError.notDispatchable(item.debugDescription) }
    case .sideEffect, .nonblocking:
      if let effect = item as? any AnySideEffect { return try run(effect, kind) }
      guard item is any AnyStateUpdater else { throw StoreError.notDispatchable(item.debugDescription) }
    }
    // An interceptor put an item of the other kind in place: that is a dispatch of its own.
    _ = submitAny(item, Product.anyValue)
    return .redirected
  }

  private func run(_ effect: any AnySideEffect, _ kind: DispatchKind) throws -> Product {
    guard let context else { return .nothing }
    guard case .nonblocking = kind else { return .value(try effect.anySideEffect(context)) }
    if let effect = effect as? any NonblockingSideEffect { return .promise(try effect.promise(context)) }
    // An interceptor put a side effect that may block in the place of one that does not.
    let detour = Detour(effect, context, host)
    (host?.sideEffectLane ?? .shared).start(detour)
    return .promise(detour.promise)
  }
}

/// The part of a state's container that does not depend on its type.
protocol Updating: AnyObject, Sendable {
  /// Has the updater change the state, and tells the listeners: on `executor`, or else in this call.
  func update(_ updater: any AnyStateUpdater, telling executor: (any Executor)?) throws

  /// Ends the subscriptions made through `owner`.
  func removeAll(of owner: ObjectIdentifier)
}
