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
open class CollectionView<Cell: UICollectionViewCell & ConfigurableCell, S: Source>: UICollectionView, ListModels
where S.SourceType == Cell.VM {
  // The models of each section.
  private var sections: [[Cell.VM]] = []
  private let traits = ItemTraits.of(Cell.VM.self)
  private let sizeable = Cell.self as? any SizeableCell.Type
  private var reloadsAll = false

  public init(frame: CGRect, layout: UICollectionViewLayout) {
    super.init(frame: frame, collectionViewLayout: layout)
    models = self
  }

  override public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    super.init(frame: frame, collectionViewLayout: layout)
    models = self
  }

  public required init?(coder: NSCoder) { nil }

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
    if let path = indexPath(for: cell) { didTapItem?(path) }
  }

  /// Sets the interactions of a cell. Called for each cell that gets a model.
  open var configureInteractions: ((Cell, IndexPath) -> Void)?

  /// Returns the cell of a row, or nil if there is no such row.
  public final func cell(at indexPath: IndexPath) -> Cell? { cellForItem(at: indexPath) as? Cell }

  /// Assigns all models to their cells again.
  override open func reloadData() {
    reloadsAll = true
    setNeedsReload()
    loadIfNeeded()
    reloadsAll = false
    sizesDidChange()
  }

  // MARK: - Rows

  package final var sectionCount: Int { sections.count }
  package final func rowCount(inSection section: Int) -> Int { sections[section].count }
  package final func identity(at path: IndexPath) -> String? { traits.identity(of: sections[path.section][path.item]) }

  package final func cell(reusing view: UIView?, at path: IndexPath) -> UICollectionViewCell {
    let model = sections[path.section][path.item]
    guard let cell = view as? Cell else { return show(model, in: UIResponder.make(Cell.self), at: path) }
    if useDiffs, !reloadsAll, let old = cell.model, traits.areEqual(old, model) { return cell }
    cell.prepareForReuse()
    return show(model, in: cell, at: path)
  }

  package final func size(at path: IndexPath) -> CGSize? {
    guard let sizeable, sections.indices.contains(path.section), sections[path.section].indices.contains(path.item)
    else { return nil }
    return Self.size(of: sections[path.section][path.item], by: sizeable)
  }

  private static func size<Sizeable: SizeableCell>(of model: Any, by type: Sizeable.Type) -> CGSize {
    (model as? Sizeable.VM).map { type.size(for: $0) } ?? .zero
  }

  private func update() {
    let old = sections
    sections = source.map(models(of:)) ?? []
    if !updateItems(from: old) {
      let identities = hasOwnLayout && useDiffs && isLoaded ? identitiesOfRows : []
      setNeedsReload()
      loadIfNeeded()
      if !identities.isEmpty { collectionViewLayout.callUpdateMethods(for: changes(from: identities)) }
    }
    sizesDidChange()
    if !traits.haveIdentities, sections.contains(where: { !$0.isEmpty }) {
      Misuse.report(
        "\(Cell.VM.self), which a CollectionView of \(Cell.self) shows, is not Identifiable, so its rows are identified by "
          + "their content: give the model an id.")
    }
  }

  private func models(of source: S) -> [[Cell.VM]] {
    if S.self == SimpleSource<Cell.VM>.self {
      // Safe because it is the same type. A cast that looks for that takes longer.
      return [unsafeBitCast(source, to: SimpleSource<Cell.VM>.self).items]
    }
    return (0..<max(source.numberOfSections(), 0)).map { section in
      (0..<max(source.numberOfRows(section: section), 0)).compactMap { source.data(section: section, row: $0) }
    }
  }

  /// Updates rows as long as they are the same as before. This is the usual case, and faster than to load all of them.
  ///
  /// - Returns: Whether all rows are the same. If not, the rows before the first other one are updated.
  private func updateItems(from old: [[Cell.VM]]) -> Bool {
    guard traits.haveIdentities, old.count == sections.count else { return false }
    for section in sections.indices {
      let new = sections[section]
      guard new.count == old[section].count else { return false }
      var next = 0
      while next < new.count {
        guard let index = useDiffs ? traits.firstChange(from: next, in: old[section], new) : next else { break }
        next = index + 1
        let path = IndexPath(item: index, section: section)
        guard let cell = cell(at: path), traits.identity(of: new[index]) == identity(ofRowAt: path) else {
          return false
        }
        cell.prepareForReuse()
        show(new[index], in: cell, at: path)
      }
    }
    return true
  }

  @inline(__always) @discardableResult private func show(_ model: Cell.VM, in cell: Cell, at path: IndexPath) -> Cell {
    cell.model = model
    if hasFrames { cell.setNeedsLayout() }
    if let configureInteractions { configureInteractions(cell, path) }
    return cell
  }

  /// Tells the layout object that models may want other sizes.
  private func sizesDidChange() {
    if hasFrames { collectionViewLayout.invalidateLayout() }
  }

  // MARK: - The app's layout

  /// Whether the layout's class is the app's. Only such a layout gets the changes.
  private var hasOwnLayout: Bool {
    type(of: collectionViewLayout) != UICollectionViewFlowLayout.self
      && type(of: collectionViewLayout) != UICollectionViewLayout.self
  }

  private var identitiesOfRows: [(identity: String, path: IndexPath)] {
    indexPaths.compactMap { path in identity(ofRowAt: path).map { ($0, path) } }
  }

  /// Returns the removed and the inserted rows.
  private func changes(from old: [(identity: String, path: IndexPath)]) -> [UICollectionViewUpdateItem] {
    let new = identitiesOfRows
    let (before, after) = (Set(old.map(\.identity)), Set(new.map(\.identity)))
    let removed = old.filter { !after.contains($0.identity) }
    let inserted = new.filter { !before.contains($0.identity) }
    return removed.map { UICollectionViewUpdateItem(.delete, before: $0.path, after: nil) }
      + inserted.map { UICollectionViewUpdateItem(.insert, before: nil, after: $0.path) }
  }
}
