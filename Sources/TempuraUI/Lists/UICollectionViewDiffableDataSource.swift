internal import Basics
public import Foundation

/// A data source that shows the snapshot that was applied last. Items that stay keep their cells.
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  UICollectionViewDataSource
{
  public typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  public typealias CellProvider = (UICollectionView, IndexPath, ItemIdentifierType) -> UICollectionViewCell?
  public typealias SupplementaryViewProvider = (UICollectionView, String, IndexPath) -> UICollectionReusableView?

  private weak var collection: UICollectionView?
  private let cellProvider: CellProvider
  private var current = Snapshot()

  /// Makes the headers and footers. Default: nil, which makes empty ones.
  open var supplementaryViewProvider: SupplementaryViewProvider?

  /// Makes a data source and assigns it to the collection view.
  ///
  /// - Parameter collectionView: It does not retain its data source: keep the data source in the view or its
  ///   controller.
  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
    collection = collectionView
    self.cellProvider = cellProvider
    collectionView.dataSource = self
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
    collection?.show(snapshot, after: old, reloadsAll: reloadsAll)
  }

  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { current.item(at: indexPath) }

  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    current.position(of: itemIdentifier).map { IndexPath(item: $0.row, section: $0.section) }
  }

  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    current.sections.indices.contains(index) ? current.sections[index].identifier : nil
  }

  open func index(for sectionIdentifier: SectionIdentifierType) -> Int? { current.indexOfSection(sectionIdentifier) }

  // MARK: - Data source

  open func numberOfSections(in collectionView: UICollectionView) -> Int { current.numberOfSections }

  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    current.sections.indices.contains(section) ? current.sections[section].items.count : 0
  }

  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    if let item = current.item(at: indexPath), let cell = cellProvider(collectionView, indexPath, item) { return cell }
    Misuse.report(
      "The cellProvider of \(type(of: self)) returned nil, so an item has an empty cell: return a cell for every item.")
    return UICollectionViewCell()
  }

  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    supplementaryViewProvider?(collectionView, kind, indexPath) ?? UICollectionReusableView()
  }

  open func collectionView(_ collectionView: UICollectionView, identityForItemAt indexPath: IndexPath) -> String? {
    current.item(at: indexPath).flatMap { ItemIdentity.text(of: $0) }
  }
}

extension UICollectionViewDiffableDataSource: SectionIdentifying {
  func identity(ofSection section: Int) -> String? {
    sectionIdentifier(for: section).flatMap { ItemIdentity.text(of: $0) }
  }
}
