internal import Foundation

// Cells, headers and footers: whether their content is laid out by frames, and how large they want to be.

extension UIView {
  /// Whether the app places views in the row, by frames or by constraints.
  ///
  /// - Parameters:
  ///   - content: The content view of the row.
  ///   - ownViews: Other views that the row lays out itself.
  final func isRowLaidOutByFrames(content: UIView?, _ ownViews: [UIView?] = []) -> Bool {
    guard viewFlags.contains(.mayContainFrames) else { return false }
    for view in subviews {
      if view === content {
        // The row sets its frame if the row has a size. The app may do so in any row.
        if view.findsPlacedView() || view.hasAssignedFrame && !isSizedByFrame { return true }
      } else if !ownViews.contains(where: { $0 === view }), view.hasAssignedFrame || view.findsPlacedView() {
        return true
      }
    }
    return false
  }

  /// Returns the size of a row: for the constraints of its content, or else by `sizeThatFits(_:)`.
  final func fittingSizeOfRow(
    _ targetSize: CGSize, content: UIView?, horizontal: UILayoutPriority, vertical: UILayoutPriority
  ) -> CGSize {
    // The content view has its width beside the accessory before it is measured.
    (self as? UITableViewCell)?.layoutParts()
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

  /// Lays out the background view behind the rows of a list that has a frame.
  final func layOutListBackground(_ view: UIView?) {
    guard let view, hasAssignedFrame else { return }
    view.setLaidOutFrame(CGRect(origin: .zero, size: untransformedFrame.size))
    if view.layer.zPosition != -1 { view.layer.zPosition = -1 }
  }

  /// Lays out the backgrounds of a cell behind its content.
  final func layOutBackgrounds(_ background: UIView?, _ selected: UIView?, isSelected: Bool) {
    for view in [selected, background] {
      guard let view else { continue }
      if view.superview !== self { insertSubview(view, at: 0) }
      view.setLaidOutFrame(CGRect(origin: .zero, size: bounds.size))
    }
    selected?.isHidden = !isSelected
  }
}

// A list that flows may contain rows that the app lays out by frames. Such a row stays in the flow, and is exactly as large
// as its frame.

extension UIView {
  /// Gives the view exactly the size of a frame. On the page it stays in the flow; the origin is for code to read.
  final func setExactFrame(_ frame: CGRect) {
    let old = untransformedFrame.size
    setFlowingFrame(frame)
    guard !hasExactSize || untransformedFrame.size != old else { return }
    frameUse = .exactSize
    setNeedsRender()
  }

  /// Lets the content and the style sheet decide the size of the view again.
  final func removeExactSize() {
    guard hasExactSize else { return }
    frameUse = .unused
    setNeedsRender()
  }

  /// Whether the view has a size that the page keeps to, so that its subviews can have frames.
  final var isSizedByFrame: Bool { hasExactSize || hasAssignedFrame }

  /// Whether a layout of the view or of its subviews is due.
  final var isLayoutDue: Bool { !viewFlags.isDisjoint(with: [.needsLayout, .subtreeNeedsLayout]) }
}
