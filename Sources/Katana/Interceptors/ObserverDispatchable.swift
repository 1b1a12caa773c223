public import Foundation

/// An item that ``ObserverInterceptor`` makes of a notification.
public protocol NotificationObserverDispatchable: Dispatchable {
  /// - Returns: nil if there is nothing to dispatch.
  init?(notification: Notification)
}

/// An item that ``ObserverInterceptor`` makes of a change of the state.
public protocol StateObserverDispatchable: Dispatchable {
  /// - Returns: nil if there is nothing to dispatch.
  init?(prevState: any State, currentState: any State)
}

/// An item that ``ObserverInterceptor`` makes of another item.
public protocol DispatchObserverDispatchable: Dispatchable {
  /// - Returns: nil if there is nothing to dispatch.
  init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State)
}

/// An item that ``ObserverInterceptor`` makes when the store begins.
public protocol OnStartObserverDispatchable: Dispatchable {
  /// - Returns: nil if there is nothing to dispatch.
  init?()
}
