internal import Foundation

extension SectionedList {
  /// Scrolls to the row at an index path, which gets a cell if it has none.
  final func scroll(toRowAt indexPath: IndexPath, at position: UICollectionView.ScrollPosition, animated: Bool) {
    makeCells(around: indexPath, at: position)
    scroll(to: row(at: indexPath)?.cell, at: position, animated: animated)
  }

  /// Scrolls to a row. Where rows flow, the browser scrolls the page to the row when it shows it, and chooses the position; this
  /// lasts until the app scrolls to another row, or the row is gone.
  final func scroll(to cell: UIView?, at position: UICollectionView.ScrollPosition, animated: Bool) {
    let old = scrollTarget
    (scrollTarget, scrollPosition) = (cell, position)
    if scrollsByItself, cell != nil {
      updateFrames()
      scrollTarget = cell  // the layout of a list that was shown forgets it
      if scrollToTarget(animated: animated) {
        setNeedsLayout()  // to find what is seen, also if nothing moves
        if renderedLength > 0 { scrollTarget = nil }
        return
      }
    }
    countScroll()
    guard scrollTarget !== old else { return }
    old?.setNeedsRender()
    scrollTarget?.setNeedsRender()
  }

  /// Sets the offset at which the row is visible to which the app scrolled, if the list scrolls by itself and knows the row's place.
  @discardableResult final func scrollToTarget(animated: Bool = false) -> Bool {
    guard let scrollTarget, scrollsByItself, bounds.height > 0, scrollTarget.layoutAttributes != nil else {
      return false
    }
    setContentOffset(offset(showing: scrollTarget.untransformedFrame, at: scrollPosition), animated: animated)
    content.window.forgetSeen()
    return true
  }

  /// Whether the list scrolls, and not the page. Then it has an offset.
  final var scrollsByItself: Bool { hasAssignedFrame && isLaidOut }

  /// The cell that the browser scrolls to when it shows the page; nil if the list has an offset.
  final var targetOfBrowser: UIView? { scrollTarget.flatMap { scrollsByItself ? nil : $0 } }

  /// Returns the offset at which an area of the content is at a position of the visible area.
  private func offset(showing frame: CGRect, at position: UICollectionView.ScrollPosition) -> CGPoint {
    let (inset, room, current) = (adjustedContentInset, bounds.size, contentOffset)
    var offset = current
    if position.contains(.top) { offset.y = frame.minY - inset.top }
    if position.contains(.centeredVertically) { offset.y = frame.midY - room.height / 2 }
    if position.contains(.bottom) { offset.y = frame.maxY - room.height + inset.bottom }
    if position.contains(.left) { offset.x = frame.minX - inset.left }
    if position.contains(.centeredHorizontally) { offset.x = frame.midX - room.width / 2 }
    if position.contains(.right) { offset.x = frame.maxX - room.width + inset.right }
    if position.isEmpty {
      if frame.maxY > current.y + room.height - inset.bottom { offset.y = frame.maxY - room.height + inset.bottom }
      if frame.minY < current.y + inset.top { offset.y = frame.minY - inset.top }
      if frame.maxX > current.x + room.width - inset.right { offset.x = frame.maxX - room.width + inset.right }
      if frame.minX < current.x + inset.left { offset.x = frame.minX - inset.left }
    }
    return clampedOffset(offset)
  }
}
