/// Puts up the first screen of a route, usually the app's delegate.
public protocol RootInstaller {
  /// Sets the window's root controller and calls `completion`.
  ///
  /// - Parameters:
  ///   - identifier: the screen to put up.
  ///   - context: what the navigation was given.
  ///   - completion: to be called when the screen is there.
  /// - Returns: Whether the identifier is that of a root.
  @discardableResult
  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool
}
