internal import Basics
public import Foundation

/// A data source that shows the snapshot that was applied last. Items that stay keep their cells.
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  DiffableDataSource<SectionIdentifierType, ItemIdentifierType>, UICollectionViewDataSource
{
  public typealias CellProvider = (UICollectionView, IndexPath, ItemIdentifierType) -> UICollectionViewCell?
  public typealias SupplementaryViewProvider = (UICollectionView, String, IndexPath) -> UICollectionReusableView?

  private let cellProvider: CellProvider

  /// Makes the headers and footers. Default: nil, which makes empty ones.
  open var supplementaryViewProvider: SupplementaryViewProvider?

  /// The trees of the sections that were applied as such.
  final var trees: [SectionIdentifierType: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>] = [:]
  open var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifierType>()
  open var reorderingHandlers = ReorderingHandlers()

  /// Makes a data source and assigns it to the collection view.
  ///
  /// - Parameter collectionView: It does not retain its data source: keep the data source in the view or its
  ///   controller.
  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
    self.cellProvider = cellProvider
    super.init(collectionView)
    collectionView.dataSource = self
  }

  // MARK: - Data source

  open func numberOfSections(in collectionView: UICollectionView) -> Int { current.numberOfSections }

  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    count(inSection: section)
  }

  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    if let item = itemIdentifier(for: indexPath), let cell = cellProvider(collectionView, indexPath, item) {
      indent(cell, at: indexPath)
      return cell
    }
    Misuse.report(
      "The cellProvider of \(type(of: self)) returned nil, so an item has an empty cell: return a cell for every item.")
    return UICollectionViewCell()
  }

  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    supplementaryViewProvider?(collectionView, kind, indexPath) ?? UICollectionReusableView()
  }

  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }

  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {}

  open func collectionView(_ collectionView: UICollectionView, identityForItemAt indexPath: IndexPath) -> String? {
    identity(at: indexPath)
  }
}
