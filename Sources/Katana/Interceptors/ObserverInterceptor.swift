public import Foundation
internal import Hydra

/// Dispatches items when something happens: a notification, a change of the state, another item, the store's start.
public struct ObserverInterceptor {
  private init() {}

  /// An interceptor that dispatches what the listed types make of what happens.
  ///
  /// The types are tried in their order; those that make nothing are skipped. What becomes of the dispatched items is
  /// not waited for. The subscriptions end with the store.
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
          observer.handled(dispatchable, previous, context.getAnyState())
        }
      }
    }
  }
}

extension ObserverInterceptor {
  /// What happens, and the types that make items of it.
  public enum ObserverType {
    public typealias StateChangeObserver = (_ prev: any State, _ current: any State) -> Bool
    public typealias TypedStateChangeObserver<S: State> = (_ prev: S, _ current: S) -> Bool

    /// An updater was handled and the predicate holds. It is not called for side effects.
    case onStateChange(_ observer: StateChangeObserver, _ dispatchable: [any StateObserverDispatchable.Type])
    /// A notification was posted; handled on the posting thread.
    case onNotification(
      _ notification: Notification.Name, _ dispatchable: [any NotificationObserverDispatchable.Type])
    /// An item of exactly this type was handled.
    case onDispatch(_ dispatchable: any Dispatchable.Type, _ dispatchables: [any DispatchObserverDispatchable.Type])
    /// The store begins.
    case onStart(_ dispatchable: [any OnStartObserverDispatchable.Type])

    /// A predicate for states of one type; it does not hold for others.
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

/// One store's observations; its subscriptions end with it.
private final class Observer: @unchecked Sendable {
  // Safe because all is immutable but `subscriptions`, set before anyone else knows of the observer.
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
      subscriptions.append(
        center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
          self?.dispatch(types) { $0.init(notification: notification) }
        })
    }
  }

  func start() {
    for case .onStart(let types) in items { dispatch(types) { $0.init() } }
  }

  func handled(_ item: any Dispatchable, _ previous: any State, _ current: any State) {
    guard observesHandling else { return }
    if let host = Main.scoped as? any StoreHost {
      // In its own order and on the host's books, so that it is not idle before the follow-ups are dispatched.
      host.async { self.visit(item, previous, current) }
    } else {
      async(in: .userInitiated) { self.visit(item, previous, current) }
    }
  }

  private func visit(_ item: any Dispatchable, _ previous: any State, _ current: any State) {
    for observed in items {
      switch observed {
      case .onStateChange(let predicate, let types):
        guard !(item is any AnySideEffect), predicate(previous, current) else { continue }
        dispatch(types) { $0.init(prevState: previous, currentState: current) }
      case .onDispatch(let type, let types):
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
