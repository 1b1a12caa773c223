internal import Foundation

/// What cells, headers and footers of tables and collection views have in common. UIKit has no such class.
open class ListItemView: UIView {
  /// The identifier that the view was dequeued with; nil for other views.
  open var reuseIdentifier: String? { dequeuedIdentifier }
  final var dequeuedIdentifier: String?

  override package final var hasOwnMarkup: Bool { true }

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

  /// Returns the size for the constraints of the content, or else by `sizeThatFits(_:)`.
  override final func layoutSizeFitting(
    _ targetSize: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority
  ) -> CGSize {
    // The content view has its width beside the accessory before it is measured.
    layoutParts()
    let constrained =
      constraints.isEmpty ? [contentIfMade, self].compactMap(\.self).first { $0.hasConstraintsOfSubviews } : self
    var size: CGSize
    if let view = configuredContentView, constrained == nil, !(self is UITableViewCell) {
      let insets = contentIfMade.map { max(bounds.width - $0.bounds.width, 0) } ?? 0
      size = sizeOfConfiguredContent(view, width: max(targetSize.width - insets, 1))
      size.width += insets
    } else if let constrained {
      let isWhole = constrained === self || constrained.bounds.width <= 0
      let insets = isWhole ? 0 : max(bounds.width - constrained.bounds.width, 0)
      let target = CGSize(width: horizontal == .required ? max(targetSize.width - insets, 1) : 0, height: 0)
      size = constrained.fittingSize(target, horizontal: horizontal)
      size.width += insets
      if let cell = self as? UITableViewCell {
        // As in UIKit, constraints that say nothing of a height mean the usual one.
        let hasOwnContent = cell.titleIfMade != nil || cell.detailIfMade != nil || configuredContentView != nil
        if size.height == 0 || constrained === self && hasOwnContent {
          size.height = max(size.height, cell.sizeOfContent(width: max(targetSize.width, 1)).height)
        }
        size.height += cell.table?.separatorHeight ?? 0
      }
    } else {
      let height = vertical == .required ? targetSize.height : .greatestFiniteMagnitude
      size = sizeThatFits(CGSize(width: targetSize.width, height: height))
    }
    if horizontal == .required { size.width = targetSize.width }
    if vertical == .required { size.height = targetSize.height }
    return size.sane
  }
}
