internal import Basics
public import Foundation

// Updates of single items, instead of `reloadData`. Items that stay keep their cells.

extension UICollectionView {
  /// Applies a single update as a batch of one. Inside a batch, only records it.
  private func change(_ change: (inout ListUpdates) -> Void) {
    guard content.openBatches == 0 else { return update(.fade, change) }
    beginChange()
    update(.fade, change)
    endChange()
  }

  public final func insertItems(at indexPaths: [IndexPath]) { change { $0.insertedRows.formUnion(indexPaths) } }
  public final func deleteItems(at indexPaths: [IndexPath]) { change { $0.deletedRows.formUnion(indexPaths) } }
  public final func reloadItems(at indexPaths: [IndexPath]) { change { $0.reloadedRows.formUnion(indexPaths) } }

  /// Does the same as `reloadItems(at:)`, in which the data source can reuse the existing cell.
  public final func reconfigureItems(at indexPaths: [IndexPath]) { reloadItems(at: indexPaths) }

  public final func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.movedRows.append((indexPath, newIndexPath)) }
  }

  public final func insertSections(_ sections: IndexSet) { change { $0.insertedSections.formUnion(sections) } }
  public final func deleteSections(_ sections: IndexSet) { change { $0.deletedSections.formUnion(sections) } }
  public final func reloadSections(_ sections: IndexSet) { change { $0.reloadedSections.formUnion(sections) } }

  public final func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.movedSections.append((section, newSection)) }
  }

  // MARK: - Cells

  /// Registers the class of the cells for an identifier.
  ///
  /// - Parameter cellClass: A subclass of `UICollectionViewCell`. If it has initializers of its own, it must override
  ///   `init(frame:)`.
  public final func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass as? UICollectionViewCell.Type
  }

  public final func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
  ) {
    supplementClasses["\(elementKind) \(identifier)"] = viewClass as? UICollectionReusableView.Type
  }

  /// Returns a cell for the item that the data source is asked for: the item's previous cell, or a new one.
  ///
  /// Stops a debug build if no class is registered for the identifier.
  public final func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    if cellClasses[identifier] == nil { reportMissingClass(identifier) }
    return dequeue(identifier, cellClasses[identifier] ?? UICollectionViewCell.self)
  }

  public final func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    let known = supplementClasses["\(elementKind) \(identifier)"]
    if known == nil { reportMissingClass(identifier) }
    return dequeue(identifier, known ?? UICollectionReusableView.self)
  }

  private func reportMissingClass(_ identifier: String) {
    Misuse.trap("\(type(of: self)) has no class for the identifier \(identifier): call register with a class first.")
  }
}

extension ListUpdates {
  /// The updates of items, in the form that a layout receives.
  var items: [UICollectionViewUpdateItem] {
    deletedRows.sorted().map { UICollectionViewUpdateItem(.delete, before: $0, after: nil) }
      + insertedRows.sorted().map { UICollectionViewUpdateItem(.insert, before: nil, after: $0) }
      + movedRows.map { UICollectionViewUpdateItem(.move, before: $0.from, after: $0.to) }
      + reloadedRows.sorted().map { UICollectionViewUpdateItem(.reload, before: $0, after: $0) }
  }
}
