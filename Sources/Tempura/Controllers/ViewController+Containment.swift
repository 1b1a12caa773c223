public import TempuraUI

extension ViewController {
  /// Puts a view controller into this one.
  ///
  /// - Parameters:
  ///   - child: the controller to contain.
  ///   - view: the place for its view, within this controller's view.
  public func add<View: ViewControllerModellableView>(_ child: ViewController<View>, in view: ContainerView) {
    addChild(child)
    view.addSubview(child.rootView)
    child.didMove(toParent: self)
  }

  /// Puts a view controller in the place of the one that was added last.
  ///
  /// Nothing happens, and `completion` is not called, if the last view in `view` is not that of a view controller.
  ///
  /// - Parameters:
  ///   - child: the controller to contain.
  ///   - view: the place of both views.
  ///   - duration: in seconds; the change is immediate on a server.
  ///   - options: how the change looks on a phone.
  ///   - completion: called when the change is done.
  public func transition<View: ViewControllerModellableView>(
    to child: ViewController<View>,
    in view: ContainerView,
    duration: Double = 0.3,
    options: UIView.AnimationOptions = [.transitionCrossDissolve],
    completion: (() -> Void)? = nil
  ) {
    guard let lastView = view.subviews.last,
      let outgoing = (lastView as? any ViewControllerModellableView)?.viewController
    else { return }
    let animated = duration > 0
    let wasVisible = outgoing.isOnScreen
    outgoing.willMove(toParent: nil)
    if wasVisible {
      outgoing.beginAppearanceTransition(false, animated: animated)
    } else {
      outgoing.viewWillDisappear(animated)
    }
    UIView.transition(from: lastView, to: child.rootView, duration: duration, options: options) { _ in
      self.addChild(child)
      child.didMove(toParent: self)
      outgoing.removeFromParent()
      if wasVisible { outgoing.endAppearanceTransition() } else { outgoing.viewDidDisappear(animated) }
      completion?()
    }
  }

  /// Takes the controller out of its parent. It disconnects even if it was never on the screen.
  public func remove() {
    guard parent != nil else { return }
    let wasVisible = isOnScreen
    willMove(toParent: nil)
    removeFromParent()
    rootView.removeFromSuperview()
    if wasVisible {
      // Its view's leaving has told it already, unless it was about to appear.
      beginAppearanceTransition(false, animated: false)
      endAppearanceTransition()
    } else {
      viewWillDisappear(false)
      viewDidDisappear(false)
    }
  }
}

extension UIViewController {
  fileprivate var isOnScreen: Bool { appearance == .appeared || appearance == .appearing }
}
