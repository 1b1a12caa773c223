internal import Basics
public import Foundation

/// A data source that shows the snapshot that was applied last. Rows of items that stay keep their cells.
open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  UITableViewDataSource
{
  public typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  public typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?

  private weak var table: UITableView?
  private let cellProvider: CellProvider
  private var current = Snapshot()

  /// Ignored: there are no animations.
  open var defaultRowAnimation = UITableView.RowAnimation.automatic

  /// Makes a data source and assigns it to the table.
  ///
  /// - Parameter tableView: It does not retain its data source: keep the data source in the view or its controller.
  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    table = tableView
    self.cellProvider = cellProvider
    tableView.dataSource = self
  }

  // MARK: - Snapshots

  open func snapshot() -> Snapshot { current }

  /// Shows a snapshot at once, then calls `completion`. There are no animations.
  open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil) {
    show(snapshot, reloadsAll: false)
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
    table?.show(snapshot, after: old, reloadsAll: reloadsAll)
  }

  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { current.item(at: indexPath) }

  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    current.position(of: itemIdentifier).map { IndexPath(row: $0.row, section: $0.section) }
  }

  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    current.sections.indices.contains(index) ? current.sections[index].identifier : nil
  }

  open func index(for sectionIdentifier: SectionIdentifierType) -> Int? { current.indexOfSection(sectionIdentifier) }

  // MARK: - Data source

  open func numberOfSections(in tableView: UITableView) -> Int { current.numberOfSections }

  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    current.sections.indices.contains(section) ? current.sections[section].items.count : 0
  }

  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    if let item = current.item(at: indexPath), let cell = cellProvider(tableView, indexPath, item) { return cell }
    Misuse.report(
      "The cellProvider of \(type(of: self)) returned nil, so a row has an empty cell: return a cell for every item.")
    return UITableViewCell()
  }

  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }

  /// Returns whether the row can be edited. Default: false.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}

  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  open func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {}

  open func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    current.item(at: indexPath).flatMap { ItemIdentity.text(of: $0) }
  }
}

extension UITableViewDiffableDataSource: SectionIdentifying {
  func identity(ofSection section: Int) -> String? {
    sectionIdentifier(for: section).flatMap { ItemIdentity.text(of: $0) }
  }
}

extension NSDiffableDataSourceSnapshot {
  func item(at indexPath: IndexPath) -> ItemIdentifierType? {
    guard indexPath.count == 2, sections.indices.contains(indexPath.section),
      sections[indexPath.section].items.indices.contains(indexPath.row)
    else { return nil }
    return sections[indexPath.section].items[indexPath.row]
  }
}
