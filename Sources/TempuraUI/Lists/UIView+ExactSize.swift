internal import Foundation

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
  final var isSizedByFrame: Bool { hasExactSize || isPositionedByFrame }

  /// Whether a layout of the view or of its subviews is due.
  final var isLayoutDue: Bool { !viewFlags.isDisjoint(with: [.needsLayout, .subtreeNeedsLayout]) }
}
