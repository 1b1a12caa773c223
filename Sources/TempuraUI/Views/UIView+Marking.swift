// The marks by which a layout or a rendering finds the views that changed.

extension UIView {
  /// Tells the views around this one that a view in them needs layout.
  final func propagateNeedsLayout() {
    _ = nearest { view in
      if view === self { return false }
      return !view.viewFlags.insert(.subtreeNeedsLayout).inserted
    }
  }

  /// Lays out the marked views of the subtree, each before its subviews.
  final func layoutSubtree() {
    guard viewFlags.contains(.needsLayout) || viewFlags.contains(.subtreeNeedsLayout) else { return }
    viewFlags.remove(.subtreeNeedsLayout)
    if viewFlags.contains(.needsLayout) {
      viewFlags.remove(.needsLayout)
      let controller = managingViewController
      if viewFlags.contains(.needsConstraints) {
        updateConstraints()
        controller?.updateViewConstraints()
        viewFlags.subtract([.needsConstraints, .needsLayout])
      }
      applyLayoutRules()
      controller?.updateContentUnavailableIfNeeded()
      controller?.viewWillLayoutSubviews()
      layoutSubviews()
      rareProperties.box(of: LayerProperties.self)?.properties.layer?.layoutSublayers()
      controller?.viewDidLayoutSubviews()
    }
    for view in subviews { view.layoutSubtree() }
  }

  /// Marks the view for rendering.
  package final func setNeedsRender() {
    viewFlags.formUnion([.needsRender, .subtreeNeedsRender])
    if viewFlags.contains(.isArranged) { setStacksNeedLayout() }
    _ = nearest { view in
      !view.viewFlags.insert(.subtreeNeedsRender).inserted && view !== self
    }
  }

  /// Marks the stack that lays out the view for layout, because the size of the content may have changed.
  private func setStacksNeedLayout() {
    var view = self
    while view.viewFlags.contains(.isArranged), let stack = view.superview {
      stack.setNeedsLayout()
      view = stack
    }
  }
}
