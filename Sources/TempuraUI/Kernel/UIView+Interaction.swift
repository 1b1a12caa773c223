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

  /// Returns a view of the same size and background colour: a page has no pictures of its views.
  public final func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    let view = UIView(frame: bounds)
    view.backgroundColor = backgroundColor
    return view
  }

  /// Returns a view of the size of an area, and of the same background colour.
  public final func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? {
    let view = snapshotView(afterScreenUpdates: afterUpdates)
    view?.frame = CGRect(origin: .zero, size: rect.size)
    return view
  }

  // MARK: - Effects and interactions

  public final func addInteraction(_ interaction: any UIInteraction) {
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    addedInteractions.append(interaction)
    interaction.didMove(to: self)
  }

  public final func removeInteraction(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    addedInteractions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}

/// A behaviour that is added to views, such as dragging.
public protocol UIInteraction: AnyObject {
  var view: UIView? { get }
  func willMove(to view: UIView?)
  func didMove(to view: UIView?)
}
