import Foundation
import TempuraTesting
import Testing
import UIKit

/// docs/how-to/stored-property.md
struct StoredPropertyTests {
  private func launch(_ state: String, version: Int) throws -> AppDriver {
    let app = try AppDriver(BooksAppDelegate.self, storedState: Data(state.utf8), stateVersion: version)
    try app.open("/")
    return app
  }

  @Test func newPropertiesGetTheirDefaults() throws {
    let app = try launch(#"{"shelf":[{"id":"1","title":"Emma","status":"finished"}]}"#, version: 2)
    let emma = Book(id: "1", title: "Emma", status: .finished, copies: 1)
    #expect(try app.state() == BooksState(shelf: [emma], goal: 12))
    #expect(app.isShown("1 of 12 books finished this year"))
  }

  @Test func valuesThatAreStoredStay() throws {
    let app = try launch(#"{"shelf":[{"id":"1","title":"Emma","status":"reading","copies":3}],"goal":40}"#, version: 2)
    #expect(try app.state() == BooksState(shelf: [Book(id: "1", title: "Emma", status: .reading, copies: 3)], goal: 40))
  }

  @Test(arguments: [(#","goal":30"#, 30), ("", 12)])
  func theFirstReleasesBooksAreMigrated(goal: String, expected: Int) throws {
    let old = #"{"books":[{"id":"1","title":"Emma","read":true},{"id":"2","title":"Ulysses","read":false}]\#(goal)}"#
    let app = try launch(old, version: 1)
    let shelf = [Book(id: "1", title: "Emma", status: .finished), Book(id: "2", title: "Ulysses")]
    #expect(try app.state() == BooksState(shelf: shelf, goal: expected))
    try app.tap("Ulysses")
    #expect(try app.state(as: BooksState.self).shelf[1].status == .reading, "the migrated session goes on")
  }

  @Test func aStateThatCannotBeMigratedIsKeptAndTheUserIsTold() throws {
    let app = try launch(#"{"books":"many"}"#, version: 1)
    #expect(try app.state() == BooksState())
    #expect(app.notice?.contains("The data was kept.") == true)
  }

  @Test func theAppWorks() throws {
    let app = try AppDriver(BooksAppDelegate.self)
    try app.open("/")
    try app.type("Emma", into: "Title")
    try app.submit()
    try app.tap("Emma")
    let other = try app.openTab()
    try other.open("/")
    #expect(other.isShown("Reading"))
    try other.tap("Emma")
    try app.reload()
    #expect(app.isShown("Finished") && app.isShown("1 of 12 books finished this year"))
  }
}
