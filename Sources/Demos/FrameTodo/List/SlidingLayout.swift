import UIKit

/// Full-width rows without space between them, which slide in from one side and out to another.
final class SlidingLayout: UICollectionViewFlowLayout {
  enum Side: CGFloat {
    case left = -1
    case right = 1
  }

  private let appearing: Side?
  private let disappearing: Side?
  private var inserted: Set<IndexPath> = []
  private var deleted: Set<IndexPath> = []

  init(appearing: Side? = nil, disappearing: Side? = nil) {
    self.appearing = appearing
    self.disappearing = disappearing
    super.init()
    minimumLineSpacing = 0
    minimumInteritemSpacing = 0
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
    super.prepare(forCollectionViewUpdates: updateItems)
    inserted = Set(updateItems.filter { $0.updateAction == .insert }.compactMap(\.indexPathAfterUpdate))
    deleted = Set(updateItems.filter { $0.updateAction == .delete }.compactMap(\.indexPathBeforeUpdate))
  }

  override func initialLayoutAttributesForAppearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    let attributes = super.initialLayoutAttributesForAppearingItem(at: itemIndexPath)
    return inserted.contains(itemIndexPath) ? moved(attributes, to: appearing) : attributes
  }

  override func finalLayoutAttributesForDisappearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    let attributes = super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath)
    return deleted.contains(itemIndexPath) ? moved(attributes, to: disappearing) : attributes
  }

  override func finalizeCollectionViewUpdates() {
    super.finalizeCollectionViewUpdates()
    inserted = []
    deleted = []
  }

  private func moved(_ attributes: UICollectionViewLayoutAttributes?, to side: Side?)
    -> UICollectionViewLayoutAttributes?
  {
    guard let attributes, let side, let width = collectionView?.bounds.width else { return attributes }
    attributes.alpha = 1
    attributes.frame.origin.x += side.rawValue * width
    return attributes
  }
}
