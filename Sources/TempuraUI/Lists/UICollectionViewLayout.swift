public import Foundation

/// How a collection view arranges its cells. On a page the style sheet does; an app's own layout is told what changes, and
/// moves nothing by itself.
open class UICollectionViewLayout {
  public final weak internal(set) var collectionView: UICollectionView?

  public init() {}

  /// Asks for the layout anew.
  open func invalidateLayout() { collectionView?.layoutDidChange() }

  /// Called before the cells are shown.
  open func prepare() {}

  /// Called before rows come, go or are moved.
  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}

  /// Called after they did.
  open func finalizeCollectionViewUpdates() {}

  /// Called for each item that comes, with its place after the change. What it answers is for animations, of which there are
  /// none here: the page shows how things are.
  open func initialLayoutAttributesForAppearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Called for each item that goes, with its place before the change.
  open func finalLayoutAttributesForDisappearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// What is known of an item: the frame of its cell, as far as the app assigned one.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
    if let cell = collectionView?.cellForItem(at: indexPath) {
      attributes.frame = cell.frame
      attributes.alpha = cell.alpha
    }
    return attributes
  }

  /// Tells the layout of changes, as a collection view does around an animation.
  package final func follow(_ changes: [UICollectionViewUpdateItem]) {
    guard !changes.isEmpty else { return }
    prepare(forCollectionViewUpdates: changes)
    for change in changes {
      switch change.updateAction {
      case .insert: _ = change.indexPathAfterUpdate.flatMap(initialLayoutAttributesForAppearingItem(at:))
      case .delete: _ = change.indexPathBeforeUpdate.flatMap(finalLayoutAttributesForDisappearingItem(at:))
      default: break
      }
    }
    finalizeCollectionViewUpdates()
  }
}

/// Cells in lines, which a page lets flow.
///
/// Without an `itemSize`, and a delegate that says one, each cell is a row as high as its content. With one, as many cells
/// stand side by side as there is room for.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// The direction that the list scrolls in.
  public typealias ScrollDirection = UICollectionViewScrollDirection

  public static let automaticSize = CGSize(width: 1.79e308, height: 1.79e308)

  open var minimumLineSpacing: CGFloat = 10 { didSet { collectionView?.setNeedsRender() } }
  open var minimumInteritemSpacing: CGFloat = 10 { didSet { collectionView?.setNeedsRender() } }
  open var sectionInset = UIEdgeInsets.zero { didSet { collectionView?.setNeedsRender() } }
  open var scrollDirection = ScrollDirection.vertical { didSet { collectionView?.setNeedsRender() } }

  /// The size of items, in points: the least height, and the width as far as the list is wide enough. It is 50 by 50 unless
  /// set, as in UIKit; and then the page lets each item have the size of its content.
  open var itemSize: CGSize {
    get { assignedItemSize ?? CGSize(width: 50, height: 50) }
    set {
      assignedItemSize = newValue
      invalidateLayout()
    }
  }

  /// For source compatibility: the browser knows the real sizes.
  open var estimatedItemSize = CGSize.zero

  /// The sizes of headers and footers, in points. A section has them where they are not zero: the height is the least one.
  open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }

  /// Whether the headers stay in sight as long as their sections are.
  open var sectionHeadersPinToVisibleBounds = false { didSet { collectionView?.setNeedsRender() } }

  final var assignedItemSize: CGSize?
}

/// The directions that a collection view can scroll in.
public enum UICollectionViewScrollDirection: Int, Sendable { case vertical, horizontal }
