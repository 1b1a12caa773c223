internal import Foundation

/// What a list knows of a row that has a cell, or had one. It lives until the row is deleted, or until the list is reloaded without it.
final class ListRow {
  /// The cell; nil if the row is outside of the list's window.
  var cell: ListItemView?
  /// The identity of the item from the data source, escaped; nil if the data source gives none.
  var identity: String?
  /// A name made from the row's content. Used if `identity` is nil.
  var fingerprint = ""
  var name: String { identity ?? fingerprint }
  /// The names that pages may still have, because the row was loaded again and its content changed.
  var formerNames: [String] = []
  /// The size that the app gives the row; nil for that of its content.
  var givenSize: ItemSize?
  /// The size that the cell asked for when the list measured it.
  var measuredSize: CGSize?
  var isSelected = false
  /// Whether to ask the data source for the cell again.
  var isStale = true
  /// Whether the delegate was told that the cell is shown.
  var isDisplayed = false

  init() {}
}

/// A section of a list.
struct ListSection {
  /// Nil for a row that never had a cell.
  var rows: [ListRow?] = []
  var header, footer: UIView?
  /// The minimum heights of header and footer, in points; negative for the height of their content.
  var headerHeight: CGFloat = -1
  var footerHeight: CGFloat = -1
  /// The identity of the section from the data source, escaped; nil if the data source gives none.
  var identity: String?
  /// Whether the rows are still to be loaded.
  var isNew = false
  /// Whether the data source was asked for header and footer.
  var hasViews = false
  /// The index of the first row among those of all sections.
  fileprivate(set) var start = 0
  var range: Range<Int> { start..<start + rows.count }
}

/// The sections and rows of a list.
struct ListContent {
  private(set) var sections: [ListSection] = []
  var window = ListWindow()
  /// Whether to ask the data source for all sections and rows again.
  var isStale = true
  var isLoading = false
  /// Updates that the app announced and the list has not applied yet.
  var updates = ListUpdates()
  /// The number of open batches of updates.
  var openBatches = 0
  /// Whether rows came or went, or want another size, since the list arranged them.
  var needsArrangement = true
  /// Whether rows came or went since the layout object of a collection view was asked to prepare itself.
  var isUnknownToLayout = false
  /// Whether the list is giving the rows their sizes.
  var isArranging = false
  /// Whether there are rows for which `willDisplay` was not called.
  var hasUndisplayedRows = false
  /// A view that the data source can reuse for the cell, header or footer that it is making.
  var reusableView: UIView?
  /// Cells of rows that have left the window. Other rows reuse them.
  var reusableCells: [ListItemView] = []
  /// The length of rows that were never measured: the mean of the first ones that were.
  var estimate: CGFloat?

  // Inlined, because a list would copy all of its content for a row.
  @inline(__always) subscript(indexPath: IndexPath) -> ListRow? { sections.row(at: indexPath) }

  /// Returns the index path of a cell; nil if it shows no row.
  @inline(__always) func indexPath(of cell: ListItemView) -> IndexPath? {
    let path = IndexPath(row: Int(cell.place.row), section: Int(cell.place.section))
    return self[path]?.cell === cell ? path : nil
  }

  /// Replaces the sections. Every row in the window must have a cell, unless the data source returned that of another row.
  ///
  /// - Parameter isSame: Whether only the window has changed.
  mutating func show(_ sections: [ListSection], isSame: Bool) {
    self.sections = sections
    needsArrangement = true
    if !isSame { isUnknownToLayout = true }
    forEachRow { _, cell, path in cell.place = (Int32(path.section), Int32(path.row)) }
  }

  var count: Int { sections.rowCount }

  /// Whether all rows have cells.
  var isWhole: Bool { window.shown.count == count }

  /// The rows of which the delegate knows that they are shown.
  var displayed: Range<Int> { count > ListWindow.maxWhole ? window.seen.clamped(to: window.shown) : window.shown }

  /// The sections that have cells, or have no rows and are between such sections.
  var shownSections: Range<Int> {
    guard !isWhole, let first = sections.firstIndex(where: { $0.range.upperBound > window.shown.lowerBound }),
      let last = sections.lastIndex(where: { $0.start < window.shown.upperBound })
    else { return sections.indices }
    return first..<last + 1
  }

  /// Returns the index of a row among those of all sections.
  func number(of path: IndexPath) -> Int? {
    guard path.count == 2, sections.indices.contains(path.section),
      sections[path.section].rows.indices.contains(path.row)
    else { return nil }
    return sections[path.section].start + path.row
  }

  /// Returns the row at an index path, also if it never had a cell; nil if there is no such row.
  mutating func makeRow(at path: IndexPath) -> ListRow? {
    guard number(of: path) != nil else { return nil }
    if let row = sections[path.section].rows[path.row] { return row }
    let row = ListRow()
    sections[path.section].rows[path.row] = row
    return row
  }

  mutating func set(_ section: ListSection, at index: Int) { sections[index] = section }

  mutating func set(_ view: UIView, asHeader isHeader: Bool, ofSection section: Int) {
    if isHeader { sections[section].header = view } else { sections[section].footer = view }
  }

  /// Returns the index paths of rows that have numbers in a range.
  func indexPaths(_ range: Range<Int>) -> [IndexPath] {
    sections.enumerated().flatMap { index, section in
      section.rows(range).map { IndexPath(row: $0, section: index) }
    }
  }

  var selectedIndexPaths: [IndexPath] {
    sections.enumerated().flatMap { section, content in
      content.rows.indices.filter { content.rows[$0]?.isSelected == true }.map { IndexPath(row: $0, section: section) }
    }
  }

  /// Calls a function with each row that has a cell, and its index path.
  func forEachRow(_ body: (ListRow, ListItemView, IndexPath) -> Void) {
    for section in shownSections {
      let content = sections[section]
      for index in content.rows(in: window) {
        if let row = content.rows[index], let cell = row.cell {
          body(row, cell, IndexPath(row: index, section: section))
        }
      }
    }
  }

  var cells: [ListItemView] {
    var cells: [ListItemView] = []
    forEachRow { _, cell, _ in cells.append(cell) }
    return cells
  }

  /// The headers and footers of the sections that have cells.
  var boundaries: [UIView] { sections[shownSections].flatMap { [$0.header, $0.footer].compactMap(\.self) } }

  /// The headers, cells and footers, in the order of the page.
  var views: [UIView] {
    var views: [UIView] = []
    for section in sections[shownSections] {
      if let header = section.header { views.append(header) }
      for row in section.rows(in: window) { if let cell = section.rows[row]?.cell { views.append(cell) } }
      if let footer = section.footer { views.append(footer) }
    }
    return views
  }
}

extension ListSection {
  /// Returns the rows that have numbers in a range.
  func rows(_ range: Range<Int>) -> Range<Int> {
    let rows = range.clamped(to: self.range)
    return rows.lowerBound - start..<rows.upperBound - start
  }

  /// Returns the rows that have cells.
  func rows(in window: ListWindow) -> Range<Int> { rows(window.shown) }
}

extension [ListSection] {
  func row(at path: IndexPath) -> ListRow? {
    guard path.count == 2, indices.contains(path.section), self[path.section].rows.indices.contains(path.row) else {
      return nil
    }
    return self[path.section].rows[path.row]
  }

  /// Numbers the rows, after some came or went.
  mutating func numberRows() {
    var count = 0
    for index in indices {
      self[index].start = count
      count += self[index].rows.count
    }
  }

  /// The number of rows, once they are numbered.
  var rowCount: Int { last?.range.upperBound ?? 0 }
}
