public import Foundation
public import TempuraUI

/// A list of cells, one for each model of its source.
///
/// All rows are in the page, so there is a cell for each. A row is known by its model's `id` if that is `Identifiable`,
/// else by its place: the ids of its controls have it in them, and a row that moves takes its cell along.
open class CollectionView<Cell: UICollectionViewCell & ConfigurableCell, S: Source>: UICollectionView
where S.SourceType == Cell.VM {
  private var cells: [Cell] = []
  private var identities: [String] = []
  private let traits = ItemTraits<Cell.VM>()

  public init(frame: CGRect, layout: UICollectionViewLayout) {
    super.init(frame: frame, collectionViewLayout: layout)
  }

  override public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    super.init(frame: frame, collectionViewLayout: layout)
  }

  public required init?(coder: NSCoder) { nil }
  public required convenience init() { self.init(frame: .zero, layout: UICollectionViewFlowLayout()) }

  /// The models to show. Rows are compared with those of the last source.
  open var source: S? { didSet { update() } }

  /// Whether a row whose model stays equal is left alone. Otherwise every cell gets its model with every source.
  open var useDiffs = false

  /// Called for each cell that gets a model, to set its interactions.
  open var configureInteractions: ((Cell, IndexPath) -> Void)?

  /// The cell of a row, nil if there is no such row.
  public final func cell(at indexPath: IndexPath) -> Cell? {
    guard let source, indexPath.count == 2 else { return nil }
    let before = (0..<indexPath.section).reduce(0) { $0 + source.numberOfRows(section: $1) }
    let index = before + indexPath.item
    return cells.indices.contains(index) ? cells[index] : nil
  }

  // MARK: - Rows

  private struct Row {
    let identity: String
    let model: Cell.VM
    let indexPath: IndexPath
  }

  private func update() {
    let rows = source.map(rows) ?? []
    var reusable: [String: Cell]?  // made when the first row is not where it was
    var updated: [Cell] = []
    updated.reserveCapacity(rows.count)
    var isSameOrder = rows.count == cells.count
    for (index, row) in rows.enumerated() {
      var cell: Cell?
      if index < identities.count, identities[index] == row.identity {
        cell = cells[index]
      } else {
        isSameOrder = false
        if reusable == nil { reusable = Dictionary(zip(identities, cells), uniquingKeysWith: { first, _ in first }) }
        cell = reusable?[row.identity]
      }
      updated.append(show(row, in: cell))
    }
    cells = updated
    identities = rows.map(\.identity)
    if !isSameOrder {
      setSubviews(updated)
      for (cell, identity) in zip(updated, identities) { cell.setPathName(ofItem: identity, in: self) }
    }
  }

  private func show(_ row: Row, in existing: Cell?) -> Cell {
    let cell = existing ?? Cell()
    if let model = existing?.model, useDiffs, traits.areEqual?(model, row.model) == true { return cell }
    if existing != nil { cell.prepareForReuse() }
    cell.model = row.model
    configureInteractions?(cell, row.indexPath)
    return cell
  }

  private func rows(of source: S) -> [Row] {
    var rows: [Row] = []
    var seen: Set<String> = []
    for section in 0..<max(source.numberOfSections(), 0) {
      for row in 0..<max(source.numberOfRows(section: section), 0) {
        guard let model = source.data(section: section, row: row) else { continue }
        var identity = traits.identity?(model) ?? String(rows.count)
        while !seen.insert(identity).inserted { identity += "-2" }  // two rows must not have one id
        rows.append(Row(identity: identity, model: model, indexPath: IndexPath(row: row, section: section)))
      }
    }
    return rows
  }
}
