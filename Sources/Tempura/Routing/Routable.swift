internal import Basics
public import TempuraUI

/// The name of a screen in routes.
public typealias RouteElementIdentifier = String

/// The names of the screens, bottom to top.
public typealias Route = [RouteElementIdentifier]

/// A routable calls it when the navigation that it performs is done.
public typealias RoutingCompletion = () -> Void

/// Shows the first screen of a route. Usually the app's delegate.
public protocol RootInstaller {
  /// Sets the window's root controller and calls `completion`.
  ///
  /// - Parameters:
  ///   - identifier: The screen to show.
  ///   - context: The context of the navigation.
  ///   - completion: To be called when the screen is shown.
  /// - Returns: Whether a root has this identifier.
  @discardableResult
  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping () -> Void
  ) -> Bool
}

/// A screen that takes part in navigation.
public protocol Routable: AnyObject {
  /// The name of the screen in routes.
  var routeIdentifier: RouteElementIdentifier { get }

  /// Shows a screen, if this one can.
  ///
  /// - Parameters:
  ///   - identifier: The screen to show.
  ///   - from: The screen on top.
  ///   - animated: Whether the change is animated on a phone.
  ///   - context: The context of the navigation.
  ///   - completion: To be called when the screen is shown, if the method returns true.
  /// - Returns: Whether it shows the screen. If not, the next screen is asked.
  func show(
    identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool

  /// Hides a screen, if this one can.
  ///
  /// - Parameters:
  ///   - identifier: The screen to hide.
  ///   - from: The screen below it.
  ///   - animated: Whether the change is animated on a phone.
  ///   - context: The context of the navigation.
  ///   - completion: To be called when the screen is hidden, if the method returns true.
  /// - Returns: Whether it hides the screen. If not, the next screen is asked.
  func hide(
    identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool

  /// Replaces the screens above this one.
  ///
  /// - Parameters:
  ///   - from: The screen directly above this one.
  ///   - to: The screen that replaces it.
  ///   - animated: Whether the change is animated on a phone.
  ///   - context: The context of the navigation.
  ///   - completion: To be called when the new screen is shown.
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

  /// Changes nothing: the navigation fails.
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

/// The change that the navigator requests. The default implementation marks it as not handled.
final class ChangeRequest: @unchecked Sendable {
  // Safe because only the code that is called while it is current uses it, in one turn.
  @TaskLocal static var current: ChangeRequest?

  var isUnhandled = false
}

// MARK: - Tables of instructions

/// A screen with a table of navigation instructions.
public protocol RoutableWithConfiguration: Routable {
  /// How this screen shows and hides screens.
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { get }
}

extension RoutableWithConfiguration where Self: UIViewController {
  public func show(
    identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    perform(.show(identifier), identifier, from: from, animated: animated, context: context, completion: completion)
  }

  public func hide(
    identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    perform(.hide(identifier), identifier, from: from, animated: animated, context: context, completion: completion)
  }

  private func perform(
    _ request: NavigationRequest, _ identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool,
    context: Any?, completion: @escaping RoutingCompletion
  ) -> Bool {
    guard let instruction = navigationConfiguration[request] else { return false }
    return mainThread {
      instruction.perform(
        by: self, identifier: identifier, from: from, animated: animated, context: context, completion: completion)
    }
  }
}
