public import Foundation

/// A list of items, each in a cell.
///
/// The items come from `dataSource`. All of them are in the page, so there is a cell for each. A cell stays with its
/// item until the item is gone.
///
/// The layout object decides where items are if the page is laid out. On a page that flows, the style sheet does.
open class UICollectionView: SectionedList {
  public typealias ScrollDirection = UICollectionViewScrollDirection

  /// The position of an item after scrolling. The browser chooses it; an empty set in `selectItem` means not to scroll.
  public struct ScrollPosition: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let top = ScrollPosition(rawValue: 1 << 0)
    public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
    public static let bottom = ScrollPosition(rawValue: 1 << 2)
    public static let left = ScrollPosition(rawValue: 1 << 3)
    public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    public static let right = ScrollPosition(rawValue: 1 << 5)
  }

  public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  /// The cells of a list without a data source, in sections.
  @exclusivity(unchecked) package final var ownCells: [[UICollectionViewCell]] = [] {
    didSet {
      content.needsArrangement = true
      layout.needsPreparation = true
      setNeedsLayout()
    }
  }
  /// Returns the size of an item of a list without a data source. Nil if its items have the size that the layout gives.
  package final var sizeOfOwnItem: ((IndexPath) -> CGSize)?

  /// Called when a cell of a list without a data source shows another model.
  package final func ownItemDidChange(_ cell: UICollectionViewCell) {
    if arrangement.isLaidOut { cell.setNeedsLayout() }
  }

  /// Called after the models of a list without a data source changed.
  package final func ownItemsDidChange() {
    if arrangement.isLaidOut { layout.invalidateLayout() }
  }
  final var cellClasses: [String: UICollectionViewCell.Type] = [:]
  final var supplementClasses: [String: UICollectionReusableView.Type] = [:]

  /// The layout. If it changes, all items are loaded again.
  public final var collectionViewLayout: UICollectionViewLayout {
    get { layout }
    set {
      layout = newValue
      newValue.needsPreparation = true
      arrangement.bounds = .zero
      layoutDidChange()
      itemsNeedLayout()
    }
  }

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    super.init(frame: frame)
    self.layout = layout
  }

  public required init?(coder: NSCoder) { nil }
  override public convenience init(frame: CGRect) {
    self.init(frame: frame, collectionViewLayout: UICollectionViewFlowLayout())
  }

  public final func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
    collectionViewLayout = layout
  }

  public final func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)?
  ) {
    collectionViewLayout = layout
    completion?(true)
  }

  final func layoutDidChange() {
    if hasSource { setNeedsReload() } else { setNeedsRender() }
  }

  /// Marks the items for a new arrangement, or for a new rendering if they flow.
  override final func layoutWasInvalidated() {
    if arrangement.isLaidOut || layout.placesItems { itemsNeedLayout() } else { layoutDidChange() }
  }

  final var flowLayout: UICollectionViewFlowLayout? { layout as? UICollectionViewFlowLayout }

  // MARK: - Items

  /// Provides the items. The list asks it when it is laid out, or when the app asks the list for an item. Not retained.
  public final weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { if dataSource !== oldValue { setNeedsReload() } }
  }

  final var collectionDelegate: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }

  override package final func delegateDidChange() {
    if hasSource { setNeedsReload() } else { setNeedsRenderOfRows() }
  }

  /// Asks the data source for everything again, and clears the selection.
  open func reloadData() { if hasSource { setNeedsReload() } }

  override open func layoutSubviews() {
    super.layoutSubviews()
    loadIfNeeded()
    displayItems()
    arrangeItems()
  }

  override final func layOutOtherViews() { if isLaidOut { layOutListBackground(backgroundView) } }

  /// Calls `prepare()` of an app's own flow layout, which may compute the size of items that flow.
  override final func prepareToArrange(isNewWidth: Bool) {
    guard !arrangement.isLaidOut, hasSource, let flowLayout, type(of: flowLayout) != UICollectionViewFlowLayout.self
    else { return }
    let old = flowLayout.assignedItemSize
    flowLayout.prepareIfNeeded()
    guard flowLayout.assignedItemSize != old else { return }
    forEachItem { cell, path in (cell as? UICollectionViewCell)?.itemSize = size(ofItemAt: path) }
    setNeedsRender()
  }

  /// About the size, without measuring the items.
  override final var flowingContentSize: CGSize {
    let count = CGFloat((0..<numberOfSections).reduce(0) { $0 + numberOfItems(inSection: $1) })
    let length = count * 44 + max(count - 1, 0) * (flowLayout?.minimumLineSpacing ?? 0)
    return isHorizontal
      ? CGSize(width: length, height: bounds.height) : CGSize(width: bounds.width, height: length.saneLength)
  }

  override final func flowingSize(of cell: UIView) -> CGSize {
    let width = max(bounds.width - (flowLayout.map { $0.sectionInset.left + $0.sectionInset.right } ?? 0), 0)
    if let size = (cell as? UICollectionViewCell)?.itemSize?.size {
      return CGSize(width: min(size.width, width), height: size.height)
    }
    return CGSize(width: width, height: max(cell.untransformedFrame.height, 44))
  }

  override final func sizesItself(_ view: UIView, _ attributes: UICollectionViewLayoutAttributes) -> Bool {
    if let flowLayout { return flowLayout.isSelfSizing && attributes.representedElementCategory == .cell }
    return !attributes.hasFixedWidth || !attributes.hasFixedHeight
  }

  private func displayItems() {
    guard let collectionDelegate, content.hasUndisplayedRows else { return }
    forEachUndisplayedRow { view, path in
      if let cell = view as? UICollectionViewCell {
        collectionDelegate.collectionView(self, willDisplay: cell, forItemAt: path)
      }
    }
  }

  /// Calls a function with each cell and its index path.
  override final func forEachItem(_ body: (UIView, IndexPath) -> Void) {
    if hasSource || !content.sections.isEmpty { return super.forEachItem(body) }
    for (section, cells) in ownCells.enumerated() {
      for (item, cell) in cells.enumerated() { body(cell, IndexPath(item: item, section: section)) }
    }
  }

  /// Returns the size that the delegate or the model of the item gives an item; nil if the layout or its content decides.
  final func givenSize(ofItemAt indexPath: IndexPath, _ layout: UICollectionViewFlowLayout) -> CGSize? {
    if let delegate = delegate as? any UICollectionViewDelegateFlowLayout {
      let size = delegate.collectionView(self, layout: layout, sizeForItemAt: indexPath)
      if size != UICollectionViewFlowLayout.ungivenSize, size.width < UICollectionViewFlowLayout.automaticSize.width {
        return size
      }
    }
    return sizeOfOwnItem?(indexPath)
  }

  override public final var numberOfSections: Int {
    loadIfNeeded()
    if !hasSource, !ownCells.isEmpty { return ownCells.count }
    return content.sections.count
  }

  override final func numberOfRows(ofSection section: Int) -> Int { numberOfItems(inSection: section) }

  public final func numberOfItems(inSection section: Int) -> Int {
    loadIfNeeded()
    if !hasSource, !ownCells.isEmpty { return ownCells.indices.contains(section) ? ownCells[section].count : 0 }
    return content.sections.indices.contains(section) ? content.sections[section].rows.count : 0
  }

  public final func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    loadIfNeeded()
    if !hasSource, !ownCells.isEmpty {
      guard indexPath.count == 2, ownCells.indices.contains(indexPath.section),
        ownCells[indexPath.section].indices.contains(indexPath.item)
      else { return nil }
      return ownCells[indexPath.section][indexPath.item]
    }
    return content[indexPath]?.cell as? UICollectionViewCell
  }

  public final func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    loadIfNeeded()
    if !hasSource, !ownCells.isEmpty {
      for (section, cells) in ownCells.enumerated() {
        if let item = cells.firstIndex(where: { $0 === cell }) { return IndexPath(item: item, section: section) }
      }
    }
    return content.indexPath(of: cell)
  }

  /// All cells. On iOS these are only the cells on the screen; here every item is in the page.
  public final var visibleCells: [UICollectionViewCell] {
    loadIfNeeded()
    if !hasSource, !ownCells.isEmpty { return ownCells.flatMap(\.self) }
    return content.sections.flatMap(\.rows).compactMap { $0.cell as? UICollectionViewCell }
  }

  /// The index paths of all items: every item is in the page.
  public final var indexPathsForVisibleItems: [IndexPath] {
    (0..<numberOfSections).flatMap { section in
      (0..<numberOfItems(inSection: section)).map { IndexPath(item: $0, section: section) }
    }
  }

  /// Returns the supplementary view of a kind at an index path, such as the header of a section; nil if none was made.
  public final func supplementaryView(forElementKind kind: String, at indexPath: IndexPath) -> UICollectionReusableView?
  {
    loadIfNeeded()
    return supplement(ofKind: kind, at: indexPath) as? UICollectionReusableView
  }

  /// A view above the items, such as a text for an empty list. On iOS it is behind the items.
  public final var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      if oldValue?.superview === self { oldValue?.removeFromSuperview() }
      if let backgroundView { insertSubview(backgroundView, at: refreshControl == nil ? 0 : 1) }
    }
  }

  override final var otherViews: (before: [UIView], after: [UIView]) {
    let decorations = arrangement.elements.isEmpty ? [] : elements(areDecorations: true)
    let before = [refreshControl, backgroundView].compactMap(\.self) + decorations
    let known = Set((before + content.views).map(ObjectIdentifier.init))
    return (before, subviews.filter { !known.contains(ObjectIdentifier($0)) })
  }

  /// Ends a batch. A layout learns about changes of items only, not of sections.
  override final func endChange() {
    let changes = content.openBatches == 1 ? content.updates.items : []
    let layout = collectionViewLayout
    if !changes.isEmpty { layout.prepare() }
    super.endChange()
    layout.callUpdateMethods(for: changes)
  }

  // MARK: - The data source

  override final var hasSource: Bool { dataSource != nil }
  override final func rowsDidChange() {
    // The data source is asked again for the views beside the items. Decorations need no data.
    for (key, view) in arrangement.elements where !key.isDecoration {
      arrangement.elements[key] = nil
      view.removeFromSuperview()
    }
    setNeedsRender()
  }

  override final func sourceSectionCount() -> Int { dataSource?.numberOfSections(in: self) ?? 0 }

  override final func sourceRowCount(inSection section: Int) -> Int {
    dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
  }

  override final func sourceIdentity(at indexPath: IndexPath) -> String? {
    dataSource?.collectionView(self, identityForItemAt: indexPath)
  }

  override final func sourceIdentity(ofSection section: Int) -> String? {
    (dataSource as? any SectionIdentifying)?.identity(ofSection: section)
  }

  override final func makeCell(at indexPath: IndexPath) -> UIView {
    let cell = dataSource?.collectionView(self, cellForItemAt: indexPath) ?? UICollectionViewCell()
    cell.itemSize = size(ofItemAt: indexPath)
    cell.preferredSize = nil
    return cell
  }

  override final func setHeaderAndFooter(of section: inout ListSection, at index: Int) {
    if let list = listConfiguration {
      let size = CGSize(width: 1, height: 1)
      section.header = supplement(
        Self.elementKindSectionHeader, list.headerMode == .supplementary ? size : .zero, index, reusing: section.header)
      section.footer = supplement(
        Self.elementKindSectionFooter, list.footerMode == .supplementary ? size : .zero, index, reusing: section.footer)
      return
    }
    guard let flow = flowLayout else { return }
    section.header = supplement(
      Self.elementKindSectionHeader, referenceSize(ofHeaderInSection: index, flow), index, reusing: section.header)
    section.footer = supplement(
      Self.elementKindSectionFooter, referenceSize(ofFooterInSection: index, flow), index, reusing: section.footer)
  }

  final func referenceSize(ofHeaderInSection section: Int, _ layout: UICollectionViewFlowLayout) -> CGSize {
    (delegate as? any UICollectionViewDelegateFlowLayout)?.collectionView(
      self, layout: layout, referenceSizeForHeaderInSection: section) ?? layout.headerReferenceSize
  }

  final func referenceSize(ofFooterInSection section: Int, _ layout: UICollectionViewFlowLayout) -> CGSize {
    (delegate as? any UICollectionViewDelegateFlowLayout)?.collectionView(
      self, layout: layout, referenceSizeForFooterInSection: section) ?? layout.footerReferenceSize
  }

  private func supplement(_ kind: String, _ size: CGSize, _ section: Int, reusing old: UIView?) -> UIView? {
    guard size.width > 0 || size.height > 0 else { return nil }
    content.reusableView = old
    return makeSupplement(kind, at: IndexPath(item: 0, section: section))
  }

  override final func makeSupplement(_ kind: String, at indexPath: IndexPath) -> UIView? {
    defer { content.reusableView = nil }
    return dataSource?.collectionView(self, viewForSupplementaryElementOfKind: kind, at: indexPath)
  }

  // MARK: - Editing

  /// Whether the list is in editing mode, in which accessories for editing are shown. Default: false.
  open var isEditing = false {
    didSet {
      guard isEditing != oldValue else { return }
      for cell in visibleCells {
        cell.setNeedsUpdateConfiguration()
        cell.setNeedsRender()
      }
    }
  }

  // MARK: - Selection

  /// The effect of a tap on a cell in a list without a data source; nil if its cells cannot be tapped.
  package final var didTapCell: ((UICollectionViewCell) -> Void)? {
    didSet { if (didTapCell == nil) != (oldValue == nil) { setNeedsRenderOfRows() } }
  }

  /// Returns whether a cell can be tapped.
  final func acceptsTap(on cell: UICollectionViewCell) -> Bool {
    if didTapCell != nil { return true }
    guard hasSource, allowsSelection || allowsMultipleSelection, let path = content.indexPath(of: cell) else {
      return false
    }
    guard let collectionDelegate else { return allowsMultipleSelection || isSelectionAllowed == true }
    return collectionDelegate.collectionView(self, shouldHighlightItemAt: path)
      && collectionDelegate.collectionView(self, shouldSelectItemAt: path)
  }

  /// Performs a tap on a cell: selects or deselects its item, and calls the delegate.
  final func tap(_ cell: UICollectionViewCell) {
    if let didTapCell { return didTapCell(cell) }
    guard let path = indexPath(for: cell) else { return }
    if content[path]?.isSelected == true {
      if allowsMultipleSelection { deselectByTap(path) }
      return
    }
    if !allowsMultipleSelection {
      for other in content.selectedIndexPaths where other != path { deselectByTap(other) }
    }
    setSelected(true, at: path)
    collectionDelegate?.collectionView(self, didSelectItemAt: path)
  }

  private func deselectByTap(_ indexPath: IndexPath) {
    if let collectionDelegate, !collectionDelegate.collectionView(self, shouldDeselectItemAt: indexPath) { return }
    setSelected(false, at: indexPath)
    collectionDelegate?.collectionView(self, didDeselectItemAt: indexPath)
  }

  /// The selected items; empty if there are none.
  public final var indexPathsForSelectedItems: [IndexPath]? {
    selectedRows
  }

  /// Selects an item without calling the delegate. If `indexPath` is nil, deselects all items.
  public final func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    select(indexPath)
    if let indexPath, !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
  }

  /// Deselects an item without calling the delegate.
  public final func deselectItem(at indexPath: IndexPath, animated: Bool) { deselect(indexPath) }

  /// Scrolls to an item. If the collection view and its items have frames, it sets the content offset. Else the browser
  /// scrolls the page to the item when it shows it; this lasts until the app scrolls to another item, or the item is gone.
  public final func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    scroll(to: cellForItem(at: indexPath), at: scrollPosition, animated: animated)
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { isPlainList ? "ul" : "div" }

  override package var isScrollable: Bool {
    guard isScrollEnabled else { return false }
    if hasAssignedFrame { return super.isScrollable || !isLaidOut }
    return isPagingEnabled || isHorizontal
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    super.renderAttributes(into: html)
    if isHorizontal { html.write(" data-horizontal") }
    guard let listConfiguration else { return }
    html.write(attribute: "data-style", "\(listConfiguration.tableStyle)")
    if !listConfiguration.showsSeparators { html.write(" data-unseparated") }
  }

  override open func renderContent(into html: HTMLRenderer) {
    if isPlainList {
      super.renderContent(into: html)
    } else if isLaidOut {
      renderRefreshControl(into: html)
      renderScrolledContent(into: html, style: listConfiguration?.tableStyle) { renderSections(into: html) }
    } else {
      renderSections(into: html)
    }
  }

  /// Scrolling in the directions in which the content is larger. The scroll bar of one direction makes no other necessary.
  private var overflow: String {
    guard hasAssignedFrame, isScrollEnabled else { return "" }
    let (size, room, inset) = (contentSize, bounds.size, shownInset)
    let scrollsAcross = size.width + inset.left + inset.right > room.width
    let scrollsDown = size.height + inset.top + inset.bottom > room.height
    return "overflow:\(scrollsAcross ? "auto" : "hidden") \(scrollsDown ? "auto" : "hidden");"
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if isPlainList { css += listStyle(ofSection: 0) }
    if let color = listConfiguration?.backgroundColor, backgroundColor == nil {
      css.declare("background-color", color.css)
    }
    // Decorations can be behind the items, but not behind the list.
    if isLaidOut { css += "display:block;isolation:isolate;" + overflow }
  }
}
