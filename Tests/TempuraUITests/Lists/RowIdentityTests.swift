import Foundation
import Testing

@testable import TempuraUI

/// An id of an old page names the row that the page showed, or no row.
@Suite struct RowIdentityTests {
  @Test func theIDOfARowContainsItsIdentity() {
    let app = TableApp(["a b", "c"], hasIdentities: true)
    #expect(app.id(of: "a b") == "_a_20b")
    #expect(app.id(of: "c") == "c")
    #expect(app.table.cellForRow(at: [0, 1])?.elementID == "uiTableView.c")
    #expect((app.table.cellForRow(at: [0, 1]) as? NoteCell)?.star.elementID == "uiTableView.c.star")
  }

  @Test func theIDOfARowWithoutIdentityContainsAHashOfItsContent() {
    let app = TableApp(["a", "b"])
    let id = app.id(of: "a")
    #expect(id.hasPrefix("row_"))
    #expect(id != app.id(of: "b"))
    app.sections = [["new", "a"]]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(app.id(of: "a") == id, "the same row at another place")
    #expect(app.table.descendant(withID: "uiTableView.\(id)") === app.table.cellForRow(at: [0, 1]))
    #expect(TableApp(["a"]).id(of: "a") == id, "the same in every process")
  }

  @Test func theIDOfADeletedRowNamesNoOtherRow() {
    let app = TableApp(["a", "b"])
    let id = app.table.cellForRow(at: [0, 0])?.elementID ?? ""
    app.sections = [["b"]]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(app.table.descendant(withID: id) == nil)
  }

  private func row(_ id: String, of app: TableApp) -> String? {
    let id = "uiTableView.\(id)"
    return (ViewIndex(of: [id], in: app.table).view(withID: id) as? UITableViewCell)?.textLabel?.text
  }

  @Test func theIDOfAnOldPageNamesARowThatWasReloadedSince() {
    let app = TableApp(["a", "b"], ["c"])
    let (id, other) = (app.id(of: "a"), app.id(of: "b"))
    for text in ["a read", "a starred"] {
      app.sections[0][0] = text
      app.table.reloadRows(at: [[0, 0]], with: .none)
      #expect(row(id, of: app) == text)
    }
    #expect(row(other, of: app) == "b")
    let star = ViewIndex(of: ["uiTableView.\(id).star"], in: app.table).view(withID: "uiTableView.\(id).star")
    #expect(star != nil && star === (app.table.cellForRow(at: [0, 0]) as? NoteCell)?.star)
    app.sections[0].remove(at: 0)
    app.table.deleteRows(at: [[0, 0]], with: .none)
    #expect(row(id, of: app) == nil, "the row is gone")
  }

  @Test func theIDOfAnOldPageNamesNoRowWithWhatAnotherOneShowed() {
    let app = TableApp(["a", "b", "c"])
    let ids = ["a", "b", "c"].map(app.id)
    app.sections = [["new", "a", "b"]]
    app.table.reloadRows(at: [[0, 0], [0, 1], [0, 2]], with: .none)
    #expect(ids.map { row($0, of: app) } == ["a", "b", nil])
  }

  @Test func rowsWithEqualContentHaveDifferentIDs() {
    let app = TableApp(["same", "same", "other"])
    let ids = app.table.visibleCells.map(\.pathName)
    #expect(Set(ids).count == 3)
    app.sections = [["same", "other"]]
    app.table.deleteRows(at: [[0, 0]], with: .none)
    #expect(!ids.prefix(2).contains(app.id(of: "same")), "the page showed two of them")
    #expect(app.id(of: "other") == ids[2])
  }

  @Test func rowsWithTheSameIdentityHaveDifferentIDs() {
    let names = ItemIdentity.names(for: ["a", "b", "a", "a"])
    #expect(names == ["a__1_3", "b", "a__2_3", "a__3_3"])
    let identities = ["a__1_3", "", "_", "a__", "__1_2"].map(ItemIdentity.escaped)
    #expect(Set(identities + names).count == identities.count + names.count)
  }

  @Test func unusedInputDoesNotMoveToAnotherItem() throws {
    let app = TableApp([])
    let fields: [UITextField] = [UITextField(), UITextField()]
    app.configure = { cell, text in
      if let field = fields.first(where: { $0.superview == nil || $0.isDescendant(of: cell) }) {
        cell.contentView.addSubview(field)
      }
    }
    app.sections = [["a"]]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    fields[0].keepDraft("typed", problem: "wrong")
    app.sections = [["b"]]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(fields[0].isDescendant(of: app.table), "the cell is used again")
    #expect(fields[0].fieldProblem == nil)
  }

  @Test func headersKeepTheirIDsWhenSectionsAreInsertedBeforeThem() {
    final class Delegate: UITableViewDelegate {
      var names = ["One", "Two"]
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        let button = UIButton()
        button.setTitle(names[section], for: .normal)
        return button
      }
    }
    let app = TableApp(["a"], ["b"])
    let delegate = Delegate()
    app.table.delegate = delegate
    app.table.layoutIfNeeded()
    let id = app.table.content.sections[1].header?.elementID
    delegate.names = ["Zero", "One", "Two"]
    app.sections = [[], ["a"], ["b"]]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(app.table.content.sections[2].header?.elementID == id)
  }
}
