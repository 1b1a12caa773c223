public import Foundation

// Where items are in the content, in points: by the layout object if it positions them, else as far as it is known.

extension UICollectionView {
  /// Returns the attributes of an item; nil if there is no such item.
  public final func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    updateFrames()
    guard content.number(of: indexPath) != nil else { return nil }
    if isLaidOut || flowLayout == nil || flowLayout?.givesItemSize == true {
      collectionViewLayout.prepareIfNeeded()
      if let attributes = collectionViewLayout.layoutAttributesForItem(at: indexPath) { return attributes }
    }
    guard let cell = cellForItem(at: indexPath) else { return nil }
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
    forEachRow { _, cell, path in
      guard !cell.isHidden, cell.frame.contains(point) else { return }
      let zIndex = cell.layoutAttributes?.zIndex ?? 0
      if zIndex >= found?.zIndex ?? .min { found = (path, zIndex) }
    }
    return found?.path
  }
}
