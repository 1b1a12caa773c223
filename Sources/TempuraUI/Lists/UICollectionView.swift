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

  /// The models of a list without a data source. Not retained.
  package final unowned var models: (any ListModels)?

  final var cellClasses: [String: UICollectionViewCell.Type] = [:]
  final var supplementClasses: [String: UICollectionReusableView.Type] = [:]

  /// The layout. If it changes, all items are loaded again.
  public final var collectionViewLayout: UICollectionViewLayout {
    get { layout }
    set {
      layout = newValue
      newValue.needsPreparation = true
      applied.bounds = .zero
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
    if dataSource != nil { setNeedsReload() } else { setNeedsRender() }
  }

  /// Marks the items for a new arrangement, or for a new rendering if they flow.
  override final func layoutWasInvalidated() {
    if applied.hasFrames || layout.placesItems { itemsNeedLayout() } else { layoutDidChange() }
  }

  final var flowLayout: UICollectionViewFlowLayout? { layout as? UICollectionViewFlowLayout }

  // MARK: - Items

  /// Provides the items. The list asks it when it is laid out, or when the app asks the list for an item. Not retained.
  public final weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { if dataSource !== oldValue { setNeedsReload() } }
  }

  final private(set) weak var collectionDelegate: (any UICollectionViewDelegate)?
  final private(set) weak var flowDelegate: (any UICollectionViewDelegateFlowLayout)?

  override package final func delegateDidChange() {
    collectionDelegate = delegate as? any UICollectionViewDelegate
    flowDelegate = delegate as? any UICollectionViewDelegateFlowLayout
    if dataSource != nil { setNeedsReload() } else { setNeedsRenderOfRows() }
  }

  override final func layOutOtherViews() { if isLaidOut { layOutListBackground(backgroundView) } }

  /// Calls `prepare()` of an app's own flow layout, which may compute the size of items that flow.
  override final func prepareToArrange(isNewWidth: Bool) {
    guard !applied.hasFrames, dataSource != nil, let flowLayout, type(of: flowLayout) != UICollectionViewFlowLayout.self
    else { return }
    let old = flowLayout.assignedItemSize
    flowLayout.prepareIfNeeded()
    guard flowLayout.assignedItemSize != old else { return }
    forEachRow { row, cell, path in
      row.givenSize = givenSize(ofRowAt: path)
      cell.itemSize = row.givenSize
    }
    setNeedsRender()
  }

  /// About the size, without measuring the items.
  override final var flowingContentSize: CGSize {
    if let length = lengthOfFlowingRows {
      return isHorizontal
        ? CGSize(width: length, height: bounds.height) : CGSize(width: bounds.width, height: length)
    }
    let count = CGFloat(content.sections.reduce(0) { $0 + $1.rows.count })
    let length = count * 44 + max(count - 1, 0) * (flowLayout?.minimumLineSpacing ?? 0)
    return isHorizontal
      ? CGSize(width: length, height: bounds.height) : CGSize(width: bounds.width, height: length.saneLength)
  }

  override final func sizesItself(_ view: UIView, _ attributes: UICollectionViewLayoutAttributes) -> Bool {
    if let flowLayout { return flowLayout.isSelfSizing && attributes.representedElementCategory == .cell }
    return attributes.fixes != .both
  }

  override final func willDisplay(_ cell: ListItemView, at indexPath: IndexPath) {
    guard let cell = cell as? UICollectionViewCell else { return }
    collectionDelegate?.collectionView(self, willDisplay: cell, forItemAt: indexPath)
  }

  override final func didEndDisplaying(_ cell: ListItemView, at indexPath: IndexPath) {
    guard let cell = cell as? UICollectionViewCell else { return }
    collectionDelegate?.collectionView(self, didEndDisplaying: cell, forItemAt: indexPath)
  }

  /// Prepares items of long lists before they are shown. Not retained.
  public final weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  public final var isPrefetchingEnabled = true

  override final func prefetch(_ indexPaths: [IndexPath]) {
    if isPrefetchingEnabled { prefetchDataSource?.collectionView(self, prefetchItemsAt: indexPaths) }
  }
  override final func cancelPrefetching(_ indexPaths: [IndexPath]) {
    prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: indexPaths)
  }

  public final func numberOfItems(inSection section: Int) -> Int { numberOfRows(ofSection: section) }

  public final func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    row(at: indexPath)?.cell as? UICollectionViewCell
  }

  public final func indexPath(for cell: UICollectionViewCell) -> IndexPath? { indexPath(ofRow: cell) }

  /// The cells on the screen, as far as the page told; in a list of up to 100 items all of them.
  public final var visibleCells: [UICollectionViewCell] { visibleRows.compactMap { cellForItem(at: $0) } }

  /// The index paths of the items on the screen, as far as the page told; in a list of up to 100 items of all.
  public final var indexPathsForVisibleItems: [IndexPath] { visibleRows }

  /// Returns the supplementary view of a kind at an index path, such as the header of a section; nil if none was made.
  public final func supplementaryView(forElementKind kind: String, at indexPath: IndexPath) -> UICollectionReusableView?
  {
    loadIfNeeded()
    return supplement(ofKind: kind, at: indexPath) as? UICollectionReusableView
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

  override final var hasSource: Bool { dataSource != nil || models.map { $0.sectionCount > 0 } == true }
  override final var isOneList: Bool { models != nil }
  override final func rowsDidChange() {
    // The data source is asked again for the views beside the items. Decorations need no data.
    for (key, view) in applied.elements where !key.isDecoration {
      applied.elements[key] = nil
      view.removeFromSuperview()
    }
    setNeedsRender()
  }

  override final func sourceSectionCount() -> Int {
    models?.sectionCount ?? dataSource?.numberOfSections(in: self) ?? 0
  }

  override final func sourceRowCount(inSection section: Int) -> Int {
    models?.rowCount(inSection: section) ?? dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
  }

  override final func sourceIdentity(at indexPath: IndexPath) -> String? {
    if let models { return models.identity(at: indexPath) }
    return dataSource?.collectionView(self, identityForItemAt: indexPath).map(ItemIdentity.escaped)
  }

  override final func sourceIdentity(ofSection section: Int) -> String? { identity(ofSection: section, in: dataSource) }

  override final func makeCell(at indexPath: IndexPath) -> ListItemView {
    if let models {
      return models.cell(
        reusing: exchange(&content.reusableView, with: nil) ?? takeReusableCell { _ in true }, at: indexPath)
    }
    return dataSource?.collectionView(self, cellForItemAt: indexPath) ?? UICollectionViewCell()
  }

  /// Returns the size that the delegate or the layout gives an item; nil for the size of its content.
  override final func givenSize(ofRowAt indexPath: IndexPath) -> ItemSize? {
    guard dataSource != nil, let flow = flowLayout else { return nil }
    let size = flow.givenSize(ofItemAt: indexPath) ?? flow.assignedItemSize ?? .zero
    guard size.width > 0, size.width < UICollectionViewFlowLayout.automaticSize.width else { return nil }
    let room = frame.width - flow.sideInsets
    return ItemSize(size: size, isFullWidth: !isHorizontal && frame.width > 0 && size.width >= room)
  }

  override final func setHeaderAndFooter(of section: inout ListSection, at index: Int) {
    guard dataSource != nil else { return }
    let has: (header: Bool, footer: Bool)
    if let list = listConfiguration {
      has = (list.headerMode == .supplementary, list.footerMode == .supplementary)
    } else if let sizes = flowLayout?.boundarySizes(ofSection: index) {
      has = (max(sizes.header.width, sizes.header.height) > 0, max(sizes.footer.width, sizes.footer.height) > 0)
    } else {
      return
    }
    func supplement(_ kind: String, reusing old: UIView?) -> UIView? {
      content.reusableView = old
      return makeSupplement(kind, at: IndexPath(item: 0, section: index))
    }
    section.header = has.header ? supplement(Self.headerKind, reusing: section.header) : nil
    section.footer = has.footer ? supplement(Self.footerKind, reusing: section.footer) : nil
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
    didTapCell != nil || dataSource != nil && content.indexPath(of: cell).map(canSelect) ?? false
  }

  override final func canSelect(_ indexPath: IndexPath) -> Bool {
    guard dataSource != nil, allowsSelection || allowsMultipleSelection else { return false }
    guard let collectionDelegate else { return allowsMultipleSelection || isSelectionAllowed == true }
    return collectionDelegate.collectionView(self, shouldHighlightItemAt: indexPath)
      && collectionDelegate.collectionView(self, shouldSelectItemAt: indexPath)
  }

  /// Performs a tap on a cell: selects or deselects its item, and calls the delegate.
  final func tap(_ cell: UICollectionViewCell) {
    if let didTapCell { return didTapCell(cell) }
    if let path = indexPath(for: cell) { tapRow(at: path) }
  }

  // As on iOS, a tap does not select an item again.
  override final func willSelect(_ indexPath: IndexPath) -> IndexPath? {
    content[indexPath]?.isSelected == true ? nil : indexPath
  }
  override final func didSelect(_ indexPath: IndexPath) {
    collectionDelegate?.collectionView(self, didSelectItemAt: indexPath)
  }
  override final func willDeselect(_ indexPath: IndexPath) -> IndexPath? {
    collectionDelegate?.collectionView(self, shouldDeselectItemAt: indexPath) == false ? nil : indexPath
  }
  override final func didDeselect(_ indexPath: IndexPath) {
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
    scroll(toRowAt: indexPath, at: scrollPosition, animated: animated)
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
      renderRoom(.before, isItem: true, into: html)
      super.renderContent(into: html)
      renderRoom(.after, isItem: true, into: html)
    } else {
      renderList(into: html, style: listConfiguration?.tableStyle)
    }
  }

  /// The configuration of a layout that is one list, whose rows flow.
  final var listConfiguration: UICollectionLayoutListConfiguration? {
    (layout as? UICollectionViewCompositionalLayout)?.listConfiguration
  }

  /// Whether the list is one `ul`: at most one section, without header, footer or other content. Anything more is a `div` of
  /// sections, each with its own `ul`.
  final var isPlainList: Bool {
    guard refreshControl == nil, backgroundView == nil, targetOffset == .zero, !isLaidOut,
      listConfiguration == nil
    else { return false }
    let sections = content.sections
    return isOneList || sections.isEmpty
      || sections.count == 1 && sections[0].header == nil && sections[0].footer == nil
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
    if isPlainList { css += layout.css(ofSection: 0, isLaidOut: false) }
    if let color = listConfiguration?.backgroundColor, backgroundColor == nil {
      css.declare("background-color", color.css)
    }
    // Decorations can be behind the items, but not behind the list.
    if isLaidOut { css += "display:block;isolation:isolate;" + overflow }
  }
}

/// The models that a collection view shows without a data source.
package protocol ListModels: AnyObject {
  var sectionCount: Int { get }
  func rowCount(inSection section: Int) -> Int
  /// Returns the identity of a model, escaped for ids; nil if it has none.
  func identity(at indexPath: IndexPath) -> String?
  /// Returns a cell that shows a model: the previous one of the row, or a new one.
  func cell(reusing view: UIView?, at indexPath: IndexPath) -> UICollectionViewCell
  /// Returns the size that a model gives its item; nil if the layout gives it.
  func size(at indexPath: IndexPath) -> CGSize?
}
