import Katana
import Tempura
import Testing
import UIKit

@testable import Todo

@Suite(.app) struct ListScreenTests {
  let app = TodoApp()
  let texts = AppState().items.map(\.text)

  private func rows(_ texts: [String], checked: Set<Int> = []) -> [TodoApp.Row] {
    texts.enumerated().map { TodoApp.Row(text: $1, isChecked: checked.contains($0)) }
  }

  private let archiveCompleted = "Archive completed items"
  private let add = "What are you going to do today?"
  private let clear = "Clear archived items"

  /// Completes the first and the third item and archives them.
  private func archiveTwo() throws {
    try app.check(0)
    try app.check(2)
    try app.tap(archiveCompleted)
  }

  // MARK: - Launch

  @Test func atLaunchThereAreFourItemsToDo() {
    #expect(app.route == ["list"])
    #expect(app.todo == rows(texts))
    #expect(app.archive == [])
    #expect(app.footer == "There are 4 items pending")
    #expect(app.offers(add))
    #expect(!app.offers(archiveCompleted))
    #expect(app.isShown("To do") && !app.isShown("Archive"))
  }

  @Test func theListViewAcceptsAMissingModel() {
    let view = ListView<TodoCell>()
    view.setup()
    view.style()
    view.model = nil
    #expect(view.views(TodoCell.self).isEmpty)
  }

  // MARK: - Completing

  @Test func completingAnItemChecksItAndOffersToArchiveIt() throws {
    try app.check(0)
    #expect(app.todo == rows(texts, checked: [0]))
    #expect(app.footer == "There are 3 items pending")
    #expect(app.offers(archiveCompleted))
    try app.check(0)
    #expect(app.todo == rows(texts))
    #expect(app.footer == "There are 4 items pending")
    #expect(!app.offers(archiveCompleted))
  }

  @Test func completedRowsHaveATickAndAFainterText() throws {
    let cell = try #require(app.cells("To do").first)
    let open = cell.textButton?.currentTitleColor
    #expect(cell.checkBox?.currentImage == UIImage(named: "checkOff"))
    try app.check(0)
    #expect(app.cells("To do").first === cell)
    #expect(cell.checkBox?.currentImage == UIImage(named: "checkOn"))
    #expect(cell.checkBox?.image(for: .highlighted) == UIImage(named: "checkOff"))
    #expect(cell.textButton?.currentTitleColor == Palette.faintText)
    try app.check(0)
    #expect(cell.textButton?.currentTitleColor == open)
  }

  @Test func theFooterUsesTheSingularForOneItem() throws {
    for row in 0..<3 { try app.check(row) }
    #expect(app.footer == "There is 1 item pending")
    try app.check(3)
    #expect(app.footer == "There are 0 items pending")
  }

  // MARK: - Archiving

  @Test func archivingMovesCompletedItems() throws {
    try archiveTwo()
    #expect(app.todo == rows([texts[1], texts[3]]))
    #expect(app.archive == rows([texts[0], texts[2]], checked: [0, 1]))
    #expect(app.footer == "There are 2 items pending")
    #expect(!app.offers(archiveCompleted))
    #expect(app.isShown("To do"))
  }

  @Test func uncheckingInTheArchiveReopensTheItem() throws {
    try archiveTwo()
    try app.tap("Archive")
    #expect(!app.isShown("To do") && app.isShown("Archive"))
    try app.check(0)
    #expect(app.archive == rows([texts[2]], checked: [0]))
    #expect(app.todo == rows([texts[0], texts[1], texts[3]]))
    #expect(app.footer == "There are 3 items pending")
    #expect(app.store.state.items.map(\.completed) == [false, false, true, false])
    #expect(app.isShown("Archive"))
  }

  @Test func clearingEmptiesTheArchiveAndHidesTheButton() throws {
    try archiveTwo()
    try app.tap("Archive")
    #expect(app.offers(clear) && !app.offers(add))
    try app.tap(clear)
    #expect(app.archive == [])
    #expect(app.store.state.items.map(\.text) == [texts[1], texts[3]])
    #expect(!app.offers(clear))
    #expect(app.button(clear)?.alpha == 0)
    #expect(app.isShown("Archive"))
    #expect(app.footer == "There are 2 items pending")
  }

  @Test func anEmptyArchiveHasNoButtonToClearIt() throws {
    try app.tap("Archive")
    #expect(app.isShown("Archive"))
    #expect(!app.offers(clear) && !app.offers(add))
  }

  @Test func anEmptyListSaysSo() throws {
    let archive = ["The archive is empty", "Completed items that you archive are kept here."]
    #expect(app.texts == ["There are 4 items pending"])
    try app.tap("Archive")
    #expect(app.texts == ["Archive"] + archive)
    try app.tap("To Do")
    for row in 0..<4 { try app.check(row) }
    try app.tap(archiveCompleted)
    #expect(app.texts == ["Nothing to do", "Enjoy your day.", "There are 0 items pending"])
    try app.tap("Archive")
    #expect(app.texts == ["Archive"])
  }

  @Test func theActionButtonFollowsTheSection() throws {
    try archiveTwo()
    let action = try #require(app.button(add))
    #expect(action.currentImage == UIImage(named: "add"))
    try app.tap("Archive")
    #expect(action.currentTitle == clear)
    #expect(action.currentImage == UIImage(named: "clearIcon"))
    try app.tap("To Do")
    #expect(action.currentTitle == add)
    #expect(action.currentImage == UIImage(named: "add"))
    #expect(app.isShown("To do"))
  }

  @Test func theButtonOfTheVisibleSectionIsSelected() throws {
    let title = try #require(app.button("To Do"))
    let archive = try #require(app.button("Archive"))
    #expect(title.isSelected && !archive.isSelected)
    #expect(archive.currentImage == UIImage(named: "archiveSectionIcon"))
    app.tap(archive)
    #expect(!title.isSelected && archive.isSelected)
    #expect(archive.currentImage == UIImage(named: "archiveSectionIconS"))
  }

  @Test func archivingIsOnlyOfferedInTheTodoSection() throws {
    try app.check(0)
    try app.tap("Archive")
    #expect(!app.offers(archiveCompleted))
    try app.tap("To Do")
    #expect(app.offers(archiveCompleted))
  }

  @Test func selectingTheVisibleSectionUpdatesNothing() throws {
    let before = try #require(app.listController)
    let model = before.viewModel
    try app.tap("To Do")
    #expect(before.viewModel == model)
    #expect(app.isShown("To do"))
  }

  // MARK: - Rows and their items

  @Test func aRowActsOnItsItemAfterMoving() throws {
    let checkBox = try #require(app.cells("To do").last?.checkBox)
    let edit = try #require(app.cells("To do").last?.textButton)
    app.dispatch(AddItem(text: "first"))
    app.dispatch(DeleteItem(id: app.store.state.items[1].id))
    app.tap(checkBox)
    #expect(app.store.state.completedItems.map(\.text) == ["Visit mars"])
    app.tap(edit)
    #expect(app.field?.text == "Visit mars")
  }

  @Test func rowsKeepTheirViewsWhileOthersAreInsertedAndDeleted() {
    let cells = app.cells("To do")
    app.dispatch(AddItem(text: "first"))
    #expect(app.todo.map(\.text) == ["first"] + texts)
    #expect(app.cells("To do").dropFirst().elementsEqual(cells, by: ===))
    app.dispatch(DeleteItem(id: app.store.state.items[2].id))
    #expect(app.cells("To do").dropFirst().elementsEqual([cells[0], cells[2], cells[3]], by: ===))
  }

  @Test func severalChangesInOneTurnKeepTheOrderOfTheItems() {
    app.turn {
      app.store.dispatch(ToggleItem(itemID: app.store.state.items[3].id))
      app.store.dispatch(AddItem(text: "first"))
      app.store.dispatch(DeleteItem(id: app.store.state.items[0].id))
    }
    #expect(app.todo == rows(["first"] + texts.dropFirst(), checked: [3]))
  }

  @Test func aRowShowsANewTextOfItsItem() {
    app.dispatch(EditItem(id: app.store.state.items[0].id, text: "renamed"))
    #expect(app.todo.first?.text == "renamed")
  }
}
