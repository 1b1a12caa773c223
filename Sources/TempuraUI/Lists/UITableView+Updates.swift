public import Foundation

// Changes one by one, in place of `reloadData`: rows that stay keep their cells.

extension UITableView {
  /// Makes several changes at once. What goes away is named by where it was before all of them, and what comes by where
  /// it is after all of them.
  public final func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    beginUpdates()
    updates?()
    endUpdates()
    completion?(true)
  }

  public final func beginUpdates() {
    loadIfNeeded()
    beginBatch()
  }

  public final func endUpdates() { endBatch() }

  public final func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.insertedRows.formUnion(indexPaths) }
  }

  public final func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.deletedRows.formUnion(indexPaths) }
  }

  public final func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    update { $0.reloadedRows.formUnion(indexPaths) }
  }

  /// Has the cells of rows set up again.
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

  /// Says what cells of an identifier are.
  ///
  /// - Parameter cellClass: A class of cells, which overrides `init(style:reuseIdentifier:)` if it overrides any.
  public final func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass as? UITableViewCell.Type
  }

  public final func register(_ viewClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    headerClasses[identifier] = viewClass as? UITableViewHeaderFooterView.Type
  }

  /// A cell for a row that the data source is asked for: the one that showed its item before, or a new one.
  public final func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell
  {
    if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
    Misuse.trap(
      "\(type(of: self)) knows no cells called \(identifier): call register(_:forCellReuseIdentifier:) with a class of cells."
    )
    return UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  /// The same; nil if there is no cell and no class of them.
  public final func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = content.reusable as? UITableViewCell, cell.reuseIdentifier == identifier {
      content.reusable = nil
      cell.prepareForReuse()
      return cell
    }
    guard let made = cellClasses[identifier].map({ UIResponder.make($0) }) else { return nil }
    made.reuseIdentifier = identifier
    return made
  }

  public final func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    if let view = content.reusable as? UITableViewHeaderFooterView, view.reuseIdentifier == identifier {
      content.reusable = nil
      view.prepareForReuse()
      return view
    }
    guard let made = headerClasses[identifier].map({ UIResponder.make($0) }) else { return nil }
    made.reuseIdentifier = identifier
    return made
  }

  // MARK: - Scrolling

  /// Has the page scrolled to a row when it is shown, until the app has it scrolled to another one or the row is gone.
  public final func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    let old = scrollTarget
    scrollTarget = cellForRow(at: indexPath)
    guard scrollTarget !== old else { return }
    old?.setNeedsRender()
    scrollTarget?.setNeedsRender()
  }
}
