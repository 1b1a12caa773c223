internal import Basics
public import Foundation

/// The object that decides where the items of a collection view are.
///
/// On a page that is laid out, items, supplementary views and decorations have the frames of its attributes. On a page that
/// flows, the style sheet positions the items, and a flow layout or a list is only told of changes.
open class UICollectionViewLayout: NSObject {
  /// The collection view that uses the layout; nil if there is none.
  public final var collectionView: UICollectionView? { list as? UICollectionView }

  /// The list that uses the layout.
  @WeakReference final var list: SectionedList?

  /// Whether the layout alone says where items are, so that a page with it cannot flow.
  var placesItems: Bool { type(of: self) != UICollectionViewLayout.self }

  // MARK: - Arrangement

  /// Computes where everything is; nil for a layout of the app, which says so by its attributes.
  func makeArrangement() -> ListArrangement? { nil }

  /// Where everything is, as far as UIKit's own layouts compute it.
  final var arrangement: ListArrangement? {
    if computed == nil { computed = makeArrangement() }
    return computed
  }

  private final var computed: ListArrangement?

  final func forgetArrangement() { computed = nil }

  /// Whether `arrangement` has all frames: a class of the app may give others.
  var isArranged: Bool { false }

  /// Whether headers of sections stay visible on a page that flows. On one that is laid out, the arrangement says it.
  var pinsHeaders: Bool { false }

  /// Returns the CSS declarations for the list of a section's items: on a page that flows their distances, else those of a
  /// section that scrolls by itself.
  func css(ofSection section: Int, isLaidOut: Bool) -> String { "" }

  /// Returns the size of a cell that flows, for code to read.
  func flowingSize(of cell: ListItemView, at indexPath: IndexPath) -> CGSize {
    let width = max((list?.bounds.width ?? 0) - sideInsets, 0)
    if let size = cell.itemSize?.size { return CGSize(width: min(size.width, width), height: size.height) }
    return CGSize(width: width, height: max(cell.untransformedFrame.height, 44))
  }

  /// The insets at both sides of items that flow.
  var sideInsets: CGFloat { 0 }

  /// The start and the end of a section whose header the browser keeps visible while it scrolls.
  final func pinnedExtent(ofSection section: Int) -> (start: CGFloat, end: CGFloat)? {
    guard let section = arrangement?[section: section], section.pinsHeader else { return nil }
    return (section.area.minY, section.area.maxY)
  }

  private func attributes(_ element: ListArrangement.Element) -> UICollectionViewLayoutAttributes {
    let type = Self.layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
    let attributes = (type ?? UICollectionViewLayoutAttributes.self).init()
    attributes.representedElementCategory = element.category
    attributes.representedElementKind = element.kind
    attributes.indexPath = element.indexPath
    attributes.frame = element.item.frame
    attributes.zIndex = element.item.zIndex
    attributes.fixes = element.item.fixes
    return attributes
  }

  /// The attributes of all supplementary views and decorations.
  final var attributesOfOthers: [UICollectionViewLayoutAttributes] { arrangement?.others.map(attributes) ?? [] }

  override public init() { super.init() }

  /// Never called, because a server has no nibs.
  public required init?(coder: NSCoder) { super.init() }

  /// The class of the attributes. Default: `UICollectionViewLayoutAttributes`.
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
  /// The class of the contexts that `invalidationContext(forBoundsChange:)` returns.
  open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }

  // MARK: - Invalidation

  /// Marks the layout for a new computation before the next rendering.
  open func invalidateLayout() {
    let context = makeContext()
    context.invalidateEverything = true
    invalidateLayout(with: context)
  }

  /// Marks the layout for a new computation before the next rendering. An override calls `super`.
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    forgetArrangement()
    needsPreparation = true
    let adjustment = context.contentOffsetAdjustment
    if adjustment != .zero, let list {
      let offset = list.contentOffset
      list.contentOffset = CGPoint(x: offset.x + adjustment.x, y: offset.y + adjustment.y)
    }
    list?.layoutWasInvalidated()
  }

  /// Returns whether the frames depend on the visible area. Called when its size or offset changed. Default: false.
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

  open func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext {
    makeContext()
  }

  /// Returns whether a cell that prefers other attributes changes the layout. Default: false.
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { false }

  open func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = makeContext()
    context.invalidateItems(at: [originalAttributes.indexPath])
    return context
  }

  final func makeContext() -> UICollectionViewLayoutInvalidationContext {
    (type(of: self).invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type)?.init()
      ?? UICollectionViewLayoutInvalidationContext()
  }

  /// Whether `prepare()` has to be called before the attributes are used.
  final var needsPreparation = true
  private(set) final var isPreparing = false

  /// Calls `prepare()` if that is due.
  final func prepareIfNeeded() {
    guard needsPreparation, !isPreparing else { return }
    // Preparing may invalidate the layout again, which is for the next time.
    isPreparing = true
    needsPreparation = false
    prepare()
    isPreparing = false
  }

  // MARK: - Attributes

  /// Computes the layout. Called before the attributes are used, after each invalidation, and before items are inserted,
  /// deleted, reloaded or moved.
  open func prepare() { forgetArrangement() }

  /// The size of the whole content, in points. Default: zero.
  open var collectionViewContentSize: CGSize { arrangement?.contentSize ?? .zero }

  /// Returns the attributes of all views in an area of the content. The area is that of the whole content, because all items
  /// are in the page. Default: nil; the style sheet then positions the items.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    guard let arrangement else { return nil }
    var elements: [ListArrangement.Element] = []
    for (index, section) in arrangement.sections.enumerated() {
      for (item, arranged) in section.items.enumerated() {
        elements.append(.init(.cell, nil, IndexPath(item: item, section: index), arranged))
      }
    }
    return (elements + arrangement.others).filter { isIn(rect, $0.item.frame) }.map(attributes)
  }

  /// Whether an area contains a part of a view, for `layoutAttributesForElements(in:)`.
  func isIn(_ area: CGRect, _ frame: CGRect) -> Bool { true }

  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    arrangement?[indexPath].map { attributes(.init(.cell, nil, indexPath, $0)) }
  }

  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    arrangement?.element(.supplementaryView, elementKind, indexPath).map(attributes)
  }

  open func layoutAttributesForDecorationView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    arrangement?.element(.decorationView, elementKind, indexPath).map(attributes)
  }

  /// Registers the class of the decorations of a kind.
  open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
    decorationClasses[elementKind] = viewClass as? UICollectionReusableView.Type
  }

  final var decorationClasses: [String: UICollectionReusableView.Type] = [:]

  /// For source compatibility: never called, because the browser scrolls.
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
  ) -> CGPoint { proposedContentOffset }

  open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
    proposedContentOffset
  }

  /// Whether the frames for a language that is written from right to left are those of the other direction, mirrored.
  /// Default: false.
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }

  /// The direction of writing for which the layout computes frames.
  open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

  // MARK: - Updates

  /// Called after `prepare()` and the update, with the changes.
  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}

  /// Called at the end of an update.
  open func finalizeCollectionViewUpdates() {}

  /// For source compatibility: never called, because there are no animations.
  open func prepareForTransition(to newLayout: UICollectionViewLayout) {}
  open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}
  open func finalizeLayoutTransition() {}
  open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
  open func finalizeAnimatedBoundsChange() {}

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

  /// For source compatibility: never called, because there are no animations.
  open func initialLayoutAttributesForAppearingSupplementaryElement(
    ofKind elementKind: String, at elementIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  open func finalLayoutAttributesForDisappearingSupplementaryElement(
    ofKind elementKind: String, at elementIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

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

/// The directions in which a collection view can scroll.
public enum UICollectionViewScrollDirection: Int, Sendable { case vertical, horizontal }
