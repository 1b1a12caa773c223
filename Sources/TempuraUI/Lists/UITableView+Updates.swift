internal import Basics
public import Foundation

// Updates of single rows, instead of `reloadData`. Rows that stay keep their cells.

extension UITableView {
  /// Starts a batch of updates, which the matching `endUpdates()` applies.
  public final func beginUpdates() { beginChange() }

  /// Ends a batch, and applies the updates if it is the outermost one.
  ///
  /// As on iOS, the table asks for the heights of all rows again, if the page is laid out.
  public final func endUpdates() { endChange() }

  /// Asks for the heights of the rows again.
  final func askForHeights() {
    forEachRow { row, _, path in if !row.isStale { setGivenSize(of: row, at: path) } }
  }

  public final func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update(animation.motion) { $0.insertedRows.formUnion(indexPaths) }
  }

  public final func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update(animation.motion) { $0.deletedRows.formUnion(indexPaths) }
  }

  public final func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update(animation.motion) { $0.reloadedRows.formUnion(indexPaths) }
  }

  /// Does the same as `reloadRows(at:with:)`, in which the data source can reuse the existing cell.
  public final func reconfigureRows(at indexPaths: [IndexPath]) { reloadRows(at: indexPaths, with: .none) }

  public final func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    update(.fade) { $0.movedRows.append((indexPath, newIndexPath)) }
  }

  public final func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    update(animation.motion) { $0.insertedSections.formUnion(sections) }
  }

  public final func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    update(animation.motion) { $0.deletedSections.formUnion(sections) }
  }

  public final func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    update(animation.motion) { $0.reloadedSections.formUnion(sections) }
  }

  public final func moveSection(_ section: Int, toSection newSection: Int) {
    update(.fade) { $0.movedSections.append((section, newSection)) }
  }

  // MARK: - Cells

  /// Registers the class of the cells for an identifier.
  ///
  /// - Parameter cellClass: A subclass of `UITableViewCell`. If it has initializers of its own, it must override
  ///   `init(style:reuseIdentifier:)`.
  public final func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass as? UITableViewCell.Type
  }

  public final func register(_ viewClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    headerClasses[identifier] = viewClass as? UITableViewHeaderFooterView.Type
  }

  /// Returns a cell for the row that the data source is asked for: the previous cell of the item, or a new one.
  ///
  /// Stops a debug build if no class is registered for the identifier.
  public final func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell
  {
    if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
    Misuse.trap(
      "\(type(of: self)) has no cell class for the identifier \(identifier): call register(_:forCellReuseIdentifier:) first."
    )
    return UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  /// Returns the previous cell of the item, or a new one; nil if there is no cell and no registered class.
  public final func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    for view in [content.reusableView, content.reusableCells.last { $0.dequeuedIdentifier == identifier }] {
      if let cell = view as? UITableViewCell, cell.dequeuedIdentifier == identifier {
        return dequeue(identifier, type(of: cell))
      }
    }
    return cellClasses[identifier].map { dequeue(identifier, $0) }
  }

  public final func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    if let view = content.reusableView as? UITableViewHeaderFooterView, view.dequeuedIdentifier == identifier {
      return dequeue(identifier, type(of: view))
    }
    return headerClasses[identifier].map { dequeue(identifier, $0) }
  }

  // MARK: - Scrolling

  /// Scrolls to a row. If the table and its rows have frames, it sets the content offset. Else the browser scrolls the page
  /// to the row when it shows it, and chooses the position; this lasts until the app scrolls to another row, or the row is
  /// gone.
  public final func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    let positions: [UICollectionView.ScrollPosition] = [[], .top, .centeredVertically, .bottom]
    scroll(toRowAt: indexPath, at: positions[scrollPosition.rawValue], animated: animated)
  }
}

extension UITableView.RowAnimation {
  /// Nil for none. Those that move rows in a way of their own have the same name.
  fileprivate var motion: RowMotion? { self == .none ? nil : RowMotion(rawValue: "\(self)") ?? .fade }
}
