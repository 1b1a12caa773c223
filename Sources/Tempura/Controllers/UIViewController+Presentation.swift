public import TempuraUI

extension UIViewController {
  /// Presents a controller over all that this one presents.
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

  /// Dismisses the controller but not what it presents.
  ///
  /// While it presents something that stays, the controller is only marked: it leaves together with what is above it.
  /// If it is not presented, nothing happens and `completion` is not called.
  public func softDismiss(animated: Bool = false, completion: (() -> Void)?) {
    guard let presenter = presentingViewController else { return }
    // What is presented is this controller or one that contains it; the mark is looked for on both.
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

  /// Whether the controller leaves together with what it presents.
  public var toBeDismissed: Bool {
    get { isToBeDismissed }
    set { isToBeDismissed = newValue }
  }
}
