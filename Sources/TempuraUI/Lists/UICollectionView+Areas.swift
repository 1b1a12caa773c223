public import Foundation

// Where items are in the content, in points: by the layout object if it positions them, else as far as it is known.

extension UICollectionView {
  /// Lays the items out if that is due.
  private func updateFrames() {
    loadItemsIfNeeded()
    if content.needsArrangement || viewFlags.contains(.needsLayout) { layoutIfNeeded() }
  }

  /// Returns the attributes of an item; nil if there is no such item.
  public final func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    updateFrames()
    guard let cell = cellForItem(at: indexPath) else { return nil }
    if isPositionedByLayout || flowLayout == nil || flowLayout?.givesItemSize == true {
      collectionViewLayout.prepareIfNeeded()
      if let attributes = collectionViewLayout.layoutAttributesForItem(at: indexPath) { return attributes }
    }
    let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
    attributes.frame = cell.frame
    attributes.alpha = cell.alpha
    return attributes
  }

  public final func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    updateFrames()
    collectionViewLayout.prepareIfNeeded()
    return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }

  /// Returns the item at a point of the content.
  public final func indexPathForItem(at point: CGPoint) -> IndexPath? {
    updateFrames()
    var found: (path: IndexPath, zIndex: Int)?
    forEachItem { cell, path in
      guard !cell.isHidden, cell.frame.contains(point) else { return }
      let zIndex = cell.layoutAttributes?.zIndex ?? 0
      if zIndex >= found?.zIndex ?? .min { found = (path, zIndex) }
    }
    return found?.path
  }

  /// Returns the offset at which an item is at a position of the visible area; nil if the browser has to find the item.
  final func offset(showing indexPath: IndexPath, at position: ScrollPosition) -> CGPoint? {
    guard hasAssignedFrame, bounds.height > 0 else { return nil }
    updateFrames()
    guard isPositionedByLayout, let frame = layoutAttributesForItem(at: indexPath)?.frame else { return nil }
    let (inset, room, content, current) = (adjustedContentInset, bounds.size, contentSize, contentOffset)
    func clamped(_ offset: CGFloat, _ length: CGFloat, _ room: CGFloat, _ lead: CGFloat, _ trail: CGFloat) -> CGFloat {
      min(max(offset, -lead), max(length + trail - room, -lead))
    }
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
    return CGPoint(
      x: clamped(offset.x, content.width, room.width, inset.left, inset.right),
      y: clamped(offset.y, content.height, room.height, inset.top, inset.bottom))
  }
}
