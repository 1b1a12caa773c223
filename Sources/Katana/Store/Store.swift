public import Dispatch
public import Hydra

/// Passes the item, or another one, to the rest of the interceptors.
public typealias StoreInterceptorNext = (_: any Dispatchable) throws -> Void

/// Sees every dispatched item before and after the store handles it.
///
/// The store calls the outermost closure once, and the others once per item, on the item's queue or thread. If they throw
/// or do not call `next`, the item is not handled.
public typealias StoreInterceptor = (_ sideEffectContext: any AnySideEffectContext) -> (
  _ next: @escaping StoreInterceptorNext
) -> (_ dispatchable: any Dispatchable) throws -> Void

/// A store whose type of state is not known.
public protocol AnyStore: AnyObject {
  var anyState: any State { get }

  @discardableResult func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any>

  @discardableResult func dispatch<T: AnyStateUpdater>(_ dispatchable: T) -> Promise<Void>

  @discardableResult func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void>

  @discardableResult func dispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue>

  func addAnyListener(_ listener: @escaping AnyStoreListener) -> StoreUnsubscribe
}

/// A store whose type of dependencies is not known, for user interface code. Every one is a ``Store``.
open class PartialStore<S: State>: AnyStore, @unchecked Sendable {
  // Safe because the engine is thread-safe.

  public typealias StateInitializer<T: State> = () -> T

  let engine: Engine
  private let source: any StateSource<S>
  /// Nil for the store of a whole state.
  private let scope: (any ItemScope)?

  init(engine: Engine, source: any StateSource<S>, scope: (any ItemScope)? = nil) {
    self.engine = engine
    self.source = source
    self.scope = scope
  }

  /// The state at this moment.
  open var state: S { source.state }

  public var anyState: any State { state }

  // MARK: Dispatching

  /// Dispatches an item of any kind.
  ///
  /// - Returns: A promise of the side effect's value, or of `()`. It is rejected with a ``StoreError`` if the item is
  ///   neither an updater nor a side effect, or both.
  @discardableResult
  public func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any> {
    engine.submitAny(scope?.scoped(any: dispatchable) ?? dispatchable, DispatchResult.anyValue)
  }

  /// Runs the updater after all updaters that were dispatched earlier.
  ///
  /// - Returns: A promise that resolves when ``state`` contains the change.
  @discardableResult
  public func dispatch<T: AnyStateUpdater>(_ dispatchable: T) -> Promise<Void> {
    engine.submit(scope?.scoped(dispatchable) ?? dispatchable, .updater, DispatchResult.ignored)
  }

  /// Runs the side effect on a thread of its own.
  ///
  /// - Returns: A promise that resolves when the side effect returns, or is rejected with the error that it throws.
  @discardableResult
  public func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void> {
    engine.submit(scope?.scoped(dispatchable) ?? dispatchable, .sideEffect) {
      try DispatchResult.requireRun(dispatchable.debugDescription, $0)
    }
  }

  /// Runs the side effect on a thread of its own.
  ///
  /// - Returns: A promise of the value that the side effect returns. It is rejected with the error that it throws.
  @discardableResult
  public func dispatch<T: ReturningSideEffect>(_ dispatchable: T) -> Promise<T.ReturnValue> {
    engine.submit(scope?.scoped(dispatchable) ?? dispatchable, .sideEffect) {
      try DispatchResult.value(dispatchable.debugDescription, as: T.ReturnValue.self, $0)
    }
  }

  // MARK: Listening

  /// Calls `listener` after every updater, also if it changed nothing.
  ///
  /// Listeners are called in the order of their subscriptions, on the configuration's executor. In a hosted store they are
  /// called on the host, in the turn of the updater.
  /// - Returns: A closure that ends the subscription. Any code may call it, also the listener.
  public func addListener(_ listener: @escaping StoreListener<S>) -> StoreUnsubscribe {
    let owner = scope.map { ObjectIdentifier($0) } ?? ObjectIdentifier(engine)
    return source.listen(listener, owner: owner, on: engine.listeners)
  }

  /// Like ``addListener(_:)``, for listeners that do not know the type of state.
  public func addAnyListener(_ listener: @escaping AnyStoreListener) -> StoreUnsubscribe {
    addListener { old, new in listener(old, new) }
  }

  // MARK: Features

  /// Makes the store of a feature, whose state is a property of this store's state. The feature knows nothing of the app.
  ///
  /// ```swift
  /// let north: AppStore = house.scoped(to: \.north)
  /// ```
  ///
  /// What is dispatched there runs in this store, in its order. Updaters change the property. Side effects get the property and the
  /// feature's dependencies; `Show`, `Hide` and `Navigate` use the navigator of the app's. Interceptors of this store see all of it,
  /// with ``Dispatchable/unscoped``. Listeners are called after every updater of the app.
  ///
  /// After the feature's store is released, its dependencies dispatch no more. Its running side effects go on.
  ///
  /// - Parameters:
  ///   - path: The property. It may be computed, and a subscript may find it by an id. The feature's store can be scoped, too.
  ///   - dependencies: Makes the feature's dependencies, before this returns. By default with the required initialiser.
  public func scoped<Feature: State, Dependencies: SideEffectDependencyContainer>(
    to path: WritableKeyPath<S, Feature>,
    dependencies: Store<Feature, Dependencies>.DependenciesInitializer = { Dependencies(dispatch: $0, getState: $1) }
  ) -> Store<Feature, Dependencies> {
    Store(of: source.scoped(to: path), in: engine, dependencies)
  }
}

/// Owns an app's state, changes it with state updaters, and runs side effects.
///
/// A store that is made while an app instance launches (see `StoreHost`) joins that instance: it uses the instance's state
/// and serial execution, and is ready at once. Any other store is ready after the configuration's executor has initialised
/// it. Items that are dispatched earlier wait.
open class Store<S: State, D: SideEffectDependencyContainer>: PartialStore<S>, @unchecked Sendable {
  // Safe because the engine is thread-safe. `dependencies` is set once, before anything runs, unless the app sets it.

  public typealias DependenciesInitializer = (
    _ dispatch: @escaping AnyDispatch, _ getState: @escaping StateInitializer<S>
  )
    -> D

  /// Where an ordinary store runs its initialisation and its listeners. A hosted store ignores it.
  public struct Configuration {
    let stateInitializerAsyncProvider: any Executor
    let listenersAsyncProvider: any Executor

    public init(
      stateInitializerAsyncProvider: any Executor = DispatchQueue.main,
      listenersAsyncProvider: any Executor = DispatchQueue.main
    ) {
      self.stateInitializerAsyncProvider = stateInitializerAsyncProvider
      self.listenersAsyncProvider = listenersAsyncProvider
    }
  }

  /// What side effects work with.
  public var dependencies: D!

  /// Whether the state is initialised and the store handles dispatched items.
  public var isReady: Bool { engine.isReady }

  /// Makes a store without interceptors.
  public convenience init() { self.init(interceptors: []) }

  /// Makes a store whose first state is `S()`.
  public convenience init(interceptors: [StoreInterceptor]) {
    self.init(interceptors: interceptors, stateInitializer: S.init)
  }

  /// Makes a store whose dependencies are made by their required initialiser.
  public convenience init(
    interceptors: [StoreInterceptor], stateInitializer: @escaping StateInitializer<S>,
    configuration: Configuration = .init()
  ) {
    self.init(
      interceptors: interceptors, stateInitializer: stateInitializer,
      dependenciesInitializer: { D(dispatch: $0, getState: $1) }, configuration: configuration)
  }

  /// - Parameters:
  ///   - interceptors: They see every item, in this order.
  ///   - stateInitializer: Makes the first state. A hosted store calls it only if its host has no state yet.
  ///   - dependenciesInitializer: Makes the dependencies, before this returns. It may dispatch.
  ///   - configuration: Where to initialise the state and to call listeners.
  public init(
    interceptors: [StoreInterceptor], stateInitializer: @escaping StateInitializer<S>,
    dependenciesInitializer: @escaping DependenciesInitializer, configuration: Configuration = .init()
  ) {
    let host = Main.scoped as? any StoreHost
    let engine: Engine
    let container: StateContainer<S>
    if let host {
      container = host.stateContainer(S.self, initial: stateInitializer)
      engine = Engine(container, host: host)
    } else {
      container = StateContainer(S())
      engine = Engine(container, listeners: configuration.listenersAsyncProvider)
    }
    super.init(engine: engine, source: container)

    let link = StoreLink(engine, container)
    let dependencies = dependenciesInitializer({ link.submitAny($0) }, { link.state() })
    self.dependencies = dependencies
    let context = SideEffectContext<S, D>(dependencies: dependencies, store: link)
    guard host == nil else {
      engine.open(interceptors, context)
      return
    }

    // Weak: a store that is released before it is ready is not initialised.
    configuration.stateInitializerAsyncProvider.executeAsync { [weak engine, scoped = Main.scoped] in
      guard let engine else { return }
      Main.run(as: scoped) {
        container.initialize(with: stateInitializer())
        engine.open(interceptors, context)
      }
    }
  }

  /// Makes the store of a feature in another store.
  init(of state: any ScopedState<S>, in engine: Engine, _ dependenciesInitializer: DependenciesInitializer) {
    let scope = Scope<S, D>(state)
    super.init(engine: engine, source: state, scope: scope)
    // Weak, because the scope retains the dependencies.
    dependencies = scope.open {
      dependenciesInitializer(
        { [weak scope, weak engine] item in
          guard let scope, let engine else { return Promise(rejected: StoreError.storeReleased(item.debugDescription)) }
          return engine.submitAny(scope.scoped(any: item), DispatchResult.anyValue)
        }, { state.state })
    }
  }
}
