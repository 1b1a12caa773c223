public import Foundation
internal import Hydra

/// An item that ``ObserverInterceptor`` makes when a notification is posted.
public protocol NotificationObserverDispatchable: Dispatchable {
  /// - Returns: Nil if there is nothing to dispatch.
  init?(notification: Notification)
}

/// An item that ``ObserverInterceptor`` makes when the state changes.
public protocol StateObserverDispatchable: Dispatchable {
  /// - Returns: Nil if there is nothing to dispatch.
  init?(prevState: any State, currentState: any State)
}

/// An item that ``ObserverInterceptor`` makes when another item was handled.
public protocol DispatchObserverDispatchable: Dispatchable {
  /// - Returns: Nil if there is nothing to dispatch.
  init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State)
}

/// An item that ``ObserverInterceptor`` makes when the store starts.
public protocol OnStartObserverDispatchable: Dispatchable {
  /// - Returns: Nil if there is nothing to dispatch.
  init?()
}

/// Dispatches items when an event happens: a notification, a change of the state, another item, the start of the store.
public struct ObserverInterceptor {
  private init() {}

  /// Makes an interceptor that dispatches the items that the listed types make when an event happens.
  ///
  /// The types are tried in their order. The interceptor does not wait for the dispatched items. The subscriptions end
  /// with the store.
  public static func observe(
    _ items: [ObserverType], notificationCenter: NotificationCenter = .default
  ) -> StoreInterceptor {
    { context in
      let observer = Observer(items, context)
      observer.subscribe(to: notificationCenter)
      observer.start()
      return { next in
        { dispatchable in
          let previous = context.getAnyState()
          try next(dispatchable)
          observer.didHandle(dispatchable, previous, context.getAnyState())
        }
      }
    }
  }
}

extension ObserverInterceptor {
  /// An event, and the types of the items to dispatch.
  public enum ObserverType {
    public typealias StateChangeObserver = (_ prev: any State, _ current: any State) -> Bool
    public typealias TypedStateChangeObserver<S: State> = (_ prev: S, _ current: S) -> Bool

    /// An updater was handled and the predicate returns true. The predicate is not called for side effects.
    case onStateChange(_ observer: StateChangeObserver, _ dispatchable: [any StateObserverDispatchable.Type])
    /// A notification was posted. Items are made on the posting thread. The store of an app on a server ignores what other
    /// apps posted: the notification centre is that of the process, and each user has an app.
    case onNotification(
      _ notification: Notification.Name, _ dispatchable: [any NotificationObserverDispatchable.Type])
    /// An item of exactly this type was handled.
    case onDispatch(_ dispatchable: any Dispatchable.Type, _ dispatchables: [any DispatchObserverDispatchable.Type])
    /// The store starts.
    case onStart(_ dispatchable: [any OnStartObserverDispatchable.Type])

    /// Makes a predicate for states of one type. It returns false for states of other types.
    public static func typedStateChange<S: State>(
      _ closure: @escaping TypedStateChangeObserver<S>
    ) -> StateChangeObserver {
      { previous, current in
        guard let previous = previous as? S, let current = current as? S else { return false }
        return closure(previous, current)
      }
    }
  }
}

/// The observers of one store. Its subscriptions end with it.
private final class Observer: @unchecked Sendable {
  // Safe because it is immutable after `subscribe`, which is called before any other code has a reference to it.
  private let items: [ObserverInterceptor.ObserverType]
  private let context: any AnySideEffectContext
  private let observesHandling: Bool
  private var subscriptions: [any NSObjectProtocol] = []
  private var center: NotificationCenter?

  init(_ items: [ObserverInterceptor.ObserverType], _ context: any AnySideEffectContext) {
    self.items = items
    self.context = context
    observesHandling = items.contains {
      switch $0 {
      case .onStateChange, .onDispatch: true
      case .onNotification, .onStart: false
      }
    }
  }

  deinit {
    for subscription in subscriptions { center?.removeObserver(subscription) }
  }

  func subscribe(to center: NotificationCenter) {
    self.center = center
    for case .onNotification(let name, let types) in items {
      // Safe because metatypes are immutable.
      nonisolated(unsafe) let types = types
      let isOfApp = Main.scoped != nil
      let observation = Observation(name.rawValue) { [weak self] in
        self?.dispatch(types) { $0.init(notification: Notification(name: name)) }
      }
      Main.scoped?.didObserve(observation)
      subscriptions.append(
        center.addObserver(forName: name, object: nil, queue: nil) { [weak self, weak app = Main.scoped] notification in
          _ = observation  // which ends with this closure
          if isOfApp, let poster = Main.scoped, poster !== app { return }
          self?.dispatch(types) { $0.init(notification: notification) }
        })
    }
  }

  func start() {
    for case .onStart(let types) in items { dispatch(types) { $0.init() } }
  }

  func didHandle(_ item: any Dispatchable, _ previous: any State, _ current: any State) {
    guard observesHandling else { return }
    if let host = Main.scoped as? any StoreHost {
      // A turn of the host, so that the host is not idle before the items are dispatched.
      host.async { self.dispatchItems(after: item, previous, current) }
    } else {
      async(in: .userInitiated) { self.dispatchItems(after: item, previous, current) }
    }
  }

  private func dispatchItems(after item: any Dispatchable, _ previous: any State, _ current: any State) {
    for observed in items {
      switch observed {
      case .onStateChange(let predicate, let types):
        guard !(item is any AnySideEffect), predicate(previous, current) else { continue }
        dispatch(types) { $0.init(prevState: previous, currentState: current) }
      case .onDispatch(let type, let types):
        let item = item.unscoped
        guard Swift.type(of: item) == type else { continue }
        dispatch(types) { $0.init(dispatchedItem: item, prevState: previous, currentState: current) }
      case .onNotification, .onStart: continue
      }
    }
  }

  private func dispatch<T>(_ types: [T], _ make: (T) -> (any Dispatchable)?) {
    for type in types {
      if let item = make(type) { _ = context.anyDispatch(item) }
    }
  }
}
