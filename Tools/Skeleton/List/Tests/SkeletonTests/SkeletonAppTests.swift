import TempuraTesting
import Testing

@testable import Skeleton

struct SkeletonAppTests {
  @Test(arguments: [AppDriver.Place.process, .browser])
  func thingsAreAddedTickedAndDeleted(place: AppDriver.Place) throws {
    let app = try AppDriver(AppDelegate.self, in: place)
    try app.open("/")
    #expect(app.isShown("No things yet"))
    try app.tap("Add thing")
    #expect(app.route == ["skeleton", "new"])
    try app.type("First", into: "Name")
    try app.tap("Add")
    #expect(app.isShown("0 of 1 done"))
    try app.tap("First")
    #expect(app.isShown("1 of 1 done"))
    try app.tap("Delete First")
    #expect(app.isShown("No things yet"))
    #expect(try app.state(as: AppState.self).things.isEmpty)
  }

  @Test func aNameIsNeeded() throws {
    let app = try AppDriver(AppDelegate.self)
    try app.open("/skeleton/new")
    try app.type("  ", into: "Name")
    try app.tap("Add")
    #expect(app.isShown("Enter a name."))
    #expect(try app.state(as: AppState.self).things.isEmpty)
  }
}
