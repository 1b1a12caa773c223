import TempuraTesting
import Testing
@testable import FrameTodo
@testable import Todo

/// The app used by titles and labels, as users do. What it shares with Todo is tested there.
@Suite struct FlowTests {
  let app: AppDriver
  private let add = "What are you going to do today?"
  private let clear = "Clear archived items"
  private let archiveCompleted = "Archive completed items"

  init() throws {
    app = try AppDriver(FrameTodoAppDelegate.self)
    try app.open("/list")
  }

  private func state() throws -> AppState { try app.state(as: AppState.self) }

  private func offers(_ name: String) -> Bool { app.controls.contains(name) }

  @Test func atLaunchThereAreFourItemsToDo() throws {
    #expect(app.isShown("There are 4 items pending"))
    #expect(offers(add) && offers("Done: Pet my unicorn"))
    #expect(!offers(archiveCompleted))
  }

  @Test func completedItemsCanBeArchivedAndReopened() throws {
    try app.tap("Done: Pet my unicorn")
    #expect(app.isShown("There are 3 items pending"))
    try app.tap(archiveCompleted)
    #expect(!offers(archiveCompleted))
    #expect(try state().archivedItems.map(\.text) == ["Pet my unicorn"])
    try app.tap("archiveButton")
    #expect(offers(clear) && !offers("Done: Visit mars"))
    try app.tap("Done: Pet my unicorn")
    #expect(try state().archivedItems.isEmpty)
    #expect(!offers(clear))
    try app.tap("To Do")
    #expect(app.isShown("There are 4 items pending"))
    #expect(offers(add) && offers("Done: Pet my unicorn"))
  }

  @Test func theArchiveHasATitleAndSaysThatItIsEmpty() throws {
    try app.tap("archiveButton")
    #expect(app.isShown("Archive") && app.isShown("The archive is empty"))
    #expect(!app.isShown("There are 4 items pending"))
    try app.tap("To Do")
    #expect(!app.isShown("The archive is empty"))
    #expect(app.isShown("There are 4 items pending"))
  }

  @Test func anItemIsAddedAtTheTop() throws {
    try app.tap(add)
    #expect(app.route == ["list", "addItem"])
    #expect(!offers("Delete this item"))
    try app.type(" ", into: "Text of the item")
    try app.tap("Done")
    #expect(app.isShown("Write something first."))
    try app.type("Buy milk", into: "Text of the item")
    try app.tap("Done")
    #expect(app.route == ["list"])
    #expect(try state().items.first?.text == "Buy milk")
    #expect(app.isShown("There are 5 items pending"))
  }

  @Test func aTapOnTheTextEditsTheItem() throws {
    try app.tap("Visit mars")
    #expect(try app.text(of: "Text of the item") == "Visit mars")
    try app.type("Visit venus", into: "Text of the item")
    try app.tap("Done")
    #expect(try state().items.last?.text == "Visit venus")
    try app.tap("Visit venus")
    try app.tap("Cancel")
    #expect(app.route == ["list"])
  }
}
