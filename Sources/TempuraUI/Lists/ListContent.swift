internal import Foundation

/// A row of a list that has a data source, from its first appearance to its last.
final class ListRow {
  /// The cell, nil until the data source was asked for it.
  var cell: UIView?
  /// What the app tells the item by, escaped; nil if it says nothing.
  var identity: String?
  /// What the row is known by if the app says nothing.
  var fingerprint = ""
  var isSelected = false
  /// Whether the data source is to be asked for the cell again.
  var isStale = true

  init() {}
}

/// A section of such a list.
struct ListSection {
  var rows: [ListRow] = []
  var header: UIView?
  var footer: UIView?
  var headerTitle: String?
  var footerTitle: String?
  /// The least heights of header and footer, in points; negative for those of their content.
  var headerHeight: CGFloat = -1
  var footerHeight: CGFloat = -1
  /// What the app tells the section by, escaped; nil if it says nothing.
  var identity: String?
  /// Whether its rows are still to be made.
  var isNew = false
}

/// What a list with a data source shows.
struct ListContent {
  private(set) var sections: [ListSection] = []
  /// Whether the data source is to be asked for everything.
  var isStale = true
  var isLoading = false
  /// Changes that the app announced and that are not made yet.
  var updates = ListUpdates()
  /// How many batches of changes are open.
  var batches = 0
  /// What a cell can be made from in the call of the data source that is going on.
  var reusable: UIView?

  subscript(indexPath: IndexPath) -> ListRow? {
    guard indexPath.count == 2, sections.indices.contains(indexPath.section),
      sections[indexPath.section].rows.indices.contains(indexPath.row)
    else { return nil }
    return sections[indexPath.section].rows[indexPath.row]
  }

  /// Where the cells are.
  private var places: [ObjectIdentifier: IndexPath] = [:]

  func indexPath(of cell: UIView) -> IndexPath? { places[ObjectIdentifier(cell)] }

  /// Shows other sections, all of whose rows have cells.
  mutating func show(_ sections: [ListSection]) {
    self.sections = sections
    places = [:]
    for (section, content) in sections.enumerated() {
      for (row, item) in content.rows.enumerated() {
        if let cell = item.cell { places[ObjectIdentifier(cell)] = IndexPath(row: row, section: section) }
      }
    }
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

  /// The cells, and with them the headers and footers, in the order of the page.
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
