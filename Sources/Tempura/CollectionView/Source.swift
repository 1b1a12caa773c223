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

/// Models in several sections.
public struct SourceWithSections<SourceType>: Source {
  let sections: [[SourceType]]

  public init(_ sections: [[SourceType]]) { self.sections = sections }

  public func numberOfSections() -> Int { sections.count }

  public func numberOfRows(section: Int) -> Int {
    sections.indices.contains(section) ? sections[section].count : 0
  }

  public func data(section: Int, row: Int) -> SourceType? {
    guard sections.indices.contains(section), sections[section].indices.contains(row) else { return nil }
    return sections[section][row]
  }
}
