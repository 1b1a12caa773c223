internal import Basics
internal import Foundation

/// What tables and collection views have in common: a list that gets its rows from a data source. UIKit has no such class.
///
/// All rows are in the page, so there is a cell for each. The list makes the cells when it is laid out, or when the app
/// asks for one. A cell stays with its item, and element ids name the cell after the item.
///
/// On a page that is laid out, the layout object gives each view of the list its frame. On a page that flows, the style sheet
/// positions the views.
open class SectionedList: UIScrollView {
  @exclusivity(unchecked) final var content = ListContent()
  @exclusivity(unchecked) final var arrangement = ListArrangement()

  override final var hasNamedRows: Bool { true }

  override final func presentName(ofRow formerName: String) -> String? {
    let row = content.sections.lazy.flatMap(\.rows).last { $0.formerNames.contains(formerName) && $0.cell != nil }
    return row?.cell?.pathName
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

  override package final var hasOwnMarkup: Bool { true }

  // The subviews that are marked for rendering, as long as the list itself is not: it is not searched for the few rows that
  // changed.
  @exclusivity(unchecked) private final var markedSubviews: [UIView] = []

  override final func noteMarked(_ subview: UIView) {
    if viewFlags.contains(.needsRender) { markedSubviews = [] } else { markedSubviews.append(subview) }
  }

  override final func takeMarkedSubviews() -> [UIView] {
    let marked = exchange(&markedSubviews, with: [])
    return viewFlags.contains(.needsRender) ? [] : marked
  }

  /// The cell that the app scrolled to, as long as it may get another place.
  final weak var scrollTarget: UIView?
  final var scrollPosition: UICollectionView.ScrollPosition = []

  public var numberOfSections: Int {
    loadIfNeeded()
    return content.sections.count
  }

  /// The number of rows of a section; 0 if there is no such section.
  func numberOfRows(ofSection section: Int) -> Int {
    loadIfNeeded()
    return content.sections.indices.contains(section) ? content.sections[section].rows.count : 0
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

  /// Selects a row without calling the delegate. Without an index path, deselects all rows.
  final func select(_ indexPath: IndexPath?) {
    loadIfNeeded()
    guard let indexPath else { return deselectAll() }
    if !allowsMultipleSelectionNow { deselectAll(except: indexPath) }
    setSelected(true, at: indexPath)
  }

  /// Deselects a row without calling the delegate.
  final func deselect(_ indexPath: IndexPath) {
    loadIfNeeded()
    setSelected(false, at: indexPath)
  }

  final var selectedRows: [IndexPath] {
    loadIfNeeded()
    return content.selectedIndexPaths
  }

  /// Marks the list and its cells for rendering, because their markup depends on the list's settings.
  final func setNeedsRenderOfRows() {
    setNeedsRender()
    forEachItem { cell, _ in cell.setNeedsRender() }
  }

  // MARK: - What tables and collection views provide

  var hasSource: Bool { false }
  func sourceSectionCount() -> Int { 0 }
  func sourceRowCount(inSection section: Int) -> Int { 0 }
  func sourceIdentity(at indexPath: IndexPath) -> String? { nil }
  func sourceIdentity(ofSection section: Int) -> String? { nil }
  /// Returns a cell from the data source.
  func makeCell(at indexPath: IndexPath) -> UIView { UIView() }
  /// Sets the header and the footer of a section.
  func setHeaderAndFooter(of section: inout ListSection, at index: Int) {}
  /// Returns a supplementary view that the layout object asks for.
  func makeSupplement(_ kind: String, at indexPath: IndexPath) -> UIView? { nil }
  /// The subviews that are not in `content`: those before the sections and those after them.
  var otherViews: (before: [UIView], after: [UIView]) { ([], subviews) }
  /// Marks for rendering what depends on which rows there are, and on their order.
  func rowsDidChange() { setNeedsRender() }
  /// Calls a function with each cell and its index path.
  func forEachItem(_ body: (UIView, IndexPath) -> Void) {
    for (section, rows) in content.sections.map(\.rows).enumerated() {
      for (index, row) in rows.enumerated() {
        if let cell = row.cell { body(cell, IndexPath(row: index, section: section)) }
      }
    }
  }
  /// Returns the size of a row that flows, for code to read.
  func flowingSize(of cell: UIView) -> CGSize { .zero }
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

  // MARK: - Loading

  /// Marks the content as stale. The list asks the data source again when it needs the rows.
  final func setNeedsReload() {
    content.isStale = true
    content.updates = ListUpdates()
    setNeedsRender()
    setNeedsLayout()
  }

  /// Loads all sections and rows if the content is stale. Items that stay keep their cells.
  final func loadIfNeeded() {
    guard content.isStale, !content.isLoading, hasSource || !content.sections.isEmpty else { return }
    content.isStale = false
    let old = content.sections
    var cells: [String: UIView] = [:]
    for row in old.flatMap(\.rows) {
      if let identity = row.identity { cells[identity] = row.cell }
    }
    var new: [ListSection] = []
    for index in 0..<(hasSource ? max(sourceSectionCount(), 0) : 0) {
      var section = ListSection(identity: sourceIdentity(ofSection: index).map(ItemIdentity.escaped), isNew: true)
      section.header = old.indices.contains(index) ? old[index].header : nil
      section.footer = old.indices.contains(index) ? old[index].footer : nil
      new.append(section)
    }
    loadMissingViews(of: &new) { path, identity in
      if let identity { return cells.removeValue(forKey: identity) }
      guard old.indices.contains(path.section), old[path.section].rows.indices.contains(path.row) else { return nil }
      let row = old[path.section].rows[path.row]
      return row.identity == nil ? row.cell : nil
    }
  }

  /// Makes the missing cells, headers and footers, and shows the sections.
  ///
  /// - Parameter reusableCell: Returns the cell to reuse for a row without one, by index path and identity.
  private func loadMissingViews(
    of sections: inout [ListSection], reusableCell: (IndexPath, String?) -> UIView? = { _, _ in nil }
  ) {
    // Before rows get other cells: the old ones are none of the app's own views.
    let others = otherViews
    content.isLoading = true
    var fingerprints: Set<String>?  // of the rows before
    var taken = Set(sections.flatMap(\.rows).compactMap { $0.isStale ? nil : $0.cell.map(ObjectIdentifier.init) })
    for section in sections.indices {
      if sections[section].isNew {
        sections[section].rows = (0..<max(sourceRowCount(inSection: section), 0)).map { _ in ListRow() }
        sections[section].isNew = false
      }
      for (index, row) in sections[section].rows.enumerated() where row.isStale {
        let path = IndexPath(row: index, section: section)
        row.identity = sourceIdentity(at: path).map(ItemIdentity.escaped)
        let shown = row.identity == nil ? row.cell.map { (fingerprint: row.fingerprint, name: $0.pathName) } : nil
        if shown != nil, fingerprints == nil {
          fingerprints = Set(content.sections.flatMap(\.rows).map(\.fingerprint))
        }
        content.reusableView = row.cell ?? reusableCell(path, row.identity)
        let cell = makeCell(at: path)
        guard taken.insert(ObjectIdentifier(cell)).inserted else {
          Misuse.report(
            "The data source of \(type(of: self)) returned one \(type(of: cell)) for several rows, so only the first row is "
              + "shown: return a different cell for each row."
          )
          continue
        }
        row.cell = cell
        row.isStale = false
        row.isDisplayed = false
        content.hasUndisplayedRows = true
        if row.identity == nil { row.fingerprint = ItemIdentity.fingerprint(of: cell) }
        guard let shown, shown.fingerprint != row.fingerprint else { continue }
        // Content that another row had may have moved: then a former name could be that of another item.
        let isInPlace = fingerprints?.contains(row.fingerprint) == false
        row.formerNames = isInPlace ? row.formerNames.suffix(3) + [shown.name] : []
      }
      setHeaderAndFooter(of: &sections[section], at: section)
      sections[section].rows.removeAll { $0.cell == nil }
    }
    content.reusableView = nil
    content.show(sections)
    content.isLoading = false
    replaceSubviews(around: others)
  }

  private func replaceSubviews(around others: (before: [UIView], after: [UIView])) {
    setSubviews(others.before + content.views + others.after)
    let rows = content.sections.flatMap(\.rows)
    let names = ItemIdentity.names(for: rows.map { $0.identity ?? $0.fingerprint })
    var identities: Set<String> = []
    for (row, name) in zip(rows, names) {
      if let identity = row.identity, !identities.insert(identity).inserted {
        Misuse.report(
          "\(type(of: self)) has several rows with one identity, such as two \(row.cell.map { "\(type(of: $0))" } ?? "cells"), "
            + "so a tap may reach the wrong row: give each item its own identity.")
      }
      if let cell = row.cell, cell.pathName != name || cell.pathOwner !== self {
        cell.dropInput()
        cell.setPathName(ofItem: name, in: self)
      }
      if let cell = row.cell, cell.viewFlags.contains(.isSelected) != row.isSelected { show(row.isSelected, by: cell) }
    }
    nameHeadersAndFooters()
    rowsDidChange()
  }

  private func nameHeadersAndFooters() {
    let sections = content.sections
    let identities = sections.map { section -> String in
      section.identity ?? (section.header ?? section.footer).map(ItemIdentity.fingerprint(of:)) ?? ""
    }
    for (section, name) in zip(sections, ItemIdentity.names(for: identities)) {
      section.header?.setPathName(ofItem: "section_\(name)_header", in: self)
      section.footer?.setPathName(ofItem: "section_\(name)_footer", in: self)
    }
  }

  /// Calls a function once for each cell that the data source made since the last call, but only for the first rows: an app
  /// that loads more rows when the last one is shown would never end.
  final func forEachUndisplayedRow(_ body: (UIView, IndexPath) -> Void) {
    guard content.hasUndisplayedRows else { return }
    content.hasUndisplayedRows = false
    var count = 0
    for (section, rows) in content.sections.map(\.rows).enumerated() {
      for (index, row) in rows.enumerated() {
        count += 1
        if count > maxDisplayedRows { return }
        guard !row.isDisplayed, let cell = row.cell else { continue }
        row.isDisplayed = true
        body(cell, IndexPath(row: index, section: section))
      }
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
    let made = UIResponder.make(type)
    made.dequeuedIdentifier = identifier
    return made
  }

  // MARK: - Changes

  /// Applies several updates at once. As in UIKit, deletions and reloads use index paths from before all updates,
  /// insertions use index paths from after them. `completion` runs before the method returns, always with true.
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
    beginBatch()
  }

  /// Ends a batch, and applies the updates if it is the outermost one.
  func endChange() { endBatch() }

  /// Records an update. Applies it now, unless a batch is open.
  final func update(_ change: (inout ListUpdates) -> Void) {
    guard !content.isStale else { return }  // A full reload is due anyway.
    change(&content.updates)
    if content.openBatches == 0 { commitUpdates() }
  }

  final func beginBatch() { content.openBatches += 1 }

  final func endBatch() {
    guard content.openBatches > 0 else {
      return Misuse.report(
        "endUpdates() of \(type(of: self)) does nothing without beginUpdates(): call beginUpdates() first.")
    }
    content.openBatches -= 1
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
  }

  private func matchesDataSource(_ sections: [ListSection]) -> Bool {
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
    guard !content.isStale, !reloadsAll else { return setNeedsReload() }
    var rows: [Item: ListRow] = [:]
    for (items, section) in zip(old.sections, content.sections) {
      for (item, row) in zip(items.items, section.rows) { rows[item] = row }
    }
    for item in new.changedItems { rows[item]?.isStale = true }
    var headers: [Section: ListSection] = [:]
    for (items, section) in zip(old.sections, content.sections) { headers[items.identifier] = section }
    var sections: [ListSection] = new.sections.map { items in
      var section = headers[items.identifier] ?? ListSection()
      section.identity = ItemIdentity.text(of: items.identifier).map(ItemIdentity.escaped)
      section.rows = items.items.map { rows[$0] ?? ListRow() }
      return section
    }
    loadMissingViews(of: &sections)
    setNeedsLayout()
  }

  // MARK: - Selection

  final func setSelected(_ isSelected: Bool, at indexPath: IndexPath) {
    guard let row = content[indexPath], row.isSelected != isSelected else { return }
    row.isSelected = isSelected
    guard let cell = row.cell else { return }
    show(isSelected, by: cell)
  }

  /// Tells a cell whether its row is selected. Apps override `setSelected` and `isSelected` to change the looks of cells.
  private func show(_ isSelected: Bool, by cell: UIView) {
    switch cell {
    case let cell as UITableViewCell: cell.setSelected(isSelected, animated: false)
    case let cell as UICollectionViewCell: cell.isSelected = isSelected
    default: cell.set(.isSelected, to: isSelected)
    }
    cell.cellStateDidChange()
  }

  final func deselectAll(except indexPath: IndexPath? = nil) {
    for path in content.selectedIndexPaths where path != indexPath { setSelected(false, at: path) }
  }
}

/// The number of rows of a list for which `willDisplay` is called.
private let maxDisplayedRows = 500
