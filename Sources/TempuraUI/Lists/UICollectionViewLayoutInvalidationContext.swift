public import Foundation

/// What a layout has to compute again. The layouts here compute everything again, and tell their own state apart by it.
open class UICollectionViewLayoutInvalidationContext: NSObject {
  override public required init() { super.init() }

  open internal(set) var invalidateEverything = false
  open internal(set) var invalidateDataSourceCounts = false

  public final private(set) var invalidatedItemIndexPaths: [IndexPath]?
  public final private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
  public final private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?

  /// How much to change the offset and the size of the content by.
  open var contentOffsetAdjustment = CGPoint.zero
  open var contentSizeAdjustment = CGSize.zero

  open func invalidateItems(at indexPaths: [IndexPath]) {
    invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
  }

  open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
    invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:]).merging(
      [elementKind: indexPaths], uniquingKeysWith: +)
  }

  open func invalidateDecorationElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
    invalidatedDecorationIndexPaths = (invalidatedDecorationIndexPaths ?? [:]).merging(
      [elementKind: indexPaths], uniquingKeysWith: +)
  }
}

/// What a flow layout has to compute again.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
  /// Whether to ask the delegate for sizes and spacings again. Default: true.
  open var invalidateFlowLayoutDelegateMetrics = true
  /// Whether to compute the places again. Default: true.
  open var invalidateFlowLayoutAttributes = true
}
