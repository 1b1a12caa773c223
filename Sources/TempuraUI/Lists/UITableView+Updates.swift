internal import Basics
public import Foundation

// Updates of single rows, instead of `reloadData`. Rows that stay keep their cells.

extension UITableView {
  /// Applies several updates at once. As in UIKit, deletions and reloads use index paths from before all updates,
  /// insertions use index paths from after them. `completion` runs before the method returns, always with true.
  public final func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    beginUpdates()
    updates()
    endUpdates()
    completion?(true)
  }

  /// Applies several updates, if there are any.
  @_disfavoredOverload
  public final func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    performBatchUpdates({ updates?() }, completion: completion)
  }

  /// Starts a batch of updates, which the matching `endUpdates()` applies.
  public final func beginUpdates() {
    loadIfNeeded()
    beginBatch()
  }

  /// Ends a batch, and applies the updates if it is the outermost one.
  ///
  /// As on iOS, the table asks for the heights of all rows again, if frames lay them out.
  public final func endUpdates() {
    endBatch()
    if content.openBatches == 0 { updateRowHeights() }
  }

  private func updateRowHeights() {
    guard !content.isStale, arrangement.hasSizedRows else { return }
    askForHeights()
    rowNeedsLayout()
  }

  /// Asks for the heights of the rows again.
  final func askForHeights() {
    arrangement.widthOfHeights = bounds.width
    for (section, rows) in content.sections.map(\.rows).enumerated() {
      for (index, row) in rows.enumerated() {
        guard let cell = row.cell as? UITableViewCell, !row.isStale else { continue }
        cell.height =
          tableDelegate?.tableView(self, heightForRowAt: IndexPath(row: index, section: section)) ?? rowHeight
        // A row without content of fixed height is measured again.
        if cell.hasExactSize { cell.setNeedsLayout() }
      }
    }
  }

  public final func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.insertedRows.formUnion(indexPaths) }
  }

  public final func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.deletedRows.formUnion(indexPaths) }
  }

  public final func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.reloadedRows.formUnion(indexPaths) }
  }

  /// Does the same as `reloadRows(at:with:)`, in which the data source can reuse the existing cell.
  public final func reconfigureRows(at indexPaths: [IndexPath]) { reloadRows(at: indexPaths, with: .none) }

  public final func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    update { $0.movedRows.append((indexPath, newIndexPath)) }
  }

  public final func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    update { $0.insertedSections.formUnion(sections) }
  }

  public final func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    update { $0.deletedSections.formUnion(sections) }
  }

  public final func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    update { $0.reloadedSections.formUnion(sections) }
  }

  public final func moveSection(_ section: Int, toSection newSection: Int) {
    update { $0.movedSections.append((section, newSection)) }
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
    if let cell = content.reusableView as? UITableViewCell, cell.reuseIdentifier == identifier {
      content.reusableView = nil
      cell.prepareForReuse()
      return cell
    }
    guard let made = cellClasses[identifier].map({ UIResponder.make($0) }) else { return nil }
    made.reuseIdentifier = identifier
    return made
  }

  public final func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    if let view = content.reusableView as? UITableViewHeaderFooterView, view.reuseIdentifier == identifier {
      content.reusableView = nil
      view.prepareForReuse()
      return view
    }
    guard let made = headerClasses[identifier].map({ UIResponder.make($0) }) else { return nil }
    made.reuseIdentifier = identifier
    return made
  }

  // MARK: - Scrolling

  /// Scrolls to a row. If the table and its rows have frames, it sets the content offset. Else the browser scrolls the page
  /// to the row when it shows it, and chooses the position; this lasts until the app scrolls to another row, or the row is
  /// gone.
  public final func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    if let offset = offset(showing: indexPath, at: scrollPosition) {
      return setContentOffset(offset, animated: animated)
    }
    let old = scrollTarget
    scrollTarget = cellForRow(at: indexPath)
    countScroll()
    guard scrollTarget !== old else { return }
    old?.setNeedsRender()
    scrollTarget?.setNeedsRender()
  }
}
