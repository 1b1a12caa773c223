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

  /// Adds and removes the children of a container, with the calls for both. Children in both lists stay.
  ///
  /// - Parameters:
  ///   - isStack: Whether the children are told that they are pushed or popped.
  ///   - show: Shows the new children, while they and the old ones are children.
  final func replaceChildren(
    _ old: some Collection<UIViewController>, by new: some Collection<UIViewController>, isStack: Bool = false,
    show: () -> Void
  ) {
    let removed = old.filter { controller in !new.contains { $0 === controller } }
    let added = new.filter { controller in !old.contains { $0 === controller } }
    for controller in removed {
      controller.isMovingFromParent = isStack
      controller.willMove(toParent: nil)
    }
    for controller in added {
      addChild(controller)
      controller.isMovingToParent = isStack
    }
    show()
    for controller in added {
      controller.didMove(toParent: self)
      controller.isMovingToParent = false
    }
    for controller in removed {
      if controller.parent === self { controller.removeFromParent() }
      controller.isMovingFromParent = false
    }
  }

  /// The outermost controller that contains this one, or this one itself.
  final var topmostAncestor: UIViewController {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  /// This controller, its parent, and so on to the outermost controller.
  final var selfAndAncestors: some Sequence<UIViewController> { sequence(first: self) { $0.parent } }

  final func nearestAncestor<Ancestor>() -> Ancestor? {
    selfAndAncestors.dropFirst().lazy.compactMap { $0 as? Ancestor }.first
  }
}
