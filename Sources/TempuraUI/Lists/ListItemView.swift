internal import Foundation

/// What cells, headers and footers of tables and collection views have in common. UIKit has no such class.
open class ListItemView: UIView {
  /// The identifier that the view was dequeued with; nil for other views.
  public internal(set) final var reuseIdentifier: String?

  /// The content view, once it was made.
  var contentIfMade: UIView? { nil }

  /// Called before a dequeued view is filled with content again. Does nothing by default.
  open func prepareForReuse() {}

  override open func setNeedsLayout() {
    if !viewFlags.contains(.needsLayout) { (superview as? SectionedList)?.itemsNeedLayout() }
    super.setNeedsLayout()
  }

  /// The layout margins of a row as wide as the list.
  final var marginsOfRow: NSDirectionalEdgeInsets {
    NSDirectionalEdgeInsets(top: 11, leading: Self.screenMargin, bottom: 11, trailing: Self.screenMargin)
  }

  /// Gives the parts of the view their areas.
  func layoutParts() {}

  override final func layoutSizeFitting(
    _ targetSize: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority
  ) -> CGSize {
    fittingSizeOfRow(targetSize, content: contentIfMade, horizontal: horizontal, vertical: vertical)
  }
}
