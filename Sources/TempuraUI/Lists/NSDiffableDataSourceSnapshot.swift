internal import Basics

/// The items of a list, in sections, at one moment.
///
/// Identifiers are unique. If a section or item is added a second time, the snapshot ignores it and reports a misuse.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  struct Section: Equatable {
    let identifier: SectionIdentifierType
    var items: [ItemIdentifierType] = []
  }

  private(set) var sections: [Section] = []
  private var allItems: Set<ItemIdentifierType> = []

  /// The items whose cells the data source makes again.
  private(set) var changedItems: Set<ItemIdentifierType> = []

  public init() {}

  // MARK: - Reading

  public var numberOfItems: Int { allItems.count }
  public var numberOfSections: Int { sections.count }
  public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
  public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }
  public var reloadedItemIdentifiers: [ItemIdentifierType] { Array(changedItems) }

  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    itemIdentifiers(inSection: identifier).count
  }

  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    indexOfSection(identifier).map { sections[$0].items } ?? []
  }

  public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
    position(of: identifier).map { sections[$0.section].identifier }
  }

  /// Returns the index of the item among the items of all sections; nil if the snapshot does not contain the item.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { itemIdentifiers.firstIndex(of: identifier) }

  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sections.firstIndex { $0.identifier == identifier }
  }

  func position(of item: ItemIdentifierType) -> (section: Int, row: Int)? {
    guard allItems.contains(item) else { return nil }
    for (section, content) in sections.enumerated() {
      if let row = content.items.firstIndex(of: item) { return (section, row) }
    }
    return nil
  }

  // MARK: - Sections

  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    insert(identifiers, at: sections.count)
  }

  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection other: SectionIdentifierType
  ) {
    if let index = existingIndex(ofSection: other) { insert(identifiers, at: index) }
  }

  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection other: SectionIdentifierType
  ) {
    if let index = existingIndex(ofSection: other) { insert(identifiers, at: index + 1) }
  }

  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    for identifier in identifiers {
      guard let index = indexOfSection(identifier) else { continue }
      allItems.subtract(sections[index].items)
      sections.remove(at: index)
    }
  }

  public mutating func moveSection(_ identifier: SectionIdentifierType, beforeSection other: SectionIdentifierType) {
    move(identifier, to: other, offset: 0)
  }

  public mutating func moveSection(_ identifier: SectionIdentifierType, afterSection other: SectionIdentifierType) {
    move(identifier, to: other, offset: 1)
  }

  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    for identifier in identifiers { changedItems.formUnion(itemIdentifiers(inSection: identifier)) }
  }

  // MARK: - Items

  /// Adds items at the end of a section. Default: the last section.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection section: SectionIdentifierType? = nil
  ) {
    let index = section.map { existingIndex(ofSection: $0) } ?? (sections.isEmpty ? nil : sections.count - 1)
    guard let index else {
      if section == nil {
        Misuse.report("appendItems does nothing in a snapshot without sections: call appendSections first.")
      }
      return
    }
    insert(identifiers, in: index, at: sections[index].items.count)
  }

  public mutating func insertItems(_ identifiers: [ItemIdentifierType], beforeItem other: ItemIdentifierType) {
    if let position = existingPosition(of: other) { insert(identifiers, in: position.section, at: position.row) }
  }

  public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem other: ItemIdentifierType) {
    if let position = existingPosition(of: other) { insert(identifiers, in: position.section, at: position.row + 1) }
  }

  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    let gone = allItems.intersection(identifiers)
    guard !gone.isEmpty else { return }
    for index in sections.indices { sections[index].items.removeAll { gone.contains($0) } }
    allItems.subtract(gone)
  }

  public mutating func deleteAllItems() {
    sections = []
    allItems = []
  }

  public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem other: ItemIdentifierType) {
    move(identifier, to: other, offset: 0)
  }

  public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem other: ItemIdentifierType) {
    move(identifier, to: other, offset: 1)
  }

  /// Marks items for a reload: the data source makes their cells again.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { changedItems.formUnion(identifiers) }

  /// Does the same as `reloadItems(_:)`, in which the data source can reuse the existing cell.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) { reloadItems(identifiers) }

  // MARK: - Implementation

  private func existingIndex(ofSection identifier: SectionIdentifierType) -> Int? {
    existing(indexOfSection(identifier), "a section")
  }

  private func existingPosition(of item: ItemIdentifierType) -> (section: Int, row: Int)? {
    existing(position(of: item), "an item")
  }

  private func existing<Place>(_ place: Place?, _ what: String) -> Place? {
    if place == nil {
      Misuse.report(
        "A change of a snapshot of \(ItemIdentifierType.self) does nothing, because it names \(what) that is not in the "
          + "snapshot: append it first.")
    }
    return place
  }

  private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
    var index = index
    for identifier in identifiers {
      guard indexOfSection(identifier) == nil else {
        Misuse.report(
          "A snapshot contains a \(SectionIdentifierType.self) already, so adding it does nothing: give each section its own "
            + "identifier.")
        continue
      }
      sections.insert(Section(identifier: identifier), at: index)
      index += 1
    }
  }

  private mutating func insert(_ identifiers: [ItemIdentifierType], in section: Int, at row: Int) {
    let new = identifiers.filter { allItems.insert($0).inserted }
    if new.count < identifiers.count {
      Misuse.report(
        "A snapshot contains a \(ItemIdentifierType.self) already, so adding it does nothing: give each item its own "
          + "identifier.")
    }
    sections[section].items.insert(contentsOf: new, at: row)
  }

  private mutating func move(_ item: ItemIdentifierType, to other: ItemIdentifierType, offset: Int) {
    guard item != other, let position = existingPosition(of: item), existingPosition(of: other) != nil else { return }
    sections[position.section].items.remove(at: position.row)
    if let target = self.position(of: other) {
      sections[target.section].items.insert(item, at: target.row + offset)
    }
  }

  private mutating func move(_ section: SectionIdentifierType, to other: SectionIdentifierType, offset: Int) {
    guard section != other, let index = existingIndex(ofSection: section), existingIndex(ofSection: other) != nil else {
      return
    }
    let moved = sections.remove(at: index)
    if let target = indexOfSection(other) { sections.insert(moved, at: target + offset) }
  }

  /// A copy in which no items are marked for a reload.
  var withoutChangedItems: Self {
    var withoutChangedItems = self
    withoutChangedItems.changedItems = []
    return withoutChangedItems
  }
}
