import Foundation
import Testing

@testable import TempuraUI

/// Selection, editing, moves and swipe actions, by buttons in rows.
@Suite struct TableInteractionTests {
  // MARK: - Selection

  @Test func aSelectableRowHasAButton() {
    let app = TableApp(["a"])
    let id = "uiTableView.\(app.id(of: "a"))"
    #expect(
      content(app.table.visibleCells[0]).hasPrefix(
        #"<button name="tap" class="stretched" value="\#(id)" aria-labelledby="\#(id).content-view" aria-label="Row">"#
          + #"</button><div id="\#(id).content-view" class="CellContentView">"#))
    app.table.visibleCells[0].accessibilityLabel = "The a"
    #expect(content(app.table.visibleCells[0]).contains(#"value="\#(id)" aria-label="The a""#))
    #expect(attributes(app.table.visibleCells[0]) == "", "the label is the button's")
  }

  @Test func aTapOnARowSelectsOnlyThisRow() {
    let app = TableApp(["a", "b"])
    app.log = []
    #expect(app.tap("a"))
    #expect(app.tap("b"))
    #expect(app.log == ["select a", "deselect a", "select b"])
    #expect(app.table.indexPathForSelectedRow == [0, 1])
    #expect(html(app.table.visibleCells[1]).contains(" data-selected"))
    #expect(html(app.table.visibleCells[1]).contains(#"aria-pressed="true""#))
    app.table.deselectRow(at: [0, 1], animated: true)
    #expect(app.table.indexPathsForSelectedRows == nil)
    #expect(!html(app.table.visibleCells[1]).contains(" data-selected"))
  }

  @Test func aTapTogglesARowIfMultipleSelectionIsAllowed() {
    let app = TableApp(["a", "b"])
    app.table.allowsMultipleSelection = true
    app.log = []
    app.tap("a")
    app.tap("b")
    #expect(app.table.indexPathsForSelectedRows == [[0, 0], [0, 1]])
    #expect(html(app.table.visibleCells[0]).contains(#"aria-pressed="true""#))
    app.tap("a")
    #expect(app.log == ["select a", "select b", "deselect a"])
    #expect(html(app.table.visibleCells[0]).contains(#"aria-pressed="false""#))
  }

  @Test func theDelegateCanSelectAnotherRowOrNone() {
    let app = TableApp(["a", "b", "c"])
    app.redirected = [[0, 0]: [0, 2]]
    app.redirected.updateValue(nil, forKey: [0, 1])
    app.log = []
    app.tap("a")
    app.tap("b")
    #expect(app.log == ["select c"])
  }

  @Test func rowsThatCannotBeSelectedHaveNoButton() {
    let app = TableApp(["a", "b"])
    app.untappable = ["a"]
    app.table.reloadData()
    app.table.layoutIfNeeded()
    #expect(!app.tap("a"))
    #expect(!html(app.table.visibleCells[0]).contains("stretched"))
    #expect(html(app.table.visibleCells[1]).contains("stretched"))
    app.table.allowsSelection = false
    #expect(!app.tap("b"))
    #expect(!html(app.table.visibleCells[1]).contains("stretched"))
  }

  @Test func aTableWithoutADelegateAllowsNoSelectionByDefault() {
    let app = TableApp(["a"])
    app.table.delegate = nil
    #expect(!app.tap("a"))
    app.table.allowsSelection = true
    #expect(app.tap("a"))
    #expect(app.table.indexPathForSelectedRow == [0, 0])
  }

  @Test func aTapOnAnUnreachableRowIsRefused() {
    let app = TableApp(["a"])
    app.table.isUserInteractionEnabled = false
    #expect(app.table.visibleCells[0].tapTarget(ofPart: "")?.refusal == .unreachable)
  }

  @Test func aReloadClearsTheSelectionAndAnUpdateKeepsIt() {
    let app = TableApp(["a", "b"])
    app.tap("b")
    app.sections = [["b"]]
    app.table.deleteRows(at: [[0, 0]], with: .none)
    #expect(app.table.indexPathForSelectedRow == [0, 0])
    app.table.reloadData()
    #expect(app.table.indexPathForSelectedRow == nil)
  }

  @Test func theAccessibleNameOfARowIncludesItsCheckmark() {
    let app = TableApp(["a"])
    app.table.visibleCells[0].accessoryType = .checkmark
    let id = app.table.visibleCells[0].elementID
    #expect(html(app.table).contains(#"aria-labelledby="\#(id).content-view \#(id).row-checkmark""#))
  }

  @Test func theDetailAccessoryIsAButton() {
    let app = TableApp(["a"])
    app.log = []
    #expect(!app.tap("a", "row-accessory"))
    app.table.visibleCells[0].accessoryType = .detailDisclosureButton
    #expect(app.tap("a", "row-accessory"))
    #expect(app.log == ["details of a"])
    let id = app.table.visibleCells[0].elementID
    #expect(
      html(app.table).contains(
        #"<button name="tap" class="detail" value="\#(id).row-accessory" id="\#(id).row-accessory" "#
          + #"aria-labelledby="\#(id).row-accessory \#(id).content-view"><span>Details</span></button>"#))
  }

  // MARK: - Editing

  @Test func rowsHaveDeleteButtonsInEditingMode() {
    let app = TableApp(["a", "b"])
    #expect(!html(app.table).contains("Delete"))
    #expect(!app.tap("a", "row-delete"))
    app.table.setEditing(true, animated: true)
    #expect(html(app.table).components(separatedBy: "<span>Delete</span>").count == 3)
    #expect(!html(app.table).contains("stretched"), "rows are not selected meanwhile")
    let id = app.table.visibleCells[0].elementID
    #expect(
      html(app.table).contains(
        #"<button type="button" class="opens-menu destructive" id="\#(id).row-deletion" "#
          + #"popovertarget="\#(id).row-deletion-menu""#), "the button in front only shows the one that deletes")
    #expect(app.tap("a", "row-delete"))
    #expect(app.shown == [["b"]])
    app.table.isEditing = false
    #expect(!html(app.table).contains("Delete"))
  }

  @Test func editableRowsHaveDeletionAmongTheirActions() {
    let app = TableApp(["a"])
    app.isEditable = true
    app.table.reloadData()
    app.table.layoutIfNeeded()
    let id = app.table.visibleCells[0].elementID
    #expect(
      html(app.table).contains(
        #"<button type="button" class="opens-menu more over" id="\#(id).row-actions" "#
          + #"popovertarget="\#(id).row-actions-menu" aria-labelledby="\#(id).row-actions \#(id).content-view"><span class="unseen">Actions</span></button>"#
          + #"<div popover class="menu" role="group" id="\#(id).row-actions-menu" aria-labelledby="\#(id).row-actions">"#
      ))
    #expect(app.tap("a", "row-delete"))
    #expect(app.shown == [[]])
  }

  @Test func aButtonCanInsertARow() {
    let app = TableApp(["a"])
    app.editingStyle = .insert
    app.table.isEditing = true
    #expect(html(app.table).contains("<span>Insert</span>"))
    #expect(!app.tap("a", "row-delete"))
    #expect(app.tap("a", "row-insert"))
    #expect(app.shown == [["new", "a"]])
  }

  @Test func buttonsMoveRows() {
    let app = TableApp(["a", "b"], ["c"])
    app.isMovable = true
    #expect(!app.tap("b", "row-up"))
    app.table.isEditing = true
    #expect(app.tap("b", "row-up"))
    #expect(app.shown == [["b", "a"], ["c"]])
    #expect(app.sections == app.shown)
    #expect(app.tap("a", "row-down"))
    #expect(app.shown == [["b"], ["a", "c"]])
    #expect(app.tap("c", "row-up"))
    #expect(app.tap("c", "row-up"))
    #expect(app.shown == [["b", "c"], ["a"]])
    #expect(!app.tap("b", "row-up"), "it is the first")
    #expect(!app.tap("a", "row-down"), "it is the last")
    #expect(app.tap("b", "row-down-2") && app.shown == [["c"], ["a", "b"]], "a finger drags the row at once")
    #expect(app.tap("b", "row-up-10000") && app.shown == [["b", "c"], ["a"]], "as far as there are rows")
    for part in ["row-up-1", "row-down-0", "row-down--1", "row-down-", "row-down-10001", "row-down-1-1"] {
      #expect(!app.tap("b", part))
    }
    let first = html(app.table.visibleCells[0])
    #expect(first.contains(#"disabled><span>Move up</span>"#))
    #expect(!first.contains(#"disabled><span>Move down</span>"#))
  }

  @Test func theButtonsOfTheFirstAndTheLastRowFollowTheRows() {
    let app = TableApp(["a", "b", "c"])
    app.isMovable = true
    app.table.isEditing = true
    let renderer = HTMLRenderer()
    func hasUnmarkedChange() -> Bool {
      app.table.layoutIfNeeded()
      renderer.update(app.table)
      return renderer.renderAll(app.table) != nil
    }
    #expect(!hasUnmarkedChange())
    app.sections[0].removeLast()
    app.table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .none)
    #expect(!hasUnmarkedChange(), "b is the last row")
    app.sections[0].removeFirst()
    app.table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    #expect(!hasUnmarkedChange(), "b is the first row, too")
    app.sections[0].append("d")
    app.table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .none)
    #expect(!hasUnmarkedChange(), "b is not the last row")
  }

  // MARK: - Swipes

  @Test func swipeActionsAreButtonsOfTheRow() {
    let app = TableApp(["a"])
    var done: [String] = []
    app.swipes = { text in
      [
        UIContextualAction(style: .normal, title: "Archive") { _, _, completion in
          done.append("archive \(text)")
          completion(true)
        },
        UIContextualAction(style: .destructive, title: "Delete for ever") { _, view, _ in
          done.append("delete \((view as? UITableViewCell)?.textLabel?.text ?? "")")
        },
      ]
    }
    app.isEditable = true
    app.table.reloadData()
    app.table.layoutIfNeeded()
    let markup = html(app.table)
    #expect(markup.contains(">Actions</span></button><div popover "))
    #expect(markup.contains("<span>Archive</span>"))
    #expect(markup.contains(#"class="swipe full""#) && markup.contains(#"class="swipe destructive""#))
    #expect(!markup.contains("<span>Delete</span>"), "the app has its own actions")
    #expect(app.tap("a", "row-action-Archive"))
    #expect(app.tap("a", "row-action-_Delete_20for_20ever"))
    #expect(done == ["archive a", "delete a"])
    #expect(!app.tap("a", "row-action-Other"))
    app.table.isEditing = true
    #expect(html(app.table).contains("row-deletion-menu") && html(app.table).contains("<span>Archive</span>"))
    #expect(!html(app.table).contains("<span>Delete</span>") && app.tap("a", "row-action-Archive"))
    #expect(done.last == "archive a", "minus shows what a swipe shows")
  }

  @Test func aSwipeActionHasItsBackgroundColour() {
    let app = TableApp(["a"])
    app.swipes = { _ in
      let action = UIContextualAction(style: .normal, title: "Archive") { _, _, _ in }
      action.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
      return [action]
    }
    app.table.reloadData()
    app.table.layoutIfNeeded()
    let markup = renderingFromScratch(app.table).htmlWithStyles
    #expect(markup.contains(#"class="swipe full {--action:#0000ff;}""#))
  }

  @Test func aTapOnARemovedSwipeActionRunsNoOtherAction() {
    let app = TableApp(["a"])
    var isFlagged = false
    app.swipes = { _ in
      [UIContextualAction(style: .normal, title: isFlagged ? "Unflag" : "Flag") { _, _, _ in isFlagged.toggle() }]
    }
    app.table.reloadData()
    app.table.layoutIfNeeded()
    let renderer = HTMLRenderer()
    renderer.update(app.table)
    #expect(app.tap("a", "row-action-Flag"))
    #expect(isFlagged)
    #expect(!app.tap("a", "row-action-Flag"))
    renderer.update(app.table)
    #expect(renderer.html.contains("<span>Unflag</span>"), "the next page shows the one that there is")
  }

  // MARK: - Context menus

  @Test func actionsOfAContextMenuAreButtonsOfTheRow() {
    let app = MenuApp(["a", "b"])
    app.table.delegate = app
    app.table.layoutIfNeeded()
    #expect(html(app.table.visibleCells[0]).contains("<span>Pin</span>"))
    #expect(!html(app.table.visibleCells[0]).contains("<span>Gone</span>"), "a hidden action")
    #expect(html(app.table.visibleCells[0]).components(separatedBy: "<span>Archive</span>").count == 3)
    #expect(html(app.table.visibleCells[0]).components(separatedBy: "class=\"again\"").count == 2, "seen once")
    #expect(app.tap("b", "row-action-Pin"))
    #expect(app.chosen == ["Pin b"])
    app.table.isEditing = true
    #expect(!html(app.table.visibleCells[0]).contains("<span>Pin</span>"))
  }

  @Test func editingModeHasItsOwnAccessories() {
    let app = TableApp(["a"])
    let cell = app.table.visibleCells[0]
    let (view, editingView) = (UISwitch(), UISwitch())
    cell.accessoryType = .detailButton
    app.table.isEditing = true
    app.table.layoutIfNeeded()
    #expect(!html(app.table).contains("Details") && !app.tap("a", "row-accessory"))
    cell.editingAccessoryType = .detailButton
    #expect(html(app.table).contains("Details") && app.tap("a", "row-accessory"))
    cell.accessoryView = view
    #expect(view.superview == nil && html(app.table).contains("Details"))
    cell.editingAccessoryView = editingView
    #expect(editingView.superview === cell && !html(app.table).contains("Details"))
    app.isEditable = false
    app.table.layoutSubviews()
    #expect(cell.shownAccessoryView === view, "a row that cannot be edited keeps its own")
    app.table.isEditing = false
    app.table.layoutIfNeeded()
    #expect(view.superview === cell && editingView.superview == nil)
  }

  @Test func cellsLearnOfEditing() {
    final class Cell: UITableViewCell {
      var log: [Bool] = []
      override func setEditing(_ editing: Bool, animated: Bool) { log.append(editing) }
    }
    let app = MenuApp(["a"])
    app.table.register(Cell.self, forCellReuseIdentifier: "note")
    app.table.layoutIfNeeded()
    let cell = app.table.visibleCells[0] as? Cell
    app.table.setEditing(true, animated: true)
    app.table.setEditing(false, animated: true)
    #expect(cell?.log == [true, false])
  }
}
