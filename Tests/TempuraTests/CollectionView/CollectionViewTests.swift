import Foundation
import Testing

@testable import Tempura
@testable import TempuraUI

private struct Item: ViewModel, Identifiable, Equatable {
  var id: String
  var text = ""
}

/// A model that wants its cell to be updated each time.
private struct Restless: ViewModel, Identifiable, Equatable {
  var id: String
  static func == (left: Restless, right: Restless) -> Bool { false }
}

private final class RestlessCell: UICollectionViewCell, ConfigurableCell {
  var updates = 0
  func setup() {}
  func style() {}
  func update(oldModel: Restless?) { updates += 1 }
}

private struct Plain: ViewModel {
  var text: String
}

private class ItemCell: UICollectionViewCell, ConfigurableCell {
  var updates = 0
  var reuses = 0
  func setup() {}
  func style() {}
  func update(oldModel: Item?) { updates += 1 }
  override func prepareForReuse() { reuses += 1 }
}

private final class PlainCell: UICollectionViewCell, ConfigurableCell {
  let button = UIButton()
  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }
  required init?(coder: NSCoder) { nil }
  func setup() { addSubview(button) }
  func style() {}
  func update(oldModel: Plain?) { button.setTitle(model?.text, for: .normal) }
}

private struct Sections: Source {
  let sections: [[Item]]
  func numberOfSections() -> Int { sections.count }
  func numberOfRows(section: Int) -> Int { sections[section].count }
  func data(section: Int, row: Int) -> Item? { sections[section][row] }
}

/// A source with invalid numbers.
private struct Nonsense: Source {
  func numberOfSections() -> Int { 2 }
  func numberOfRows(section: Int) -> Int { section == 0 ? -3 : 4 }
  func data(section: Int, row: Int) -> Item? { row % 2 == 0 ? nil : Item(id: "\(row)") }
}

@Suite struct CollectionViewTests {
  private typealias List = CollectionView<ItemCell, SimpleSource<Item>>

  private func list(_ ids: [String], useDiffs: Bool = true) -> List {
    let list = List(frame: .zero, layout: UICollectionViewFlowLayout())
    list.useDiffs = useDiffs
    show(ids, in: list)
    return list
  }

  private func show(_ ids: [String], in list: List) { list.source = SimpleSource(ids.map { Item(id: $0) }) }

  private func ids(_ list: UIView) -> [String] { list.subviews.map(\.pathName) }

  @Test func thereIsACellForEachRow() {
    let list = list(["a", "b"])
    #expect(ids(list) == ["a", "b"])
    #expect(list.subviews.map { ($0 as? ItemCell)?.model?.id } == ["a", "b"])
    #expect(list.subviews[0].elementID == "collectionView.a")
  }

  @Test(arguments: [
    (["a", "b", "c"], ["x", "a", "b", "c"]), (["a", "b", "c"], ["a", "c"]), (["a", "b", "c"], ["c", "a", "b"]),
    (["a", "b", "c"], ["d", "c", "e", "a"]), ([], ["a"]), (["a"], []), (["a", "b", "c", "d"], ["d", "c", "b", "a"]),
  ])
  func rowsThatStayKeepTheirCells(before: [String], after: [String]) {
    let list = list(before)
    var cells: [String: UIView] = [:]
    for view in list.subviews { cells[view.pathName] = view }
    show(after, in: list)
    #expect(ids(list) == after)
    for view in list.subviews {
      if let cell = cells[view.pathName] {
        #expect(view === cell)
        #expect((view as? ItemCell)?.updates == 1, "nothing changed in it")
        #expect((view as? ItemCell)?.reuses == 0)
      }
    }
    for (id, cell) in cells where !after.contains(id) { #expect(cell.superview == nil) }
  }

  @Test func rowsThatAreInsertedGetNewCells() {
    let list = list(["a"])
    let cell = list.subviews[0]
    show(["b", "a"], in: list)
    #expect(list.subviews[0] !== cell)
    show(["b"], in: list)
    show(["a", "b"], in: list)
    #expect(list.subviews[0] !== cell, "a row that comes back has a new one")
  }

  @Test func aRowWhoseModelChangedIsUpdated() throws {
    let list = list(["a", "b"])
    list.source = SimpleSource([Item(id: "a", text: "new"), Item(id: "b")])
    let cells = list.subviews.compactMap { $0 as? ItemCell }
    #expect(cells.map(\.updates) == [2, 1])
    #expect(cells.map(\.reuses) == [1, 0])
    #expect(cells[0].model?.text == "new")
  }

  @Test func withoutDiffsEveryCellGetsItsModel() {
    let list = list(["a", "b"], useDiffs: false)
    let cells = list.subviews.compactMap { $0 as? ItemCell }
    show(["a", "b"], in: list)
    #expect(cells.map(\.updates) == [2, 2])
    #expect(list.subviews.elementsEqual(cells, by: ===), "and stays where it is")
  }

  @Test func modelsThatDifferFromThemselvesAreShownEachTime() {
    let list = CollectionView<RestlessCell, SimpleSource<Restless>>(
      frame: .zero, layout: UICollectionViewFlowLayout())
    list.useDiffs = true
    let models = ["a", "b", "c"].map { Restless(id: $0) }
    list.source = SimpleSource(models)
    list.source = SimpleSource(models)
    #expect(list.subviews.map { ($0 as? RestlessCell)?.updates } == [2, 2, 2])
  }

  @Test func interactionsAreConfiguredForEachModel() {
    let list = List(frame: .zero, layout: UICollectionViewFlowLayout())
    list.useDiffs = true
    var configured: [IndexPath] = []
    list.configureInteractions = { configured.append($1) }
    show(["a", "b"], in: list)
    #expect(configured == [[0, 0], [0, 1]])
    show(["a", "c", "b"], in: list)
    #expect(configured.dropFirst(2) == [[0, 1]])
  }

  @Test func rowsWithTheSameIdentityGetDifferentIDs() {
    let list = list(["a", "a", "a-2", "a", "b"])
    #expect(Set(ids(list)).count == 5)
    #expect(ids(list) == ["a__1_3", "a__2_3", "a-2", "a__3_3", "b"])
    show(["a", "a"], in: list)
    #expect(ids(list) == ["a__1_2", "a__2_2"])
  }

  @Test func manyRowsMayHaveTheSameIdentity() {
    let list = list(Array(repeating: "same", count: 3000))
    #expect(Set(ids(list)).count == 50)
  }

  @Test func aListWithoutASourceIsEmpty() {
    let list = list(["a"])
    list.source = nil
    #expect(list.subviews.isEmpty)
    show([], in: list)
    #expect(list.subviews.isEmpty)
  }

  private func plainList(_ texts: [String]) -> CollectionView<PlainCell, SimpleSource<Plain>> {
    let list = CollectionView<PlainCell, SimpleSource<Plain>>(frame: .zero, layout: UICollectionViewFlowLayout())
    list.useDiffs = true
    list.source = SimpleSource(texts.map { Plain(text: $0) })
    return list
  }

  @Test func rowsOfModelsWithoutIdentityAreIdentifiedByTheirContent() throws {
    let list = plainList(["a", "b"])
    let old = ids(list)
    #expect(Set(old).count == 2)
    list.source = SimpleSource([Plain(text: "b")])
    #expect(ids(list) == [old[1]], "the first row is gone, and not the second one")
    let cell = try #require(list.subviews.first as? PlainCell)
    #expect(cell.button.elementID == "collectionView.\(old[1]).button")
    list.source = SimpleSource([Plain(text: "c")])
    #expect(!old.contains(ids(list)[0]))
    #expect(cell.button.currentTitle == "c")
  }

  @Test func rowsWithTheSameContentAreNotConfused() {
    let list = plainList(["a", "a"])
    let old = ids(list)
    list.source = SimpleSource([Plain(text: "a")])
    #expect(Set(old + ids(list)).count == 3)
  }

  @Test func aTapReportsTheIndexPathOfTheItem() throws {
    let list = list(["a", "b", "c"])
    #expect(list.subviews[1].tapTarget(ofPart: "") == nil)
    var tapped: [IndexPath] = []
    list.didTapItem = { tapped.append($0) }
    let cell = list.subviews[2]
    #expect(try #require(HTMLRenderer.markup(of: list)).contains(#"class="stretched" value="collectionView.c""#))
    show(["c", "a"], in: list)
    cell.tapTarget(ofPart: "")?.tap()
    #expect(tapped == [[0, 0]])
    list.didTapItem = nil
    #expect(cell.tapTarget(ofPart: "") == nil)
    #expect(try !#require(HTMLRenderer.markup(of: list)).contains("stretched"))
  }

  private final class TextCell: UICollectionViewCell, ConfigurableCell {
    let label = UILabel()
    func setup() {}
    func style() {}
    func update(oldModel: Item?) {
      label.text = model?.text
      addSubview(label)
    }
  }

  /// The list item that names the button contains the button, and so its label.
  @Test func theButtonOfAnItemWithATextHasNoOtherName() throws {
    let list = CollectionView<TextCell, SimpleSource<Item>>(frame: .zero, layout: UICollectionViewFlowLayout())
    list.didTapItem = { _ in }
    list.source = SimpleSource([Item(id: "a", text: "Milk")])
    #expect(try !#require(HTMLRenderer.markup(of: list)).contains("aria-label="))
    list.source = SimpleSource([Item(id: "a", text: "")])
    #expect(try #require(HTMLRenderer.markup(of: list)).contains(#"aria-label="Item""#))
  }

  private final class ListCell: UICollectionViewListCell, ConfigurableCell {
    func setup() {}
    func style() {}
    func update(oldModel: Item?) {}
  }

  @Test func cellsOfListsAreListItems() throws {
    let list = CollectionView<ListCell, SimpleSource<Item>>(frame: .zero, layout: UICollectionViewFlowLayout())
    list.source = SimpleSource([Item(id: "a")])
    #expect(try #require(HTMLRenderer.markup(of: list)).contains(#"<li id="collectionView.a""#))
  }

  @Test func sourcesMayHaveSections() {
    let list = CollectionView<ItemCell, SourceWithSections<Item>>(frame: .zero, layout: UICollectionViewFlowLayout())
    list.useDiffs = true
    list.source = SourceWithSections([[Item(id: "a")], [], [Item(id: "b"), Item(id: "c")]])
    #expect(ids(list) == ["a", "b", "c"])
    var tapped: IndexPath?
    list.didTapItem = { tapped = $0 }
    list.subviews[2].tapTarget(ofPart: "")?.tap()
    #expect(tapped == [2, 1])
    #expect(list.source?.data(section: 5, row: 0) == nil)
    #expect(list.source?.numberOfRows(section: 5) == 0)
  }

  @Test func anAppsLayoutIsToldOfInsertedAndRemovedRows() {
    final class Layout: UICollectionViewFlowLayout {
      var log: [String] = []
      override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
        log.append(contentsOf: updateItems.map { "\($0.updateAction)" })
      }
      override func initialLayoutAttributesForAppearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        log.append("appearing \(path)")
        return nil
      }
      override func finalLayoutAttributesForDisappearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        log.append("disappearing \(path)")
        return nil
      }
    }
    let layout = Layout()
    let list = List(frame: .zero, layout: layout)
    list.useDiffs = true
    show(["a", "b"], in: list)
    #expect(layout.log.isEmpty, "the first rows are just there")
    show(["b", "c"], in: list)
    #expect(layout.log == ["delete", "insert", "disappearing [0, 0]", "appearing [0, 1]"])
  }

  @Test func reloadingUpdatesEveryCell() {
    let list = list(["a", "b"])
    list.reloadData()
    #expect(list.subviews.compactMap { ($0 as? ItemCell)?.updates } == [2, 2])
  }

  @Test func theRefreshControlIsAboveTheRows() throws {
    let list = list(["a"])
    list.refreshControl = UIRefreshControl()
    let markup = try #require(HTMLRenderer.markup(of: list))
    #expect(markup.hasPrefix("<div "))
    #expect(markup.contains("</span></div><ul"))
  }

  @Test func sectionsAreShownOneAfterTheOther() {
    let list = CollectionView<ItemCell, Sections>(frame: .zero, layout: UICollectionViewFlowLayout())
    list.source = Sections(sections: [[Item(id: "a"), Item(id: "b")], [], [Item(id: "c")]])
    #expect(ids(list) == ["a", "b", "c"])
    #expect(list.cell(at: [2, 0])?.model?.id == "c")
    #expect(list.cell(at: [0, 1])?.model?.id == "b")
    #expect(list.cell(at: [2, 7]) == nil)
    #expect(list.cell(at: [0]) == nil)
  }

  @Test func aSourceWithInvalidNumbersDoesNotTrap() {
    let list = CollectionView<ItemCell, Nonsense>(frame: .zero, layout: UICollectionViewFlowLayout())
    list.source = Nonsense()
    #expect(ids(list) == ["1", "3"])
  }

  @Test(arguments: [
    ("plain-1", "plain-1"), ("", "_"), ("a.b", "_a_2eb"), ("a b", "_a_20b"), ("a_b", "_a_5fb"), ("ü", "__c3_bc"),
    ("<&\">", "__3c_26_22_3e"), ("\n", "__0a"), ("_", "__5f"),
  ])
  func identitiesAreSafeInIDs(identity: String, expected: String) {
    #expect(ids(list([identity])) == [expected])
  }

  @Test func differentIdentitiesHaveDifferentIDs() {
    let identities = [
      "a.b", "a_2eb", "_a_2eb", ".", "\u{2}e", "_2e", "a b", "a-b", "_", "__5f", "", "\n", "_0a", "é", "e\u{301}",
    ]
    #expect(Set(identities.map { ids(list([$0]))[0] }).count == identities.count)
    #expect(Set(ids(list(identities))).count == identities.count)
  }

  /// The app implements `==`, which may ignore the id.
  @Test func equalModelsWithDifferentIDsAreDifferentRows() {
    struct Look: ViewModel, Identifiable, Equatable {
      var id: Int
      static func == (left: Look, right: Look) -> Bool { true }
    }
    final class Cell: UICollectionViewCell, ConfigurableCell {
      func setup() {}
      func style() {}
      func update(oldModel: Look?) {}
    }
    let list = CollectionView<Cell, SimpleSource<Look>>(frame: .zero, layout: UICollectionViewFlowLayout())
    list.useDiffs = true
    list.source = SimpleSource([Look(id: 1), Look(id: 2)])
    list.source = SimpleSource([Look(id: 2), Look(id: 3)])
    #expect(ids(list) == ["2", "3"])
    #expect(list.subviews.compactMap { ($0 as? Cell)?.model?.id } == [2, 3])
  }

  @Test func identitiesMayHaveAnyType() {
    struct Numbered: ViewModel, Identifiable { var id: Int }
    final class Cell: UICollectionViewCell, ConfigurableCell {
      func setup() {}
      func style() {}
      func update(oldModel: Numbered?) {}
    }
    let list = CollectionView<Cell, SimpleSource<Numbered>>(frame: .zero, layout: UICollectionViewFlowLayout())
    list.source = SimpleSource([Numbered(id: 7), Numbered(id: -1)])
    #expect(ids(list) == ["7", "-1"])
  }

  @Test func otherSubviewsOfTheListStay() {
    let list = list(["a"])
    let label = UILabel()
    list.addSubview(label)
    show(["b", "a"], in: list)
    #expect(list.subviews.count == 3)
    #expect(label.superview === list)
    show([], in: list)
    #expect(list.subviews == [label])
  }

  @Test func cellsOfRemovedRowsAreReleased() {
    let list = list(["a", "b"])
    weak let cell = list.subviews[0]
    show(["b"], in: list)
    #expect(cell == nil)
  }

  @Test func incrementalMarkupOfAListEqualsFullMarkup() {
    let list = list([])
    let renderer = HTMLRenderer()
    var state: UInt64 = 7
    for _ in 0..<300 {
      var ids: [String] = []
      for id in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        if state >> 60 > 5 { ids.insert("\(id)", at: Int(state >> 40) % (ids.count + 1)) }
      }
      list.source = SimpleSource(ids.map { Item(id: $0, text: state >> 55 & 1 == 0 ? "x" : "y") })
      renderer.update(list)
      let expected = ids.map { "<li id=\"collectionView.\($0)\" class=\"ItemCell UICollectionViewCell\"></li>" }
        .joined()
      #expect(renderer.markup.string.contains(">\(expected)</ul>"))
    }
  }
}

extension HTMLRenderer {
  fileprivate static func markup(of view: UIView) -> String? {
    let renderer = HTMLRenderer()
    renderer.update(view)
    return renderer.markup.string
  }
}
