package import Hydra

/// An app instance that wants to know its navigator.
package protocol NavigatorHost: MainExecutor {
  /// Called when a navigator of the app instance was started and asked for its first screen.
  func navigatorDidStart(_ navigator: Navigator)
}
