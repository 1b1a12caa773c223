internal import Basics
package import Foundation

/// What tables and collection views have in common: a list that gets its rows from a data source. UIKit has no such class.
///
/// A list of up to 100 rows has a cell for each. A longer one has cells for the rows that are seen, and for some around them:
/// `ListWindow`. The list makes the cells when it is laid out, or when the app asks for one. A cell stays with its item as long as the
/// row is in the window, and element ids name the cell after the item.
///
/// On a page that is laid out, the layout object gives each view of the list its frame. On a page that flows, the style sheet
/// positions the views, by distances that the layout object gives, too.
open class SectionedList: UIScrollView {
  @exclusivity(unchecked) final var content = ListContent()
  @exclusivity(unchecked) final var applied = AppliedLayout()

  override final var hasNamedRows: Bool { true }
  override final var hasAllContent: Bool { content.isWhole }

  override final func presentNames(ofRows formerNames: Set<String>) -> [String: String] {
    var names: [String: String] = [:]
    for name in makeCells(forRowsNamed: formerNames) { names[name] = name }
    content.forEachRow { row, cell, _ in
      for name in row.formerNames where formerNames.contains(name) { names[name] = cell.pathName }
    }
    return names
  }

  /// The object that decides where rows, headers and footers are. Set once the list is initialized.
  final var layout: UICollectionViewLayout! {
    didSet {
      if let oldValue, oldValue !== layout { oldValue.list = nil }
      layout.list = self
      if layout.placesItems { noteSubtreeWithFrames() }
    }
  }

  override final var placesSubviews: Bool { layout?.placesItems == true }

  override final var stacksSubviews: Bool { false }

  /// The cell that the app scrolled to, as long as it may get another place.
  final weak var scrollTarget: UIView?
  final var scrollPosition: UICollectionView.ScrollPosition = []

  public final var numberOfSections: Int {
    loadIfNeeded()
    return content.sections.count
  }

  /// The number of rows of a section; 0 if there is no such section.
  final func numberOfRows(ofSection section: Int) -> Int {
    loadIfNeeded()
    return content.sections.indices.contains(section) ? content.sections[section].rows.count : 0
  }

  /// Returns the identity of an item, as the names of rows contain it; nil if it has none.
  package final func identity(ofRowAt indexPath: IndexPath) -> String? { content[indexPath]?.identity }

  /// The rows of a section that have cells.
  package final func rowsWithCells(inSection section: Int) -> Range<Int> {
    content.sections.indices.contains(section) ? content.sections[section].rows(in: content.window) : 0..<0
  }

  /// The row at an index path; nil if there is none, or if it never had a cell.
  final func row(at indexPath: IndexPath) -> ListRow? {
    loadIfNeeded()
    return content[indexPath]
  }

  /// Returns the index path of a cell; nil if it shows no row.
  final func indexPath(ofRow cell: ListItemView) -> IndexPath? {
    loadIfNeeded()
    return content.indexPath(of: cell)
  }

  /// The cells on the screen; all of them in a short list.
  final var visibleRows: [IndexPath] {
    loadIfNeeded()
    return content.indexPaths(content.displayed)
  }
  /// Whether the cells are those of the rows that the source had last.
  package final var isLoaded: Bool { !content.isStale }
  package final var indexPaths: [IndexPath] {
    loadIfNeeded()
    return content.indexPaths(0..<content.count)
  }

  /// Calls a function with each row that has a cell, and its index path.
  final func forEachRow(_ body: (ListRow, ListItemView, IndexPath) -> Void) {
    let content = content  // code of the app that is called may change the rows
    content.forEachRow(body)
  }

  /// Marks the list and its cells for rendering, because their markup depends on the list's settings.
  final func setNeedsRenderOfRows() {
    setNeedsRender()
    for cell in content.cells { cell.setNeedsRender() }
  }

  // MARK: - Selection

  /// Whether a tap can select rows; nil if the app did not say.
  final var isSelectionAllowed: Bool?

  /// Whether a tap can select rows. Default: true if there is a delegate.
  public final var allowsSelection: Bool {
    get { isSelectionAllowed ?? true }
    set {
      isSelectionAllowed = newValue
      setNeedsRenderOfRows()
    }
  }

  /// Whether several rows can be selected at once. A tap on a selected row then deselects it. Default: false.
  public final var allowsMultipleSelection = false {
    didSet { if allowsMultipleSelection != oldValue { setNeedsRenderOfRows() } }
  }

  /// Whether several rows can be selected at this moment.
  var allowsMultipleSelectionNow: Bool { allowsMultipleSelection }

  /// Whether a tap can select the row.
  func canSelect(_ indexPath: IndexPath) -> Bool { false }
  /// Asks the delegate which row to select, or to deselect, instead of a tapped one; nil for none.
  func willSelect(_ indexPath: IndexPath) -> IndexPath? { indexPath }
  func willDeselect(_ indexPath: IndexPath) -> IndexPath? { indexPath }
  func didSelect(_ indexPath: IndexPath) {}
  func didDeselect(_ indexPath: IndexPath) {}

  // MARK: - The window

  override final var tellsViewport: Bool { content.count > ListWindow.maxWhole || super.tellsViewport }
  override final var hasTargetInContent: Bool { targetOfBrowser != nil }
  override final func appDidScroll() {
    content.window.forgetSeen()
    guard let target = targetOfBrowser else { return }
    target.setNeedsRender()
    scrollTarget = nil
  }

  override package final func see(_ viewport: Viewport) {
    super.see(viewport)
    seeRows(viewport)
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    super.tapTarget(ofPart: part) ?? tapTarget(ofRoom: part)
  }

  // MARK: - What tables and collection views provide

  var hasSource: Bool { false }
  func sourceSectionCount() -> Int { 0 }
  func sourceRowCount(inSection section: Int) -> Int { 0 }
  /// Returns the identity of an item, escaped for ids.
  func sourceIdentity(at indexPath: IndexPath) -> String? { nil }
  func sourceIdentity(ofSection section: Int) -> String? { nil }
  /// Returns a cell from the data source.
  func makeCell(at indexPath: IndexPath) -> ListItemView { ListItemView() }
  /// Returns the size that the app gives a row; nil for that of its content.
  func givenSize(ofRowAt indexPath: IndexPath) -> ItemSize? { nil }
  /// Sets the header and the footer of a section.
  func setHeaderAndFooter(of section: inout ListSection, at index: Int) {}
  /// Returns a supplementary view that the layout object asks for.
  func makeSupplement(_ kind: String, at indexPath: IndexPath) -> UIView? { nil }
  /// The views above and below all rows.
  var outerViews: (above: UIView?, below: UIView?) { (nil, nil) }
  /// Marks for rendering what depends on which rows there are, and on their order.
  func rowsDidChange() { setNeedsRender() }
  /// Tells the delegate that a cell comes to the screen, or has left it.
  func willDisplay(_ cell: ListItemView, at indexPath: IndexPath) {}
  func didEndDisplaying(_ cell: ListItemView, at indexPath: IndexPath) {}
  /// Tells the object that prepares rows that some will be made, or will not be shown.
  func prefetch(_ indexPaths: [IndexPath]) {}
  func cancelPrefetching(_ indexPaths: [IndexPath]) {}
  /// Called when the layout object was invalidated.
  func layoutWasInvalidated() { itemsNeedLayout() }
  /// Whether a view decides about its own size.
  func sizesItself(_ view: UIView, _ attributes: UICollectionViewLayoutAttributes) -> Bool { false }
  /// Called before the rows are laid out, maybe for another width.
  func prepareToArrange(isNewWidth: Bool) {}
  /// The size of content that flows: as far as it is known.
  var flowingContentSize: CGSize { layout.collectionViewContentSize.sane }
  /// Lays out the views that are not in sections.
  func layOutOtherViews() {}
  /// Whether the rows of all sections are written as one list, without headers.
  var isOneList: Bool { false }
  /// Writes the links to the sections.
  func renderSectionIndex(into html: HTMLRenderer) {}

  // MARK: - Loading

  /// Asks the data source for everything again, and clears the selection.
  open func reloadData() { setNeedsReload() }

  override open func layoutSubviews() {
    super.layoutSubviews()
    loadIfNeeded()
    displayRows()
    arrangeItems()
    if findSeenRows() {
      displayRows()
      arrangeItems()
    }
  }

  /// Whether the rows have the frames of the layout object.
  package final var hasFrames: Bool { applied.hasFrames }

  /// Marks the content as stale. The list asks the data source again when it needs the rows.
  package final func setNeedsReload() {
    content.isStale = true
    content.updates = ListUpdates()
    setNeedsRender()
    setNeedsLayout()
  }

  /// Tells the delegate which cells come to the screen, and which have left it.
  func displayRows() {
    guard content.hasUndisplayedRows else { return }
    content.hasUndisplayedRows = false
    guard delegate != nil else { return }
    let displayed = content.displayed
    forEachRow { row, cell, path in
      guard let number = content.number(of: path), row.isDisplayed != displayed.contains(number) else { return }
      row.isDisplayed.toggle()
      if row.isDisplayed { willDisplay(cell, at: path) } else { didEndDisplaying(cell, at: path) }
    }
  }

  /// A view that is not scrolled with the rows, such as a text for an empty list. Here it is above the rows; on iOS it is behind
  /// them.
  public final var backgroundView: UIView? { didSet { replace(oldValue, by: backgroundView) } }

  /// Shows another view that is not in sections.
  final func replace(_ old: UIView?, by new: UIView?) {
    itemsNeedLayout()
    guard old !== new else { return }
    if old?.superview === self { old?.removeFromSuperview() }
    if let new {
      addSubview(new)
      let others = otherViews
      setSubviews(others.before + content.views + others.after)
    }
  }

  // MARK: - Cells

  /// Returns a cell, a header or a footer of a class: the previous one of the row that the data source is asked for, or a new one.
  final func dequeue<Reusable: ListItemView>(_ identifier: String, _ type: Reusable.Type) -> Reusable {
    if let view = content.reusableView as? Reusable, Swift.type(of: view) == type, view.dequeuedIdentifier == identifier
    {
      content.reusableView = nil
      view.prepareForReuse()
      return view
    }
    if let view = takeReusableCell(where: { Swift.type(of: $0) == type && $0.dequeuedIdentifier == identifier })
      as? Reusable
    {
      view.prepareForReuse()
      return view
    }
    let made = UIResponder.make(type)
    made.dequeuedIdentifier = identifier
    return made
  }

  final func takeReusableCell(where matches: (ListItemView) -> Bool) -> ListItemView? {
    content.reusableCells.lastIndex(where: matches).map { content.reusableCells.remove(at: $0) }
  }

  // MARK: - Changes

  /// Applies several updates at once. As in UIKit, deletions and reloads use index paths from before all updates,
  /// insertions use index paths from after them. `completion` runs before the method returns, always with true: a feed that loads more
  /// would miss that the user has reached its new end.
  public final func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    beginChange()
    updates()
    endChange()
    completion?(true)
  }

  /// Applies several updates, if there are any.
  @_disfavoredOverload
  public final func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    performBatchUpdates({ updates?() }, completion: completion)
  }

  final func beginChange() {
    loadIfNeeded()
    content.openBatches += 1
  }

  /// Ends a batch, and applies the updates if it is the outermost one.
  func endChange() {
    guard content.openBatches > 0 else {
      return Misuse.report(
        "endUpdates() of \(type(of: self)) does nothing without beginUpdates(): call beginUpdates() first.")
    }
    content.openBatches -= 1
    if content.openBatches == 0 { commitUpdates() }
  }

  /// Records an update. Applies it now, unless a batch is open.
  ///
  /// - Parameter animation: How rows come and go; nil if they are not animated.
  final func update(_ animation: RowMotion?, _ change: (inout ListUpdates) -> Void) {
    guard !content.isStale else { return }  // A full reload is due anyway.
    guard !content.isLoading else {
      // The rows are about to be replaced, by those that the source has now.
      if !matchesDataSource(content.sections) { setNeedsReload() }
      return
    }
    change(&content.updates)
    content.updates.animation = animation
    if content.openBatches == 0 { commitUpdates() }
  }

  private func commitUpdates() {
    let updates = content.updates
    content.updates = ListUpdates()
    guard !updates.isEmpty, !content.isStale else { return }
    guard var sections = updates.applied(to: content.sections), matchesDataSource(sections) else {
      Misuse.report(
        "An update of \(type(of: self)) does not match its data source, so all rows are loaded again: change the data first, "
          + "then update the list with the same change.")
      setNeedsReload()
      return loadIfNeeded()
    }
    loadMissingViews(of: &sections)
    setNeedsLayout()
    if let animation = updates.animation { moveRows(animation) }
  }

  /// Shows rows at their new places by and by.
  final func moveRows(_ animation: RowMotion) {
    func note() { OpenMotion.current.block?.lists.append((self, animation.rawValue)) }
    if OpenMotion.current.block != nil { note() } else { OpenMotion.current.run(Motion(duration: 0.3), note) }
  }

  final func matchesDataSource(_ sections: [ListSection]) -> Bool {
    guard hasSource, sections.count == sourceSectionCount() else { return false }
    return sections.enumerated().allSatisfy { index, section in
      section.isNew || section.rows.count == sourceRowCount(inSection: index)
    }
  }

  /// Shows the items of a snapshot. Items that stay keep their cells.
  final func show<Section: Hashable, Item: Hashable>(
    _ new: NSDiffableDataSourceSnapshot<Section, Item>, after old: NSDiffableDataSourceSnapshot<Section, Item>,
    reloadsAll: Bool
  ) {
    guard !content.isStale, !content.isLoading, !reloadsAll else { return setNeedsReload() }
    var sections = content.sections
    if new.sections == old.sections, sections.elementsEqual(old.sections, by: { $0.rows.count == $1.items.count }) {
      for (number, section) in sections.enumerated() {
        for case (let index, let row?) in section.rows.enumerated()
        where new.changedItems.contains(new.sections[number].items[index]) { row.isStale = true }
      }
    } else {
      var rows: [Item: ListRow] = [:]
      var headers: [Section: ListSection] = [:]
      for (items, section) in zip(old.sections, content.sections) {
        for case (let item, let row?) in zip(items.items, section.rows) { rows[item] = row }
        headers[items.identifier] = section
      }
      for item in new.changedItems { rows[item]?.isStale = true }
      sections = new.sections.map { items in
        var section = headers[items.identifier] ?? ListSection()
        section.identity = ItemIdentity.text(of: items.identifier).map(ItemIdentity.escaped)
        section.rows = items.items.map { rows[$0] }
        return section
      }
    }
    loadMissingViews(of: &sections)
    setNeedsLayout()
  }
}

/// A data source whose sections have identifiers.
protocol SectionIdentifying {
  func identity(ofSection section: Int) -> String?
}

extension SectionedList {
  /// Returns the identity of a section, escaped for ids; nil if the data source gives none.
  final func identity(ofSection section: Int, in source: AnyObject?) -> String? {
    (source as? any SectionIdentifying)?.identity(ofSection: section).map(ItemIdentity.escaped)
  }
}
