extension UIViewController {
  /// Adds a child controller. Call its `didMove(toParent:)` after its view is in place.
  ///
  /// Calls the child's `willMove(toParent:)`. A child of another parent is first removed from that parent.
  public final func addChild(_ child: UIViewController) {
    guard child !== self else {
      return Misuse.report("addChild does nothing, because \(type(of: self)) cannot be its own child: add another one.")
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

  /// Removes the controller from its parent. Call `willMove(toParent: nil)` and remove the view first.
  ///
  /// Calls `didMove(toParent: nil)`.
  public final func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    viewIfLoaded?.forgetPathNames()
    didMove(toParent: nil)
  }

  /// The outermost controller that contains this one, or this one itself.
  final var topmostAncestor: UIViewController {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  /// This controller, its parent, and so on to the outermost controller.
  final var selfAndAncestors: some Sequence<UIViewController> { sequence(first: self) { $0.parent } }
}
