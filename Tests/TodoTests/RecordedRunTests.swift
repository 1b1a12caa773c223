// swift-format-ignore-file
import Foundation
import TempuraTesting
import Testing

@testable import Todo

// A run of To Do, release 1, that was recorded.

@Suite struct RecordedRunTests {
  @Test func theRecordedRun() throws {
    let state = #"{"items":[{"id":"a1b2c3d4e5f6a7b8","text":"Pet my \"unicorn\"","completed":false,"archived":false},{"id":"b1b2c3d4e5f6a7b8","text":"Visit mars","completed":false,"archived":false}],"people":{}}"#
    let app = try AppDriver(TodoAppDelegate.self, storedState: Data(state.utf8))
    try app.open("/")
    try app.tap("listView.actionButton") // “What are you going to do today?”
    try app.type("Buy “milk”\\", into: "addItemView.textView")
    try app.tap("addItemView.textView.return")
    try app.tap("listView.todoListView.\(app.value(at: "items[0].id")).toggleButton") // “Done: Buy “milk”\”
    try app.tap("listView.todoListView.b1b2c3d4e5f6a7b8.editButton") // “Visit mars”
    try app.type("Visit Venus", into: "addItemView.textView")
    try app.submit(in: "addItemView.textView")
    try app.tap("listView.todoListView.a1b2c3d4e5f6a7b8.toggleButton") // “Done: Pet my "unicorn"”
    try app.tap("listView.archiveCompletedButton") // “Archive completed items”

    // How it ended.
    #expect(app.url == "/list")
    #expect(try app.value(at: "items[0].text") == "Buy “milk”\\")
    #expect(try app.value(at: "items[0].completed") == "true")
    #expect(try app.value(at: "items[0].archived") == "true")
    #expect(try app.value(at: "items[1].id") == "a1b2c3d4e5f6a7b8")
    #expect(try app.value(at: "items[1].text") == "Pet my \"unicorn\"")
    #expect(try app.value(at: "items[1].completed") == "true")
    #expect(try app.value(at: "items[1].archived") == "true")
    #expect(try app.value(at: "items.count") == "3")
    #expect(try app.value(at: "items[2].id") == "b1b2c3d4e5f6a7b8")
    #expect(try app.value(at: "items[2].text") == "Visit Venus")
    #expect(try app.value(at: "items[2].completed") == "false")
    #expect(try app.value(at: "items[2].archived") == "false")
    #expect(app.dispatchedNames == [
      "Show", "AddItem", "Hide", "ToggleItem", "Show", "EditItem", "Hide", "ToggleItem",
      "ToggleArchiveItems"
    ])
  }
}
