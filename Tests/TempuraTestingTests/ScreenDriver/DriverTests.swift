import CounterDemo
import Foundation
import Testing
import UIKit
import XCTest

@testable import TempuraTesting
@testable import Todo

/// App drivers, beyond the use of controls.
@Suite struct DriverTests {
  @Test func theErrorForAMissingNameListsTheElements() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    let error = try #require(throws: AppDriverError.self) { try app.tap("Remove") }
    guard case .missing("Remove", "control to tap", nil, let there, nearest: nil) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(there.contains("“What are you going to do today?” (listView.actionButton)"))
    #expect(!there.contains { $0.contains("Archive completed items") })  // it is hidden
  }

  @Test func aControlThatNoUserSeesCannotBeTapped() throws {
    let app = try AppDriver(QuietDelegate.self)
    try app.open("/")
    #expect(throws: AppDriverError.empty("Empty")) { try app.tap("Empty") }
    #expect(throws: AppDriverError.outside("Beside")) { try app.tap("Beside") }
    #expect(throws: AppDriverError.outside("Clipped")) { try app.tap("Clipped") }
    #expect(!app.isShown("Beside"))
  }

  @Test func theErrorForAMisspeltNameSaysWhatIsNearest() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    let error = try #require(throws: AppDriverError.self) { try app.tap("visit Mars!") }
    #expect("\(error)".contains("called “visit Mars!”. The nearest is “Visit mars” (listView."))
  }

  @Test func anExpectationThatFailsSaysWhatIsShownAndNearest() throws {
    let app = try AppDriver(CounterAppDelegate.self)
    #expect("\(app)" == "No page is open yet: open a URL first.")
    try app.open("/")
    let shown = """
      - “Counter”
        - “Counter” (counterView.titleLabel)
        - “the counter is at 0” (counterView.counterLabel)
        - “Add” (counterView.addButton)
        - “Sub” (counterView.subButton)
      """
    withKnownIssue {
      #expect(app.isShown("Counter is at 5"))
    } matching: { issue in
      "\(issue)".contains(
        """
        “Counter is at 5” is not shown at /. The nearest is “the counter is at 0” (counterView.counterLabel). There is:
          \(shown)
        """)
    }
    withKnownIssue {
      #expect(!app.isShown("Add"))
    } matching: { issue in
      "\(issue)".contains("At / there is:\n  \(shown)")
    }
    _ = app.isShown("Weather")
    #expect("\(app)".hasPrefix("“Weather” is not shown at /. There is:\n"))
  }

  @Test(
    arguments: [
      ("The counter is at 0", ["Add", "Counter: 0", "Counter"], "Counter: 0"), ("ade", ["Edit", "Add"], "Add"),
      ("Save", ["Cancel", "Delete"], nil), ("", [""], nil), ("Ja", ["Nein", "ja", "Ja!"], "ja"),
    ] as [(String, [String], String?)])
  func theNearestNameIsFound(name: String, names: [String], nearest: String?) {
    #expect(Similarity.nearest(to: name, of: names) { [$0] } == nearest)
  }

  @Test func theErrorForAnAmbiguousNameListsTheMatches() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    let error = try #require(throws: AppDriverError.self) { try app.tap("Done: ") }
    guard case .ambiguous(_, _, let matches) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(matches.count == 4 && matches[0].hasPrefix("“Done: Pet my unicorn” (listView.todoListView."))
  }

  @Test func anIDOrItsEndIsAName() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    try app.tap("listView.archiveButton")
    #expect(app.isShown("archiveListView") && !app.isShown("todoListView"))
    try app.tap("titleButton")
    #expect(app.isShown("listView.todoListView"))
  }

  @Test func equalButtonsAreFoundByTheirRows() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    let item = try app.state(as: AppState.self).items[2]
    try app.tap("toggleButton", in: "todoListView.\(item.id)")
    #expect(app.dispatched(ToggleItem.self).map(\.itemID) == [item.id])
  }

  @Test func nothingIsShownBeforeAPageIsOpen() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    #expect(throws: AppDriverError.nothingOpen) { try app.tap("To Do") }
    #expect(throws: AppDriverError.noWayBack) { try app.back() }
    #expect(throws: AppDriverError.noPath("list")) { try app.open("list") }
    #expect(app.url == "" && app.labels == [] && app.route == [] && app.dispatchedNames == [])
  }

  @Test func aURLWithoutScreenAnswers404() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/nowhere")
    #expect(app.status == 404 && app.route == [])
    try app.tap("Go to the start")
    #expect(app.url == "/list" && app.status == 200)
  }

  @Test func windowsOfABrowserShareTheState() throws {
    try useTwoWindows(in: .process)
  }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil))
  func windowsOfARealBrowserShareTheState() throws {
    try useTwoWindows(in: .browser)
  }

  private func useTwoWindows(in place: AppDriver.Place) throws {
    let app = try AppDriver(TodoAppDelegate.self, in: place)
    try app.open("/list")
    let other = try app.openTab()
    #expect(throws: AppDriverError.nothingOpen) { try other.tap("To Do") }
    try other.open("/list/addItem")
    try other.type("From over there", into: "textView")
    try other.tap("Done")
    // The stream of a browser brings the change by itself.
    if place == .process { #expect(!app.isShown("From over there")) }
    try app.reload()
    #expect(app.isShown("From over there"))
    #expect(app.dispatchedNames == other.dispatchedNames)
  }

  @Test func aStalePageIsAnsweredWith409() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    try app.tap("Visit mars")
    let other = try app.openTab()
    try other.open(app.url)
    try other.tap("Delete this item")
    try app.tap("Delete this item")
    #expect(app.status == 409 && app.notice != nil)
    #expect(try app.state(as: AppState.self).items.count == 3)
  }

  @Test func eachDriverHasItsOwnSession() throws {
    let app = try AppDriver(CounterAppDelegate.self)
    let other = try AppDriver(CounterAppDelegate.self)
    try app.open("/")
    try other.open("/")
    try app.tap("Add")
    #expect(app.labels.contains("the counter is at 1"))
    try other.reload()
    #expect(other.labels.contains("the counter is at 0"))
  }

  @Test func sideEffectsAreAwaitedBeyondTheServersTimeout() throws {
    try work(in: .process)
  }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil))
  func sideEffectsAreAwaitedBeyondItInABrowser() throws {
    try work(in: .browser)
  }

  private func work(in place: AppDriver.Place) throws {
    let app = try AppDriver(SlowDelegate.self, in: place)
    try app.open("/slow")
    #expect(app.isShown("Nothing is done"))
    try app.tap("Work")
    #expect(app.isShown("All is done"))
    #expect(app.notice == nil)
    #expect(app.dispatchedNames == ["Begin", "Work", "Finish"])
  }

  @Test func sideEffectsThatOthersLeadToAreAwaited() throws {
    let app = try AppDriver(SlowDelegate.self)
    try app.open("/slow")
    try app.tap("Work and tell")
    #expect(app.isShown("All is done"))
    #expect(app.dispatchedNames == ["Begin", "WorkAndTell", "WorkOfObserver", "Finish"])
  }

  @Test func readingTheStateAsAnotherTypeFails() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    #expect(throws: AppDriverError.wrongState(expected: "SlowState", actual: "AppState")) {
      try app.state(as: SlowState.self)
    }
  }

  @Test func thePageHasTheUsersLanguage() throws {
    for (language, wanted) in [("ar", "ar"), ("ar-EG", "ar"), ("fi", "en")] {
      let app = try AppDriver(GalleryDelegate.self, language: language)
      try app.open("/gallery")
      #expect(app.language == wanted)
    }
  }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil))
  func aBrowserSaysItsUsersLanguage() throws {
    let app = try AppDriver(GalleryDelegate.self, in: .browser, language: "ar")
    try app.open("/gallery")
    #expect(app.language == "ar")
  }

  @Test func controlsWithoutInputAndLinksToOtherServersCannotBeTapped() throws {
    let app = try AppDriver(QuietDelegate.self)
    try app.open("/")
    #expect(app.title == "Quiet – App" && app.route == [])
    #expect(throws: AppDriverError.inert("Numb")) { try app.tap("Numb") }
    #expect(throws: AppDriverError.leadsOut("Help", url: "https://help.example/")) { try app.tap("Help") }
    #expect(throws: AppDriverError.nothingTyped) { try app.submit() }
    #expect(throws: AppDriverError.wrongKind("Numb", isA: "button", needed: "switch")) {
      try app.turn("Numb", on: true)
    }
    #expect(throws: AppDriverError.wrongState(expected: "AppState", actual: "store that was never created")) {
      try app.state(as: AppState.self)
    }
    try app.tap("Behind")  // only a browser knows which element covers it
    #expect(app.title == "Loud – App")
  }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil), arguments: [AppDriver.Place.process, .browser])
  func aLivePageSendsWhatIsTypedIfTheAppListens(place: AppDriver.Place) throws {
    let app = try AppDriver(EagerDelegate.self, in: place)
    try app.open("/")
    #expect(throws: AppDriverError.disabled("Save")) { try app.tap("Save") }
    try app.type("Emma", into: "Name")
    try app.tap("Save")
    #expect(app.title == "Saved Emma – App")
  }

  @Test func aPageWithoutAScriptSendsWhatIsTypedWithTheNextTap() throws {
    let app = try AppDriver(EagerDelegate.self, isLive: false)
    try app.open("/")
    try app.type("Emma", into: "Name")
    #expect(throws: AppDriverError.disabled("Save")) { try app.tap("Save") }
    try app.submit()
    #expect(try app.element("Save").isEnabled)
  }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil))
  func whatIsBehindSomethingElseCannotBeClicked() throws {
    let app = try AppDriver(QuietDelegate.self, in: .browser)
    try app.open("/")
    #expect(throws: AppDriverError.outOfReach("Behind", inFront: "cover")) { try app.tap("Behind") }
    #expect(app.title == "Quiet – App")
  }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil))
  func aBrowserThatIsGoneFailsWhatIsReadOfIt() throws {
    let app = try AppDriver(TodoAppDelegate.self, in: .browser)
    try app.open("/list")
    try #require(app.window as? ChromiumWindow).tab.close()
    let reads: [() -> Bool] = [
      { app.isShown("Visit mars") }, { !app.labels.isEmpty }, { !app.controls.isEmpty }, { app.notice != nil },
      { app.url != "" }, { app.title != "" }, { app.language != "" }, { app.status != 0 }, { app.route != [] },
    ]
    for read in reads {
      withKnownIssue {
        #expect(!read())
      } matching: { issue in
        issue.comments.contains { $0.rawValue.hasPrefix("The page cannot be read: Chromium") }
      }
    }
  }

  @Test func aSideEffectThatDoesNotEndIsAnError() throws {
    let app = try AppDriver(SlowDelegate.self, patience: 1)
    try app.open("/slow")
    #expect(throws: AppDriverError.stillWorking(seconds: 1)) { try app.tap("Work for ever") }
  }
}

/// App drivers in XCTest, whose tests run on the main thread.
final class DriverXCTests: XCTestCase {
  func testAnItemIsAdded() throws {
    let app = try AppDriver(TodoAppDelegate.self)
    try app.open("/list")
    try app.tap("What are you going to do today?")
    try app.type("Buy milk", into: "textView")
    try app.submit()
    XCTAssertEqual(app.route, ["list"])
    XCTAssertEqual(app.dispatchedNames.suffix(2), ["AddItem", "Hide"])
    XCTAssertEqual(try app.state(as: AppState.self).items.count, 5)
  }

  func testSideEffectsAreAwaitedOnTheMainThread() throws {
    let app = try AppDriver(SlowDelegate.self)
    try app.open("/slow")
    try app.tap("Work")
    XCTAssertTrue(app.isShown("All is done"))
  }

  func testTheMainQueueRunsWhileTheDriverWaits() throws {
    let app = try AppDriver(SlowDelegate.self)
    try app.open("/slow")
    try app.tap("Ask the main queue")
    XCTAssertTrue(app.isShown("All is done"))
  }
}
