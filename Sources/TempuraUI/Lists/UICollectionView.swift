public import Foundation

/// A list of items, each in a cell.
///
/// The items come from `dataSource`. All of them are in the page, so there is a cell for each. A cell stays with its
/// item until the item is gone.
///
/// The layout object decides where items are if the app lays them out by frames: if it assigns the frame of the collection
/// view and gives items a size, if its cells assign frames of their subviews, or if the layout is the app's own and not a
/// flow layout. In other collection views the items flow, and the style sheet positions them.
open class UICollectionView: UIScrollView, SectionedList {
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

  @exclusivity(unchecked) final var content = ListContent()
  @exclusivity(unchecked) final var arrangement = ItemArrangement()
  /// Whether the layout object positions the items, and not the style sheet.
  final var isPositionedByLayout = false

  /// The cells of a list without a data source, in sections.
  @exclusivity(unchecked) package final var ownCells: [[UICollectionViewCell]] = [] {
    didSet {
      content.needsArrangement = true
      collectionViewLayout.needsPreparation = true
      setNeedsLayout()
    }
  }
  /// Returns the size of an item of a list without a data source. Nil if its items have the size that the layout gives.
  package final var sizeOfOwnItem: ((IndexPath) -> CGSize)?

  /// Called when a cell of a list without a data source shows another model.
  package final func ownItemDidChange(_ cell: UICollectionViewCell) {
    if isPositionedByLayout { cell.setNeedsLayout() }
  }

  /// Called after the models of a list without a data source changed.
  package final func ownItemsDidChange() {
    if isPositionedByLayout { collectionViewLayout.invalidateLayout() }
  }
  final var cellClasses: [String: UICollectionViewCell.Type] = [:]
  final var supplementClasses: [String: UICollectionReusableView.Type] = [:]
  /// The cell that the browser scrolls to when it shows the page.
  final weak var scrollTarget: UICollectionViewCell?

  /// The layout. If it changes, all items are loaded again.
  public final var collectionViewLayout: UICollectionViewLayout {
    didSet {
      if oldValue !== collectionViewLayout { oldValue.collectionView = nil }
      collectionViewLayout.collectionView = self
      collectionViewLayout.needsPreparation = true
      arrangement.bounds = .zero
      layoutDidChange()
      itemsNeedLayout()
    }
  }

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    layout.collectionView = self
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
  final func layoutWasInvalidated() {
    if isPositionedByLayout || flowLayout == nil { itemsNeedLayout() } else { layoutDidChange() }
  }

  final func itemNeedsLayout(_ view: UICollectionReusableView) {
    guard !content.isArranging else { return }
    itemsNeedLayout()
  }

  final func itemsNeedLayout() {
    guard !content.isArranging else { return }
    content.needsArrangement = true
    setNeedsLayout()
  }

  final var flowLayout: UICollectionViewFlowLayout? { collectionViewLayout as? UICollectionViewFlowLayout }

  // MARK: - Items

  /// Provides the items. The list asks it when it is laid out, or when the app asks the list for an item. Not retained.
  public final weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { if dataSource !== oldValue { setNeedsReload() } }
  }

  final var collectionDelegate: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }

  override package final func delegateDidChange() {
    if hasSource { setNeedsReload() } else { setNeedsRenderOfItems() }
  }

  /// Asks the data source for everything again, and clears the selection.
  open func reloadData() { if hasSource { setNeedsReload() } }

  override open func layoutSubviews() {
    super.layoutSubviews()
    loadItemsIfNeeded()
    displayItems()
    arrangeItems()
    if isPositionedByLayout { layOutListBackground(backgroundView) }
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
  final func forEachItem(_ body: (UICollectionViewCell, IndexPath) -> Void) {
    if hasSource || !content.sections.isEmpty {
      for (section, rows) in content.sections.map(\.rows).enumerated() {
        for (item, row) in rows.enumerated() {
          if let cell = row.cell as? UICollectionViewCell { body(cell, IndexPath(item: item, section: section)) }
        }
      }
    } else {
      for (section, cells) in ownCells.enumerated() {
        for (item, cell) in cells.enumerated() { body(cell, IndexPath(item: item, section: section)) }
      }
    }
  }

  final var firstIndexPath: IndexPath? {
    (0..<numberOfSections).first { numberOfItems(inSection: $0) > 0 }.map { IndexPath(item: 0, section: $0) }
  }

  final var numberOfItems: Int { (0..<numberOfSections).reduce(0) { $0 + numberOfItems(inSection: $1) } }

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

  /// Returns the size of an item that the layout object positions.
  final func flowSize(ofItemAt indexPath: IndexPath, _ layout: UICollectionViewFlowLayout) -> CGSize {
    if let size = givenSize(ofItemAt: indexPath, layout) { return size }
    let common = layout.commonItemSize
    guard layout.isSelfSizing else { return common }
    return cellForItem(at: indexPath)?.preferredSize ?? common
  }

  final func loadItemsIfNeeded() { if hasSource || !content.sections.isEmpty { loadIfNeeded() } }

  public final var numberOfSections: Int {
    loadItemsIfNeeded()
    if !hasSource, !ownCells.isEmpty { return ownCells.count }
    return content.sections.count
  }

  public final func numberOfItems(inSection section: Int) -> Int {
    loadItemsIfNeeded()
    if !hasSource, !ownCells.isEmpty { return ownCells.indices.contains(section) ? ownCells[section].count : 0 }
    return content.sections.indices.contains(section) ? content.sections[section].rows.count : 0
  }

  public final func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    loadItemsIfNeeded()
    if !hasSource, !ownCells.isEmpty {
      guard indexPath.count == 2, ownCells.indices.contains(indexPath.section),
        ownCells[indexPath.section].indices.contains(indexPath.item)
      else { return nil }
      return ownCells[indexPath.section][indexPath.item]
    }
    return content[indexPath]?.cell as? UICollectionViewCell
  }

  public final func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    loadItemsIfNeeded()
    if !hasSource, !ownCells.isEmpty {
      for (section, cells) in ownCells.enumerated() {
        if let item = cells.firstIndex(where: { $0 === cell }) { return IndexPath(item: item, section: section) }
      }
    }
    return content.indexPath(of: cell)
  }

  /// All cells. On iOS these are only the cells on the screen; here every item is in the page.
  public final var visibleCells: [UICollectionViewCell] {
    loadItemsIfNeeded()
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
    loadItemsIfNeeded()
    return supplement(ofKind: kind, at: indexPath)
  }

  /// A view above the items, such as a text for an empty list. On iOS it is behind the items.
  public final var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      if oldValue?.superview === self { oldValue?.removeFromSuperview() }
      if let backgroundView { insertSubview(backgroundView, at: refreshControl == nil ? 0 : 1) }
    }
  }

  final var otherViews: (before: [UIView], after: [UIView]) {
    let decorations = arrangement.elements.isEmpty ? [] : elements(areDecorations: true)
    let before = [refreshControl, backgroundView].compactMap(\.self) + decorations
    let known = Set((before + content.views).map(ObjectIdentifier.init))
    return (before, subviews.filter { !known.contains(ObjectIdentifier($0)) })
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

  private var isSelectionAllowed: Bool?

  /// Whether a tap can select items. Default: true if there is a delegate.
  public final var allowsSelection: Bool {
    get { isSelectionAllowed ?? true }
    set {
      isSelectionAllowed = newValue
      setNeedsRenderOfItems()
    }
  }

  /// Whether several items can be selected at once. A tap on a selected item then deselects it. Default: false.
  public final var allowsMultipleSelection = false {
    didSet { if allowsMultipleSelection != oldValue { setNeedsRenderOfItems() } }
  }

  /// Marks the cells for rendering, because their markup depends on the list.
  final func setNeedsRenderOfItems() {
    for view in subviews where view is UICollectionViewCell { view.setNeedsRender() }
  }

  /// The effect of a tap on a cell in a list without a data source; nil if its cells cannot be tapped.
  package final var didTapCell: ((UICollectionViewCell) -> Void)? {
    didSet { if (didTapCell == nil) != (oldValue == nil) { setNeedsRenderOfItems() } }
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
    loadItemsIfNeeded()
    return content.selectedIndexPaths
  }

  /// Selects an item without calling the delegate. If `indexPath` is nil, deselects all items.
  public final func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    loadItemsIfNeeded()
    guard let indexPath else { return deselectAll() }
    if !allowsMultipleSelection { deselectAll(except: indexPath) }
    setSelected(true, at: indexPath)
    if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
  }

  /// Deselects an item without calling the delegate.
  public final func deselectItem(at indexPath: IndexPath, animated: Bool) {
    loadItemsIfNeeded()
    setSelected(false, at: indexPath)
  }

  /// Scrolls to an item. If the collection view and its items have frames, it sets the content offset. Else the browser
  /// scrolls the page to the item when it shows it; this lasts until the app scrolls to another item, or the item is gone.
  public final func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    if let offset = offset(showing: indexPath, at: scrollPosition) {
      return setContentOffset(offset, animated: animated)
    }
    let old = scrollTarget
    scrollTarget = cellForItem(at: indexPath)
    countScroll()
    guard scrollTarget !== old else { return }
    old?.setNeedsRender()
    scrollTarget?.setNeedsRender()
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { isPlainList ? "ul" : "div" }

  override package var isScrollable: Bool {
    guard isScrollEnabled else { return false }
    if hasAssignedFrame { return super.isScrollable || !isPositionedByLayout }
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
    } else if isPositionedByLayout {
      renderScrolledContent(into: html) { renderSections(into: html) }
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
    if isPositionedByLayout { css += "display:block;isolation:isolate;" + overflow }
  }
}
