internal import Foundation

// The list gives its views the frames of the layout object's arrangement if the page is laid out. On a page that flows, the style
// sheet positions the views; a cell still has its size, as far as it is known, before it is laid out.

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
    let isNewKind = isLaidOut != applied.hasFrames
    guard bounds.width > 0, !content.isArranging,
      content.needsArrangement || isNewKind || bounds != applied.bounds
    else { return }
    content.isArranging = true
    defer { content.isArranging = false }
    applied.hasFrames = isLaidOut
    let isNewSize = isNewKind || bounds.size != applied.bounds.size
    prepareToArrange(isNewWidth: bounds.width != applied.bounds.width)
    invalidateLayoutOfNewItems()
    if isLaidOut {
      if isNewSize || applied.bounds != bounds && layout.shouldInvalidateLayout(forBoundsChange: bounds) {
        layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: bounds))
      }
      layOutItems()
      if estimateRows() {
        layout.invalidateLayout()
        layOutItems()
      }
    } else {
      layOutFlowingItems(isNewSize)
    }
    applied.bounds = bounds
    layOutOtherViews()
    let size = isLaidOut ? layout.collectionViewContentSize.sane : flowingContentSize
    if contentSize != size { contentSize = size }
    // The app scrolled before the row had its place. Until the first page it may get another one.
    if scrollsByItself, scrollTarget != nil { if renderedLength == 0 { scrollToTarget() } else { scrollTarget = nil } }
    if isNewKind { setNeedsRender() }
    content.needsArrangement = false
  }

  /// Tells the layout object that there may be other items, which want other sizes.
  private func invalidateLayoutOfNewItems() {
    guard content.isUnknownToLayout else { return }
    content.isUnknownToLayout = false
    guard !layout.needsPreparation, applied.hasFrames || layout.placesItems else { return }
    let context = layout.makeContext()
    context.invalidateEverything = true
    context.invalidateDataSourceCounts = true
    layout.invalidateLayout(with: context)
  }

  /// The area for which the layout is asked: the visible one, and the content for which there are cells.
  private var askedContent: CGRect {
    (areaOfWindow ?? CGRect(origin: .zero, size: layout.collectionViewContentSize.sane)).union(bounds)
  }

  // MARK: - Rows that flow

  /// Gives the cells that have to be laid out their size, and lays them out.
  private func layOutFlowingItems(_ isNewSize: Bool) {
    forEachRow { _, cell, path in
      guard isNewSize || cell.isLayoutDue else { return }
      cell.layoutAttributes = nil
      if !cell.hasAssignedFrame {
        let size = layout.flowingSize(of: cell, at: path)
        cell.setFlowingFrame(CGRect(origin: cell.untransformedFrame.origin, size: size))
      }
      cell.layoutSubtree()
    }
    for view in content.boundaries {
      guard isNewSize || view.isLayoutDue else { continue }
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
    var measured: Set<ObjectIdentifier> = []
    for round in 0..<4 {
      layout.prepareIfNeeded()
      let measures = round < 3
      var hasChanged = false
      // All of them first: a view that wants another size invalidates the layout.
      let elements = layout.isArranged ? nil : attributesOfElements
      let others = elements?.others ?? layout.attributesOfOthers
      var rows: [(row: ListRow, cell: ListItemView, attributes: UICollectionViewLayoutAttributes?)] = []
      forEachRow { row, cell, path in
        if elements == nil, isInPlace(row, cell, at: path) { return }
        rows.append((row, cell, elements?.items[path] ?? layout.layoutAttributesForItem(at: path)))
      }
      for (row, cell, attributes) in rows {
        guard let attributes else {
          hide(cell)
          continue
        }
        if layOut(cell, attributes, of: row, measures: measures, &measured) { hasChanged = true }
      }
      if layOutSupplements(others, measures: measures, &measured) { hasChanged = true }
      if !hasChanged { return }
    }
  }

  /// Whether a row that has not changed is where the arrangement puts it.
  private func isInPlace(_ row: ListRow, _ cell: ListItemView, at indexPath: IndexPath) -> Bool {
    guard !cell.isLayoutDue, cell.hasAssignedFrame, let old = cell.layoutAttributes,
      row.measuredSize != nil || !sizesItself(cell, old), let item = layout.arrangement?[indexPath]
    else { return false }
    let frame = item.frame
    return old.size == frame.size && old.indexPath == indexPath && old.zIndex == item.zIndex && old.fixes == item.fixes
      && old.center == CGPoint(x: frame.minX + frame.width / 2, y: frame.minY + frame.height / 2)
  }

  /// The attributes of all elements, as a class of the app gives them.
  private var attributesOfElements:
    (items: [IndexPath: UICollectionViewLayoutAttributes], others: [UICollectionViewLayoutAttributes])
  {
    var items: [IndexPath: UICollectionViewLayoutAttributes] = [:]
    var others: [UICollectionViewLayoutAttributes] = []
    for attributes in layout.layoutAttributesForElements(in: askedContent) ?? [] {
      if attributes.representedElementCategory == .cell {
        items[attributes.indexPath] = attributes
      } else {
        others.append(attributes)
      }
    }
    return (items, others)
  }

  /// Gives a view its frame, and asks it for its size where it decides about that. Returns whether that changes the layout.
  ///
  /// - Parameter measured: The views that were asked in this layout, which are asked again only in another width.
  private func layOut(
    _ view: UIView, _ attributes: UICollectionViewLayoutAttributes, of row: ListRow? = nil, measures: Bool,
    _ measured: inout Set<ObjectIdentifier>
  ) -> Bool {
    let isDue =
      view.isLayoutDue && !measured.contains(ObjectIdentifier(view))
      || (row == nil ? view.preferredSize : row?.measuredSize) == nil
      || attributes.fixes.width && view.layoutAttributes?.size.width != attributes.size.width
    apply(attributes, to: view)
    if measures, isDue, sizesItself(view, attributes) {
      measured.insert(ObjectIdentifier(view))
      if changesLayout(view, attributes, of: row) { return true }
    }
    view.layoutSubtree()
    return false
  }

  /// Asks a view for its size, and returns whether that changes the layout.
  private func changesLayout(
    _ view: UIView, _ attributes: UICollectionViewLayoutAttributes, of row: ListRow?
  ) -> Bool {
    let (bounds, center) = (view.bounds, view.center)
    // Many apps change the attributes that they are given, and return them.
    guard let given = attributes.copy(with: nil) as? UICollectionViewLayoutAttributes else { return false }
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
    if let row { row.measuredSize = preferred.size.sane } else { view.preferredSize = preferred.size.sane }
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
    view.layoutAttributes = attributes.copy(with: nil) as? UICollectionViewLayoutAttributes
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
  private func layOutSupplements(
    _ all: [UICollectionViewLayoutAttributes], measures: Bool, _ measured: inout Set<ObjectIdentifier>
  ) -> Bool {
    var hasChanged = false
    var unused = applied.elements
    var laidOut: Set<ObjectIdentifier> = []
    let area = areaOfWindow
    for attributes in all.prefix(Self.maxElements) {
      guard let kind = attributes.representedElementKind, area.map({ isShown(attributes, in: $0) }) != false else {
        continue
      }
      let isDecoration = attributes.representedElementCategory == .decorationView
      let key = ElementKey(kind: kind, indexPath: attributes.indexPath, isDecoration: isDecoration)
      guard let view = unused.removeValue(forKey: key) ?? headerOrFooter(key) ?? makeElement(key) else { continue }
      let isNewFrame = view.layoutAttributes?.frame != attributes.frame
      if layOut(view, attributes, measures: measures && !isDecoration, &measured) { hasChanged = true }
      if isNewFrame, pinnedExtent(of: key) != nil { setNeedsRender() }
      laidOut.insert(ObjectIdentifier(view))
    }
    for (key, view) in unused {
      applied.elements[key] = nil
      view.removeFromSuperview()
    }
    for view in content.boundaries where !laidOut.contains(ObjectIdentifier(view)) { hide(view) }
    return hasChanged
  }

  /// Whether a supplementary view or decoration belongs to the rows that have cells.
  private func isShown(_ attributes: UICollectionViewLayoutAttributes, in area: CGRect) -> Bool {
    let path = attributes.indexPath
    if path.count == 2, [Self.headerKind, Self.footerKind].contains(attributes.representedElementKind) {
      return content.shownSections.contains(path.section)
    }
    return path.count < 2 || attributes.frame.intersects(area)
  }

  /// Returns the supplementary view of a kind that was made already.
  final func supplement(ofKind kind: String, at path: IndexPath) -> UIView? {
    let key = ElementKey(kind: kind, indexPath: path, isDecoration: false)
    if let view = applied.elements[key] { return view }
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
    applied.elements[key] = view
    if key.isDecoration { insertSubview(view, at: 0) } else { addSubview(view) }
    return view
  }

  /// The decorations, in the order of their items.
  final var decorations: [UIView] {
    applied.elements.filter(\.key.isDecoration).sorted {
      ($0.key.indexPath, $0.key.kind) < ($1.key.indexPath, $1.key.kind)
    }.map(\.value)
  }

  // MARK: - Pinned headers

  private func pinnedExtent(of key: ElementKey) -> (start: CGFloat, end: CGFloat)? {
    guard key.kind == Self.headerKind, !key.isDecoration, let section = key.indexPath.first else { return nil }
    return layout.pinnedExtent(ofSection: section)
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
struct AppliedLayout {
  /// The bounds for which the rows were laid out.
  var bounds = CGRect.zero
  /// Whether the rows have the frames of the arrangement.
  var hasFrames = false
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

  /// The size that a header, a footer or another supplementary view asked for when a list measured it.
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
      withHorizontalFittingPriority: attributes.fixes.width ? .required : .fittingSizeLevel,
      verticalFittingPriority: attributes.fixes.height ? .required : .fittingSizeLevel)
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
