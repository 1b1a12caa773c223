public import Foundation

/// The parts of a layout that are out of date. UIKit's own layouts compute everything again. A layout of the app can read
/// the context, and compute less.
open class UICollectionViewLayoutInvalidationContext: NSObject {
  override public required init() { super.init() }

  open internal(set) var invalidateEverything = false
  open internal(set) var invalidateDataSourceCounts = false

  public final private(set) var invalidatedItemIndexPaths: [IndexPath]?
  public final private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
  public final private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?

  /// The change of the content offset, in points.
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

/// The parts of a flow layout that are out of date. A flow layout computes everything again.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
  open var invalidateFlowLayoutDelegateMetrics = true
  open var invalidateFlowLayoutAttributes = true
}

/// A change of one item of a collection view.
open class UICollectionViewUpdateItem {
  public enum Action: Int, Sendable { case insert, delete, reload, move, none }

  public final let indexPathBeforeUpdate, indexPathAfterUpdate: IndexPath?
  public final let updateAction: Action

  package init(_ action: Action, before: IndexPath?, after: IndexPath?) {
    updateAction = action
    indexPathBeforeUpdate = before
    indexPathAfterUpdate = after
  }
}
