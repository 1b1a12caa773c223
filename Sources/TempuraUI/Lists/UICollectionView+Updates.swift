public import Foundation

// Changes one by one, in place of `reloadData`: items that stay keep their cells.

extension UICollectionView {
  /// Makes several changes at once. What goes away is named by where it was before all of them, and what comes by where
  /// it is after all of them.
  public final func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    beginChange()
    updates?()
    endChange()
    completion?(true)
  }

  private func beginChange() {
    loadItemsIfNeeded()
    beginBatch()
  }

  private func endChange() {
    let changes = content.batches == 1 ? content.updates.items : []
    let layout = collectionViewLayout
    layout.prepareIfNeeded(for: changes)
    endBatch()
    layout.follow(changes)
  }

  /// A change by itself is a batch of one.
  private func change(_ change: (inout ListUpdates) -> Void) {
    guard content.batches == 0 else { return update(change) }
    beginChange()
    update(change)
    endChange()
  }

  public final func insertItems(at indexPaths: [IndexPath]) { change { $0.insertedRows.formUnion(indexPaths) } }
  public final func deleteItems(at indexPaths: [IndexPath]) { change { $0.deletedRows.formUnion(indexPaths) } }
  public final func reloadItems(at indexPaths: [IndexPath]) { change { $0.reloadedRows.formUnion(indexPaths) } }

  /// Has the cells of items set up again.
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

  /// Says what cells of an identifier are.
  ///
  /// - Parameter cellClass: A class of cells, which overrides `init(frame:)` if it overrides any.
  public final func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass as? UICollectionViewCell.Type
  }

  public final func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
  ) {
    supplementClasses["\(elementKind) \(identifier)"] = viewClass as? UICollectionReusableView.Type
  }

  /// A cell for an item that the data source is asked for: the one that showed it before, or a new one.
  public final func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    dequeue(identifier, cellClasses[identifier] ?? UICollectionViewCell.self, isKnown: cellClasses[identifier] != nil)
  }

  public final func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    let known = supplementClasses["\(elementKind) \(identifier)"]
    return dequeue(identifier, known ?? UICollectionReusableView.self, isKnown: known != nil)
  }

  private func dequeue<Reusable: UICollectionReusableView>(
    _ identifier: String, _ type: Reusable.Type, isKnown: Bool
  ) -> Reusable {
    if let view = content.reusable as? Reusable, Swift.type(of: view) == type, view.reuseIdentifier == identifier {
      content.reusable = nil
      view.prepareForReuse()
      return view
    }
    if !isKnown {
      Misuse.trap(
        "\(Swift.type(of: self)) knows no views called \(identifier): call register with a class and that identifier.")
    }
    let made = UIResponder.make(type)
    made.makeRareProperties().reuseIdentifier = identifier
    return made
  }
}

extension UICollectionViewLayout {
  /// A layout is told of changes by their places, so that there is nothing to ask where there are none.
  fileprivate func prepareIfNeeded(for changes: [UICollectionViewUpdateItem]) { if !changes.isEmpty { prepare() } }
}

extension ListUpdates {
  /// The changes of items, one by one.
  fileprivate var items: [UICollectionViewUpdateItem] {
    deletedRows.sorted().map { UICollectionViewUpdateItem(.delete, before: $0, after: nil) }
      + insertedRows.sorted().map { UICollectionViewUpdateItem(.insert, before: nil, after: $0) }
      + movedRows.map { UICollectionViewUpdateItem(.move, before: $0.from, after: $0.to) }
      + reloadedRows.sorted().map { UICollectionViewUpdateItem(.reload, before: $0, after: $0) }
  }
}
