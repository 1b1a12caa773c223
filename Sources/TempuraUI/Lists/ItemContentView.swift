internal import Foundation

/// The content view of a collection view's cell, or of a header or footer of a table.
///
/// As long as it has no properties of its own, it has no element: its subviews are written into the element of the cell, so
/// that style sheets address them as the cell's.
final class ItemContentView: UIView {
  private var isTransparent: Bool {
    !hasAssignedFrame
      && viewFlags.isDisjoint(with: [.hasOwnElement, .hasSubviewWithFrame, .isHidden, .isInert, .isInteractionDisabled])
      && !hasGestures
      && rareProperties.hasOnly(Geometry.self)
  }

  override var standardMargins: NSDirectionalEdgeInsets { superview?.standardMargins ?? super.standardMargins }
  override var stacksSubviews: Bool { showsOwnContent }
  override var followsSuperview: Bool { true }

  /// Gives the view an element of its own in any case.
  func setHasElement() { viewFlags.insert(.hasOwnElement) }

  override func renderHTML(into html: HTMLRenderer) {
    guard isTransparent else { return super.renderHTML(into: html) }
    for view in subviews { html.render(view) }
  }
}

extension UIView {
  /// Whether what is in this content view of a cell is the app's, and no labels of the cell.
  final var showsOwnContent: Bool {
    (superview as? any RowLabels)?.hasLabels != true && superview?.configuredContentView == nil
  }

  /// Gives a content view its area: by a frame if the page keeps to the size of this view, else for code to read.
  final func setArea(_ area: CGRect, ofContent contentView: UIView) {
    if hasAssignedFrame { contentView.setLaidOutFrame(area) } else { contentView.setFlowingFrame(area) }
  }
}
