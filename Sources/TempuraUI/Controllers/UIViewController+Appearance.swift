// A transition has two halves: `begin` before the views change and `end` after it. Each controller is in one state, and
// a half that does not fit the state is left out: so each call comes exactly once, even where an app's own
// `viewWillAppear` starts another transition.

extension UIViewController {
  /// Tells the controller and its visible children that they are about to appear or disappear.
  ///
  /// For containers that put views in and out themselves: call `endAppearanceTransition()` afterwards.
  public final func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    if isAppearing {
      guard appearance == .disappeared || appearance == .disappearing else { return }
      appearance = .appearing
      prepareToAppear()
      isTransitionAnimated = animated
      viewWillAppear(animated)
    } else {
      guard appearance == .appeared || appearance == .appearing else { return }
      appearance = .disappearing
      isTransitionAnimated = animated
      viewWillDisappear(animated)
    }
    let expected: Appearance = isAppearing ? .appearing : .disappearing
    guard appearance == expected, let view = viewIfLoaded else { return }
    for child in children where child.viewIfLoaded?.isDescendant(of: view) == true {
      noteInTransition(child)
      child.beginAppearanceTransition(isAppearing, animated: animated)
    }
  }

  /// Tells the controller and the children that the transition included that it is over.
  public final func endAppearanceTransition() {
    switch appearance {
    case .appeared, .disappeared: return
    case .appearing:
      appearance = .appeared
      viewDidAppear(isTransitionAnimated)
    case .disappearing:
      appearance = .disappeared
      viewDidDisappear(isTransitionAnimated)
    }
    let ended = childrenInTransition
    childrenInTransition = []
    for child in ended {
      child.endAppearanceTransition()
      if child.parent !== self { child.followView() }
    }
  }

  /// Has a child's transition end with this controller's.
  final func noteInTransition(_ child: UIViewController) {
    if !childrenInTransition.contains(where: { $0 === child }) { childrenInTransition.append(child) }
  }

  /// Appears or disappears as the view's place demands; a transition that is under way goes on.
  final func followView() {
    guard appearance == .appeared || appearance == .disappeared, let superview = viewIfLoaded?.superview else {
      if appearance == .appeared { disappearAtOnce() }
      return
    }
    let enclosing = superview.nearestManagingViewController
    let place = enclosing?.appearance ?? (superview.window?.isVisible == true ? .appeared : .disappeared)
    switch (place, appearance) {
    case (.appeared, .disappeared):
      beginAppearanceTransition(true, animated: false)
      endAppearanceTransition()
    case (.appearing, .disappeared):
      enclosing?.noteInTransition(self)
      beginAppearanceTransition(true, animated: enclosing?.isTransitionAnimated ?? false)
    case (.disappeared, .appeared), (.disappearing, .appeared):
      disappearAtOnce()
    default: break
    }
  }

  private func disappearAtOnce() {
    beginAppearanceTransition(false, animated: false)
    endAppearanceTransition()
  }
}

extension UIView {
  /// The controller of this view or of the nearest one around it that has one.
  final var nearestManagingViewController: UIViewController? {
    var view: UIView? = self
    while let current = view {
      if let controller = current.rareProperties?.managingViewController { return controller }
      view = current.superview
    }
    return nil
  }

  /// Has the controllers of this view and of those below appear or disappear after the view was put into a superview or
  /// taken out of it.
  final func controllersFollow(in superview: UIView) {
    if let controller = rareProperties?.managingViewController { return controller.followView() }
    guard !subviews.isEmpty, let enclosing = superview.nearestManagingViewController else { return }
    for child in enclosing.children where child.viewIfLoaded?.isDescendant(of: self) == true { child.followView() }
  }
}
