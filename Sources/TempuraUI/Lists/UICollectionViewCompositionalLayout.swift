public import Foundation

public typealias UICollectionViewCompositionalLayoutSectionProvider = (Int, any NSCollectionLayoutEnvironment) ->
  NSCollectionLayoutSection?

/// The settings of a whole compositional layout.
open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
  open var scrollDirection = UICollectionViewScrollDirection.vertical
  open var interSectionSpacing: CGFloat = 0
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  open var contentInsetsReference = UIContentInsetsReference.automatic

  override public init() { super.init() }
}

/// A layout of sections, each with a group of items that is repeated.
///
/// The items of `list(using:)` look like the rows of a table. On a page that flows, the style sheet positions them. A page with
/// another compositional layout is laid out.
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  private let provider: UICollectionViewCompositionalLayoutSectionProvider
  /// The configuration of a layout that is one list.
  final let listConfiguration: UICollectionLayoutListConfiguration?

  open var configuration: UICollectionViewCompositionalLayoutConfiguration { didSet { invalidateLayout() } }

  public init(
    sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
    configuration: UICollectionViewCompositionalLayoutConfiguration = UICollectionViewCompositionalLayoutConfiguration()
  ) {
    provider = sectionProvider
    listConfiguration = nil
    self.configuration = configuration
    super.init()
  }

  public init(
    section: NSCollectionLayoutSection,
    configuration: UICollectionViewCompositionalLayoutConfiguration = UICollectionViewCompositionalLayoutConfiguration()
  ) {
    provider = { _, _ in section }
    listConfiguration = section.list
    self.configuration = configuration
    super.init()
  }

  /// Never called, because a server has no nibs.
  public required init?(coder: NSCoder) { nil }

  private init(list: UICollectionLayoutListConfiguration) {
    let section = NSCollectionLayoutSection(list: list)
    provider = { _, _ in section }
    listConfiguration = list
    configuration = UICollectionViewCompositionalLayoutConfiguration()
    super.init()
  }

  /// Returns the layout of a list, which looks like a table.
  public static func list(using configuration: UICollectionLayoutListConfiguration)
    -> UICollectionViewCompositionalLayout
  { UICollectionViewCompositionalLayout(list: configuration) }

  final func section(at index: Int, _ environment: any NSCollectionLayoutEnvironment) -> NSCollectionLayoutSection? {
    provider(index, environment)
  }

  // MARK: - Layout

  /// The computed frames; nil if something changed since.
  private var computed: CompositionalArrangement?

  private var arrangement: CompositionalArrangement? {
    if let computed { return computed }
    guard let collectionView else { return nil }
    computed = CompositionalArrangement(of: self, in: collectionView)
    return computed
  }

  override final var placesItems: Bool { listConfiguration == nil }

  override open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    computed = nil
    super.invalidateLayout(with: context)
  }

  override open func prepare() {
    super.prepare()
    computed = nil
  }

  override open var collectionViewContentSize: CGSize { arrangement?.contentSize ?? .zero }

  override open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    guard let arrangement else { return nil }
    return (arrangement.sections.flatMap(\.items) + arrangement.others).map(attributes)
  }

  override open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard indexPath.count == 2, let section = arrangement?.sections[safe: indexPath.section] else { return nil }
    return section.items.first { $0.indexPath == indexPath }.map(attributes)
  }

  override open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { other(.supplementaryView, elementKind, indexPath) }

  override open func layoutAttributesForDecorationView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { other(.decorationView, elementKind, indexPath) }

  private func other(
    _ category: UICollectionView.ElementCategory, _ kind: String, _ path: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    arrangement?.others.first { $0.category == category && $0.kind == kind && $0.indexPath == path }
      .map(attributes)
  }

  /// The area of a section that scrolls across the list, the distance of its first item from the edge, and how it scrolls;
  /// nil if it does not.
  final func scrollArea(ofSection section: Int)
    -> (area: CGRect, inset: CGFloat, behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior)?
  {
    guard let section = arrangement?.sections[safe: section] else { return nil }
    return section.scrolls.map { ($0, section.items.first?.frame.minX ?? 0, section.behavior) }
  }

  override final func pinnedExtent(ofSection section: Int) -> (start: CGFloat, end: CGFloat)? {
    guard configuration.scrollDirection == .vertical, let section = arrangement?.sections[safe: section],
      section.pinsHeader
    else { return nil }
    return (section.area.minY, section.area.maxY)
  }

  override open var flipsHorizontallyInOppositeLayoutDirection: Bool { true }

  override open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    newBounds.size != collectionView?.bounds.size
  }

  override open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    let (new, old) = (preferredAttributes.size, originalAttributes.size)
    return !originalAttributes.hasFixedWidth && new.width != old.width
      || !originalAttributes.hasFixedHeight && new.height != old.height
  }

  private func attributes(_ element: CompositionalArrangement.Element) -> UICollectionViewLayoutAttributes {
    let type = Self.layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
    let attributes = (type ?? UICollectionViewLayoutAttributes.self).init()
    attributes.representedElementCategory = element.category
    attributes.representedElementKind = element.kind
    attributes.indexPath = element.indexPath
    attributes.frame = element.frame
    attributes.zIndex = element.zIndex
    attributes.hasFixedWidth = element.size?.widthDimension.isEstimated != true
    attributes.hasFixedHeight = element.size?.heightDimension.isEstimated != true
    return attributes
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
