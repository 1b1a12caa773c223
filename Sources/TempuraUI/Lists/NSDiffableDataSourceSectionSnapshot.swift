/// The items of one section, in a tree, at one moment: those of an outline, in which a parent is expanded or collapsed.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
  private struct Node {
    let item: ItemIdentifierType
    var level: Int
    var isExpanded = false
  }

  /// Each parent comes before its children.
  private var nodes: [Node] = []

  public init() {}

  // MARK: - Reading

  public var items: [ItemIdentifierType] { nodes.map(\.item) }
  public var rootItems: [ItemIdentifierType] { nodes.filter { $0.level == 0 }.map(\.item) }

  /// The items all of whose parents are expanded.
  public var visibleItems: [ItemIdentifierType] {
    var visible: [ItemIdentifierType] = []
    var index = 0
    while index < nodes.count {
      visible.append(nodes[index].item)
      index = nodes[index].isExpanded ? index + 1 : end(ofTreeAt: index)
    }
    return visible
  }

  public func contains(_ item: ItemIdentifierType) -> Bool { index(of: item) != nil }
  public func index(of item: ItemIdentifierType) -> Int? { nodes.firstIndex { $0.item == item } }
  public func isVisible(_ item: ItemIdentifierType) -> Bool { visibleItems.contains(item) }
  public func isExpanded(_ item: ItemIdentifierType) -> Bool { index(of: item).map { nodes[$0].isExpanded } ?? false }

  /// Returns the number of parents around an item.
  public func level(of item: ItemIdentifierType) -> Int { index(of: item).map { nodes[$0].level } ?? 0 }

  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? {
    guard let index = index(of: child) else { return nil }
    return nodes[..<index].last { $0.level < nodes[index].level }?.item
  }

  /// Returns the descendants of an item, with the item as their root or without it.
  public func snapshot(of parent: ItemIdentifierType, includingParent: Bool = false) -> Self {
    var snapshot = Self()
    guard let index = index(of: parent) else { return snapshot }
    let tree = nodes[(includingParent ? index : index + 1)..<end(ofTreeAt: index)]
    snapshot.nodes = Self.shifted(tree, by: -(tree.first?.level ?? 0))
    return snapshot
  }

  // MARK: - Changes

  public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
    guard let parent else { return insert(Self(items), at: nodes.count, level: 0) }
    if let index = index(of: parent) { insert(Self(items), at: end(ofTreeAt: index), level: nodes[index].level + 1) }
  }

  private init(_ items: [ItemIdentifierType]) { nodes = items.map { Node(item: $0, level: 0) } }

  public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
    insert(Self(items), before: item)
  }

  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    insert(Self(items), after: item)
  }

  public mutating func insert(_ snapshot: Self, before item: ItemIdentifierType) {
    if let index = index(of: item) { insert(snapshot, at: index, level: nodes[index].level) }
  }

  public mutating func insert(_ snapshot: Self, after item: ItemIdentifierType) {
    if let index = index(of: item) { insert(snapshot, at: end(ofTreeAt: index), level: nodes[index].level) }
  }

  public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
    guard let index = index(of: parent) else { return }
    nodes.removeSubrange((index + 1)..<end(ofTreeAt: index))
    insert(snapshot, at: index + 1, level: nodes[index].level + 1)
  }

  /// Removes items with their descendants.
  public mutating func delete(_ items: [ItemIdentifierType]) {
    for item in items { if let index = index(of: item) { nodes.removeSubrange(index..<end(ofTreeAt: index)) } }
  }

  public mutating func deleteAll() { nodes = [] }

  public mutating func expand(_ items: [ItemIdentifierType]) {
    for index in items.compactMap(index(of:)) { nodes[index].isExpanded = true }
  }

  public mutating func collapse(_ items: [ItemIdentifierType]) {
    for index in items.compactMap(index(of:)) { nodes[index].isExpanded = false }
  }

  private func end(ofTreeAt index: Int) -> Int {
    nodes[(index + 1)...].firstIndex { $0.level <= nodes[index].level } ?? nodes.count
  }

  private static func shifted(_ nodes: some Sequence<Node>, by levels: Int) -> [Node] {
    nodes.map { Node(item: $0.item, level: $0.level + levels, isExpanded: $0.isExpanded) }
  }

  private mutating func insert(_ new: Self, at index: Int, level: Int) {
    nodes.insert(contentsOf: Self.shifted(new.nodes.filter { !contains($0.item) }, by: level), at: index)
  }
}
