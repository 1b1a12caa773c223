public import Foundation

/// How a collection view arranges its cells.
open class UICollectionViewLayout {
  public init() {}
}

/// Cells in lines. The page lets the cells flow; the distances are those set here.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  public final var minimumLineSpacing: CGFloat = 10
  public final var minimumInteritemSpacing: CGFloat = 10
  public final var sectionInset = UIEdgeInsets.zero
}

/// An item of a list.
open class UICollectionViewCell: UIView {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The view that the content belongs in. On a page that is the cell itself.
  public final var contentView: UIView { self }

  /// Called before a cell shows another item.
  open func prepareForReuse() {}

  override open var htmlTag: StaticString { "li" }
}

/// A list of cells.
open class UICollectionView: UIScrollView {
  public final let collectionViewLayout: UICollectionViewLayout

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
  }

  public required init?(coder: NSCoder) { nil }
  override public convenience init(frame: CGRect) {
    self.init(frame: frame, collectionViewLayout: UICollectionViewFlowLayout())
  }

  override open var htmlTag: StaticString { "ul" }

  override package func appendStyle(to css: inout String) {
    super.appendStyle(to: &css)
    guard let flow = collectionViewLayout as? UICollectionViewFlowLayout else { return }
    css += "gap:\(CSS.px(flow.minimumLineSpacing)) \(CSS.px(flow.minimumInteritemSpacing));"
  }
}
