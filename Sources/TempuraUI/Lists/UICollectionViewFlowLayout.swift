public import Foundation

/// A layout of items in lines, each as long as the collection view.
///
/// If neither `itemSize`, `estimatedItemSize`, the delegate nor frames give items a size, the page shows each item as a row
/// of full width, as high as its content.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// The direction in which the list scrolls.
  public typealias ScrollDirection = UICollectionViewScrollDirection

  /// A size that means the size of the content.
  public static let automaticSize = CGSize(width: 1.79e308, height: 1.79e308)

  /// The size that a delegate without a method for sizes gives: that of the layout.
  static let ungivenSize = CGSize(width: -1, height: -1)

  override public init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The distance between lines, in points. Default: 10.
  open var minimumLineSpacing: CGFloat = 10 { didSet { metricDidChange(minimumLineSpacing != oldValue) } }
  /// The least distance between items of a line, in points. Default: 10. The items of a full line are spread.
  open var minimumInteritemSpacing: CGFloat = 10 { didSet { metricDidChange(minimumInteritemSpacing != oldValue) } }
  /// The padding of each section, in points. Default: zero.
  open var sectionInset = UIEdgeInsets.zero { didSet { metricDidChange(sectionInset != oldValue) } }
  /// The scroll direction. Horizontal items are in one line if the style sheet positions them. Default: vertical.
  open var scrollDirection = ScrollDirection.vertical { didSet { metricDidChange(scrollDirection != oldValue) } }

  /// The size of items, in points. Where the style sheet positions items, the height is a minimum, and the width is at most
  /// that of the list. Default: 50 by 50, as in UIKit; items that flow then have the size of their content.
  open var itemSize: CGSize {
    get { assignedItemSize ?? Self.defaultItemSize }
    set {
      guard newValue != assignedItemSize else { return }
      assignedItemSize = newValue
      sizeDidChange(true)
    }
  }

  /// The size of items before they are measured, in points. If it is not zero, each item has the size that its cell
  /// prefers: by constraints, `sizeThatFits(_:)` or `preferredLayoutAttributesFitting(_:)`. Default: zero.
  open var estimatedItemSize = CGSize.zero { didSet { sizeDidChange(estimatedItemSize != oldValue) } }

  /// The sizes of headers and footers, in points. Default: zero, which means no header or footer.
  open var headerReferenceSize = CGSize.zero { didSet { sizeDidChange(headerReferenceSize != oldValue) } }
  open var footerReferenceSize = CGSize.zero { didSet { sizeDidChange(footerReferenceSize != oldValue) } }

  /// Whether headers stay visible while their sections are. Default: false.
  open var sectionHeadersPinToVisibleBounds = false {
    didSet { metricDidChange(sectionHeadersPinToVisibleBounds != oldValue) }
  }

  /// For source compatibility: footers are not pinned.
  open var sectionFootersPinToVisibleBounds = false

  final var assignedItemSize: CGSize?
  private static let defaultItemSize = CGSize(width: 50, height: 50)

  /// Called when a distance changed. Where items flow, distances are CSS.
  private func metricDidChange(_ changed: Bool) {
    guard changed else { return }
    forgetArrangement()
    guard let list, !isPreparing else { return }
    if list.applied.hasFrames { invalidateLayout() } else { list.setNeedsRender() }
  }

  private func sizeDidChange(_ changed: Bool) {
    guard changed else { return }
    forgetArrangement()
    if !isPreparing { invalidateLayout() }
  }

  /// Whether the items have the sizes that their cells prefer.
  final var isSelfSizing: Bool {
    estimatedItemSize != .zero || itemSize.width >= Self.automaticSize.width
  }

  /// Whether the app gives items a size by properties of the layout.
  final var givesItemSize: Bool { assignedItemSize != nil || isSelfSizing || itemSize != Self.defaultItemSize }

  /// The size of an item that nothing else gives a size.
  final var commonItemSize: CGSize {
    let size = itemSize
    if isSelfSizing {
      let isAutomatic = estimatedItemSize == .zero || estimatedItemSize.width >= Self.automaticSize.width
      return isAutomatic ? Self.defaultItemSize : estimatedItemSize
    }
    return size
  }

  // MARK: - Layout

  override final var placesItems: Bool { false }
  override var isArranged: Bool { type(of: self) == UICollectionViewFlowLayout.self }
  override var pinsHeaders: Bool { sectionHeadersPinToVisibleBounds && scrollDirection == .vertical }
  override final var sideInsets: CGFloat { sectionInset.left + sectionInset.right }

  override final func makeArrangement() -> ListArrangement? { list.map { ListArrangement(linesOf: self, in: $0) } }

  /// The collection view, and its delegate if that gives sizes and distances.
  private var owner: (list: UICollectionView, delegate: (any UICollectionViewDelegateFlowLayout)?)? {
    collectionView.map { ($0, $0.flowDelegate) }
  }

  /// The room before the first section and after the last one.
  var lead: CGFloat { 0 }
  var trail: CGFloat { 0 }

  func distances(inSection section: Int) -> LineDistances {
    guard let (list, delegate) = owner else { return LineDistances() }
    var distances = LineDistances()
    distances.inset = (delegate?.collectionView(list, layout: self, insetForSectionAt: section) ?? sectionInset).sane
    distances.line =
      (delegate?.collectionView(list, layout: self, minimumLineSpacingForSectionAt: section) ?? minimumLineSpacing)
      .saneDistance
    distances.item =
      (delegate?.collectionView(list, layout: self, minimumInteritemSpacingForSectionAt: section)
      ?? minimumInteritemSpacing).saneDistance
    return distances
  }

  /// Returns the sizes of the header and the footer of a section.
  final func boundarySizes(ofSection section: Int) -> (header: CGSize, footer: CGSize) {
    guard let (list, delegate) = owner else { return (.zero, .zero) }
    return (
      delegate?.collectionView(list, layout: self, referenceSizeForHeaderInSection: section) ?? headerReferenceSize,
      delegate?.collectionView(list, layout: self, referenceSizeForFooterInSection: section) ?? footerReferenceSize
    )
  }

  func boundaries(
    ofSection section: Int
  ) -> (header: ListArrangement.Boundary?, footer: ListArrangement.Boundary?) {
    // Headers of collection views without a data source have no views.
    guard collectionView?.dataSource != nil else { return (nil, nil) }
    func boundary(_ size: CGSize) -> ListArrangement.Boundary? {
      let thickness = scrollDirection == .horizontal ? size.width : size.height
      return thickness > 0 ? ListArrangement.Boundary(thickness: thickness) : nil
    }
    let sizes = boundarySizes(ofSection: section)
    return (boundary(sizes.header), boundary(sizes.footer))
  }

  /// Returns the size that the delegate or the model of the item gives an item; nil if the layout or its content decides.
  final func givenSize(ofItemAt indexPath: IndexPath) -> CGSize? {
    guard let (list, delegate) = owner else { return nil }
    if let size = delegate?.collectionView(list, layout: self, sizeForItemAt: indexPath), size != Self.ungivenSize,
      size.width < Self.automaticSize.width
    {
      return size
    }
    return list.models?.size(at: indexPath)
  }

  /// Returns an item with its size, before it is placed.
  func sizedItem(at indexPath: IndexPath) -> ListArrangement.Item {
    let given = givenSize(ofItemAt: indexPath) ?? (isSelfSizing ? list?.row(at: indexPath)?.measuredSize : nil)
    return ListArrangement.Item(frame: CGRect(origin: .zero, size: given ?? commonItemSize))
  }

  override func css(ofSection section: Int, isLaidOut: Bool) -> String {
    isLaidOut
      ? "" : distances(inSection: section).css(isHorizontal: scrollDirection == .horizontal, wraps: givesSizes)
  }

  /// Whether items that flow stand side by side: the layout or its delegate gives them a size, or they size themselves.
  private var givesSizes: Bool {
    if isSelfSizing { return true }
    if let size = assignedItemSize, size.width > 0, size.width < Self.automaticSize.width { return true }
    return list?.content.sections.contains { $0.rows.contains { $0?.givenSize != nil } } == true
  }

  override open class var invalidationContextClass: AnyClass { UICollectionViewFlowLayoutInvalidationContext.self }

  override final func isIn(_ area: CGRect, _ frame: CGRect) -> Bool {
    frame.minX <= area.maxX && frame.maxX >= area.minX && frame.minY <= area.maxY && frame.maxY >= area.minY
  }

  /// Whether the length of lines changed.
  override open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    guard let list else { return false }
    let old = list.bounds.size
    return scrollDirection == .vertical ? newBounds.width != old.width : newBounds.height != old.height
  }

  override open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { isSelfSizing && preferredAttributes.size != originalAttributes.size }
}
