public import Foundation
public import TempuraUI

/// A list of cells, one for each model of its source.
///
/// All rows are in the page, so there is a cell for each. A row is known by its model's `id` if that is `Identifiable`,
/// else by its place: the ids of its controls have it in them, and a row that moves takes its cell along.
open class CollectionView<Cell: UICollectionViewCell & ConfigurableCell, S: Source>: UICollectionView
where S.SourceType == Cell.VM {
  // What is shown, row by row.
  private var cells: [Cell] = []
  private var models: [Cell.VM] = []
  private var identities: [String] = []
  private let traits = ItemTraits<Cell.VM>()

  public init(frame: CGRect, layout: UICollectionViewLayout) {
    super.init(frame: frame, collectionViewLayout: layout)
  }

  override public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    super.init(frame: frame, collectionViewLayout: layout)
  }

  public required init?(coder: NSCoder) { nil }

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

  private func update() {
    let new = source.map(models) ?? []
    if !updateInPlace(to: new) { rearrange(to: new) }
    models = new
  }

  private func models(of source: S) -> [Cell.VM] {
    if let simple = source as? SimpleSource<Cell.VM> { return simple.items }
    var models: [Cell.VM] = []
    for section in 0..<max(source.numberOfSections(), 0) {
      let count = max(source.numberOfRows(section: section), 0)
      models.reserveCapacity(models.count + count)
      for row in 0..<count {
        if let model = source.data(section: section, row: row) { models.append(model) }
      }
    }
    return models
  }

  /// The usual case, and a list may be long: the rows are those that there were, and few of them look different.
  ///
  /// - Returns: Whether it was so. If not, the rows up to the first other one are up to date all the same.
  private func updateInPlace(to new: [Cell.VM]) -> Bool {
    guard new.count == cells.count else { return false }
    var next = 0
    while next < new.count {
      let search = useDiffs ? traits.firstChange : nil
      guard let index = search == nil ? next : search?(models, new, next) else { return true }
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
    var newCells: [Cell] = []
    var seen: Set<String> = []
    var counts: [String: Int] = [:]
    for (index, model) in new.enumerated() {
      let ownIdentity = identity(of: model, at: index)
      var identity = ownIdentity
      while !seen.insert(identity).inserted {  // two rows must not have one id
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
      if useDiffs, traits.areEqual?(models[old], model) == true { continue }
      cell.prepareForReuse()
      show(model, in: cell, at: index)
    }
    let others = subviews.count == cells.count ? [] : viewsThatAreNoCells()
    cells = newCells
    identities = newIdentities
    setSubviews(newCells + others)
    for (cell, identity) in zip(newCells, newIdentities) { cell.setPathName(ofItem: identity, in: self) }
  }

  /// What the app put into the list besides its rows.
  private func viewsThatAreNoCells() -> [UIView] {
    let cells = Set(cells.map(ObjectIdentifier.init))
    return subviews.filter { !cells.contains(ObjectIdentifier($0)) }
  }

  @discardableResult private func show(_ model: Cell.VM, in cell: Cell, at index: Int) -> Cell {
    cell.model = model
    if let configureInteractions { configureInteractions(cell, indexPath(ofRow: index)) }
    return cell
  }

  private func identity(of model: Cell.VM, at index: Int) -> String { traits.identity?(model) ?? String(index) }

  /// The section and row of what is the `index`th row of all.
  private func indexPath(ofRow index: Int) -> IndexPath {
    var row = index
    var section = 0
    while let source, section < source.numberOfSections() - 1, row >= source.numberOfRows(section: section) {
      row -= source.numberOfRows(section: section)
      section += 1
    }
    return IndexPath(indexes: [section, row])
  }
}
