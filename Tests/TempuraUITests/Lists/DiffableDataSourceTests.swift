import Foundation
import Testing

@testable import TempuraUI

/// Snapshots, and the data sources that show them.
@Suite struct DiffableDataSourceTests {
  private struct Item: Hashable, Identifiable {
    var id: Int
    var text = ""
  }

  private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

  private func snapshot(_ sections: KeyValuePairs<String, [Int]>) -> Snapshot {
    var snapshot = Snapshot()
    for (section, items) in sections {
      snapshot.appendSections([section])
      snapshot.appendItems(items)
    }
    return snapshot
  }

  @Test func snapshotsCanBeEdited() {
    var snapshot = snapshot(["a": [1, 2], "b": [3]])
    snapshot.insertItems([4], beforeItem: 1)
    snapshot.insertItems([5], afterItem: 3)
    snapshot.moveItem(2, afterItem: 3)
    snapshot.deleteItems([1])
    snapshot.insertSections(["c"], beforeSection: "b")
    snapshot.moveSection("a", afterSection: "b")
    snapshot.appendItems([6], toSection: "c")
    #expect(snapshot.sectionIdentifiers == ["c", "b", "a"])
    #expect(snapshot.itemIdentifiers == [6, 3, 2, 5, 4])
    #expect(snapshot.numberOfItems == 5)
    #expect(snapshot.numberOfItems(inSection: "b") == 3)
    #expect(snapshot.sectionIdentifier(containingItem: 5) == "b")
    #expect(snapshot.indexOfItem(2) == 2)
    snapshot.deleteSections(["b"])
    #expect(snapshot.itemIdentifiers == [6, 4])
    snapshot.appendItems([3])
    #expect(snapshot.itemIdentifiers == [6, 4, 3], "what left may come again")
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfSections == 0)
  }

  @Test func invalidChangesOfASnapshotDoNothing() {
    var snapshot = Snapshot()
    snapshot.appendItems([1])
    #expect(snapshot.numberOfItems == 0)
    snapshot.appendSections(["a", "a"])
    snapshot.appendItems([1, 1, 2])
    snapshot.appendItems([2, 3], toSection: "nowhere")
    snapshot.insertItems([4], beforeItem: 9)
    snapshot.moveItem(1, afterItem: 9)
    snapshot.moveItem(1, afterItem: 1)
    #expect(snapshot.sectionIdentifiers == ["a"])
    #expect(snapshot.itemIdentifiers == [1, 2])
  }

  @Test func aTableShowsASnapshotAndItemsKeepTheirCells() {
    let table = UITableView()
    var made: [Int] = []
    let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { table, path, item in
      made.append(item)
      let cell =
        table.dequeueReusableCell(withIdentifier: "x") ?? UITableViewCell(style: .default, reuseIdentifier: "x")
      cell.textLabel?.text = "Item \(item)"
      return cell
    }
    source.apply(snapshot(["a": [1, 2, 3]]))
    table.layoutIfNeeded()
    #expect(table.visibleCells.map { $0.textLabel?.text } == ["Item 1", "Item 2", "Item 3"])
    #expect(table.visibleCells.map(\.pathName) == ["1", "2", "3"])
    let cells = table.visibleCells
    made = []
    var isDone = false
    source.apply(snapshot(["b": [3, 4], "a": [1]])) { isDone = true }
    #expect(isDone)
    #expect(made == [4])
    #expect(table.cellForRow(at: [0, 0]) === cells[2])
    #expect(table.cellForRow(at: [1, 0]) === cells[0])
    #expect(source.itemIdentifier(for: [0, 1]) == 4)
    #expect(source.indexPath(for: 1) == [1, 0])
    made = []
    var changed = source.snapshot()
    changed.reloadItems([3])
    source.apply(changed)
    #expect(made == [3])
    made = []
    source.apply(source.snapshot())
    #expect(made == [], "what was to be made again was")
    source.applySnapshotUsingReloadData(source.snapshot())
    table.layoutIfNeeded()
    #expect(Set(made) == [1, 3, 4])
  }

  @Test func aSelectedItemStaysSelected() {
    let table = UITableView()
    let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { _, _, _ in UITableViewCell() }
    source.apply(snapshot(["a": [1, 2]]))
    table.selectRow(at: [0, 1], animated: false, scrollPosition: .none)
    source.apply(snapshot(["a": [2, 1]]))
    #expect(table.indexPathForSelectedRow == [0, 0])
  }

  @Test func aCollectionViewShowsASnapshot() {
    let list = UICollectionView()
    let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: list) { _, _, _ in
      UICollectionViewCell()
    }
    source.apply(snapshot(["a": [1, 2]]))
    list.layoutIfNeeded()
    let cells = list.visibleCells
    source.apply(snapshot(["a": [2, 1]]))
    #expect(list.visibleCells == cells.reversed())
    #expect(list.visibleCells.map(\.pathName) == ["2", "1"])
  }

  @Test func elementIDsContainTheIdentitiesOfItems() {
    final class Object: Hashable {
      static func == (left: Object, right: Object) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    #expect(ItemIdentity.text(of: Item(id: 7, text: "seven")) == "7")
    #expect(ItemIdentity.text(of: "text") == "text")
    #expect(ItemIdentity.text(of: Object()) == nil, "all objects are written alike")
  }
}
