internal import Foundation

// The layout object gives each view of a list its frame if the page is laid out. On a page that flows, the style sheet
// positions the views; a cell still has its size, as far as it is known, before it is laid out.

extension SectionedList {
  /// Whether the page is laid out, so that the layout object gives the views of the list their frames. A list with rows in which
  /// the app places views makes its page one. Without a window, a list is laid out if the app places it, or a view in it.
  final var isLaidOut: Bool {
    guard type(of: layout!) != UICollectionViewLayout.self else { return false }
    guard let root = nearest(where: { $0.parentReference == nil })?.takeUnretainedValue() else { return false }
    if root.asWindow != nil { return root.viewFlags.contains(.isFramed) || findsPlacedView() }
    return hasAssignedFrame || root.frameUse == .assigned || root.findsPlacedView()
  }

  /// Marks the list for a new arrangement, because a row came, went or wants to be laid out again.
  final func itemsNeedLayout() {
    guard !content.isArranging else { return }
    content.needsArrangement = true
    setNeedsLayout()
  }

  /// Gives the views of the list their sizes, and their frames if the page is laid out.
  final func arrangeItems() {
    let isLaidOut = isLaidOut
    let isNewKind = isLaidOut != arrangement.isLaidOut
    guard bounds.width > 0, !content.isArranging,
      content.needsArrangement || isNewKind || bounds != arrangement.bounds
    else { return }
    content.isArranging = true
    defer { content.isArranging = false }
    arrangement.isLaidOut = isLaidOut
    let isNewSize = isNewKind || bounds.size != arrangement.bounds.size
    prepareToArrange(isNewWidth: bounds.width != arrangement.bounds.width)
    invalidateLayoutOfNewItems()
    if isLaidOut {
      if isNewSize || arrangement.bounds != bounds && layout.shouldInvalidateLayout(forBoundsChange: bounds) {
        layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: bounds))
      }
      layOutItems()
    } else {
      layOutFlowingItems(isNewSize)
    }
    arrangement.bounds = bounds
    layOutOtherViews()
    let size = isLaidOut ? layout.collectionViewContentSize.sane : flowingContentSize
    if contentSize != size { contentSize = size }
    // The app scrolled before the row had its place. Until the first page it may get another one.
    if isLaidOut, scrollTarget != nil { if renderedLength == 0 { scrollToTarget() } else { scrollTarget = nil } }
    if isNewKind { setNeedsRender() }
    content.needsArrangement = false
  }

  /// Tells the layout object that there may be other items, which want other sizes.
  private func invalidateLayoutOfNewItems() {
    guard content.isUnknownToLayout else { return }
    content.isUnknownToLayout = false
    guard !layout.needsPreparation, arrangement.isLaidOut || layout.placesItems else { return }
    let context = layout.makeContext()
    context.invalidateEverything = true
    context.invalidateDataSourceCounts = true
    layout.invalidateLayout(with: context)
  }

  /// The area for which the layout is asked: the visible one, and the whole content.
  private var wholeContent: CGRect {
    CGRect(origin: .zero, size: layout.collectionViewContentSize.sane).union(bounds)
  }

  // MARK: - Rows that flow

  /// Gives the cells that have to be laid out their size, and lays them out.
  private func layOutFlowingItems(_ isNewSize: Bool) {
    forEachItem { cell, _ in
      guard isNewSize || cell.isLayoutDue else { return }
      cell.layoutAttributes = nil
      if !cell.hasAssignedFrame {
        cell.setFlowingFrame(CGRect(origin: cell.untransformedFrame.origin, size: flowingSize(of: cell)))
      }
      cell.layoutSubtree()
    }
    for view in content.sections.flatMap({ [$0.header, $0.footer] }) {
      guard let view, isNewSize || view.isLayoutDue else { continue }
      view.layoutAttributes = nil
      let height = view.untransformedFrame.height
      view.setFlowingFrame(CGRect(x: 0, y: 0, width: bounds.width, height: height > 0 ? height : 28))
      view.layoutSubtree()
    }
  }

  // MARK: - Views that the layout object positions

  /// Gives rows, supplementary views and decorations the frames of the layout. Views that size themselves may change it, so it
  /// is repeated a few times.
  private func layOutItems() {
    for round in 0..<4 {
      layout.prepareIfNeeded()
      let measures = round < 3
      var hasChanged = false
      // All of them first: a view that wants another size invalidates the layout.
      let elements = attributesOfElements
      let supplements = elements?.others ?? supplementsOfSections
      var cells: [(cell: UIView, attributes: UICollectionViewLayoutAttributes?)] = []
      forEachItem { cell, path in
        if elements == nil, isInPlace(cell, at: path) { return }
        cells.append((cell, elements?.items[path] ?? layout.layoutAttributesForItem(at: path)))
      }
      for (cell, attributes) in cells {
        guard let attributes else {
          hide(cell)
          continue
        }
        if layOut(cell, attributes, measures: measures) { hasChanged = true }
      }
      if layOutSupplements(supplements, measures: measures) { hasChanged = true }
      if !hasChanged { return }
    }
  }

  /// Whether a row that has not changed is where UIKit's own flow layout, or that of tables, puts it.
  private func isInPlace(_ cell: UIView, at indexPath: IndexPath) -> Bool {
    guard !cell.isLayoutDue, cell.hasAssignedFrame, let old = cell.layoutAttributes,
      cell.preferredSize != nil || !sizesItself(cell, old),
      let frame = (layout as? UICollectionViewFlowLayout)?.frameOfItem(at: indexPath)
    else { return false }
    return old.size == frame.size && old.indexPath == indexPath
      && old.center == CGPoint(x: frame.minX + frame.width / 2, y: frame.minY + frame.height / 2)
  }

  /// The attributes of all elements, by kind; nil if the frames of items are those of UIKit's own flow layout.
  private var attributesOfElements:
    (items: [IndexPath: UICollectionViewLayoutAttributes], others: [UICollectionViewLayoutAttributes])?
  {
    if layout is TableLayout || type(of: layout!) == UICollectionViewFlowLayout.self { return nil }
    var items: [IndexPath: UICollectionViewLayoutAttributes] = [:]
    var others: [UICollectionViewLayoutAttributes] = []
    for attributes in layout.layoutAttributesForElements(in: wholeContent) ?? [] {
      if attributes.representedElementCategory == .cell {
        items[attributes.indexPath] = attributes
      } else {
        others.append(attributes)
      }
    }
    return (items, others)
  }

  private var supplementsOfSections: [UICollectionViewLayoutAttributes] {
    content.sections.indices.flatMap { section in
      [Self.headerKind, Self.footerKind].compactMap {
        layout.layoutAttributesForSupplementaryView(ofKind: $0, at: IndexPath(item: 0, section: section))
      }
    }
  }

  /// Gives a view its frame, and asks it for its size where it decides about that. Returns whether that changes the layout.
  private func layOut(_ view: UIView, _ attributes: UICollectionViewLayoutAttributes, measures: Bool) -> Bool {
    let isDue =
      view.isLayoutDue || view.preferredSize == nil
      || attributes.hasFixedWidth && view.layoutAttributes?.size.width != attributes.size.width
    apply(attributes, to: view)
    if measures, isDue, sizesItself(view, attributes), changesLayout(view, attributes) { return true }
    view.layoutSubtree()
    return false
  }

  /// Asks a view for its size, and returns whether that changes the layout.
  private func changesLayout(_ view: UIView, _ attributes: UICollectionViewLayoutAttributes) -> Bool {
    let (bounds, center) = (view.bounds, view.center)
    // Many apps change the attributes that they are given, and return them.
    guard let given = attributes.copy() as? UICollectionViewLayoutAttributes else { return false }
    let preferred: UICollectionViewLayoutAttributes
    if let view = view as? UICollectionReusableView {
      preferred = view.preferredLayoutAttributesFitting(given)
    } else {
      given.size = view.fittingSize(of: given)
      preferred = given
    }
    // An app's cell may set its own size to measure its content.
    if view.bounds != bounds { view.bounds = bounds }
    if view.center != center { view.center = center }
    view.setNeedsLayout()  // measuring may have moved the content
    view.preferredSize = preferred.size.sane
    guard
      layout.shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
    else { return false }
    layout.invalidateLayout(
      with: layout.invalidationContext(forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes))
    return true
  }

  private func apply(_ attributes: UICollectionViewLayoutAttributes, to view: UIView) {
    let old = view.layoutAttributes
    guard old?.isEqual(attributes) != true || !view.hasAssignedFrame else { return }
    // Its content has been laid out for flowing, maybe in the same size.
    if !view.hasAssignedFrame { view.setNeedsLayout() }
    view.layoutAttributes = attributes.copy() as? UICollectionViewLayoutAttributes
    if let old, old.transform3D != CATransform3DIdentity {
      view.layer.transform = CATransform3DIdentity
    } else if view.transform != .identity {
      view.transform = .identity
    }
    view.setLaidOutFrame(mirrored(attributes.frame))
    if attributes.transform3D != CATransform3DIdentity { view.layer.transform = attributes.transform3D }
    if view.alpha != attributes.alpha, attributes.alpha.isFinite, !(layout is TableLayout) {
      view.alpha = attributes.alpha
    }
    if view.isHidden != attributes.isHidden { view.isHidden = attributes.isHidden }
    if old?.zIndex != attributes.zIndex { view.setNeedsRender() }
    (view as? UICollectionReusableView)?.apply(attributes)
  }

  final func mirrored(_ frame: CGRect) -> CGRect {
    guard layout.flipsHorizontallyInOppositeLayoutDirection, isRightToLeft else { return frame }
    let width = max(layout.collectionViewContentSize.sane.width, bounds.width)
    return CGRect(x: width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
  }

  /// Hides a view that the layout gives no attributes.
  private func hide(_ view: UIView) {
    view.layoutAttributes = nil
    if !view.isHidden { view.isHidden = true }
  }

  // MARK: - Supplementary views and decorations

  static var headerKind: String { UICollectionView.elementKindSectionHeader }
  static var footerKind: String { UICollectionView.elementKindSectionFooter }

  /// Gives supplementary views and decorations their frames. Returns whether the size of one changes the layout.
  private func layOutSupplements(_ all: [UICollectionViewLayoutAttributes], measures: Bool) -> Bool {
    var hasChanged = false
    var unused = arrangement.elements
    var laidOut: Set<ObjectIdentifier> = []
    for attributes in all.prefix(Self.maxElements) {
      guard let kind = attributes.representedElementKind else { continue }
      let isDecoration = attributes.representedElementCategory == .decorationView
      let key = ElementKey(kind: kind, indexPath: attributes.indexPath, isDecoration: isDecoration)
      guard let view = unused.removeValue(forKey: key) ?? headerOrFooter(key) ?? makeElement(key) else { continue }
      let isNewFrame = view.layoutAttributes?.frame != attributes.frame
      if layOut(view, attributes, measures: measures && !isDecoration) { hasChanged = true }
      if isNewFrame, pinnedExtent(of: key) != nil { setNeedsRender() }
      laidOut.insert(ObjectIdentifier(view))
    }
    for (key, view) in unused {
      arrangement.elements[key] = nil
      view.removeFromSuperview()
    }
    for view in content.sections.flatMap({ [$0.header, $0.footer] }) {
      if let view, !laidOut.contains(ObjectIdentifier(view)) { hide(view) }
    }
    return hasChanged
  }

  /// Returns the supplementary view of a kind that was made already.
  final func supplement(ofKind kind: String, at path: IndexPath) -> UIView? {
    let key = ElementKey(kind: kind, indexPath: path, isDecoration: false)
    if let view = arrangement.elements[key] { return view }
    guard path.count == 2, content.sections.indices.contains(path.section) else { return nil }
    let section = content.sections[path.section]
    return kind == Self.headerKind ? section.header : kind == Self.footerKind ? section.footer : nil
  }

  // A layout may return any number of decorations.
  private static var maxElements: Int { 20_000 }

  private func headerOrFooter(_ key: ElementKey) -> UIView? {
    guard !key.isDecoration, let section = key.indexPath.first, key.indexPath.dropFirst().allSatisfy({ $0 == 0 }),
      content.sections.indices.contains(section)
    else { return nil }
    let isHeader = key.kind == Self.headerKind
    guard isHeader || key.kind == Self.footerKind else { return nil }
    let known = isHeader ? content.sections[section].header : content.sections[section].footer
    if let known { return known }
    guard let view = makeSupplement(key.kind, at: key.indexPath) else { return nil }
    content.set(view, asHeader: isHeader, ofSection: section)
    addSubview(view)
    view.setPathName(ofItem: "section_\(section)_\(isHeader ? "header" : "footer")", in: self)
    setNeedsRender()
    return view
  }

  private func makeElement(_ key: ElementKey) -> UIView? {
    let view =
      key.isDecoration
      ? layout.decorationClasses[key.kind].map { UIResponder.make($0) } : makeSupplement(key.kind, at: key.indexPath)
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

  private func pinnedExtent(of key: ElementKey) -> (start: CGFloat, end: CGFloat)? {
    guard key.kind == Self.headerKind, !key.isDecoration, let section = key.indexPath.first else { return nil }
    return layout.pinnedExtent(ofSection: section)
  }

  /// Returns the CSS of the element around the pinned header of a section; nil if the header is not pinned. That element covers
  /// the section, and the header sticks to the top there.
  final func styleOfPinnedHeader(ofSection section: Int) -> String? {
    guard isLaidOut, let (start, end) = layout.pinnedExtent(ofSection: section) else { return nil }
    let frame = supplement(ofKind: Self.headerKind, at: [section, 0])?.untransformedFrame
    let width = frame.map { CSS.clampedRem($0.width) } ?? "100%"
    return
      "position:absolute;left:\(CSS.clampedRem(frame?.minX ?? 0));top:\(CSS.clampedRem(start));width:\(width);height:\(CSS.clampedRem(max(end - start, 0)));z-index:10;pointer-events:none;"
  }

  // MARK: - Markup and scrolling

  /// Writes the button that refreshes a list that is laid out: above the content, whose views have frames.
  final func renderRefreshControl(into html: HTMLRenderer) {
    if isLaidOut, let refreshControl { html.render(refreshControl) }
  }

  /// Scrolls to a row. Where rows flow, the browser scrolls the page to the row when it shows it, and chooses the position; this
  /// lasts until the app scrolls to another row, or the row is gone.
  final func scroll(to cell: UIView?, at position: UICollectionView.ScrollPosition, animated: Bool) {
    let old = scrollTarget
    (scrollTarget, scrollPosition) = (cell, position)
    if scrollsByItself, cell != nil {
      updateFrames()
      if scrollToTarget(animated: animated) {
        if renderedLength > 0 { scrollTarget = nil }
        return
      }
    }
    countScroll()
    guard scrollTarget !== old else { return }
    old?.setNeedsRender()
    scrollTarget?.setNeedsRender()
  }

  /// Sets the offset at which the row is visible to which the app scrolled, if the list scrolls by itself and knows the row's place.
  @discardableResult private func scrollToTarget(animated: Bool = false) -> Bool {
    guard let scrollTarget, scrollsByItself, bounds.height > 0, scrollTarget.layoutAttributes != nil else {
      return false
    }
    setContentOffset(offset(showing: scrollTarget.untransformedFrame, at: scrollPosition), animated: animated)
    return true
  }

  private var scrollsByItself: Bool { hasAssignedFrame && isLaidOut }

  /// The cell that the browser scrolls to when it shows the page; nil if the list has an offset.
  final var targetOfBrowser: UIView? { scrollTarget.flatMap { scrollsByItself ? nil : $0 } }

  /// Returns the offset at which an area of the content is at a position of the visible area.
  private func offset(showing frame: CGRect, at position: UICollectionView.ScrollPosition) -> CGPoint {
    let (inset, room, content, current) = (adjustedContentInset, bounds.size, contentSize, contentOffset)
    func clamped(_ offset: CGFloat, _ length: CGFloat, _ room: CGFloat, _ lead: CGFloat, _ trail: CGFloat) -> CGFloat {
      min(max(offset, -lead), max(length + trail - room, -lead))
    }
    var offset = current
    if position.contains(.top) { offset.y = frame.minY - inset.top }
    if position.contains(.centeredVertically) { offset.y = frame.midY - room.height / 2 }
    if position.contains(.bottom) { offset.y = frame.maxY - room.height + inset.bottom }
    if position.contains(.left) { offset.x = frame.minX - inset.left }
    if position.contains(.centeredHorizontally) { offset.x = frame.midX - room.width / 2 }
    if position.contains(.right) { offset.x = frame.maxX - room.width + inset.right }
    if position.isEmpty {
      if frame.maxY > current.y + room.height - inset.bottom { offset.y = frame.maxY - room.height + inset.bottom }
      if frame.minY < current.y + inset.top { offset.y = frame.minY - inset.top }
      if frame.maxX > current.x + room.width - inset.right { offset.x = frame.maxX - room.width + inset.right }
      if frame.minX < current.x + inset.left { offset.x = frame.minX - inset.left }
    }
    return CGPoint(
      x: clamped(offset.x, content.width, room.width, inset.left, inset.right),
      y: clamped(offset.y, content.height, room.height, inset.top, inset.bottom))
  }

  /// Lays the rows out if that is due.
  final func updateFrames() {
    loadIfNeeded()
    // A row that is being measured may ask where rows are.
    guard !content.isArranging else { return }
    if content.needsArrangement || viewFlags.contains(.needsLayout) { layoutIfNeeded() }
  }
}

/// A supplementary view or decoration of a layout.
struct ElementKey: Hashable {
  let kind: String
  let indexPath: IndexPath
  let isDecoration: Bool
}

/// What a list laid out last.
struct ListArrangement {
  /// The bounds for which the rows were laid out.
  var bounds = CGRect.zero
  /// Whether the layout object gave the rows their frames.
  var isLaidOut = false
  /// The decorations, and the supplementary views other than headers and footers.
  var elements: [ElementKey: UIView] = [:]
}

// MARK: - Views in lists

extension UIView {
  private struct Placement: RarePropertyGroup {
    var attributes: UICollectionViewLayoutAttributes?
    var preferredSize: CGSize?
  }

  /// The attributes that the layout of a list gave the view last; nil if it flows.
  final var layoutAttributes: UICollectionViewLayoutAttributes? {
    get { rareProperties.box(of: Placement.self)?.properties.attributes }
    set {
      if newValue == nil, rareProperties.box(of: Placement.self) == nil { return }
      rareProperties[Placement.self].attributes = newValue
    }
  }

  /// The size that the view asked for when a list measured it.
  final var preferredSize: CGSize? {
    get { rareProperties.box(of: Placement.self)?.properties.preferredSize }
    set {
      if newValue == nil, rareProperties.box(of: Placement.self) == nil { return }
      rareProperties[Placement.self].preferredSize = newValue
    }
  }

  /// Returns the size that fits the view in a list, given the attributes of the layout.
  final func fittingSize(of attributes: UICollectionViewLayoutAttributes) -> CGSize {
    systemLayoutSizeFitting(
      attributes.size,
      withHorizontalFittingPriority: attributes.hasFixedWidth ? .required : .fittingSizeLevel,
      verticalFittingPriority: attributes.hasFixedHeight ? .required : .fittingSizeLevel)
  }

  /// Whether a layout of the view or of its subviews is due.
  final var isLayoutDue: Bool { !viewFlags.isDisjoint(with: [.needsLayout, .subtreeNeedsLayout]) }

  /// Lays out the background view behind the rows of a list that has a frame.
  final func layOutListBackground(_ view: UIView?) {
    guard let view, hasAssignedFrame else { return }
    view.setLaidOutFrame(CGRect(origin: .zero, size: untransformedFrame.size))
    if view.layer.zPosition != -1 { view.layer.zPosition = -1 }
  }
}
