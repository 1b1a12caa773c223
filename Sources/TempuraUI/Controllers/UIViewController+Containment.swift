internal import Basics

extension UIViewController {
  /// Adds a child controller. Call its `didMove(toParent:)` after its view is in the hierarchy.
  ///
  /// Calls the child's `willMove(toParent:)`. A child of another parent is first removed from that parent.
  public final func addChild(_ child: UIViewController) {
    guard canContain(child) else { return }
    if child.parent !== self { child.removeFromParent() }
    child.willMove(toParent: self)
    adopt(child)
  }

  /// Whether a controller can be a child, which it cannot be of itself and of its own descendants. Reports it if not.
  final func canContain(_ child: UIViewController) -> Bool {
    guard selfAndAncestors.contains(where: { $0 === child }) else { return true }
    Misuse.report(
      "\(type(of: child)) cannot be a child of \(type(of: self)), because that one is the same controller or lies within it: "
        + "add another one.")
    return false
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
    barInsets = .zero
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
