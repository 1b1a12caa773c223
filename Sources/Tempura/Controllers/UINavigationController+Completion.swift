public import TempuraUI

extension UINavigationController {
  /// Pushes a controller and calls `completion` when the transition is over.
  public func pushViewController(_ viewController: UIViewController, animated: Bool, completion: (() -> Void)?) {
    pushViewController(viewController, animated: animated)
    afterTransition(completion)
  }

  /// Pops a controller and calls `completion` when the transition is over.
  public func popViewController(animated: Bool, completion: (() -> Void)?) {
    popViewController(animated: animated)
    afterTransition(completion)
  }

  /// Pops all controllers but the root and calls `completion` when the transition is over.
  public func popToRootViewController(animated: Bool, completion: (() -> Void)?) {
    popToRootViewController(animated: animated)
    afterTransition(completion)
  }

  /// Pops to a controller and calls `completion` when the transition is over.
  public func popToViewController(_ viewController: UIViewController, animated: Bool, completion: (() -> Void)?) {
    popToViewController(viewController, animated: animated)
    afterTransition(completion)
  }

  private func afterTransition(_ completion: (() -> Void)?) {
    guard let completion else { return }
    guard let transitionCoordinator else { return completion() }
    transitionCoordinator.animate(alongsideTransition: nil) { _ in completion() }
  }
}
