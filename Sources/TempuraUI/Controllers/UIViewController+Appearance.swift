// A transition has two halves: `begin` before the views change, `end` after it. Each controller has one state, and
// ignores a half that does not fit the state. So each callback runs exactly once, even if an app's `viewWillAppear`
// starts another transition.

extension UIViewController {
  /// Tells the controller and its visible children that they are about to appear or disappear.
  ///
  /// For containers that add and remove child views themselves. Call `endAppearanceTransition()` afterwards.
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
      addChildInTransition(child)
      child.beginAppearanceTransition(isAppearing, animated: animated)
    }
  }

  /// Tells the controller that the transition is over, and the children that took part in it.
  public final func endAppearanceTransition() {
    switch appearance {
    case .appeared, .disappeared: return
    case .appearing:
      viewIsAppearing(isTransitionAnimated)
      guard appearance == .appearing else { break }
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
      if child.parent !== self { child.updateAppearance() }
    }
  }

  /// Makes a child's transition end together with that of this controller.
  final func addChildInTransition(_ child: UIViewController) {
    if !childrenInTransition.contains(where: { $0 === child }) { childrenInTransition.append(child) }
  }

  /// Appears or disappears, so that the state fits where the view is in the window. A running transition is left alone.
  final func updateAppearance() {
    guard appearance == .appeared || appearance == .disappeared, let superview = viewIfLoaded?.superview else {
      if appearance == .appeared { disappearWithoutAnimation() }
      return
    }
    let enclosing = superview.nearestManagingViewController
    let expected =
      enclosing?.appearance(ofChildIn: superview) ?? (superview.window?.isVisible == true ? .appeared : .disappeared)
    switch (expected, appearance) {
    case (.appeared, .disappeared):
      beginAppearanceTransition(true, animated: false)
      endAppearanceTransition()
    case (.appearing, .disappeared):
      enclosing?.addChildInTransition(self)
      beginAppearanceTransition(true, animated: enclosing?.isTransitionAnimated ?? false)
    case (.disappeared, .appeared), (.disappearing, .appeared):
      disappearWithoutAnimation()
    default: break
    }
  }

  /// Ends the appearance of the controller and its children with the app: as on iOS, they are not told.
  final func endAppearance() {
    appearance = .disappeared
    for child in children { child.endAppearance() }
  }

  private func disappearWithoutAnimation() {
    beginAppearanceTransition(false, animated: false)
    endAppearanceTransition()
  }
}

extension UIView {
  /// Makes the controllers of this view and of its subviews appear or disappear, after the view joined or left a
  /// superview.
  final func updateAppearanceOfControllers(in superview: UIView) {
    if let controller = managingViewController { return controller.updateAppearance() }
    guard !subviews.isEmpty, let enclosing = superview.nearestManagingViewController else { return }
    for child in enclosing.children where child.viewIfLoaded?.isDescendant(of: self) == true {
      child.updateAppearance()
    }
  }
}
