public import Foundation

/// A list of items, each in a cell.
///
/// The items come from `dataSource`. All of them are in the page, so there is a cell for each. A cell stays with its
/// item until the item is gone.
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
  final var cellClasses: [String: UICollectionViewCell.Type] = [:]
  final var supplementClasses: [String: UICollectionReusableView.Type] = [:]
  /// The cell that the browser scrolls to when it shows the page.
  final weak var scrollTarget: UICollectionViewCell?

  /// The layout. If it changes, all items are loaded again.
  public final var collectionViewLayout: UICollectionViewLayout {
    didSet {
      collectionViewLayout.collectionView = self
      layoutDidChange()
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

  final func layoutDidChange() {
    if hasSource { setNeedsReload() } else { setNeedsRender() }
  }

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
  }

  final func loadItemsIfNeeded() { if hasSource || !content.sections.isEmpty { loadIfNeeded() } }

  public final var numberOfSections: Int {
    loadItemsIfNeeded()
    return content.sections.count
  }

  public final func numberOfItems(inSection section: Int) -> Int {
    loadItemsIfNeeded()
    return content.sections.indices.contains(section) ? content.sections[section].rows.count : 0
  }

  public final func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    loadItemsIfNeeded()
    return content[indexPath]?.cell as? UICollectionViewCell
  }

  public final func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    loadItemsIfNeeded()
    return content.indexPath(of: cell)
  }

  /// All cells. On iOS these are only the cells on the screen; here every item is in the page.
  public final var visibleCells: [UICollectionViewCell] {
    loadItemsIfNeeded()
    return content.sections.flatMap(\.rows).compactMap { $0.cell as? UICollectionViewCell }
  }

  /// The index paths of all items: every item is in the page.
  public final var indexPathsForVisibleItems: [IndexPath] {
    loadItemsIfNeeded()
    return content.sections.enumerated().flatMap { section, content in
      content.rows.indices.map { IndexPath(item: $0, section: section) }
    }
  }

  /// Returns the header or the footer of the section of `indexPath`.
  public final func supplementaryView(forElementKind kind: String, at indexPath: IndexPath) -> UICollectionReusableView?
  {
    loadItemsIfNeeded()
    guard let section = indexPath.first, content.sections.indices.contains(section) else { return nil }
    let view =
      kind == Self.elementKindSectionHeader ? content.sections[section].header : content.sections[section].footer
    return view as? UICollectionReusableView
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
    let before = [refreshControl, backgroundView].compactMap(\.self)
    let known = Set((before + content.views).map(ObjectIdentifier.init))
    return (before, subviews.filter { !known.contains(ObjectIdentifier($0)) })
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

  /// Scrolls the page to an item when the browser shows it. This lasts until the app scrolls to another item, or the
  /// item is gone.
  public final func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    let old = scrollTarget
    scrollTarget = cellForItem(at: indexPath)
    guard scrollTarget !== old else { return }
    old?.setNeedsRender()
    scrollTarget?.setNeedsRender()
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { isPlainList ? "ul" : "div" }

  override package var isScrollable: Bool { super.isScrollable || isHorizontal && isScrollEnabled }

  override open func renderAttributes(into html: HTMLRenderer) {
    super.renderAttributes(into: html)
    if isHorizontal { html.write(" data-horizontal") }
  }

  override open func renderContent(into html: HTMLRenderer) {
    if isPlainList { super.renderContent(into: html) } else { renderSections(into: html) }
  }

  override package func appendStyle(to css: inout String) {
    super.appendStyle(to: &css)
    if isPlainList { css += listStyle(ofSection: 0) }
  }
}
