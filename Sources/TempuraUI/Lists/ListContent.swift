internal import Foundation

/// A row of a list with a data source. It lives until the row is deleted, or until the list is reloaded.
final class ListRow {
  /// The cell; nil until the data source makes it.
  var cell: UIView?
  /// The identity of the item from the data source, escaped; nil if the data source gives none.
  var identity: String?
  /// A name made from the row's content. Used if `identity` is nil.
  var fingerprint = ""
  /// The names that pages may still have, because the row was loaded again and its content changed.
  var formerNames: [String] = []
  var isSelected = false
  /// Whether to ask the data source for the cell again.
  var isStale = true
  /// Whether the delegate was told that the cell is shown.
  var isDisplayed = false

  init() {}
}

/// A section of a list with a data source.
struct ListSection {
  var rows: [ListRow] = []
  var header: UIView?
  var footer: UIView?
  /// The minimum heights of header and footer, in points; negative for the height of their content.
  var headerHeight: CGFloat = -1
  var footerHeight: CGFloat = -1
  /// The identity of the section from the data source, escaped; nil if the data source gives none.
  var identity: String?
  /// Whether the rows are still to be loaded.
  var isNew = false
}

/// The sections and rows of a list with a data source.
struct ListContent {
  private(set) var sections: [ListSection] = []
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

  subscript(indexPath: IndexPath) -> ListRow? {
    guard indexPath.count == 2, sections.indices.contains(indexPath.section),
      sections[indexPath.section].rows.indices.contains(indexPath.row)
    else { return nil }
    return sections[indexPath.section].rows[indexPath.row]
  }

  /// The index path of each cell.
  private var indexPaths: [ObjectIdentifier: IndexPath] = [:]

  func indexPath(of cell: UIView) -> IndexPath? { indexPaths[ObjectIdentifier(cell)] }

  /// Replaces the sections. Every row in `sections` must have a cell.
  mutating func show(_ sections: [ListSection]) {
    self.sections = sections
    needsArrangement = true
    isUnknownToLayout = true
    indexPaths = [:]
    for (section, content) in sections.enumerated() {
      for (row, item) in content.rows.enumerated() {
        if let cell = item.cell { indexPaths[ObjectIdentifier(cell)] = IndexPath(row: row, section: section) }
      }
    }
  }

  mutating func set(_ view: UIView, asHeader isHeader: Bool, ofSection section: Int) {
    if isHeader { sections[section].header = view } else { sections[section].footer = view }
  }

  var selectedIndexPaths: [IndexPath] {
    var paths: [IndexPath] = []
    for (section, content) in sections.enumerated() {
      for (row, item) in content.rows.enumerated() where item.isSelected {
        paths.append(IndexPath(row: row, section: section))
      }
    }
    return paths
  }

  /// The headers, cells and footers, in the order of the page.
  var views: [UIView] {
    var views: [UIView] = []
    for section in sections {
      if let header = section.header { views.append(header) }
      for row in section.rows { if let cell = row.cell { views.append(cell) } }
      if let footer = section.footer { views.append(footer) }
    }
    return views
  }
}
