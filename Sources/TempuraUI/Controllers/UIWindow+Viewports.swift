extension UIWindow {
  /// Takes over what a live page tells of its scroll views.
  ///
  /// - Parameter isEvent: Whether the user scrolled: then the delegates are told.
  package final func see(_ viewports: [Viewport], isEvent: Bool) {
    guard !viewports.isEmpty else { return }
    if isEvent { layoutIfNeeded() }
    let index = ViewIndex(of: viewports.map(\.id), in: self, findsRows: false)
    let views = viewports.map { index.view(withID: $0.id) as? UIScrollView }
    var told: Set<ObjectIdentifier> = []
    for case (let view?, let viewport) in zip(views, viewports) {
      guard view.isShown(as: viewport), told.insert(ObjectIdentifier(view)).inserted else { continue }
      let offset = view.contentOffset
      view.see(viewport)
      if isEvent, view.isReachable { view.userDidScroll(from: offset, isOver: viewport.isAtRest) }
    }
  }
}
