internal import Basics
public import TempuraUI

/// A request to a screen: to show or to hide a screen.
public struct NavigationRequest: Hashable, CustomDebugStringConvertible {
  private enum Kind { case show, hide }

  private let kind: Kind
  let identifier: RouteElementIdentifier

  public static func show<T: RawRepresentable>(_ source: T) -> NavigationRequest
  where T.RawValue == RouteElementIdentifier {
    show(source.rawValue)
  }

  public static func show(_ source: RouteElementIdentifier) -> NavigationRequest {
    NavigationRequest(kind: .show, identifier: source)
  }

  public static func hide<T: RawRepresentable>(_ source: T) -> NavigationRequest
  where T.RawValue == RouteElementIdentifier {
    hide(source.rawValue)
  }

  public static func hide(_ source: RouteElementIdentifier) -> NavigationRequest {
    NavigationRequest(kind: .hide, identifier: source)
  }

  /// `Show(id)` or `Hide(id)`.
  public var debugDescription: String { "\(kind == .show ? "Show" : "Hide")(\(identifier))" }
}

/// Navigates, and calls `completion` when it is done.
public typealias CustomNavigationOptionClosure = (
  _ identifier: RouteElementIdentifier, _ from: RouteElementIdentifier, _ animated: Bool, _ context: Any?,
  _ completion: @escaping RoutingCompletion
) -> Void

/// Navigates, calls `completion` when it is done, and returns true. Or returns false, and the next screen is asked.
public typealias OptionalCustomNavigationOptionClosure = (
  _ identifier: RouteElementIdentifier, _ from: RouteElementIdentifier, _ animated: Bool, _ context: Any?,
  _ completion: @escaping RoutingCompletion
) -> Bool

/// How a screen handles a request.
public enum NavigationInstruction {
  /// What happens to the screen that a modal screen presents when the modal screen is dismissed.
  public enum ModalDismissBehaviour {
    /// It stays. The modal screen is dismissed together with it.
    case soft
    /// As in UIKit: it is dismissed, and the modal screen stays.
    case hard
  }

  /// Pushes a screen on the navigation controller.
  case push((_ context: Any?) -> UIViewController)

  /// Pops the top of the navigation controller.
  case pop

  /// Pops all but the root of the navigation controller.
  case popToRootViewController

  /// Pops to the topmost screen with that name.
  case popToViewController(identifier: RouteElementIdentifier)

  /// Presents a screen on top of all others.
  case presentModally((_ context: Any?) -> UIViewController)

  /// Dismisses a modal screen.
  case dismissModally(behaviour: ModalDismissBehaviour)

  /// Runs a closure.
  case custom(CustomNavigationOptionClosure)

  /// Runs a closure, which may leave the request to other screens.
  case optionalCustom(OptionalCustomNavigationOptionClosure)
}

extension NavigationInstruction {
  /// Performs the instruction.
  ///
  /// - Parameter source: The controller with the instruction.
  /// - Returns: Whether it handled the request. An instruction that is impossible, such as a push without a navigation
  ///   controller, is reported and counts as not handled. It does not trap, because a client may have caused it.
  func perform(
    by source: UIViewController, identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool,
    context: Any?, completion: @escaping RoutingCompletion
  ) -> Bool {
    switch self {
    case .push(let make):
      guard let navigation = source.navigation(for: "push \(identifier)") else { return false }
      navigation.pushViewController(make(context), animated: animated)
      completion()
    case .pop:
      guard let navigation = source.navigation(for: "pop \(identifier)") else { return false }
      navigation.popViewController(animated: animated)
      completion()
    case .popToRootViewController:
      guard let navigation = source.navigation(for: "pop to its root") else { return false }
      navigation.popToRootViewController(animated: animated)
      completion()
    case .popToViewController(let target):
      guard let navigation = source.navigation(for: "pop to \(target)") else { return false }
      guard let controller = navigation.lastController(named: target) else {
        Misuse.report("\(type(of: source)) cannot pop to \(target): no screen with that name is shown.")
        return false
      }
      navigation.popToViewController(controller, animated: animated)
      completion()
    case .presentModally(let make):
      source.recursivePresent(make(context), animated: animated, completion: completion)
    case .dismissModally(.hard):
      source.dismiss(animated: animated, completion: completion)
    case .dismissModally(.soft):
      source.softDismiss(animated: animated, completion: completion)
    case .custom(let closure):
      closure(identifier, from, animated, context, completion)
    case .optionalCustom(let closure):
      return closure(identifier, from, animated, context, completion)
    }
    return true
  }
}

extension UIViewController {
  /// Returns this navigation controller, or the one that contains this controller.
  fileprivate func navigation(for purpose: String) -> UINavigationController? {
    if let navigation = self as? UINavigationController ?? navigationController { return navigation }
    Misuse.report(
      "\(type(of: self)) cannot \(purpose): it is neither a navigation controller nor in one. "
        + "Wrap the root controller in a UINavigationController, or present modally.")
    return nil
  }
}

extension UINavigationController {
  /// Returns the topmost controller with a route identifier.
  fileprivate func lastController(named identifier: RouteElementIdentifier) -> UIViewController? {
    viewControllers.last { ($0 as? any Routable)?.routeIdentifier == identifier }
  }
}
