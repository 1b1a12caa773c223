import Foundation
import TestSupport
import Testing

@testable import TempuraUI

/// Updates of a table without a reload.
@Suite struct TableUpdateTests {
  @Test func insertedRowsGetCellsAndOtherRowsKeepTheirs() {
    let app = TableApp(["a", "b"])
    let cells = app.table.visibleCells
    app.log = []
    app.sections = [["a", "x", "b"]]
    app.table.insertRows(at: [[0, 1]], with: .fade)
    #expect(app.shown == [["a", "x", "b"]])
    #expect(app.log == ["cell x"])
    #expect(app.table.cellForRow(at: [0, 2]) === cells[1])
  }

  @Test func deletedRowsAreRemoved() {
    let app = TableApp(["a", "b", "c"])
    weak let gone = app.table.cellForRow(at: [0, 1])
    app.sections = [["a", "c"]]
    app.table.deleteRows(at: [[0, 1]], with: .automatic)
    #expect(app.shown == [["a", "c"]])
    #expect(gone == nil)
  }

  @Test func aBatchDeletesByOldIndexPathsAndInsertsByNewOnes() {
    let app = TableApp(["a", "b", "c"], ["d"])
    app.sections = [["c", "x"], ["a", "d", "y"]]
    var isDone = false
    app.table.performBatchUpdates {
      app.table.insertRows(at: [[0, 1], [1, 2]], with: .none)
      app.table.deleteRows(at: [[0, 1]], with: .none)
      app.table.moveRow(at: [0, 0], to: [1, 0])
    } completion: {
      isDone = $0
    }
    #expect(app.shown == app.sections)
    #expect(isDone)
  }

  private final class NewCells: UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .value1, reuseIdentifier: nil)
    }
  }

  @Test func aReloadedRowWithANewCellLosesTheOldOne() {
    let (table, source) = (UITableView(), NewCells())
    table.dataSource = source
    let old = table.visibleCells
    table.reloadRows(at: [[0, 1]], with: .none)
    #expect(table.visibleCells[0] === old[0] && table.visibleCells[1] !== old[1])
    #expect(table.subviews == table.visibleCells)
  }

  @Test func reloadedRowsAreConfiguredAgain() {
    let app = TableApp(["a", "b"])
    let cells = app.table.visibleCells
    app.log = []
    app.sections = [["a", "B"]]
    app.table.reloadRows(at: [[0, 1]], with: .automatic)
    #expect(app.log == ["cell B"])
    #expect(app.table.visibleCells == cells)
  }

  @Test func sectionsCanBeInsertedDeletedMovedAndReloaded() {
    let app = TableApp(["a"], ["b"], ["c"])
    app.sections = [["c"], ["new"], ["A"]]
    app.table.beginUpdates()
    app.table.moveSection(2, toSection: 0)
    app.table.deleteSections([1], with: .none)
    app.table.insertSections([1], with: .none)
    app.table.reloadSections([0], with: .none)
    app.table.endUpdates()
    #expect(app.shown == [["c"], ["new"], ["A"]])
  }

  @Test(arguments: [[[0, 5]], [[3, 0]], [[0]]] as [[IndexPath]])
  func anInvalidUpdateIsReportedAndReloadsTheTable(paths: [IndexPath]) {
    let app = TableApp(["a", "b"])
    app.sections = [["x"]]
    app.table.deleteRows(at: paths, with: .none)
    #expect(app.shown == [["x"]])
    app.table.insertRows(at: paths, with: .none)
    #expect(app.shown == [["x"]])
  }

  @Test func updatesBeforeTheFirstLoadLoadTheTable() {
    let app = TableApp(["a"])
    app.table.reloadData()
    app.sections = [["a", "b"]]
    app.table.insertRows(at: [[0, 1]], with: .none)
    app.table.layoutIfNeeded()
    #expect(app.shown == [["a", "b"]])
  }

  @Test func endUpdatesWithoutBeginUpdatesDoesNotTrap() {
    let app = TableApp(["a"])
    app.table.endUpdates()
    #expect(app.shown == [["a"]])
  }

  /// Whatever changes come: the rows are those of the source, each keeps its cell, and the markup is what it would be from
  /// scratch.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func randomBatchesMatchTheDataSource(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    let app = TableApp(["a0", "a1"], ["b0"], hasIdentities: seed % 2 == 0)
    let renderer = HTMLRenderer()
    var count = 0
    for step in 0..<150 {
      var old = app.sections.map { $0.map { (text: $0, isGone: false) } }
      var cells: [String: UIView] = [:]
      for cell in app.table.visibleCells { cells[cell.textLabel?.text ?? ""] = cell }
      app.table.beginUpdates()
      for (section, rows) in old.enumerated() {
        for row in rows.indices where number(4) == 0 {
          old[section][row].isGone = true
          app.table.deleteRows(at: [IndexPath(row: row, section: section)], with: .none)
        }
      }
      var new = old.map { $0.filter { !$0.isGone }.map(\.text) }
      let section = number(new.count)
      for _ in 0..<number(3) {
        count += 1
        new[section].insert("n\(count)", at: number(new[section].count + 1))
      }
      for (row, text) in new[section].enumerated() where cells[text] == nil {
        app.table.insertRows(at: [IndexPath(row: row, section: section)], with: .none)
      }
      app.sections = new
      if number(5) == 0, let text = new[0].first, cells[text] != nil, new.count > 1 {
        // One that stays moves to the end of the last section.
        let from = old[0].firstIndex { $0.text == text } ?? 0
        app.sections[0].removeFirst()
        app.sections[new.count - 1].append(text)
        if section != 0 {
          app.table.moveRow(
            at: IndexPath(row: from, section: 0),
            to: IndexPath(row: app.sections[new.count - 1].count - 1, section: new.count - 1))
        } else {
          app.sections = new
        }
      }
      app.table.endUpdates()
      guard app.shown == app.sections else {
        Issue.record("seed \(seed), step \(step): \(app.shown) instead of \(app.sections)")
        return
      }
      for cell in app.table.visibleCells {
        if let text = cell.textLabel?.text, let old = cells[text] { #expect(cell === old) }
      }
      renderer.update(app.table)
      #expect(renderer.htmlWithStyles == renderingFromScratch(app.table).htmlWithStyles)
    }
  }
}
