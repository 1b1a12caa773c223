import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct OutlineTests {
  typealias Tree = NSDiffableDataSourceSectionSnapshot<String>
  typealias Source = UICollectionViewDiffableDataSource<Int, String>

  static var tree: Tree {
    var tree = Tree()
    tree.append(["Fruit", "Nuts"])
    tree.append(["Apple", "Pear"], to: "Fruit")
    tree.append(["Boskop"], to: "Apple")
    return tree
  }

  @Test func aTreeHasItemsInOrder() {
    var tree = Self.tree
    #expect(tree.items == ["Fruit", "Apple", "Boskop", "Pear", "Nuts"])
    #expect(tree.rootItems == ["Fruit", "Nuts"] && tree.visibleItems == tree.rootItems)
    #expect(tree.level(of: "Boskop") == 2 && tree.parent(of: "Boskop") == "Apple" && tree.parent(of: "Nuts") == nil)
    tree.expand(["Fruit"])
    #expect(tree.visibleItems == ["Fruit", "Apple", "Pear", "Nuts"] && !tree.isVisible("Boskop"))
    #expect(tree.snapshot(of: "Fruit").rootItems == ["Apple", "Pear"])
    #expect(tree.snapshot(of: "Apple", includingParent: true).items == ["Apple", "Boskop"])
    tree.insert(["Fig"], before: "Pear")
    tree.insert(["Kiwi"], after: "Apple")
    #expect(tree.snapshot(of: "Fruit").rootItems == ["Apple", "Kiwi", "Fig", "Pear"])
    tree.delete(["Apple"])
    #expect(!tree.contains("Boskop"))
    tree.replace(childrenOf: "Fruit", using: Self.tree.snapshot(of: "Apple"))
    #expect(tree.items == ["Fruit", "Boskop", "Nuts"] && tree.level(of: "Boskop") == 1)
  }

  private final class Screen: UIViewController {
    let list = UICollectionView(
      frame: .zero, collectionViewLayout: UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain)))
    var style: UICellAccessory.Options.Style?
    lazy var source: Source = Source(collectionView: list) { [unowned self] list, path, item in
      let cell = UICollectionViewListCell()
      var content = cell.defaultContentConfiguration()
      content.text = item
      cell.contentConfiguration = content
      let isParent = !source.snapshot(for: 0).snapshot(of: item).items.isEmpty
      cell.accessories = isParent ? [.outlineDisclosure(options: .init(style: style))] : [.reorder(displayed: .always)]
      return cell
    }
    override func loadView() { view = list }
  }

  @Test(arguments: [nil, UICellAccessory.Options.Style.header])
  func aPressOnTheDisclosureShowsTheChildren(_ style: UICellAccessory.Options.Style?) throws {
    let screen = Screen()
    screen.style = style
    screen.source.apply(Self.tree, to: 0)
    var events: [String] = []
    screen.source.sectionSnapshotHandlers.willExpandItem = { events.append("+" + $0) }
    screen.source.sectionSnapshotHandlers.willCollapseItem = { events.append("-" + $0) }
    let page = Page(showing: screen)
    let button = style == nil ? "uiCollectionView.Fruit.row-accessory-outlineDisclosure" : "uiCollectionView.Fruit"
    #expect(page.count(of: "Pear") == 0)
    #expect(page.button(button)?.contains(#"aria-expanded="false""#) == true)
    try page.tap(button)
    #expect(page.count(of: "Pear</") == 1 && screen.source.snapshot(for: 0).isExpanded("Fruit"))
    #expect(page.button(button)?.contains(#"aria-expanded="true""#) == true)
    #expect(
      (screen.list.cellForItem(at: IndexPath(item: 1, section: 0)) as? UICollectionViewListCell)?.indentationLevel == 1)
    try page.tap(button)
    #expect(page.count(of: "Pear") == 0 && events == ["+Fruit", "-Fruit"])
    screen.source.sectionSnapshotHandlers.shouldExpandItem = { _ in false }
    try page.tap(button)
    #expect(page.count(of: "Pear") == 0)
  }

  @Test func childrenAreMadeWhenTheItemIsExpanded() throws {
    let screen = Screen()
    screen.source.apply(Self.tree, to: 0)
    screen.source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, old in
      var new = old
      new.append(["Quince"])
      return new
    }
    try Page(showing: screen).tap("uiCollectionView.Fruit.row-accessory-outlineDisclosure")
    #expect(screen.source.snapshot().itemIdentifiers == ["Fruit", "Apple", "Pear", "Quince", "Nuts"])
  }

  @Test func aRowIsMovedAmongItsSiblings() throws {
    let screen = Screen()
    var tree = Self.tree
    tree.expand(["Fruit"])
    tree.delete(["Boskop"])
    screen.source.apply(tree, to: 0)
    let page = Page(showing: screen)
    #expect(!page.html.contains("row-up"))
    var moved: [[String]] = []
    screen.source.reorderingHandlers.canReorderItem = { $0 != "Nuts" }
    screen.source.reorderingHandlers.didReorder = { change in
      moved += [change.finalSnapshot.itemIdentifiers, change.difference.insertions.map { "\($0)" }]
      #expect(change.sectionTransactions[0].initialSnapshot.items == tree.items)
    }
    screen.list.reloadData()
    try page.tap("uiCollectionView.Pear.row-up")
    #expect(moved.first == ["Fruit", "Pear", "Apple", "Nuts"] && moved[1].count == 1)
    #expect(screen.source.snapshot(for: 0).items == ["Fruit", "Pear", "Apple", "Nuts"])
    try page.tap("uiCollectionView.Pear.row-up")
    #expect(screen.source.snapshot().itemIdentifiers == ["Fruit", "Pear", "Apple", "Nuts"])
    #expect(!page.buttons.contains("uiCollectionView.Nuts.row-up"))
  }
}
