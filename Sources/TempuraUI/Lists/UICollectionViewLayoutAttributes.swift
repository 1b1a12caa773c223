public import Foundation

/// The frame and the look of an item, a supplementary view or a decoration of a collection view, as a layout gives them.
///
/// A subclass with properties of its own overrides `copy(with:)` and `isEqual(_:)`, as on iOS.
open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
  open var indexPath = IndexPath(indexes: [0, 0])
  open var alpha: CGFloat = 1
  /// The order in which views cover one another. Views with a larger number are in front.
  open var zIndex = 0
  open var isHidden = false
  /// The lengths that the layout decides about, of a view that is measured for the others.
  final var fixes = ListArrangement.FixedLengths.none

  /// The size of the view, in points.
  open var size = CGSize.zero
  /// The centre of the view in the content of the collection view.
  open var center = CGPoint.zero
  /// How the view is drawn differently from its frame, around its centre.
  open var transform: CGAffineTransform {
    get { CATransform3DGetAffineTransform(transform3D) }
    set { transform3D = CATransform3DMakeAffineTransform(newValue) }
  }
  /// The transformation in space. `transform` is the part of it that stays in the plane.
  open var transform3D = CATransform3DIdentity

  public internal(set) final var representedElementCategory = UICollectionView.ElementCategory.cell
  public internal(set) final var representedElementKind: String?

  override public required init() { super.init() }

  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }

  public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
    representedElementCategory = .supplementaryView
    representedElementKind = elementKind
  }

  public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
    representedElementCategory = .decorationView
    representedElementKind = decorationViewKind
  }

  /// The frame of the view in the content of the collection view, before the transform.
  open var frame: CGRect {
    get {
      CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }
    set {
      size = newValue.size
      center = CGPoint(x: newValue.origin.x + newValue.width / 2, y: newValue.origin.y + newValue.height / 2)
    }
  }

  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.indexPath = indexPath
    copy.alpha = alpha
    copy.zIndex = zIndex
    copy.isHidden = isHidden
    copy.fixes = fixes
    copy.size = size
    copy.center = center
    copy.transform3D = transform3D
    copy.representedElementCategory = representedElementCategory
    copy.representedElementKind = representedElementKind
    return copy
  }

  override open func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UICollectionViewLayoutAttributes else { return false }
    return indexPath == other.indexPath && size == other.size && center == other.center && alpha == other.alpha
      && zIndex == other.zIndex && isHidden == other.isHidden && transform3D == other.transform3D
      && representedElementCategory == other.representedElementCategory
      && representedElementKind == other.representedElementKind
  }

  override open var hash: Int { indexPath.hashValue }
}

extension UICollectionView {
  /// What a layout gives a frame.
  public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }
}
