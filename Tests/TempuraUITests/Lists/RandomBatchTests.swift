import Foundation
import TestSupport
import Testing

@testable import TempuraUI

/// After batches of updates, a list shows what a list shows that loads the same rows for the first time.
@Suite struct RandomBatchTests {
  /// What both kinds of lists have.
  protocol Updatable: UIView {
    func batch(_ updates: () -> Void)
    func insertRow(_ path: IndexPath)
    func deleteRow(_ path: IndexPath)
    func reloadRow(_ path: IndexPath)
    func moveRow(_ path: IndexPath, _ newPath: IndexPath)
    func insertSection(_ index: Int)
    func deleteSection(_ index: Int)
    func reloadSection(_ index: Int)
    func changeSection(_ index: Int, _ newIndex: Int)
    func load()
  }

  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let makeApp: @Sendable (Model) -> App
    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "a framed table, heights by the delegate") { TableList($0, .framed, .delegate) },
    Kind(name: "a framed table, heights by the cells") { TableList($0, .framed, .fitting) },
    Kind(name: "a framed table of cells with constraints") { TableList($0, .constrained, .fitting) },
    Kind(name: "a table that flows") { TableList($0, .flowing, .none) },
    Kind(name: "a collection view, one size") { CollectionList($0, .framed, .none) },
    Kind(name: "a collection view, sizes by the delegate") { CollectionList($0, .framed, .delegate) },
    Kind(name: "a collection view, sizes by the cells") { CollectionList($0, .framed, .fitting) },
    Kind(name: "a collection view of cells with constraints") { CollectionList($0, .constrained, .fitting) },
    Kind(name: "a collection view that flows") { CollectionList($0, .flowing, .none) },
  ]

  @Test(arguments: kinds) func aListAfterABatchIsAsAFreshOne(kind: Kind) throws {
    let seed = UInt64.random(in: 1...1_000_000)
    var random = SeededNumbers(seed: seed)
    let app = kind.makeApp(Model(sections: 2, rows: 3))
    for number in 1...60 {
      let batch = Batch(app.model, &random)
      app.list.batch {
        app.model = batch.model
        for update in batch.updates { update(app.list) }
      }
      if random.next() % 8 == 0 { app.list.load() }
      app.list.layoutIfNeeded()
      // A list without rows does not know yet whether its cells have frames.
      if batch.model.sections.allSatisfy(\.rows.isEmpty) { continue }
      let fresh = kind.makeApp(app.model)
      let page = renderingFromScratch(app.list).htmlWithStyles
      let expected = renderingFromScratch(fresh.list).htmlWithStyles
      try #require(page == expected, "batch \(number) of seed \(seed): \(batch.log)")
    }
  }

  // MARK: - The rows

  struct Row: Equatable {
    let id: Int
    var version = 0
    var height: CGFloat { CGFloat(30 + id % 5 * 10 + version % 3 * 7) }
    var text: String { "\(id) \(version)" }
  }

  struct Section: Equatable {
    let id: Int
    var rows: [Row]
  }

  struct Model: Equatable {
    var sections: [Section] = []
    var nextID = 0

    init(sections: Int, rows: Int) {
      for _ in 0..<sections { self.sections.append(newSection(rows: rows)) }
    }

    mutating func newRow() -> Row {
      nextID += 1
      return Row(id: nextID)
    }

    mutating func newSection(rows: Int) -> Section {
      nextID += 1
      return Section(id: nextID, rows: (0..<rows).map { _ in newRow() })
    }

    subscript(_ path: IndexPath) -> Row { sections[path.section].rows[path.row] }
  }

  /// Random updates of everything, with the rows after them.
  struct Batch {
    private(set) var model: Model
    private(set) var updates: [(any Updatable) -> Void] = []
    private(set) var log: [String] = []

    init(_ old: Model, _ random: inout SeededNumbers) {
      model = old
      var kept: [(old: Int, section: Section)] = []
      var reloaded: Set<Int> = []
      var comingSections: [(old: Int?, section: Section)] = []
      var comingRows: [(old: IndexPath?, row: Row)] = []
      for (index, section) in old.sections.enumerated() {
        switch random.next() % 12 {
        case 0:
          add("delete section \(index)") { $0.deleteSection(index) }
        case 1:
          reloaded.insert(section.id)
          add("reload section \(index)") { $0.reloadSection(index) }
          kept.append((index, Section(id: section.id, rows: (0..<Int(random.next() % 4)).map { _ in model.newRow() })))
        case let choice:
          var section = section
          var rows: [Row] = []
          for (row, var value) in section.rows.enumerated() {
            let path = IndexPath(row: row, section: index)
            switch random.next() % 8 {
            case 0:
              add("delete \(path)") { $0.deleteRow(path) }
            case 1:
              comingRows.append((path, value))
            case 2:
              value.version += 1
              add("reload \(path)") { $0.reloadRow(path) }
              rows.append(value)
            default:
              rows.append(value)
            }
          }
          section.rows = rows
          if choice == 2 { comingSections.append((index, section)) } else { kept.append((index, section)) }
        }
      }
      if random.next() % 6 == 0 { comingSections.append((nil, model.newSection(rows: Int(random.next() % 3)))) }
      var sections = kept.map(\.section)
      // Coming sections in a random order at random places. Their final indexes are known when all are there.
      for (_, section) in comingSections {
        sections.insert(section, at: Int(random.next() % UInt64(sections.count + 1)))
      }
      for (old, section) in comingSections {
        let index = sections.firstIndex { $0.id == section.id }!
        if let old {
          add("move section \(old) to \(index)") { $0.changeSection(old, index) }
        } else {
          add("insert section \(index)") { $0.insertSection(index) }
        }
      }
      // Rows come to sections that were there before. The others load all of theirs.
      let before = Set(old.sections.map(\.id)).subtracting(reloaded)
      let targets = sections.indices.filter { before.contains(sections[$0].id) }
      if !targets.isEmpty {
        for _ in 0..<Int(random.next() % 4) { comingRows.append((nil, model.newRow())) }
        for (_, row) in comingRows {
          let section = targets[Int(random.next() % UInt64(targets.count))]
          sections[section].rows.insert(row, at: Int(random.next() % UInt64(sections[section].rows.count + 1)))
        }
      }
      for (old, row) in comingRows {
        let path = sections.enumerated().lazy.compactMap { index, section in
          section.rows.firstIndex { $0.id == row.id }.map { IndexPath(row: $0, section: index) }
        }.first
        switch (old, path) {
        case (let old?, let path?): add("move \(old) to \(path)") { $0.moveRow(old, path) }
        case (let old?, nil): add("delete \(old)") { $0.deleteRow(old) }
        case (nil, let path?): add("insert \(path)") { $0.insertRow(path) }
        case (nil, nil): break
        }
      }
      model.sections = sections
      updates.shuffle(using: &random)
    }

    private mutating func add(_ name: String, _ update: @escaping (any Updatable) -> Void) {
      log.append(name)
      updates.append(update)
    }
  }

  // MARK: - The lists

  enum Content { case framed, constrained, flowing }
  enum Sizing { case delegate, fitting, none }

  class App: NSObject {
    var model: Model
    let content: Content
    let sizing: Sizing
    var list: any Updatable { fatalError("Each subclass has a list.") }

    init(_ model: Model, _ content: Content, _ sizing: Sizing) {
      self.model = model
      self.content = content
      self.sizing = sizing
    }

    /// The list lies in a window, where it is laid out.
    func show(_ list: UIView) {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 600))
      window.addSubview(list)
      self.window = window
      window.layoutIfNeeded()
    }
    private var window: UIWindow?
  }

  final class TableList: App, UITableViewDataSource, UITableViewDelegate {
    let table: Table
    override var list: any Updatable { table }

    override init(_ model: Model, _ content: Content, _ sizing: Sizing) {
      let frame = CGRect(x: 0, y: 0, width: 320, height: 600)
      table = Table(frame: content == .flowing ? .zero : frame, style: .plain)
      super.init(model, content, sizing)
      table.register(RowCell.self, forCellReuseIdentifier: "row")
      if sizing == .fitting { table.rowHeight = UITableView.automaticDimension }
      table.dataSource = self
      table.delegate = self
      show(table)
    }

    func numberOfSections(in tableView: UITableView) -> Int { model.sections.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      model.sections[section].rows.count
    }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath) as! RowCell
      cell.body.show(model[indexPath], content)
      return cell
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
      sizing == .delegate ? model[indexPath].height : tableView.rowHeight
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      model.sections[section].id % 2 == 0 ? "Section \(model.sections[section].id)" : nil
    }
    func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
      "\(model[indexPath].id)"
    }
  }

  final class CollectionList: App, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    let collection: Collection
    override var list: any Updatable { collection }

    override init(_ model: Model, _ content: Content, _ sizing: Sizing) {
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 90, height: 40)
      if sizing == .fitting { layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize }
      let frame = CGRect(x: 0, y: 0, width: 320, height: 600)
      collection = Collection(frame: content == .flowing ? .zero : frame, collectionViewLayout: layout)
      super.init(model, content, sizing)
      collection.register(ItemCell.self, forCellWithReuseIdentifier: "item")
      collection.dataSource = self
      collection.delegate = self
      show(collection)
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { model.sections.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      model.sections[section].rows.count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath) as! ItemCell
      cell.body.show(model[indexPath], content)
      return cell
    }
    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
      sizing == .delegate
        ? CGSize(width: 90, height: model[indexPath].height)
        : (collectionViewLayout as! UICollectionViewFlowLayout).itemSize
    }
    func collectionView(_ collectionView: UICollectionView, identityForItemAt indexPath: IndexPath) -> String? {
      "\(model[indexPath].id)"
    }
  }

  /// A label that the cell places in one of three ways.
  final class Body {
    let label = UILabel()
    var row = Row(id: 0)
    private var height: NSLayoutConstraint?

    func show(_ row: Row, _ content: Content) {
      self.row = row
      label.text = row.text
      guard content == .constrained, let view = label.superview else { return }
      if height == nil {
        label.translatesAutoresizingMaskIntoConstraints = false
        height = label.heightAnchor.constraint(equalToConstant: row.height)
        NSLayoutConstraint.activate([
          label.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 10),
          label.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -10),
          label.topAnchor.constraint(equalTo: view.topAnchor, constant: 4),
          label.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -4),
          height!,
        ])
      }
      height?.constant = row.height
    }

    func place(in bounds: CGRect) {
      if height == nil, !bounds.isEmpty { label.frame = bounds.insetBy(dx: 8, dy: 4) }
    }
  }

  final class RowCell: UITableViewCell {
    let body = Body()
    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      contentView.addSubview(body.label)
    }
    required init?(coder: NSCoder) { nil }
    override func layoutSubviews() {
      super.layoutSubviews()
      body.place(in: contentView.bounds)
    }
    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: body.row.height) }
  }

  final class ItemCell: UICollectionViewCell {
    let body = Body()
    override init(frame: CGRect) {
      super.init(frame: frame)
      contentView.addSubview(body.label)
    }
    required init?(coder: NSCoder) { nil }
    override func layoutSubviews() {
      super.layoutSubviews()
      body.place(in: contentView.bounds)
    }
    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 90, height: body.row.height) }
  }

  final class Table: UITableView, Updatable {
    func batch(_ updates: () -> Void) { performBatchUpdates(updates) }
    func insertRow(_ path: IndexPath) { insertRows(at: [path], with: .automatic) }
    func deleteRow(_ path: IndexPath) { deleteRows(at: [path], with: .automatic) }
    func reloadRow(_ path: IndexPath) { reloadRows(at: [path], with: .automatic) }
    func moveRow(_ path: IndexPath, _ newPath: IndexPath) { moveRow(at: path, to: newPath) }
    func insertSection(_ index: Int) { insertSections([index], with: .automatic) }
    func deleteSection(_ index: Int) { deleteSections([index], with: .automatic) }
    func reloadSection(_ index: Int) { reloadSections([index], with: .automatic) }
    func changeSection(_ index: Int, _ newIndex: Int) { moveSection(index, toSection: newIndex) }
    func load() { reloadData() }
  }

  final class Collection: UICollectionView, Updatable {
    func batch(_ updates: () -> Void) { performBatchUpdates(updates) }
    func insertRow(_ path: IndexPath) { insertItems(at: [path]) }
    func deleteRow(_ path: IndexPath) { deleteItems(at: [path]) }
    func reloadRow(_ path: IndexPath) { reloadItems(at: [path]) }
    func moveRow(_ path: IndexPath, _ newPath: IndexPath) { moveItem(at: path, to: newPath) }
    func insertSection(_ index: Int) { insertSections([index]) }
    func deleteSection(_ index: Int) { deleteSections([index]) }
    func reloadSection(_ index: Int) { reloadSections([index]) }
    func changeSection(_ index: Int, _ newIndex: Int) { moveSection(index, toSection: newIndex) }
    func load() { reloadData() }
  }
}
