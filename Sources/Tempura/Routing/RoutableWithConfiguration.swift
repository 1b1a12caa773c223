public import TempuraUI

/// A screen whose navigation is a table.
public protocol RoutableWithConfiguration: Routable {
  /// What the screen does when it is asked to show or hide a screen.
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
