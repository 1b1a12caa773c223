internal import Basics
public import Foundation
public import TempuraUI

/// A cell with a reuse identifier.
public protocol ReusableCell: AnyObject {
  static var identifierForReuse: String { get }
}

extension ReusableCell {
  public static var identifierForReuse: String { String(describing: self) }
}

/// A cell that shows a model.
public protocol ConfigurableCell: ReusableCell, ModellableView {}

/// A cell that knows its size for a model. Cells that frames lay out have this size. A row whose content flows is as large
/// as its content.
public protocol SizeableCell: ModellableView {
  static func size(for model: VM) -> CGSize
}

/// The models that a collection view shows, in sections.
public protocol Source {
  associatedtype SourceType

  func numberOfSections() -> Int
  func numberOfRows(section: Int) -> Int

  /// Returns the model of a row, or nil if there is no such row.
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

/// A list with a cell for each model of its source.
///
/// All rows are in the page. If the models are `Identifiable`, their `id` identifies the rows: the ids of controls contain
/// it, and a row that moves keeps its cell. Else the content of a row identifies it: a tap on an old page is a tap on a row
/// with the same content, or is refused.
open class CollectionView<Cell: UICollectionViewCell & ConfigurableCell, S: Source>: UICollectionView
where S.SourceType == Cell.VM {
  // One of each for every row.
  private var cells: [Cell] = []
  private var models: [Cell.VM] = []
  private var identities: [String] = []
  private let traits = ItemTraits.of(Cell.VM.self)
  private let hasOneSection = S.self == SimpleSource<Cell.VM>.self

  public init(frame: CGRect, layout: UICollectionViewLayout) {
    super.init(frame: frame, collectionViewLayout: layout)
    sizeItemsByModels()
  }

  override public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    super.init(frame: frame, collectionViewLayout: layout)
    sizeItemsByModels()
  }

  public required init?(coder: NSCoder) { nil }

  private func sizeItemsByModels() {
    guard let type = Cell.self as? any SizeableCell.Type else { return }
    sizeOfOwnItem = { [unowned self] path in
      guard let cell = cellForItem(at: path) as? Cell, let model = cell.model else { return .zero }
      return Self.size(of: model, by: type)
    }
  }

  private static func size<Sizeable: SizeableCell>(of model: Any, by type: Sizeable.Type) -> CGSize {
    (model as? Sizeable.VM).map { type.size(for: $0) } ?? .zero
  }

  /// The models to show.
  open var source: S? { didSet { update() } }

  /// Whether a new source assigns only changed models to their cells. Default: false, it assigns all models.
  open var useDiffs = false

  /// Called with the current index path when a cell is tapped. If it is nil, cells are not buttons.
  open var didTapItem: ((IndexPath) -> Void)? {
    didSet {
      didTapCell = didTapItem == nil ? nil : { [unowned self] cell in didTap(cell) }
    }
  }

  private func didTap(_ cell: UICollectionViewCell) {
    guard let index = cells.firstIndex(where: { $0 === cell }) else { return }
    didTapItem?(indexPath(ofRow: index))
  }

  /// Sets the interactions of a cell. Called for each cell that gets a model.
  open var configureInteractions: ((Cell, IndexPath) -> Void)?

  /// Returns the cell of a row, or nil if there is no such row.
  public final func cell(at indexPath: IndexPath) -> Cell? {
    guard let source, indexPath.count == 2 else { return nil }
    let before = (0..<indexPath.section).reduce(0) { $0 + source.numberOfRows(section: $1) }
    let index = before + indexPath.item
    return cells.indices.contains(index) ? cells[index] : nil
  }

  /// Assigns all models to their cells again.
  override open func reloadData() {
    for (index, model) in models.enumerated() {
      cells[index].prepareForReuse()
      show(model, in: cells[index], at: index)
    }
    if !traits.haveIdentities { nameByContent() }
    ownItemsDidChange()
  }

  // MARK: - Rows

  private func update() {
    let new = if let source { models(of: source) } else { [] as [Cell.VM] }
    if !updateItems(to: new) { rearrange(to: new) }
    models = new
    let isDividedAsBefore =
      hasOneSection ? ownCells.count == 1 && ownCells[0].count == cells.count : ownCells.map(\.count) == rowCounts
    if !isDividedAsBefore { ownCells = cellsInSections }
    ownItemsDidChange()
    if !traits.haveIdentities { nameByContent() }
  }

  /// How many rows the source has in each section.
  private var rowCounts: [Int] {
    guard let source else { return [0] }
    return (0..<max(source.numberOfSections(), 0)).map { max(source.numberOfRows(section: $0), 0) }
  }

  private var cellsInSections: [[UICollectionViewCell]] {
    // Safe because each cell is one. A conversion would look at each of them.
    if hasOneSection { return [unsafeBitCast(cells, to: [UICollectionViewCell].self)] }
    var next = 0
    return rowCounts.map { count in
      let end = min(next + count, cells.count)
      defer { next = end }
      return Array(cells[next..<end])
    }
  }

  /// Names rows by their content, as their models have no ids.
  private func nameByContent() {
    if !models.isEmpty {
      Misuse.report(
        "\(Cell.VM.self), which a CollectionView of \(Cell.self) shows, is not Identifiable, so its rows are identified by "
          + "their content: give the model an id.")
    }
    let names = ItemIdentity.names(for: cells.map { ItemIdentity.fingerprint(of: $0) })
    for (cell, name) in zip(cells, names) { cell.setPathName(ofItem: name, in: self) }
  }

  private func models(of source: S) -> [Cell.VM] {
    // The same type. A cast that looks for that takes longer.
    hasOneSection ? unsafeBitCast(source, to: SimpleSource<Cell.VM>.self).items : modelsOfSections(in: source)
  }

  private func modelsOfSections(in source: S) -> [Cell.VM] {
    var models: [Cell.VM] = []
    for (section, count) in rowCounts.enumerated() {
      models.reserveCapacity(models.count + count)
      for row in 0..<count {
        if let model = source.data(section: section, row: row) { models.append(model) }
      }
    }
    return models
  }

  /// Updates rows as long as they are the same as before. This is the usual case, and faster than `rearrange`.
  ///
  /// - Returns: Whether all rows are the same. If not, the rows before the first other one are updated.
  private func updateItems(to new: [Cell.VM]) -> Bool {
    guard new.count == cells.count else { return false }
    var next = 0
    while next < new.count {
      guard let index = useDiffs ? traits.firstChange(from: next, in: models, new) : next else { return true }
      next = index + 1
      guard identity(of: new[index], at: index) == identities[index] else { return false }
      cells[index].prepareForReuse()
      show(new[index], in: cells[index], at: index)
    }
    return true
  }

  private func rearrange(to new: [Cell.VM]) {
    var known: [String: Int] = [:]
    for (index, identity) in identities.enumerated() { known[identity] = index }
    var newIdentities: [String] = []
    newIdentities.reserveCapacity(new.count)
    // Without the type of the cells, which is looked up for each of them, as this class is generic.
    var newCells: [UIView] = []
    newCells.reserveCapacity(new.count)
    var seen = Set<String>(minimumCapacity: new.count)
    var counts: [String: Int] = [:]
    // By index: `enumerated()` and `zip` look their types up for each row, in a class whose cells another module has.
    for index in new.indices {
      let model = new[index]
      let ownIdentity = identity(of: model, at: index)
      var identity = ownIdentity
      while !seen.insert(identity).inserted {  // Two rows must not have the same id.
        reportSharedIdentity()
        counts[ownIdentity, default: 1] += 1
        identity = "\(ownIdentity)-\(counts[ownIdentity] ?? 2)"
      }
      newIdentities.append(identity)
      guard let old = known[identity] else {
        newCells.append(show(model, in: UIResponder.make(Cell.self), at: index))
        continue
      }
      let cell = cells[old]
      newCells.append(cell)
      if useDiffs, traits.areEqual(models[old], model) { continue }
      cell.prepareForReuse()
      show(model, in: cell, at: index)
    }
    let changes = hasOwnLayout ? changes(from: known, to: newIdentities, seen) : []
    let others = subviews.count == cells.count ? [] : otherSubviews()
    cells = unsafeBitCast(newCells, to: [Cell].self)  // Safe because each of these views is one.
    identities = newIdentities
    setSubviews(others.isEmpty ? newCells : newCells + others)
    ownCells = cellsInSections
    if traits.haveIdentities {
      for index in newCells.indices { newCells[index].setPathName(ofItem: newIdentities[index], in: self) }
    }
    collectionViewLayout.callUpdateMethods(for: changes)
  }

  /// Whether the layout's class is the app's. Only such a layout gets the changes.
  private var hasOwnLayout: Bool {
    type(of: collectionViewLayout) != UICollectionViewFlowLayout.self
      && type(of: collectionViewLayout) != UICollectionViewLayout.self
  }

  /// Returns the removed and the inserted rows. The first rows are no changes.
  private func changes(
    from old: [String: Int], to new: [String], _ kept: Set<String>
  ) -> [UICollectionViewUpdateItem] {
    guard useDiffs, !old.isEmpty else { return [] }
    let removed = identities.indices.filter { !kept.contains(identities[$0]) }
    let inserted = new.indices.filter { old[new[$0]] == nil }
    return removed.map { UICollectionViewUpdateItem(.delete, before: indexPath(ofRow: $0), after: nil) }
      + inserted.map { UICollectionViewUpdateItem(.insert, before: nil, after: indexPath(ofRow: $0)) }
  }

  private func reportSharedIdentity() {
    Misuse.report(
      "Several models of a CollectionView of \(Cell.self) have the same id, so taps cannot distinguish their rows: give each "
        + "\(Cell.VM.self) an id of its own.")
  }

  /// Returns the views that the app added besides the cells.
  private func otherSubviews() -> [UIView] {
    let cells = Set(cells.map(ObjectIdentifier.init))
    return subviews.filter { !cells.contains(ObjectIdentifier($0)) }
  }

  @inline(__always) @discardableResult private func show(_ model: Cell.VM, in cell: Cell, at index: Int) -> Cell {
    cell.model = model
    ownItemDidChange(cell)
    if let configureInteractions { configureInteractions(cell, indexPath(ofRow: index)) }
    return cell
  }

  private func identity(of model: Cell.VM, at index: Int) -> String { traits.identity(of: model) ?? String(index) }

  /// Returns the section and item of a row, given its index among the rows of all sections.
  private func indexPath(ofRow index: Int) -> IndexPath {
    if hasOneSection { return IndexPath(item: index, section: 0) }
    var row = index
    var section = 0
    let counts = rowCounts
    while section < counts.count - 1, row >= counts[section] {
      row -= counts[section]
      section += 1
    }
    return IndexPath(item: row, section: section)
  }
}
