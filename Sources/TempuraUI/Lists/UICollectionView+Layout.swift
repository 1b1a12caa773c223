internal import Foundation

// The style sheet positions the items of a collection view that flows. If frames lay out the page, the layout object does:
// - if the collection view has an assigned frame, and the layout or its delegate gives items a size
// - if the app assigns frames of views in a cell
// - if the layout is an app's own, and not a flow layout
//
// Either way a cell has its size, as far as it is known, before it is laid out.

extension UICollectionView {
  /// Decides whether the layout object positions the items or they flow, and lays them out.
  final func arrangeItems() {
    guard bounds.width > 0, !content.isArranging else { return }
    let isNewSize = bounds.size != arrangement.bounds.size
    guard content.needsArrangement || bounds != arrangement.bounds else { return }
    content.isArranging = true
    defer { content.isArranging = false }
    content.needsArrangement = false
    invalidateLayoutOfNewItems()
    if !isPositionedByLayout {
      prepareOwnLayout()
      layOutFlowingItems(isNewSize)
      isPositionedByLayout = needsLayoutObject
    }
    if isPositionedByLayout {
      if isNewSize
        || arrangement.bounds != bounds && collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds)
      {
        let context = collectionViewLayout.invalidationContext(forBoundsChange: bounds)
        collectionViewLayout.invalidateLayout(with: context)
      }
      layOutItems()
    }
    arrangement.bounds = bounds
    let size = isPositionedByLayout ? sizeOfContent : estimatedContentSize
    if contentSize != size { contentSize = size }
    content.needsArrangement = false
  }

  /// Tells the layout object that there may be other items, which want other sizes.
  private func invalidateLayoutOfNewItems() {
    guard content.isUnknownToLayout else { return }
    content.isUnknownToLayout = false
    guard isPositionedByLayout || flowLayout == nil, !collectionViewLayout.needsPreparation else { return }
    let context = collectionViewLayout.makeContext()
    context.invalidateEverything = true
    context.invalidateDataSourceCounts = true
    collectionViewLayout.invalidateLayout(with: context)
  }

  /// The size of the content by the layout, without numbers that a page cannot have.
  private var sizeOfContent: CGSize { collectionViewLayout.collectionViewContentSize.sane }

  /// About the size of content that flows, without measuring it.
  private var estimatedContentSize: CGSize {
    let count = CGFloat(numberOfItems)
    let spacing = flowLayout?.minimumLineSpacing ?? 0
    let height = count * 44 + max(count - 1, 0) * spacing
    return isHorizontal
      ? CGSize(width: height, height: bounds.height) : CGSize(width: bounds.width, height: height.saneLength)
  }

  private var needsLayoutObject: Bool {
    guard let flowLayout else {
      collectionViewLayout.prepareIfNeeded()
      return collectionViewLayout.layoutAttributesForElements(in: wholeContent) != nil
    }
    if arrangement.hasItemLaidOutByFrames { return true }
    guard hasAssignedFrame else { return false }
    if flowLayout.givesItemSize || sizeOfOwnItem != nil { return true }
    return firstIndexPath.flatMap { givenSize(ofItemAt: $0, flowLayout) } != nil
  }

  /// The area for which the layout is asked: the visible one, and the whole content.
  private var wholeContent: CGRect {
    let size = sizeOfContent
    return CGRect(origin: .zero, size: size).union(bounds)
  }

  // MARK: - Items that flow

  /// Calls `prepare()` of an app's own flow layout, which may compute the size of items.
  private func prepareOwnLayout() {
    guard hasSource, let flowLayout, type(of: flowLayout) != UICollectionViewFlowLayout.self else { return }
    let old = flowLayout.assignedItemSize
    flowLayout.prepareIfNeeded()
    guard flowLayout.assignedItemSize != old else { return }
    forEachItem { cell, path in cell.itemSize = size(ofItemAt: path) }
    setNeedsRender()
  }

  /// Gives the cells that have to be laid out their size, and lays them out.
  private func layOutFlowingItems(_ isNewSize: Bool) {
    let width = max(bounds.width - (flowLayout.map { $0.sectionInset.left + $0.sectionInset.right } ?? 0), 0)
    forEachItem { cell, _ in
      guard isNewSize || cell.isLayoutDue else { return }
      let size = cell.itemSize.map { CGSize(width: min($0.size.width, width), height: $0.size.height) }
      let flowing = size ?? CGSize(width: width, height: max(cell.untransformedFrame.height, 44))
      if !cell.hasAssignedFrame {
        cell.setFlowingFrame(CGRect(origin: cell.untransformedFrame.origin, size: flowing))
      }
      cell.layoutSubtree()
      if !arrangement.hasItemLaidOutByFrames, cell.isLaidOutByFrames { arrangement.hasItemLaidOutByFrames = true }
    }
    for section in content.sections {
      for view in [section.header, section.footer] {
        guard let view, isNewSize || view.isLayoutDue else { continue }
        view.setFlowingFrame(CGRect(x: 0, y: 0, width: bounds.width, height: max(view.untransformedFrame.height, 44)))
        view.layoutSubtree()
      }
    }
  }

  // MARK: - Items that the layout object positions

  /// Gives items, supplementary views and decorations the frames of the layout. Cells that size themselves may change it,
  /// so it is repeated a few times.
  private func layOutItems() {
    for round in 0..<4 {
      collectionViewLayout.prepareIfNeeded()
      var hasChanged = false
      let elements = attributesOfElements
      forEachItem { cell, path in
        let old = cell.layoutAttributes
        var isDue = cell.isLayoutDue || old == nil
        guard let attributes = elements?.items[path] ?? collectionViewLayout.layoutAttributesForItem(at: path) else {
          return hide(cell)
        }
        if attributes.hasFixedWidth, old?.size.width != attributes.size.width { isDue = true }
        apply(attributes, to: cell)
        if round < 3, isDue || cell.preferredSize == nil, changesLayout(cell, attributes) { hasChanged = true }
      }
      if layOutSupplements(elements?.others ?? supplementsOfFlow), round < 3 { hasChanged = true }
      if !hasChanged { return }
    }
  }

  /// The attributes of all elements, by kind; nil if the frames of items are those of UIKit's own flow layout.
  private var attributesOfElements:
    (items: [IndexPath: UICollectionViewLayoutAttributes], others: [UICollectionViewLayoutAttributes])?
  {
    if type(of: collectionViewLayout) == UICollectionViewFlowLayout.self { return nil }
    var items: [IndexPath: UICollectionViewLayoutAttributes] = [:]
    var others: [UICollectionViewLayoutAttributes] = []
    for attributes in collectionViewLayout.layoutAttributesForElements(in: wholeContent) ?? [] {
      if attributes.representedElementCategory == .cell {
        items[attributes.indexPath] = attributes
      } else {
        others.append(attributes)
      }
    }
    return (items, others)
  }

  private var supplementsOfFlow: [UICollectionViewLayoutAttributes] {
    content.sections.indices.flatMap { section in
      [Self.elementKindSectionHeader, Self.elementKindSectionFooter].compactMap {
        collectionViewLayout.layoutAttributesForSupplementaryView(
          ofKind: $0, at: IndexPath(item: 0, section: section))
      }
    }
  }

  /// Asks a view for its size, and returns whether that changes the layout.
  private func changesLayout(_ cell: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) -> Bool {
    let layout = collectionViewLayout
    if let flowLayout, !flowLayout.isSelfSizing { return false }
    if attributes.hasFixedWidth, attributes.hasFixedHeight { return false }
    let (bounds, center) = (cell.bounds, cell.center)
    // Many apps change the attributes that they are given, and return them.
    guard let given = attributes.copy() as? UICollectionViewLayoutAttributes else { return false }
    let preferred = cell.preferredLayoutAttributesFitting(given)
    // An app's cell may set its own size to measure its content.
    if cell.bounds != bounds { cell.bounds = bounds }
    if cell.center != center { cell.center = center }
    cell.setNeedsLayout()  // measuring may have moved the content
    cell.layoutSubtree()
    cell.preferredSize = preferred.size.sane
    guard
      layout.shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
    else { return false }
    layout.invalidateLayout(
      with: layout.invalidationContext(forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes))
    return true
  }

  private func apply(_ attributes: UICollectionViewLayoutAttributes, to view: UICollectionReusableView) {
    if view.layoutAttributes?.isEqual(attributes) != true || !view.hasAssignedFrame {
      let isNewOrder = view.layoutAttributes?.zIndex != attributes.zIndex
      // Its content has been laid out for flowing, maybe in the same size.
      if !view.hasAssignedFrame { view.setNeedsLayout() }
      let oldTransform = view.layoutAttributes?.transform3D ?? CATransform3DIdentity
      view.layoutAttributes = attributes.copy() as? UICollectionViewLayoutAttributes
      if oldTransform != CATransform3DIdentity {
        view.layer.transform = CATransform3DIdentity
      } else if view.transform != .identity {
        view.transform = .identity
      }
      view.setLaidOutFrame(mirrored(attributes.frame))
      if attributes.transform3D != CATransform3DIdentity { view.layer.transform = attributes.transform3D }
      if view.alpha != attributes.alpha, attributes.alpha.isFinite { view.alpha = attributes.alpha }
      if view.isHidden != attributes.isHidden { view.isHidden = attributes.isHidden }
      if isNewOrder { view.setNeedsRender() }
      view.apply(attributes)
    }
    view.layoutSubtree()
  }

  private func mirrored(_ frame: CGRect) -> CGRect {
    guard collectionViewLayout.flipsHorizontallyInOppositeLayoutDirection, isRightToLeft else { return frame }
    let width = max(sizeOfContent.width, bounds.width)
    return CGRect(x: width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
  }

  /// Hides a view that the layout gives no attributes.
  private func hide(_ view: UICollectionReusableView) {
    view.layoutAttributes = nil
    if !view.isHidden { view.isHidden = true }
  }

  // MARK: - Supplementary views and decorations

  /// A supplementary view or decoration of the layout.
  struct ElementKey: Hashable {
    let kind: String
    let indexPath: IndexPath
    let isDecoration: Bool
  }

  /// Gives supplementary views and decorations their frames. Returns whether the size of one changes the layout.
  private func layOutSupplements(_ all: [UICollectionViewLayoutAttributes]) -> Bool {
    var hasChanged = false
    var unused = arrangement.elements
    var laidOut: Set<ObjectIdentifier> = []
    for attributes in all.prefix(Self.maxElements) {
      guard let kind = attributes.representedElementKind else { continue }
      let isDecoration = attributes.representedElementCategory == .decorationView
      let key = ElementKey(kind: kind, indexPath: attributes.indexPath, isDecoration: isDecoration)
      guard let view = unused.removeValue(forKey: key) ?? headerOrFooter(key) ?? makeElement(key) else { continue }
      let isDue = view.preferredSize == nil || view.isLayoutDue || view.layoutAttributes?.size != attributes.size
      if key.kind == Self.elementKindSectionHeader, !isDecoration, let section = key.indexPath.first,
        pinnedExtent(ofSection: section) != nil
      {
        layOutPinnedHeader(view, attributes)
      } else {
        apply(attributes, to: view)
      }
      if isDue, collectionViewLayout is UICollectionViewCompositionalLayout, !isDecoration,
        changesLayout(view, attributes)
      {
        hasChanged = true
      }
      laidOut.insert(ObjectIdentifier(view))
    }
    for (key, view) in unused {
      arrangement.elements[key] = nil
      view.removeFromSuperview()
    }
    for section in content.sections {
      for view in [section.header, section.footer] {
        if let view = view as? UICollectionReusableView, !laidOut.contains(ObjectIdentifier(view)) { hide(view) }
      }
    }
    return hasChanged
  }

  /// Returns the supplementary view of a kind that was made already.
  final func supplement(ofKind kind: String, at path: IndexPath) -> UICollectionReusableView? {
    let key = ElementKey(kind: kind, indexPath: path, isDecoration: false)
    if let view = arrangement.elements[key] { return view }
    guard path.count == 2, content.sections.indices.contains(path.section) else { return nil }
    let section = content.sections[path.section]
    let isHeader = kind == Self.elementKindSectionHeader
    return (isHeader ? section.header : kind == Self.elementKindSectionFooter ? section.footer : nil)
      as? UICollectionReusableView
  }

  // A layout may return any number of decorations.
  private static var maxElements: Int { 20_000 }

  private func headerOrFooter(_ key: ElementKey) -> UICollectionReusableView? {
    guard !key.isDecoration, let section = key.indexPath.first, key.indexPath.dropFirst().allSatisfy({ $0 == 0 }),
      content.sections.indices.contains(section)
    else { return nil }
    let isHeader = key.kind == Self.elementKindSectionHeader
    guard isHeader || key.kind == Self.elementKindSectionFooter else { return nil }
    let known = isHeader ? content.sections[section].header : content.sections[section].footer
    if let known { return known as? UICollectionReusableView }
    guard let view = supplementaryView(for: key) else { return nil }
    content.set(view, asHeader: isHeader, ofSection: section)
    addSubview(view)
    view.setPathName(ofItem: "section_\(section)_\(isHeader ? "header" : "footer")", in: self)
    return view
  }

  private func supplementaryView(for key: ElementKey) -> UICollectionReusableView? {
    content.reusableView = nil
    return dataSource?.collectionView(self, viewForSupplementaryElementOfKind: key.kind, at: key.indexPath)
  }

  private func makeElement(_ key: ElementKey) -> UICollectionReusableView? {
    let view =
      key.isDecoration
      ? collectionViewLayout.decorationClasses[key.kind].map { UIResponder.make($0) } : supplementaryView(for: key)
    guard let view else { return nil }
    arrangement.elements[key] = view
    if key.isDecoration { insertSubview(view, at: 0) } else { addSubview(view) }
    return view
  }

  /// The decorations and those supplementary views that are not headers or footers, in the order of their items.
  final func elements(areDecorations: Bool) -> [UIView] {
    arrangement.elements.filter { $0.key.isDecoration == areDecorations }.sorted {
      ($0.key.indexPath, $0.key.kind) < ($1.key.indexPath, $1.key.kind)
    }.map(\.value)
  }

  // MARK: - Pinned headers

  /// The start and the end of a section whose header the browser keeps visible while it scrolls.
  final func pinnedExtent(ofSection section: Int) -> (start: CGFloat, end: CGFloat)? {
    if let layout = collectionViewLayout as? UICollectionViewCompositionalLayout {
      return layout.pinnedExtent(ofSection: section)
    }
    guard let flowLayout, flowLayout.sectionHeadersPinToVisibleBounds, !isHorizontal else { return nil }
    return flowLayout.extent(ofSection: section)
  }

  /// Gives a header its size. The element around it covers its section, and the header sticks to the top there.
  private func layOutPinnedHeader(_ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes) {
    if view.layoutAttributes?.isEqual(attributes) != true {
      view.layoutAttributes = attributes.copy() as? UICollectionViewLayoutAttributes
      if !view.hasExactSize { view.setNeedsLayout() }
      view.setExactFrame(attributes.frame)
      if view.isHidden != attributes.isHidden { view.isHidden = attributes.isHidden }
      setNeedsRender()
      view.apply(attributes)
    }
    view.layoutSubtree()
  }

  /// Returns the CSS of the element around the pinned header of a section; nil if the header is not pinned.
  final func styleOfPinnedHeader(ofSection section: Int) -> String? {
    guard isPositionedByLayout, let (start, end) = pinnedExtent(ofSection: section) else { return nil }
    let attributes = supplement(ofKind: Self.elementKindSectionHeader, at: [section, 0])?.layoutAttributes
    let frame = attributes.map { mirrored($0.frame) }
    let width = frame.map { CSS.clampedRem($0.width) } ?? "100%"
    return
      "position:absolute;left:\(CSS.clampedRem(frame?.minX ?? 0));top:\(CSS.clampedRem(start));width:\(width);height:\(CSS.clampedRem(max(end - start, 0)));z-index:10;pointer-events:none;"
  }
}

/// What the layout object of a collection view did last.
struct ItemArrangement {
  /// The bounds for which the items were laid out.
  var bounds = CGRect.zero
  /// Whether the app assigned frames of views in a cell.
  var hasItemLaidOutByFrames = false
  /// The decorations, and the supplementary views other than headers and footers.
  var elements: [UICollectionView.ElementKey: UICollectionReusableView] = [:]
}
