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

/// The models of a section. A list refers to it without its type: each function of a generic class looks up the types that it makes
/// of its parameters, such as an array of arrays of models, and each of these takes as long as to find a row.
private final class Models<Model> {
  let all: [Model]
  init(_ all: [Model]) { self.all = all }
}

/// A list with a cell for each model of its source.
///
/// A long list has cells only for the rows around those that are seen: see `SectionedList`. If the models are `Identifiable`, their `id` identifies the rows: the ids of controls contain
/// it, and a row that moves keeps its cell. Else the content of a row identifies it: a tap on an old page is a tap on a row
/// with the same content, or is refused.
open class CollectionView<Cell: UICollectionViewCell & ConfigurableCell, S: Source>: UICollectionView, ListModels
where S.SourceType == Cell.VM {
  // The `Models` of each section.
  private var sections: [AnyObject] = []
  private let isSimple = S.self == SimpleSource<Cell.VM>.self
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
  open var source: S? { didSet { update(to: source) } }

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
  package final func rowCount(inSection section: Int) -> Int { models(section).count }
  package final func identity(at path: IndexPath) -> String? { traits.identity(of: models(path.section)[path.item]) }

  package final func cell(reusing view: UIView?, at path: IndexPath) -> UICollectionViewCell {
    let model = models(path.section)[path.item]
    guard let cell = view as? Cell else { return show(model, in: UIResponder.make(Cell.self), at: path) }
    if useDiffs, !reloadsAll, let old = cell.model, traits.areEqual(old, model) { return cell }
    cell.prepareForReuse()
    return show(model, in: cell, at: path)
  }

  package final func size(at path: IndexPath) -> CGSize? {
    guard let sizeable, sections.indices.contains(path.section), models(path.section).indices.contains(path.item)
    else { return nil }
    return Self.size(of: models(path.section)[path.item], by: sizeable)
  }

  private static func size<Sizeable: SizeableCell>(of model: Any, by type: Sizeable.Type) -> CGSize {
    (model as? Sizeable.VM).map { type.size(for: $0) } ?? .zero
  }

  private func models(_ section: Int) -> [Cell.VM] { Self.models(sections[section]) }

  @inline(__always) private static func models(_ section: AnyObject) -> [Cell.VM] {
    unsafeDowncast(section, to: Models<Cell.VM>.self).all  // Safe because all sections are that.
  }

  @inline(__always) private func update(to source: S?) {
    let old = sections
    sections = source.map(models(of:)) ?? []
    if !updateItems(from: old) {
      let identities = hasOwnLayout && useDiffs && isLoaded ? identitiesOfRows : []
      setNeedsReload()
      loadIfNeeded()
      if !identities.isEmpty { collectionViewLayout.callUpdateMethods(for: changes(from: identities)) }
    }
    sizesDidChange()
    if !traits.haveIdentities, sections.contains(where: { !Self.models($0).isEmpty }) {
      Misuse.report(
        "\(Cell.VM.self), which a CollectionView of \(Cell.self) shows, is not Identifiable, so its rows are identified by "
          + "their content: give the model an id.")
    }
  }

  private func models(of source: S) -> [AnyObject] {
    // Safe because it is the same type. A cast that looks for that takes longer.
    if isSimple { return [Models(unsafeBitCast(source, to: SimpleSource<Cell.VM>.self).items)] }
    return (0..<max(source.numberOfSections(), 0)).map { section in
      Models((0..<max(source.numberOfRows(section: section), 0)).compactMap { source.data(section: section, row: $0) })
    }
  }

  /// Updates rows as long as they are the same as before. This is the usual case, and faster than to load all of them.
  ///
  /// - Returns: Whether all rows are the same. If not, the rows before the first other one are updated.
  private func updateItems(from old: [AnyObject]) -> Bool {
    guard traits.haveIdentities, old.count == sections.count else { return false }
    for section in sections.indices {
      let (old, new) = (Self.models(old[section]), models(section))
      guard new.count == old.count else { return false }
      // A row outside of the window gets its model with its next cell.
      let shown = rowsWithCells(inSection: section).clamped(to: 0..<new.count)
      var next = shown.lowerBound
      while next < shown.upperBound {
        guard let index = useDiffs ? traits.firstChange(in: next..<shown.upperBound, of: old, new) : next else { break }
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
