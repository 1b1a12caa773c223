internal import Basics
public import Foundation

/// What the diffable data sources of tables and collection views have in common. UIKit has no such class.
open class DiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  public typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

  @WeakReference final var list: SectionedList?
  final var current = Snapshot()

  init(_ list: SectionedList) { self.list = list }

  open func snapshot() -> Snapshot { current }

  /// Shows a snapshot, then calls `completion`, while the rows move.
  open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil) {
    let isNew = current.sections.isEmpty
    show(snapshot, reloadsAll: false)
    if animatingDifferences, !isNew { list?.moveRows(.fade) }
    completion?()
  }

  /// Shows a snapshot and makes all cells again.
  open func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
    show(snapshot, reloadsAll: true)
    completion?()
  }

  private func show(_ snapshot: Snapshot, reloadsAll: Bool) {
    let old = current
    current = snapshot.withoutChangedItems
    list?.show(snapshot, after: old, reloadsAll: reloadsAll)
  }

  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
    guard indexPath.count == 2, 0..<current.sections.count ~= indexPath.section else { return nil }
    let (items, row) = (current.sections[indexPath.section].items, indexPath.row)
    return 0..<items.count ~= row ? items[row] : nil
  }

  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    current.position(of: itemIdentifier).map { IndexPath(row: $0.row, section: $0.section) }
  }

  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    current.sections.indices.contains(index) ? current.sections[index].identifier : nil
  }

  open func index(for sectionIdentifier: SectionIdentifierType) -> Int? { current.indexOfSection(sectionIdentifier) }

  final func count(inSection section: Int) -> Int {
    current.sections.indices.contains(section) ? current.sections[section].items.count : 0
  }

  final func identity(at indexPath: IndexPath) -> String? {
    itemIdentifier(for: indexPath).flatMap { ItemIdentity.text(of: $0) }
  }
}

extension DiffableDataSource: SectionIdentifying {
  func identity(ofSection section: Int) -> String? {
    sectionIdentifier(for: section).flatMap { ItemIdentity.text(of: $0) }
  }
}
