public import Dispatch
internal import Hydra

/// Owns an app's state, changes it by state updaters, and runs side effects.
///
/// A store that is made while an app instance is launched (see `StoreHost`) joins that instance: it shares its state and
/// its serial execution and is ready at once. Any other store becomes ready once its configuration's executor has
/// initialised it; what is dispatched earlier waits.
open class Store<S: State, D: SideEffectDependencyContainer>: PartialStore<S>, @unchecked Sendable {
  // Safe because the engine is thread-safe; `dependencies` is set once, before anything runs, unless clients set it.

  public typealias DependenciesInitializer = (
    _ dispatch: @escaping AnyDispatch, _ getState: @escaping StateInitializer<S>
  )
    -> D

  /// Where an ordinary store runs its initialisation and its listeners. A hosted store has no use of it.
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

  /// Whether the state is initialised and dispatched items are carried out.
  public var isReady: Bool { engine.isReady }

  /// A store without interceptors.
  public convenience init() { self.init(interceptors: []) }

  /// A store whose state begins as `S()`.
  public convenience init(interceptors: [StoreInterceptor]) {
    self.init(interceptors: interceptors, stateInitializer: S.init)
  }

  /// A store that makes its dependencies by their required initialiser.
  public convenience init(
    interceptors: [StoreInterceptor], stateInitializer: @escaping StateInitializer<S>,
    configuration: Configuration = .init()
  ) {
    self.init(
      interceptors: interceptors, stateInitializer: stateInitializer,
      dependenciesInitializer: { D(dispatch: $0, getState: $1) }, configuration: configuration)
  }

  /// - Parameters:
  ///   - interceptors: see every item, in this order.
  ///   - stateInitializer: makes the state to begin with. A hosted store calls it only if its host has none yet.
  ///   - dependenciesInitializer: makes the dependencies, before this returns. It may dispatch.
  ///   - configuration: where to initialise the state and to call listeners.
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
    super.init(engine: engine, container: container)

    let link = StoreLink(engine, container)
    let dependencies = dependenciesInitializer({ link.submitAny($0) }, { link.state() })
    self.dependencies = dependencies
    let context = SideEffectContext<S, D>(dependencies: dependencies, store: link)
    guard host == nil else {
      engine.begin(interceptors, context)
      return
    }

    // The engine is not kept for this: a store that is dropped before it is ready never was.
    configuration.stateInitializerAsyncProvider.executeAsync { [weak engine, scoped = Main.scoped] in
      guard let engine else { return }
      Main.$scoped.withValue(scoped) {
        container.begin(with: stateInitializer())
        engine.begin(interceptors, context)
      }
    }
  }
}
