public import TempuraUI

/// Does a navigation and calls `completion` when it is done.
public typealias CustomNavigationOptionClosure = (
  _ identifier: RouteElementIdentifier, _ from: RouteElementIdentifier, _ animated: Bool, _ context: Any?,
  _ completion: @escaping RoutingCompletion
) -> Void

/// Does a navigation, calls `completion` when it is done and returns true, or returns false and leaves it to others.
public typealias OptionalCustomNavigationOptionClosure = (
  _ identifier: RouteElementIdentifier, _ from: RouteElementIdentifier, _ animated: Bool, _ context: Any?,
  _ completion: @escaping RoutingCompletion
) -> Bool

/// How a screen does what it is asked for.
public enum NavigationInstruction {
  /// What happens to what a modal screen itself presents when the screen is dismissed.
  public enum ModalDismissBehaviour {
    /// It stays; the screen leaves together with it.
    case soft
    /// As in UIKit: a screen that presents dismisses what it presents, not itself.
    case hard
  }

  /// Pushes a screen on the navigation controller.
  case push((_ context: Any?) -> UIViewController)

  /// Pops the top of the navigation controller.
  case pop

  /// Pops all but the root of the navigation controller.
  case popToRootViewController

  /// Pops to the screen of that name, the topmost if there are several.
  case popToViewController(identifier: RouteElementIdentifier)

  /// Presents a screen over all others.
  case presentModally((_ context: Any?) -> UIViewController)

  /// Dismisses a modal screen.
  case dismissModally(behaviour: ModalDismissBehaviour)

  /// Does something else.
  case custom(CustomNavigationOptionClosure)

  /// Does something else, or leaves it to other screens.
  case optionalCustom(OptionalCustomNavigationOptionClosure)
}

extension NavigationInstruction {
  /// Carries the instruction out.
  ///
  /// - Parameter source: the controller whose instruction it is.
  /// - Returns: Whether it was handled. An instruction that does not fit the screens (a push where there is no
  ///   navigation controller) is reported and counts as not handled, since a client may have asked for it.
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
        Misuse.report("\(type(of: source)) is to pop to \(target), but no screen of that name is shown.")
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
  /// The navigation controller that this is or is in.
  fileprivate func navigation(for purpose: String) -> UINavigationController? {
    if let navigation = self as? UINavigationController ?? navigationController { return navigation }
    Misuse.report(
      "\(type(of: self)) is to \(purpose), but is neither a navigation controller nor in one: "
        + "wrap the root controller in a UINavigationController, or present modally.")
    return nil
  }
}

extension UINavigationController {
  /// The last controller on the stack with a route identifier.
  fileprivate func lastController(named identifier: RouteElementIdentifier) -> UIViewController? {
    viewControllers.last { ($0 as? any Routable)?.routeIdentifier == identifier }
  }
}
