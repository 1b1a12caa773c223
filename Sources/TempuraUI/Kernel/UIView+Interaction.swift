public import Foundation

extension UIView {
  /// Ends the input in this view and its subviews: the field with the input focus gives it up.
  ///
  /// - Parameter force: Whether the field has no choice. On a page it always has one.
  /// - Returns: Whether no field in the view has the input focus now.
  @discardableResult
  public final func endEditing(_ force: Bool) -> Bool {
    guard let responder = window?.firstResponder, responder.isDescendant(of: self) else { return true }
    return responder.resignFirstResponder()
  }

  /// Returns a view that looks as this one does now, as far as `drawHierarchy(in:afterScreenUpdates:)` can draw it. On a page without
  /// frames it has the background colour only.
  public final func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    let view = UIView(frame: bounds)
    if bounds.width > 0, bounds.height > 0 {
      view.rareProperties[DrawnContent.self].drawing = DrawingStack.record(size: bounds.size, layer.renderTree)
    } else {
      view.backgroundColor = backgroundColor
    }
    return view
  }

  /// Returns a snapshot with the size of an area.
  public final func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? {
    let view = snapshotView(afterScreenUpdates: afterUpdates)
    view?.frame = CGRect(origin: .zero, size: rect.size)
    return view
  }

  // MARK: - Touches

  /// Whether taps beside the subviews go to what the view covers. Only the app's classes can say so.
  final var passesTouches: Bool {
    guard let superview, superview.subviews.first !== self, bounds.width > 0, bounds.height > 0,
      !ClassNames.isFrameworkClass(type(of: self)), !isHidden, isUserInteractionEnabled, alpha >= 0.01
    else { return false }
    let inner = bounds.insetBy(dx: min(1, bounds.width / 2), dy: min(1, bounds.height / 2))
    for place in 0..<9 {
      let point = CGPoint(
        x: inner.minX + inner.width * CGFloat(place / 3) / 2, y: inner.minY + inner.height * CGFloat(place % 3) / 2)
      if !subviews.contains(where: { $0.frame.contains(point) }) { return hitTest(point, with: nil) == nil }
    }
    return false
  }

  // MARK: - Interactions

  /// The interactions that were added. A page performs those of menus only.
  public final var interactions: [any UIInteraction] {
    get { kept([]) }
    set {
      let old = interactions
      for interaction in old where !newValue.contains(where: { $0 === interaction }) { removeInteraction(interaction) }
      for interaction in newValue where !old.contains(where: { $0 === interaction }) { addInteraction(interaction) }
    }
  }

  public final func addInteraction(_ interaction: any UIInteraction) {
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    keep(interactions + [interaction], "interactions")
    interaction.didMove(to: self)
  }

  public final func removeInteraction(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    keep(interactions.filter { $0 !== interaction }, "interactions")
    interaction.didMove(to: nil)
  }
}

/// A behaviour that is added to views, such as dragging.
public protocol UIInteraction: AnyObject {
  var view: UIView? { get }
  func willMove(to view: UIView?)
  func didMove(to view: UIView?)
}
