internal import Foundation

/// A row of a list. It lives until the row is deleted, or until the list is reloaded without it.
final class ListRow {
  /// The cell; nil until the data source makes it.
  var cell: ListItemView?
  /// The identity of the item from the data source, escaped; nil if the data source gives none.
  var identity: String?
  /// A name made from the row's content. Used if `identity` is nil.
  var fingerprint = ""
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
  var rows: [ListRow] = []
  var header, footer: UIView?
  /// The minimum heights of header and footer, in points; negative for the height of their content.
  var headerHeight: CGFloat = -1
  var footerHeight: CGFloat = -1
  /// The identity of the section from the data source, escaped; nil if the data source gives none.
  var identity: String?
  /// Whether the rows are still to be loaded.
  var isNew = false
}

/// The sections and rows of a list.
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

  // Inlined, because a list would copy all of its content for a row.
  @inline(__always) subscript(indexPath: IndexPath) -> ListRow? { sections.row(at: indexPath) }

  /// Returns the index path of a cell; nil if it shows no row.
  @inline(__always) func indexPath(of cell: ListItemView) -> IndexPath? {
    let path = IndexPath(row: Int(cell.place.row), section: Int(cell.place.section))
    return self[path]?.cell === cell ? path : nil
  }

  /// Replaces the sections. Every row in `sections` must have a cell.
  mutating func show(_ sections: [ListSection]) {
    self.sections = sections
    needsArrangement = true
    isUnknownToLayout = true
    for (section, content) in sections.enumerated() {
      for (row, item) in content.rows.enumerated() { item.cell?.place = (Int32(section), Int32(row)) }
    }
  }

  mutating func set(_ view: UIView, asHeader isHeader: Bool, ofSection section: Int) {
    if isHeader { sections[section].header = view } else { sections[section].footer = view }
  }

  var indexPaths: [IndexPath] {
    sections.enumerated().flatMap { section, content in
      content.rows.indices.map { IndexPath(row: $0, section: section) }
    }
  }

  var selectedIndexPaths: [IndexPath] {
    sections.enumerated().flatMap { section, content in
      content.rows.indices.filter { content.rows[$0].isSelected }.map { IndexPath(row: $0, section: section) }
    }
  }

  var cells: [ListItemView] { sections.flatMap(\.rows).compactMap(\.cell) }

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

extension [ListSection] {
  func row(at path: IndexPath) -> ListRow? {
    guard path.count == 2, indices.contains(path.section), self[path.section].rows.indices.contains(path.row) else {
      return nil
    }
    return self[path.section].rows[path.row]
  }
}
