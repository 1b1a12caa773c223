/// What a collection view shows: models in sections.
public protocol Source {
  associatedtype SourceType

  func numberOfSections() -> Int
  func numberOfRows(section: Int) -> Int

  /// The model of a row, nil if there is no such row.
  func data(section: Int, row: Int) -> SourceType?
}

/// Models in one section.
public struct SimpleSource<SourceType>: Source {
  let items: [SourceType]

  public init(_ items: [SourceType]) { self.items = items }

  public func numberOfSections() -> Int { 1 }
  public func numberOfRows(section: Int) -> Int { items.count }

  public func data(section: Int, row: Int) -> SourceType? {
    items.indices.contains(row) ? items[row] : nil
  }
}
