public import Foundation

/// The arrangement of a collection view's cells. The style sheet places the cells. An app's own layout is told of
/// changes, but its attributes move nothing.
open class UICollectionViewLayout: NSObject {
  public final weak internal(set) var collectionView: UICollectionView?

  override public init() { super.init() }

  /// Reloads the items, so that changed sizes take effect.
  open func invalidateLayout() { collectionView?.layoutDidChange() }

  /// Called before items are inserted, deleted, reloaded or moved. On iOS also before each layout.
  open func prepare() {}

  /// Called after `prepare()` and the update, with the changes.
  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}

  /// Called at the end of an update.
  open func finalizeCollectionViewUpdates() {}

  /// Called for each inserted item, with its index path after the update. The result is ignored: there are no
  /// animations.
  open func initialLayoutAttributesForAppearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Called for each deleted item, with its index path before the update. The result is ignored: there are no
  /// animations.
  open func finalLayoutAttributesForDisappearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Returns the frame and alpha of the item's cell. The frame is the one that the app assigned, if any.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
    if let cell = collectionView?.cellForItem(at: indexPath) {
      attributes.frame = cell.frame
      attributes.alpha = cell.alpha
    }
    return attributes
  }

  /// Calls the layout's methods for an update, in UIKit's order. `prepare()` and the update itself come before it.
  package final func callUpdateMethods(for changes: [UICollectionViewUpdateItem]) {
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

/// A layout of cells in lines, as a CSS flex container.
///
/// If neither `itemSize` nor the delegate gives a size, each cell is a full-width row as high as its content. Otherwise
/// as many cells stand side by side as fit.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// The direction in which the list scrolls.
  public typealias ScrollDirection = UICollectionViewScrollDirection

  /// A size that means the size of the content.
  public static let automaticSize = CGSize(width: 1.79e308, height: 1.79e308)

  /// The distance between lines, in points. Default: 10.
  open var minimumLineSpacing: CGFloat = 10 { didSet { collectionView?.setNeedsRender() } }
  /// The distance between items of a line, in points. Default: 10. On iOS it is a minimum.
  open var minimumInteritemSpacing: CGFloat = 10 { didSet { collectionView?.setNeedsRender() } }
  /// The padding of each section, in points. Default: zero.
  open var sectionInset = UIEdgeInsets.zero { didSet { collectionView?.setNeedsRender() } }
  /// The scroll direction. Horizontal items are in one line. Default: vertical.
  open var scrollDirection = ScrollDirection.vertical { didSet { collectionView?.setNeedsRender() } }

  /// The size of items, in points. The height is a minimum; the width is at most that of the list. Reads 50 by 50 until
  /// the app sets it, as in UIKit; items then have the size of their content.
  open var itemSize: CGSize {
    get { assignedItemSize ?? CGSize(width: 50, height: 50) }
    set {
      assignedItemSize = newValue
      invalidateLayout()
    }
  }

  /// Ignored: the browser measures the items.
  open var estimatedItemSize = CGSize.zero

  /// The sizes of headers and footers, in points. Default: zero, which means no header or footer. Any other size shows
  /// it, as high as its content.
  open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }

  /// Whether headers stay visible while their sections are. Default: false.
  open var sectionHeadersPinToVisibleBounds = false { didSet { collectionView?.setNeedsRender() } }

  final var assignedItemSize: CGSize?
}

/// The directions in which a collection view can scroll.
public enum UICollectionViewScrollDirection: Int, Sendable { case vertical, horizontal }
