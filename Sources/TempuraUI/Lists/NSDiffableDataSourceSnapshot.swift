/// The items of a list, in sections, at one moment.
///
/// Identifiers are unique. If a section or item is added a second time, the snapshot ignores it and reports a misuse.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  struct Section {
    let identifier: SectionIdentifierType
    var items: [ItemIdentifierType] = []
  }

  private(set) var sections: [Section] = []
  private var known: Set<ItemIdentifierType> = []

  /// The items whose cells the data source makes again.
  private(set) var changedItems: Set<ItemIdentifierType> = []

  public init() {}

  // MARK: - Reading

  public var numberOfItems: Int { known.count }
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
    place(of: identifier).map { sections[$0.section].identifier }
  }

  /// Returns the index of the item among the items of all sections; nil if the snapshot does not contain the item.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { itemIdentifiers.firstIndex(of: identifier) }

  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sections.firstIndex { $0.identifier == identifier }
  }

  func place(of item: ItemIdentifierType) -> (section: Int, row: Int)? {
    guard known.contains(item) else { return nil }
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
    if let index = placeToUse(ofSection: other) { insert(identifiers, at: index) }
  }

  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection other: SectionIdentifierType
  ) {
    if let index = placeToUse(ofSection: other) { insert(identifiers, at: index + 1) }
  }

  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    for identifier in identifiers {
      guard let index = indexOfSection(identifier) else { continue }
      known.subtract(sections[index].items)
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
    let index = section.map { placeToUse(ofSection: $0) } ?? (sections.isEmpty ? nil : sections.count - 1)
    guard let index else {
      if section == nil { Misuse.report("A snapshot needs a section before it gets items: call appendSections first.") }
      return
    }
    insert(identifiers, in: index, at: sections[index].items.count)
  }

  public mutating func insertItems(_ identifiers: [ItemIdentifierType], beforeItem other: ItemIdentifierType) {
    if let place = placeToUse(of: other) { insert(identifiers, in: place.section, at: place.row) }
  }

  public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem other: ItemIdentifierType) {
    if let place = placeToUse(of: other) { insert(identifiers, in: place.section, at: place.row + 1) }
  }

  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    let gone = known.intersection(identifiers)
    guard !gone.isEmpty else { return }
    for index in sections.indices { sections[index].items.removeAll { gone.contains($0) } }
    known.subtract(gone)
  }

  public mutating func deleteAllItems() {
    sections = []
    known = []
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

  private func placeToUse(ofSection identifier: SectionIdentifierType) -> Int? {
    let index = indexOfSection(identifier)
    if index == nil { Misuse.report("A snapshot of \(ItemIdentifierType.self) has no such section: append it first.") }
    return index
  }

  private func placeToUse(of item: ItemIdentifierType) -> (section: Int, row: Int)? {
    let place = place(of: item)
    if place == nil { Misuse.report("A snapshot of \(ItemIdentifierType.self) has no such item: append it first.") }
    return place
  }

  private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
    var index = index
    for identifier in identifiers {
      guard indexOfSection(identifier) == nil else {
        Misuse.report(
          "A snapshot cannot have a \(SectionIdentifierType.self) twice: each section needs its own identifier.")
        continue
      }
      sections.insert(Section(identifier: identifier), at: index)
      index += 1
    }
  }

  private mutating func insert(_ identifiers: [ItemIdentifierType], in section: Int, at row: Int) {
    let new = identifiers.filter { known.insert($0).inserted }
    if new.count < identifiers.count {
      Misuse.report("A snapshot cannot have a \(ItemIdentifierType.self) twice: each item needs its own identifier.")
    }
    sections[section].items.insert(contentsOf: new, at: row)
  }

  private mutating func move(_ item: ItemIdentifierType, to other: ItemIdentifierType, offset: Int) {
    guard item != other, let place = placeToUse(of: item), placeToUse(of: other) != nil else { return }
    sections[place.section].items.remove(at: place.row)
    if let target = self.place(of: other) {
      sections[target.section].items.insert(item, at: target.row + offset)
    }
  }

  private mutating func move(_ section: SectionIdentifierType, to other: SectionIdentifierType, offset: Int) {
    guard section != other, let index = placeToUse(ofSection: section), placeToUse(ofSection: other) != nil else {
      return
    }
    let moved = sections.remove(at: index)
    if let target = indexOfSection(other) { sections.insert(moved, at: target + offset) }
  }

  /// A copy in which no items are marked for a reload.
  var settled: Self {
    var settled = self
    settled.changedItems = []
    return settled
  }
}
