import TempuraServer
import Testing

@testable import TempuraTesting
@testable import Todo

/// Live pages in a window without a browser.
@Suite struct LiveDriverTests {
  private func window(of app: AppDriver) throws -> InProcessWindow { try #require(app.window as? InProcessWindow) }

  @Test func tapsPatchThePage() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    let root = try app.window.page().root
    try app.tap("Done: Visit mars")
    #expect(try app.isSelected("Done: Visit mars"))
    #expect(try app.window.page().root === root, "the document is the same one")
    #expect(try #require(window(of: app).live).lastChanges.contains("aria-"))
  }

  @Test func tapsLoadPagesWithoutTheScript() throws {
    let app = try AppDriver(TodoAppDelegate.self, isLive: false)
    try app.open("/list")
    let root = try app.window.page().root
    try app.tap("Done: Visit mars")
    #expect(try app.isSelected("Done: Visit mars"))
    #expect(try app.window.page().root !== root)
    #expect(try window(of: app).live == nil)
  }

  @Test func aChangeThatIsNotMarkedIsAnError() throws {
    let app = try AppDriver(ForgetfulDelegate.self)
    try app.open("/")
    try app.tap("Count")
    #expect(app.isShown("The count is 1"))
    let error = try #require(throws: AppDriverError.self) { try app.tap("Count silently") }
    guard case .unmarkedChange("/", let place, let shown, let rendered) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(place.hasSuffix("count"))
    #expect(shown.contains("The count is 1") && rendered.contains("The count is 2"))
  }

  @Test func aPatchThatIsNotAppliedIsAnError() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    let label = try app.window.page().find("There are 4 items pending", .anything)
    label.contents = [.text("There are 9 items pending")]
    let error = try #require(throws: AppDriverError.self) { try app.tap("Archive") }
    guard case .patchedDiffers(let url, _, _, _, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(url == app.url)
  }

  @Test func aPatchThatDoesNotFitIsAnError() throws {
    let app = try AppDriver(ForgetfulDelegate.self)
    try app.open("/")
    try app.window.page().find("count", .anything).remove()
    let error = try #require(throws: AppDriverError.self) { try app.tap("Count") }
    guard case .unfitPatch("/", let problem, let changes) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(problem.contains("not in the page") && changes.contains("The count is 1"))
  }

  @Test func typedTextStaysUntilItIsSent() throws {
    let app = try AppDriver(ForgetfulDelegate.self)
    try app.open("/")
    try app.type("mine", into: "Other field")
    try app.tap("Count")
    #expect(try app.text(of: "Other field") == "1", "it was sent, and the app changed it")
  }

  @Test func aDraftStaysWhenAnotherWindowChangesTheState() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list/addItem")
    try app.type("a draft", into: "What are you going to do?")
    let other = try app.openTab()
    try other.open("/list")
    try other.tap("Done: Visit mars")
    try window(of: app).ask()
    #expect(try #require(window(of: app).live).lastChanges.contains("aria-pressed"))
    #expect(try app.text(of: "What are you going to do?") == "a draft")
  }

  @Test func aDraftStaysWhileItsFieldIsPatched() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list/addItem")
    try app.type("   ", into: "What are you going to do?")
    try app.submit()
    #expect(app.isShown("Write something first."))
    #expect(try app.text(of: "What are you going to do?") == "   ")
  }

  @Test func twoWindowsAtOneURLAreTwoScenes() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    let other = try app.openTab()
    try other.open("/list")
    try app.tap("Archive")
    #expect(app.isShown("archiveListView") && !other.isShown("archiveListView"))
    try other.tap("Done: Visit mars")
    #expect(!other.isShown("archiveListView"))
    try app.tap("To Do")
    #expect(try app.isSelected("Done: Visit mars"))
  }

  @Test func aTapThatLeadsToAnotherURLAddsAnEntryToTheHistory() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    try app.tap("Done: Visit mars")
    try app.tap("Visit mars")
    #expect(app.url.hasPrefix("/list/addItem"))
    try app.back()
    #expect(app.url == "/list")
    #expect(throws: AppDriverError.noWayBack) { try app.back() }
  }
}
