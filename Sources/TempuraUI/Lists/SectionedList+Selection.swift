internal import Foundation

// Selection, by the app and by taps, and the actions of rows that swipes show on a phone.

extension SectionedList {
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

  final func setSelected(_ isSelected: Bool, at indexPath: IndexPath) {
    guard let row = isSelected ? content.makeRow(at: indexPath) : content[indexPath], row.isSelected != isSelected
    else { return }
    row.isSelected = isSelected
    if let cell = row.cell { show(isSelected, by: cell) }
  }

  /// Tells a cell whether its row is selected. Apps override `setSelected` and `isSelected` to change the looks of cells.
  final func show(_ isSelected: Bool, by cell: ListItemView) {
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

  // MARK: - Taps

  /// Performs a tap on a row: selects or deselects it, and calls the delegate.
  final func tapRow(at indexPath: IndexPath) {
    if allowsMultipleSelectionNow, content[indexPath]?.isSelected == true { return deselectByTap(indexPath) }
    guard let chosen = willSelect(indexPath) else { return }
    if !allowsMultipleSelectionNow {
      for path in content.selectedIndexPaths where path != chosen { deselectByTap(path) }
    }
    setSelected(true, at: chosen)
    didSelect(chosen)
  }

  private func deselectByTap(_ indexPath: IndexPath) {
    guard let chosen = willDeselect(indexPath) else { return }
    setSelected(false, at: chosen)
    didDeselect(chosen)
  }
}

extension [UIContextualAction] {
  /// The actions with the names of their parts in a row.
  var named: [(part: String, action: UIContextualAction)] {
    let names = ItemIdentity.names(for: map { ItemIdentity.escaped($0.name) })
    return zip(names, self).map { ("row-action-\($0)", $1) }
  }
}
