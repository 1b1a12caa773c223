internal import TempuraUI

/// A screen that takes part in navigation.
public protocol Routable: AnyObject {
  /// What the screen is called in routes.
  var routeIdentifier: RouteElementIdentifier { get }

  /// Shows a screen, if this one knows how.
  ///
  /// - Parameters:
  ///   - identifier: the screen to show.
  ///   - from: the screen on top.
  ///   - animated: whether the change is animated on a phone.
  ///   - context: what the navigation was given.
  ///   - completion: to be called when the screen is shown, if the method returns true.
  /// - Returns: Whether it was, or will be, shown. If not, the next screen is asked.
  func show(
    identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool

  /// Hides a screen, if this one knows how.
  ///
  /// - Parameters:
  ///   - identifier: the screen to hide.
  ///   - from: the screen below it.
  ///   - animated: whether the change is animated on a phone.
  ///   - context: what the navigation was given.
  ///   - completion: to be called when the screen is hidden, if the method returns true.
  /// - Returns: Whether it was, or will be, hidden. If not, the next screen is asked.
  func hide(
    identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool

  /// Replaces what is above this screen.
  ///
  /// - Parameters:
  ///   - from: the screen that is right above.
  ///   - to: the screen that is to be there.
  ///   - animated: whether the change is animated on a phone.
  ///   - context: what the navigation was given.
  ///   - completion: to be called when that is done.
  func change(
    from: RouteElementIdentifier, to: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion)
}

extension Routable {
  public func show(
    identifier _: RouteElementIdentifier, from _: RouteElementIdentifier, animated _: Bool, context _: Any?,
    completion _: @escaping RoutingCompletion
  ) -> Bool { false }

  public func hide(
    identifier _: RouteElementIdentifier, from _: RouteElementIdentifier, animated _: Bool, context _: Any?,
    completion _: @escaping RoutingCompletion
  ) -> Bool { false }

  /// A change that the screen does not know: the navigation that asked for it fails.
  public func change(
    from: RouteElementIdentifier, to: RouteElementIdentifier, animated _: Bool, context _: Any?,
    completion: @escaping RoutingCompletion
  ) {
    if let request = ChangeRequest.current {
      request.isUnhandled = true
    } else {
      Misuse.report("\(type(of: self)) does not implement change(from:to:animated:context:completion:).")
    }
    completion()
  }
}

/// The change that a routable is being asked for, by which the default implementation says that there is none.
final class ChangeRequest: @unchecked Sendable {
  // Safe because it is only used by the code that is called while it is current, in one turn.
  @TaskLocal static var current: ChangeRequest?

  var isUnhandled = false
}
