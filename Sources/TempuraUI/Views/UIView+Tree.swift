internal import Basics
internal import Foundation

// How views come into a view and leave it.

extension UIView {
  /// The window that contains the view; nil if there is none.
  public final var window: UIWindow? { nearest { $0.parentReference == nil }?.takeUnretainedValue() as? UIWindow }

  /// Whether the view is `view` or one of its descendants.
  public final func isDescendant(of view: UIView) -> Bool {
    nearest { $0 === view } != nil
  }

  /// Returns the first of the view and its superviews, from the inside, for which a condition is true.
  ///
  /// Counts no references, so the condition must not add or remove views.
  @inline(__always)
  final func nearest(where isWanted: (UIView) -> Bool) -> Unmanaged<UIView>? {
    var current = Unmanaged.passUnretained(self)
    while !current._withUnsafeGuaranteedRef(isWanted) {
      guard let next = current._withUnsafeGuaranteedRef({ $0.parentReference }) else { return nil }
      current = next
    }
    return current
  }

  /// Makes room for a number of subviews at once.
  final func reserveSubviews(_ count: Int) { subviews.reserveCapacity(count) }

  /// Adds a view, removes it from its previous superview, and tells both views and those around them.
  final func insertView(_ view: UIView, at index: Int) {
    guard !isDescendant(of: view) else {
      return Misuse.trap(
        "\(type(of: view)) cannot be a subview of \(type(of: self)), because that one is the same view or lies within it: "
          + "add another view.")
    }
    if view.superview === self { return moveSubview(view, to: index) }
    view.removeFromSuperview()
    if !view.pathName.isEmpty { view.forgetPathNames() }
    let window = self.window
    view.willMove(toSuperview: self)
    if let window { view.willMoveSubtree(toWindow: window) }
    if index >= subviews.count {
      subviews.append(view)
    } else {
      subviews.insert(view, at: max(index, 0))
    }
    view.parent = self
    noteFrames(of: view)
    if view.hasDepth { viewFlags.insert(.hasSubviewsWithDepth) }
    view.renderedLength = 0
    view.setNeedsRender()
    setNeedsRender()
    setNeedsLayout()
    if view.viewFlags.contains(.needsLayout) || view.viewFlags.contains(.subtreeNeedsLayout) {
      view.propagateNeedsLayout()
    }
    didAddSubview(view)
    view.didMoveToSuperview()
    if window != nil { view.didMoveSubtreeToWindow() }
    view.updateAppearanceOfControllers(in: self)
  }

  /// Removes the view, and tells it and its superview.
  final func removeFromParent() {
    guard let parent, parent.subviews.contains(where: { $0 === self }) else { return }
    let window = self.window
    parent.willRemoveSubview(self)
    willMove(toSuperview: nil)
    if window != nil { willMoveSubtree(toWindow: nil) }
    // The app may have removed the view, or others, in one of these calls.
    guard self.parent === parent, let index = parent.subviews.firstIndex(where: { $0 === self }) else { return }
    parent.subviews.remove(at: index)
    parent.setNeedsRender()
    parent.setNeedsLayout()
    self.parent = nil
    renderedLength = 0
    forgetPathNames()
    didMoveToSuperview()
    if window != nil { didMoveSubtreeToWindow() }
    updateAppearanceOfControllers(in: parent)
  }

  /// Replaces the subviews. Views that are in both lists stay in the view.
  package final func setSubviews(_ views: [UIView]) {
    let views = views.allSatisfy(canContain) ? views : views.filter(canContain)
    let (window, old) = (self.window, subviews)
    let added = views.filter { $0.superview !== self }
    for view in added {
      view.removeFromSuperview()
      if !view.pathName.isEmpty, view.pathOwner !== self { view.forgetPathNames() }
      view.willMove(toSuperview: self)
      if let window { view.willMoveSubtree(toWindow: window) }
      view.parent = self
      view.renderedLength = 0
      noteFrames(of: view)
      view.setNeedsRender()
      view.propagateNeedsLayout()
    }
    let kept = subviews.isEmpty ? [] : Set(views.map(ObjectIdentifier.init))
    let removed = subviews.filter { !kept.contains(ObjectIdentifier($0)) }
    for view in removed {
      view.willMove(toSuperview: nil)
      if window != nil { view.willMoveSubtree(toWindow: nil) }
      view.parent = nil
      view.renderedLength = 0
      view.forgetPathNames()
    }
    // The app may have added others in one of these calls. They are not in the new list.
    if !subviews.elementsEqual(old, by: ===) {
      for view in subviews where view.parent === self && !views.contains(where: { $0 === view }) { view.parent = nil }
    }
    subviews = views
    setNeedsRender()
    for view in added + removed {
      view.didMoveToSuperview()
      if window != nil { view.didMoveSubtreeToWindow() }
    }
  }

  private func canContain(_ view: UIView) -> Bool { view.superview === self || !isDescendant(of: view) }

  /// Changes the index of a subview without removing it, so that no view controller disappears.
  private func moveSubview(_ view: UIView, to index: Int) {
    subviews.removeAll { $0 === view }
    subviews.insert(view, at: min(index, subviews.count))
    setNeedsRender()
    setNeedsLayout()
  }

  private func noteFrames(of view: UIView) {
    if view.hasAssignedFrame { viewFlags.insert(.hasSubviewWithFrame) }
    if view.hasAssignedFrame || view.viewFlags.contains(.mayContainFrames) { noteSubtreeWithFrames() }
  }

  private func willMoveSubtree(toWindow window: UIWindow?) {
    willMove(toWindow: window)
    for view in subviews { view.willMoveSubtree(toWindow: window) }
  }

  private func didMoveSubtreeToWindow() {
    didMoveToWindow()
    for view in subviews { view.didMoveSubtreeToWindow() }
  }
}
