// The marks by which a layout or a rendering finds the views that changed.

extension UIView {
  /// Tells the views around this one that a view in them needs layout.
  final func propagateNeedsLayout() {
    _ = nearest { view in
      if view === self { return false }
      return !view.viewFlags.insert(.subtreeNeedsLayout).inserted
    }
  }

  /// Updates the configurations of a cell before its next layout, if they are those of another state.
  final func cellStateDidChange() {
    guard viewFlags.contains(.isConfigured) else { return }
    viewFlags.remove(.isConfigured)
    setNeedsLayout()
  }

  /// Lays out the marked views of the subtree, each before its subviews.
  final func layoutSubtree() {
    guard viewFlags.contains(.needsLayout) || viewFlags.contains(.subtreeNeedsLayout) else { return }
    viewFlags.remove(.subtreeNeedsLayout)
    if viewFlags.contains(.needsLayout) {
      viewFlags.remove(.needsLayout)
      let manager = manager
      updateConstraintsIfMarked()
      viewFlags.remove(.needsLayout)  // `updateConstraints` may have marked the view again
      applyLayoutRules()
      manager?.prepareForLayout()
      manager?.viewWillLayoutSubviews()
      layoutSubviews()
      rareProperties.box(of: LayerProperties.self)?.properties.layer?.layoutSublayers()
      manager?.viewDidLayoutSubviews()
      placeRemainingSubviews()
      updateSafeAreaOfSubviews()
    }
    for view in subviews { view.layoutSubtree() }
  }

  /// Calls `updateConstraints` of the view and its controller, if it was requested.
  final func updateConstraintsIfMarked() {
    guard viewFlags.contains(.needsConstraints) else { return }
    updateConstraints()
    manager?.updateViewConstraints()
    viewFlags.remove(.needsConstraints)
  }

  /// Marks the view for rendering. Marks the view that sets its frame for layout: the size of the content may have changed.
  package final func setNeedsRender() {
    if frameUse == .laidOut { setFramingViewsNeedLayout() }
    markForRendering()
  }

  /// Marks for layout what sets the frame of this view: the root of its constraints, or its superview. Goes on outwards as long as
  /// the size of the content decides.
  final func setFramingViewsNeedLayout() {
    var view = layoutRoot
    if view !== self { view.setNeedsLayout() }
    while view.frameUse == .laidOut, let superview = view.superview {
      superview.setNeedsLayout()
      view = superview.layoutRoot
      if view !== superview { view.setNeedsLayout() }
    }
  }

  final func markForRendering() {
    viewFlags.formUnion([.needsRender, .subtreeNeedsRender])
    _ = nearest { view in !view.viewFlags.insert(.subtreeNeedsRender).inserted && view !== self }
  }
}

extension UIView {
  /// The views of the subtree that are marked for rendering.
  package final var viewsToRender: [UIView] {
    guard viewFlags.contains(.subtreeNeedsRender) else { return [] }
    return (viewFlags.contains(.needsRender) ? [self] : []) + subviews.flatMap(\.viewsToRender)
  }
}
