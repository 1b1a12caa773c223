public import TempuraUI

extension UIViewController {
  /// Presents a controller on top of all that this one presents.
  public func recursivePresent(
    _ viewController: UIViewController, animated: Bool = false, completion: (() -> Void)?
  ) {
    if let presentedViewController {
      presentedViewController.recursivePresent(viewController, animated: animated, completion: completion)
    } else {
      viewController.toBeDismissed = false
      present(viewController, animated: animated, completion: completion)
    }
  }

  /// Dismisses the controller but not the one that it presents.
  ///
  /// While it presents one that stays, the controller is only marked: it is dismissed together with that one. If the
  /// controller is not presented, nothing happens and `completion` is not called.
  public func softDismiss(animated: Bool = false, completion: (() -> Void)?) {
    guard let presenter = presentingViewController else { return }
    // The presented controller is this one or one that contains it. Both get the mark.
    let modal = presenter.presentedViewController ?? self
    if let presentedViewController, !presentedViewController.toBeDismissed {
      toBeDismissed = true
      modal.toBeDismissed = true
      completion?()
    } else if presenter.toBeDismissed {
      toBeDismissed = true
      modal.toBeDismissed = true
      presenter.softDismiss(animated: animated, completion: completion)
    } else {
      presenter.dismiss(animated: animated, completion: completion)
    }
  }

  /// Whether the controller is dismissed together with the one that it presents.
  public var toBeDismissed: Bool {
    get { isToBeDismissed }
    set { isToBeDismissed = newValue }
  }
}

extension UINavigationController {
  /// Pushes a controller and calls `completion` after the transition.
  public func pushViewController(_ viewController: UIViewController, animated: Bool, completion: (() -> Void)?) {
    pushViewController(viewController, animated: animated)
    afterTransition(completion)
  }

  /// Pops a controller and calls `completion` after the transition.
  public func popViewController(animated: Bool, completion: (() -> Void)?) {
    popViewController(animated: animated)
    afterTransition(completion)
  }

  /// Pops all controllers but the root and calls `completion` after the transition.
  public func popToRootViewController(animated: Bool, completion: (() -> Void)?) {
    popToRootViewController(animated: animated)
    afterTransition(completion)
  }

  /// Pops to a controller and calls `completion` after the transition.
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
