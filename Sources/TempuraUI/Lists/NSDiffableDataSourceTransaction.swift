// swift-format-ignore-file
// Because each name has one line.

/// What a user's move of an item changes.
public struct NSDiffableDataSourceTransaction<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  public let initialSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  public let finalSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  public var difference: CollectionDifference<ItemIdentifierType> { finalSnapshot.itemIdentifiers.difference(from: initialSnapshot.itemIdentifiers) }
  public let sectionTransactions: [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]
}

public struct NSDiffableDataSourceSectionTransaction<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  public let sectionIdentifier: SectionIdentifierType
  public let initialSnapshot, finalSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  public var difference: CollectionDifference<ItemIdentifierType> { finalSnapshot.items.difference(from: initialSnapshot.items) }
}

extension UICollectionViewDiffableDataSource {
  /// What the app decides and does when the user expands or collapses an item.
  public struct SectionSnapshotHandlers<Item: Hashable> {
    public var shouldExpandItem: ((Item) -> Bool)?
    public var willExpandItem: ((Item) -> Void)?
    public var shouldCollapseItem: ((Item) -> Bool)?
    public var willCollapseItem: ((Item) -> Void)?
    /// Returns the children of an item that is being expanded, given those that it has.
    public var snapshotForExpandingParent: ((Item, NSDiffableDataSourceSectionSnapshot<Item>) -> NSDiffableDataSourceSectionSnapshot<Item>)?
    public init() {}
  }

  /// What the app decides and does when the user moves an item, by the accessory `reorder`.
  public struct ReorderingHandlers {
    public var canReorderItem: ((ItemIdentifierType) -> Bool)?
    public var willReorder: ((NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?
    public var didReorder: ((NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?
    public init() {}
  }
}
