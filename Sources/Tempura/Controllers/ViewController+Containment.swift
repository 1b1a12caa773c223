public import TempuraUI

/// A container of the view of a contained view controller, which fills it.
public class ContainerView: UIView {
  override public func layoutSubviews() {
    super.layoutSubviews()
    for view in subviews { view.setFlowingFrame(bounds) }
  }
}

extension ViewController {
  /// Adds a view controller to this one.
  ///
  /// - Parameters:
  ///   - child: The controller to add.
  ///   - view: The container of its view, in this controller's view.
  public func add<View: ViewControllerModellableView>(_ child: ViewController<View>, in view: ContainerView) {
    addChild(child)
    view.addSubview(child.rootView)
    child.didMove(toParent: self)
  }

  /// Replaces the view controller that was added last.
  ///
  /// Does nothing if the last view in `view` is not the view of a view controller: `completion` is not called either.
  ///
  /// - Parameters:
  ///   - child: The new controller.
  ///   - view: The container of both views.
  ///   - duration: The length of the animation in seconds. On a server the change is immediate.
  ///   - options: The options of the animation.
  ///   - completion: Called after the change.
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

  /// Removes the controller from its parent. The controller disconnects even if it was never on the screen.
  public func remove() {
    guard parent != nil else { return }
    let wasVisible = isOnScreen
    willMove(toParent: nil)
    removeFromParent()
    rootView.removeFromSuperview()
    if wasVisible {
      // Removing the view has called these, unless the controller was about to appear.
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
