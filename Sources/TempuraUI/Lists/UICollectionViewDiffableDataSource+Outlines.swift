// Outlines, and rows that the user moves.

internal import Foundation

/// A data source whose rows have children, or can be moved.
protocol OutliningDataSource: AnyObject {
  /// Returns whether the item is expanded; nil if it is not in an outline.
  func isExpanded(at indexPath: IndexPath) -> Bool?
  func toggle(at indexPath: IndexPath)
  func canMove(at indexPath: IndexPath) -> Bool
  func move(at indexPath: IndexPath, by move: RowMove)
}

extension UICollectionViewDiffableDataSource {
  /// Shows the visible items of a tree in a section, which is added if there is none.
  public final func apply(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    var whole = current
    if whole.indexOfSection(section) == nil { whole.appendSections([section]) }
    whole.deleteItems(whole.itemIdentifiers(inSection: section))
    whole.appendItems(snapshot.visibleItems, toSection: section)
    trees[section] = snapshot
    apply(whole, animatingDifferences: animatingDifferences, completion: completion)
  }

  public final func snapshot(
    for section: SectionIdentifierType
  ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    let items = current.itemIdentifiers(inSection: section)
    // The app may have applied a snapshot of all sections since.
    if let tree = trees[section], tree.visibleItems == items { return tree }
    var flat = NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>()
    flat.append(items)
    return flat
  }

  /// The item and the tree of its section, if that was applied.
  fileprivate func node(
    at path: IndexPath
  ) -> (item: ItemIdentifierType, SectionIdentifierType, NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>)? {
    guard !trees.isEmpty, let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section),
      trees[section] != nil
    else { return nil }
    return (item, section, snapshot(for: section))
  }

  final func indent(_ cell: UICollectionViewCell, at path: IndexPath) {
    guard let (item, _, tree) = node(at: path) else { return }
    (cell as? UICollectionViewListCell)?.indentationLevel = tree.level(of: item)
  }

  /// Returns the item beside which a moved one goes. In an outline it is the neighbour with the same parent.
  private func neighbour(of path: IndexPath, by move: RowMove) -> ItemIdentifierType? {
    guard let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section) else { return nil }
    let tree = snapshot(for: section)
    let siblings = tree.parent(of: item).map { tree.snapshot(of: $0).rootItems } ?? tree.rootItems
    guard let index = siblings.firstIndex(of: item) else { return nil }
    let other = min(max(index + (move.isUp ? -move.steps : move.steps), 0), siblings.count - 1)
    return other == index ? nil : siblings[other]
  }
}

extension UICollectionViewDiffableDataSource: OutliningDataSource {
  final func isExpanded(at path: IndexPath) -> Bool? { node(at: path).map { $2.isExpanded($0) } }

  final func toggle(at path: IndexPath) {
    guard case (let item, let section, var tree)? = node(at: path) else { return }
    let handlers = sectionSnapshotHandlers
    if tree.isExpanded(item) {
      guard handlers.shouldCollapseItem?(item) ?? true else { return }
      handlers.willCollapseItem?(item)
      tree.collapse([item])
    } else {
      guard handlers.shouldExpandItem?(item) ?? true else { return }
      handlers.willExpandItem?(item)
      if let children = handlers.snapshotForExpandingParent?(item, tree.snapshot(of: item)) {
        tree.replace(childrenOf: item, using: children)
      }
      tree.expand([item])
    }
    apply(tree, to: section)
  }

  final func canMove(at path: IndexPath) -> Bool {
    itemIdentifier(for: path).map { reorderingHandlers.canReorderItem?($0) ?? false } ?? false
  }

  final func move(at path: IndexPath, by move: RowMove) {
    guard let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section),
      let other = neighbour(of: path, by: move)
    else { return }
    let tree = snapshot(for: section)
    var (moved, final) = (tree, current)
    moved.delete([item])
    let subtree = tree.snapshot(of: item, includingParent: true)
    if move.isUp { moved.insert(subtree, before: other) } else { moved.insert(subtree, after: other) }
    final.deleteItems(final.itemIdentifiers(inSection: section))
    final.appendItems(moved.visibleItems, toSection: section)
    let change = NSDiffableDataSourceTransaction(
      initialSnapshot: current, finalSnapshot: final,
      sectionTransactions: [.init(sectionIdentifier: section, initialSnapshot: tree, finalSnapshot: moved)])
    reorderingHandlers.willReorder?(change)
    if trees[section] != nil { trees[section] = moved }
    apply(final)
    reorderingHandlers.didReorder?(change)
  }
}
