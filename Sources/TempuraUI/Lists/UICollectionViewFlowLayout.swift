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

  /// The computed frames; nil if something changed since.
  private var computed: FlowArrangement?

  /// Called when a distance changed. Where items flow, distances are CSS.
  private func metricDidChange(_ changed: Bool) {
    guard changed else { return }
    computed = nil
    guard let list, !isPreparing else { return }
    if list.arrangement.isLaidOut { invalidateLayout() } else { list.setNeedsRender() }
  }

  private func sizeDidChange(_ changed: Bool) {
    guard changed else { return }
    computed = nil
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

  /// The room before the first section and after the last one.
  var lead: CGFloat { 0 }
  var trail: CGFloat { 0 }

  func metrics(ofSection section: Int) -> FlowArrangement.Metrics {
    guard let list = list as? UICollectionView else { return FlowArrangement.Metrics() }
    let delegate = list.delegate as? any UICollectionViewDelegateFlowLayout
    var metrics = FlowArrangement.Metrics()
    metrics.inset = (delegate?.collectionView(list, layout: self, insetForSectionAt: section) ?? sectionInset).sane
    metrics.line =
      (delegate?.collectionView(list, layout: self, minimumLineSpacingForSectionAt: section) ?? minimumLineSpacing)
      .saneDistance
    metrics.item =
      (delegate?.collectionView(list, layout: self, minimumInteritemSpacingForSectionAt: section)
      ?? minimumInteritemSpacing).saneDistance
    // Headers of collection views without a data source have no views.
    guard list.hasSource else { return metrics }
    func thickness(_ size: CGSize) -> CGFloat? {
      let thickness = scrollDirection == .horizontal ? size.width : size.height
      return thickness > 0 ? thickness : nil
    }
    metrics.header = thickness(list.referenceSize(ofHeaderInSection: section, self))
    metrics.footer = thickness(list.referenceSize(ofFooterInSection: section, self))
    return metrics
  }

  func size(ofItemAt indexPath: IndexPath) -> CGSize {
    guard let list = list as? UICollectionView else { return .zero }
    if let size = list.givenSize(ofItemAt: indexPath, self) { return size }
    guard isSelfSizing else { return commonItemSize }
    return list.cellForItem(at: indexPath)?.preferredSize ?? commonItemSize
  }

  /// Says which lengths of a view the layout decides about.
  func fix(_ attributes: UICollectionViewLayoutAttributes) {}

  override open class var invalidationContextClass: AnyClass { UICollectionViewFlowLayoutInvalidationContext.self }

  override open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    computed = nil
    super.invalidateLayout(with: context)
  }

  override open func prepare() {
    super.prepare()
    computed = nil
  }

  private var arrangement: FlowArrangement {
    if let computed { return computed }
    guard let list else { return FlowArrangement() }
    let arrangement = FlowArrangement(of: self, in: list)
    computed = arrangement
    return arrangement
  }

  override open var collectionViewContentSize: CGSize { arrangement.contentSize }

  override open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    var found: [UICollectionViewLayoutAttributes] = []
    func isIn(_ frame: CGRect) -> Bool {
      frame.minX <= rect.maxX && frame.maxX >= rect.minX && frame.minY <= rect.maxY && frame.maxY >= rect.minY
    }
    for (index, section) in arrangement.sections.enumerated() {
      if let frame = section.header, isIn(frame) {
        found.append(supplement(UICollectionView.elementKindSectionHeader, index, frame))
      }
      for (item, frame) in section.items.enumerated() where isIn(frame) {
        found.append(attributes(.cell, nil, IndexPath(item: item, section: index), frame))
      }
      if let frame = section.footer, isIn(frame) {
        found.append(supplement(UICollectionView.elementKindSectionFooter, index, frame))
      }
    }
    return found
  }

  override open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    frameOfItem(at: indexPath).map { attributes(.cell, nil, indexPath, $0) }
  }

  /// Returns the items of which an area contains a part.
  final func items(in rect: CGRect) -> [IndexPath] {
    arrangement.sections.enumerated().flatMap { index, section in
      section.items.indices.filter { section.items[$0].intersects(rect) }.map { IndexPath(item: $0, section: index) }
    }
  }

  final func frameOfItem(at indexPath: IndexPath) -> CGRect? {
    let sections = arrangement.sections
    guard indexPath.count == 2, sections.indices.contains(indexPath.section),
      sections[indexPath.section].items.indices.contains(indexPath.item)
    else { return nil }
    return sections[indexPath.section].items[indexPath.item]
  }

  override final func pinnedExtent(ofSection section: Int) -> (start: CGFloat, end: CGFloat)? {
    sectionHeadersPinToVisibleBounds && scrollDirection == .vertical ? extent(ofSection: section) : nil
  }

  /// The start and the end of a section, in the direction of scrolling.
  final func extent(ofSection section: Int) -> (start: CGFloat, end: CGFloat) {
    let sections = arrangement.sections
    return sections.indices.contains(section) ? (sections[section].start, sections[section].end) : (0, 0)
  }

  override open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard let section = indexPath.first, arrangement.sections.indices.contains(section) else { return nil }
    let arranged = arrangement.sections[section]
    let frame = elementKind == UICollectionView.elementKindSectionHeader ? arranged.header : arranged.footer
    return frame.map { supplement(elementKind, section, $0) }
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

  private func supplement(_ kind: String, _ section: Int, _ frame: CGRect) -> UICollectionViewLayoutAttributes {
    let made = attributes(.supplementaryView, kind, IndexPath(item: 0, section: section), frame)
    if sectionHeadersPinToVisibleBounds, kind == UICollectionView.elementKindSectionHeader { made.zIndex = 10 }
    return made
  }

  private func attributes(
    _ category: UICollectionView.ElementCategory, _ kind: String?, _ indexPath: IndexPath, _ frame: CGRect
  ) -> UICollectionViewLayoutAttributes {
    let type = Self.layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
    let attributes = (type ?? UICollectionViewLayoutAttributes.self).init()
    attributes.representedElementCategory = category
    attributes.representedElementKind = kind
    attributes.indexPath = indexPath
    attributes.frame = frame
    fix(attributes)
    return attributes
  }
}
