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

  override final func makeArrangement() -> ListArrangement? {
    collectionView.map { ListArrangement(groupsOf: self, in: $0) }
  }

  override final var placesItems: Bool { listConfiguration == nil }
  override final var isArranged: Bool { type(of: self) == UICollectionViewCompositionalLayout.self }
  override final var pinsHeaders: Bool {
    listConfiguration?.tableStyle == .plain && listConfiguration?.headerMode == .supplementary
  }

  /// A section that scrolls across the list: its items move up by its position in the list.
  override final func css(ofSection section: Int, isLaidOut: Bool) -> String {
    guard isLaidOut, let section = arrangement?[section: section], let area = section.scrolls else { return "" }
    var css =
      "position:absolute;left:\(CSS.clampedRem(area.minX));top:\(CSS.clampedRem(area.minY));"
      + "width:\(CSS.clampedRem(area.width));height:\(CSS.clampedRem(area.height));overflow:auto hidden;"
      + "--up:\(CSS.clampedRem(-area.minY));"
    if section.behavior != .continuous {
      let inset = section.items.first?.frame.minX ?? 0
      css += "scroll-snap-type:x mandatory;scroll-padding-inline:\(CSS.clampedRem(inset));"
      css += "--snap:\(section.behavior == .groupPagingCentered ? "center" : "start");"
    }
    return css
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
    return !originalAttributes.fixes.width && new.width != old.width
      || !originalAttributes.fixes.height && new.height != old.height
  }
}
