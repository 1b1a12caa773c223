internal import Basics
internal import Foundation

// How views come into a view and leave it.

extension UIView {
  /// The window that contains the view; nil if there is none.
  public final var window: _Window? {
    nearest { $0.parentReference == nil }?._withUnsafeGuaranteedRef(\.asWindow) ?? nil
  }

  /// Whether the view is `view` or one of its descendants.
  public final func isDescendant(of view: UIView) -> Bool {
    nearest { $0 === view } != nil
  }

  /// Replaces a subview by another one, which is in front unless it has an index.
  final func replaceSubview(_ old: UIView?, by new: UIView?, at index: Int? = nil) {
    guard old !== new else { return }
    if old?.superview === self { old?.removeFromSuperview() }
    if let new { insertSubview(new, at: index ?? subviews.count) }
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
    guard canContain(view) else {
      return Misuse.trap(
        "\(type(of: view)) cannot be a subview of \(type(of: self)), because that one is the same view or lies within it: "
          + "add another view.")
    }
    if view.superview === self { return moveSubview(view, to: index) }
    view.removeFromSuperview()
    let window = self.window
    view.willMove(toSuperview: self)
    if let window { view.willMoveSubtree(toWindow: window) }
    // In these calls the app may have moved both views.
    guard canContain(view) else { return }
    if view.superview === self { return moveSubview(view, to: index) }
    view.unlink()
    if !view.pathName.isEmpty { view.forgetPathNames() }
    if subviews.isEmpty { subviews.reserveCapacity(4) }
    if index >= subviews.count { subviews.append(view) } else { subviews.insert(view, at: max(index, 0)) }
    link(view)
    subviewsDidChange()
    didAddSubview(view)
    view.didMoveToSuperview()
    if window != nil { view.didMoveSubtreeToWindow() }
    view.updateAppearanceOfControllers(in: self)
  }

  /// Removes the view, and tells it and its superview.
  final func removeFromParent() {
    guard let parent else { return }
    let window = self.window
    parent.willRemoveSubview(self)
    willMove(toSuperview: nil)
    if window != nil { willMoveSubtree(toWindow: nil) }
    // The app may have removed the view in one of these calls.
    guard self.parent === parent else { return }
    unlink()
    parent.subviewsDidChange()
    didMoveToSuperview()
    if window != nil { didMoveSubtreeToWindow() }
    updateAppearanceOfControllers(in: parent)
  }

  /// Replaces the subviews. Views that are in both lists stay in the view.
  package final func setSubviews(_ views: [UIView]) {
    let (window, added) = (self.window, views.filter { $0.superview !== self && canContain($0) })
    for view in added {
      view.removeFromSuperview()
      view.willMove(toSuperview: self)
      if let window { view.willMoveSubtree(toWindow: window) }
    }
    var removed: [UIView] = []
    if !subviews.isEmpty {
      let wanted = Set(views.map(ObjectIdentifier.init))
      removed = subviews.filter { !wanted.contains(ObjectIdentifier($0)) }
    }
    for view in removed {
      view.willMove(toSuperview: nil)
      if window != nil { view.willMoveSubtree(toWindow: nil) }
    }
    relink(views)
    setNeedsRender()
    for view in added + removed {
      view.didMoveToSuperview()
      if window != nil { view.didMoveSubtreeToWindow() }
    }
  }

  private struct ShownViews: RarePropertyGroup {
    var views: [UIView] = []
  }

  /// The subviews that a container shows itself. Views that the app has added to it stay, above them.
  final var shownViews: [UIView] {
    get { rareProperties.box(of: ShownViews.self)?.properties.views ?? [] }
    set {
      let previous = shownViews
      guard !previous.elementsEqual(newValue, by: ===) || newValue.contains(where: { $0.superview !== self })
      else { return }
      rareProperties[ShownViews.self].views = newValue
      let others = subviews.filter { view in !(previous + newValue).contains { $0 === view } }
      setSubviews(newValue + others)
    }
  }

  // MARK: - Links
  //
  // A view is in `subviews` of its `parent`, once, and in no other list. No code of the app runs while both change.

  /// Replaces the list of subviews. The app was called before, and may have moved any view: a view that it added meanwhile is
  /// removed, and one that now contains this view is left out.
  private func relink(_ views: [UIView]) {
    var old = Set(subviews.map(ObjectIdentifier.init))
    var listed: [UIView] = []
    listed.reserveCapacity(views.count)
    for view in views where canContain(view) {
      if view.parent === self {
        guard old.remove(ObjectIdentifier(view)) != nil else { continue }  // it is listed twice
      } else {
        view.unlink()
        if !view.pathName.isEmpty, view.pathOwner.map(isDescendant(of:)) != true { view.forgetPathNames() }
        link(view)
        view.propagateNeedsLayout()
      }
      listed.append(view)
    }
    for view in subviews where old.contains(ObjectIdentifier(view)) {
      view.parent = nil
      view.renderedLength = 0
      view.forgetPathNames()
    }
    subviews = listed
  }

  /// Makes this view the parent of a view that has none. The list of subviews has it already, or gets it next.
  private func link(_ view: UIView) {
    view.parent = self
    noteFrames(of: view)
    if view.hasDepth { viewFlags.insert(.hasSubviewsWithDepth) }
    view.renderedLength = 0
    view.setNeedsRender()
    if view.viewFlags.contains(.needsLayout) || view.viewFlags.contains(.subtreeNeedsLayout) {
      view.propagateNeedsLayout()
    }
  }

  /// Takes the view out of its superview, if it has one.
  private func unlink() {
    guard let parent else { return }
    parent.subviews.removeAll { $0 === self }
    self.parent = nil
    if !parent.keepsSubviewsJoined { viewFlags.remove(.joinsSuperview) }
    renderedLength = 0
    forgetPathNames()
  }

  private func canContain(_ view: UIView) -> Bool {
    view.superview === self || view !== self && (view.subviews.isEmpty || !isDescendant(of: view))
  }

  /// Changes the index of a subview without removing it, so that no view controller disappears.
  private func moveSubview(_ view: UIView, to index: Int) {
    subviews.removeAll { $0 === view }
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    subviewsDidChange()
  }

  private func subviewsDidChange() {
    markForRendering()
    setNeedsLayout()
    setFramingViewsNeedLayout()
  }

  private func noteFrames(of view: UIView) {
    if view.hasAssignedFrame { viewFlags.insert(.hasSubviewWithFrame) }
    if view.hasAssignedFrame || view.viewFlags.contains(.mayContainFrames) { noteSubtreeWithFrames() }
  }

  private func willMoveSubtree(toWindow window: _Window?) {
    willMove(toWindow: window)
    for view in subviews { view.willMoveSubtree(toWindow: window) }
  }

  private func didMoveSubtreeToWindow() { didMoveSubtree(isInWindow: window != nil) }

  private func didMoveSubtree(isInWindow: Bool) {
    if !isInWindow {
      if viewFlags.contains(.isBeingEdited) { didLeaveWindowWhileEdited() }
      stopEndlessMotion()
    }
    if isInWindow, viewFlags.insert(.hasTraits).inserted {
      manager?.traitCollectionDidChange(nil)
      traitCollectionDidChange(nil)
      if manager != nil { updateSafeArea(in: superview?.safeAreaInsets) }
    }
    didMoveToWindow()
    for view in subviews { view.didMoveSubtree(isInWindow: isInWindow) }
  }
}
