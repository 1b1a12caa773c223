internal import Foundation

// Cells, headers and footers: how large they want to be.

extension UIView {
  /// Returns the size of a row: for the constraints of its content, or else by `sizeThatFits(_:)`.
  final func fittingSizeOfRow(
    _ targetSize: CGSize, content: UIView?, horizontal: UILayoutPriority, vertical: UILayoutPriority
  ) -> CGSize {
    // The content view has its width beside the accessory before it is measured.
    (self as? ListItemView)?.layoutParts()
    let constrained =
      constraints.isEmpty ? [content, self].compactMap(\.self).first { $0.hasConstraintsOfSubviews } : self
    var size: CGSize
    if let view = configuredContentView, constrained == nil, !(self is UITableViewCell) {
      let insets = content.map { max(bounds.width - $0.bounds.width, 0) } ?? 0
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
