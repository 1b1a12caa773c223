extension UIViewController {
  /// Makes a controller a child; call its `didMove(toParent:)` when its view is in place.
  ///
  /// It is sent `willMove(toParent:)`. If it has another parent it leaves that one first.
  public final func addChild(_ child: UIViewController) {
    guard child !== self else {
      return Misuse.report("\(type(of: self)) cannot be its own child. addChild was ignored.")
    }
    if child.parent !== self { child.removeFromParent() }
    child.willMove(toParent: self)
    adopt(child)
  }

  final func adopt(_ child: UIViewController) {
    guard child.parent !== self else { return }
    child.parent = self
    children.append(child)
    child.viewIfLoaded?.forgetPathNames()
  }

  /// Leaves the parent; call `willMove(toParent: nil)` and take the view out before.
  ///
  /// The controller is sent `didMove(toParent: nil)`.
  public final func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    viewIfLoaded?.forgetPathNames()
    didMove(toParent: nil)
  }

  /// The root-most controller that this one is contained in.
  final var rootmostAncestor: UIViewController {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  /// This controller and those that it is contained in, from the inside out.
  final var selfAndAncestors: some Sequence<UIViewController> { sequence(first: self) { $0.parent } }
}
