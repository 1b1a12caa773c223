import TempuraTesting
import Testing

@testable import Todo

/// A story of the to-do list, in each place that an app driver can run it.
@Suite struct TodoStoryTests {
  @Test func theStoryRunsInThisProcess() throws { try tell(in: .process) }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil))
  func inABrowser() throws { try tell(in: .browser) }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil))
  func inABrowserWithoutScripts() throws { try tell(in: .browser(javaScript: false)) }

  private func tell(in place: AppDriver.Place) throws {
    let app = try AppDriver(TodoAppDelegate.self, in: place)
    try app.open("/")
    #expect(app.url == "/list" && app.route == ["list"] && app.status == 200)
    #expect(app.title == "To Do")
    #expect(app.isShown("There are 4 items pending"))

    try add("Buy milk", to: app)
    try complete("Buy milk", in: app)
    try edit(app)
    try delete(app)
    #expect(app.dispatched.count == app.dispatchedNames.count)
    #expect(app.dispatched(ToggleArchiveItems.self).map(\.ids.count) == [1])
  }

  private func add(_ text: String, to app: AppDriver) throws {
    try app.tap("What are you going to do today?")
    #expect(app.route == ["list", "addItem"] && app.title == "New item – To Do")
    #expect(throws: AppDriverError.hidden("Delete this item")) { try app.tap("Delete this item") }
    #expect(throws: (any Error).self) { try app.tap("Archive") }  // it is under this screen

    try app.type("   ", into: "What are you going to do?")
    try app.submit()
    #expect(app.isShown("Write something first.") && app.route == ["list", "addItem"])

    try app.type(text, into: "What are you going to do?")
    #expect(try app.text(of: "What are you going to do?") == text)
    try app.tap("Done")
    #expect(app.url == "/list")
    #expect(app.isShown(text) && app.isShown("There are 5 items pending"))
    #expect(app.dispatched(AddItem.self).map(\.text) == [text])
    #expect(try app.state(as: AppState.self).items.first?.text == text)
  }

  private func complete(_ text: String, in app: AppDriver) throws {
    #expect(!app.isShown("Archive completed items"))
    try app.tap("Done: \(text)")
    #expect(try app.isSelected("Done: \(text)"))
    #expect(app.labels.contains("There are 4 items pending"))
    try app.tap("Archive completed items")
    #expect(!app.isShown(text))
    try app.tap("Archive")
    #expect(app.isShown(text))
    try app.tap("Clear archived items")
    #expect(!app.isShown(text))
    #expect(try app.state(as: AppState.self).items.count == 4)
    try app.tap("To Do")
  }

  private func edit(_ app: AppDriver) throws {
    try app.tap("Visit mars")
    #expect(app.title == "Edit item – To Do" && app.url.hasPrefix("/list/addItem?addItem="))
    try app.type("Visit Venus", into: "textView")
    try app.submit()
    #expect(app.route == ["list"])
    #expect(app.isShown("Visit Venus") && !app.isShown("Visit mars"))
    #expect(app.dispatchedNames.suffix(2) == ["EditItem", "Hide"])

    try app.tap("Visit Venus")
    try app.back()
    #expect(app.url == "/list" && app.isShown("Visit Venus"))
  }

  private func delete(_ app: AppDriver) throws {
    try app.tap("Visit Venus")
    try app.tap("Delete this item")
    #expect(!app.isShown("Visit Venus") && app.isShown("There are 3 items pending"))
    try app.tap("Become a doctor")
    try app.tap("Cancel")
    #expect(try app.state(as: AppState.self).items.count == 3)
  }
}
