import Basics
import DevelopmentPanel
import Foundation
import Recordings
import TempuraServer
import TempuraTesting
import Testing

/// One at a time, because a process has one source.
@Suite(.serialized) struct PanelTests {
  private let source = FakeSource.todo()

  init() {
    let source = source
    PanelDependencies.source.withLock { $0 = source }
  }

  private func panel(_ url: String = "/steps") throws -> AppDriver {
    let app = try AppDriver(PanelDelegate.self)
    try app.open(url)
    return app
  }

  /// The button of the first step whose row contains a text.
  private func row(_ text: String, in app: AppDriver) throws -> String {
    let rows = app.description.split(separator: "\n").filter { $0.contains("stepsView.list.") && $0.contains(text) }
    guard let id = rows.first?.firstMatch(of: /list\.[^.]+\.button/)?.output else {
      throw PanelError("No row contains \(text): \(app)")
    }
    return String(id)
  }

  /// The row of a value of the state.
  private func node(_ path: String) -> String {
    "list._" + "state.\(path)".replacing(".", with: "_2e").replacing("[", with: "_5b").replacing("]", with: "_5d")
  }

  // MARK: - Steps

  @Test func aRowSaysWhatHappenedWhatItChangedAndHowLongItTook() throws {
    let app = try panel()
    let text = try app.text(of: row("Milk\" items", in: app))
    for part in ["updater", "AddItem", "text: \"Milk\"", "items[0] added: \"Milk\"", "310 µs"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(try app.text(of: row("POST /list/add", in: app)).contains("type “Milk” into “What are you going to do?”"))
    #expect(try app.text(of: row("ExportItems", in: app)).contains("running"))
  }

  @Test func searchFindsValuesChangesAndIDs() throws {
    let app = try panel()
    try app.type("milk", into: "Search")
    _ = try row("AddItem", in: app)
    #expect(throws: PanelError.self) { try row("FetchPeople", in: app) }
    try app.type("#1", into: "Search")
    #expect(try app.text(of: "list.1.button").contains("GET /list"))
    #expect(throws: PanelError.self) { try row("AddItem", in: app) }
    try app.type("nowhere", into: "Search")
    #expect(app.isShown("No step contains “nowhere”."), "\(app)")
  }

  @Test func aFilterHidesAKindOfSteps() throws {
    let app = try panel()
    try app.tap("kinds.request.button")
    #expect(throws: PanelError.self) { try row("GET /list", in: app) }
    _ = try row("AddItem", in: app)
    try app.tap("kinds.request.button")
    _ = try row("GET /list", in: app)
  }

  @Test func detailsLeadToTheCause() throws {
    let app = try panel()
    try app.tap(row("Milk\" items", in: app))
    #expect(app.isShown("type Todo.AddItem"), "\(app)")
    #expect(app.isShown("views ListView listView"))
    try app.tap("request type “Milk”", in: "stepsView.details.facts")
    #expect(app.isShown("sent by the script of a page"), "\(app)")
    try app.tap("Close the details")
    #expect(!app.isShown("sent by the script of a page"))
  }

  @Test func anErrorIsInTheRowAndInTheDetails() throws {
    let app = try panel()
    let row = try row("The disk is full.", in: app)
    try app.tap(row)
    #expect(try app.text(of: "stepsView.details").contains("The disk is full."))
  }

  @Test func aBranchCanBeOpenedAndTravelledIn() throws {
    let app = try panel()
    #expect(throws: PanelError.self) { try row("This belongs to a branch", in: app) }
    try app.tap("list.branch-0.button")
    let inBranch = try row("This belongs to a branch\" items", in: app)
    #expect(app.isShown("These steps belong to a branch that was left."))
    try app.tap(inBranch)
    try app.tap("Show this step")
    #expect(source.calls.count == 1)
    #expect(inBranch == source.calls.first.map { "list.\($0.split(separator: " ")[1]).button" })
    try app.tap("Show the present line")
    _ = try row("MailList", in: app)
  }

  @Test func aLongRecordingIsShownInParts() throws {
    let recording = TodoRecording(taps: 10_000)
    source.change { $0.recordings["one"] = recording.recording }
    let app = try panel()
    let last = try #require(recording.recording.timeline.last?.id)
    let rows = app.controls.filter { $0.contains("list.") }
    #expect(rows.count <= 210, "\(rows.count)")
    try app.tap("Show all")
    _ = try app.element("list.\(last).button")
    try app.tap("earlierButton")
    #expect(throws: (any Error).self) { try app.element("list.\(last).button") }
    if app.isShown("Show all") { try app.tap("Show all") }
    _ = try app.element("list.\(last - 300).button")
    try app.tap("laterButton")
    if app.isShown("Show all") { try app.tap("Show all") }
    _ = try app.element("list.\(last).button")
    try app.type("#\(last - 5000)", into: "Search")
    _ = try app.element("list.\(last - 5000).button")
  }

  // MARK: - Back and forth

  @Test func theButtonsGoBackAndForth() throws {
    let app = try panel()
    try app.tap("Back")
    #expect(app.isShown("The tabs show step 42 of 51."), "\(app)")
    try app.tap("Back")
    try app.tap("Forward")
    try app.tap("Show the first step")
    try app.tap("Show the last step")
    try app.tap("Return to the present")
    #expect(!app.isShown("The tabs show step 47 of 51."))
    #expect(
      source.calls == [
        "travel 42 one", "travel 27 one", "travel 42 one", "travel 3 one", "travel 47 one", "return one",
      ])
  }

  @Test func goingOnFromAStepLeavesABranch() throws {
    let app = try panel()
    try app.tap(row("Milk\" items", in: app))
    try app.tap("Show this step")
    try app.tap("Resume from here")
    #expect(source.calls.last == "resume one")
    #expect(throws: PanelError.self) { try row("MailList", in: app) }
    #expect(app.description.contains("left at step 5"), "\(app)")
  }

  @Test func whatCannotBeDoneIsSaid() throws {
    source.change { $0.refusal = "The session is not in memory. Load one of its pages, and try again." }
    let app = try panel()
    try app.tap("Back")
    #expect(app.isShown("The session is not in memory. Load one of its pages, and try again."), "\(app)")
    source.change { $0.refusal = nil }
    try app.tap("Back")
    #expect(!app.isShown("The session is not in memory. Load one of its pages, and try again."))
  }

  // MARK: - The state

  @Test func aValueIsEditedInItsPlace() throws {
    let app = try panel("/state")
    try app.tap(node("people.count") + ".button")
    try app.type("7", into: "count")
    try app.tap("Save", in: node("people.count"))
    #expect(source.calls.count == 1)
    #expect(source.calls.first?.contains("\"count\" : 7") == true)
    #expect(try app.text(of: node("people.count") + ".button").contains("7"), "\(app)")
  }

  @Test func aValueThatIsNoJSONIsRefused() throws {
    let app = try panel("/state")
    try app.tap(node("people.count") + ".button")
    try app.type("seven", into: "count")
    try app.tap("Save", in: node("people.count"))
    #expect(app.isShown("This is not JSON: “seven” is no value: texts are in quotation marks."), "\(app)")
    #expect(source.calls.isEmpty)
  }

  @Test func theWholeStateIsEditedAsAText() throws {
    let app = try panel("/state")
    try app.tap("Edit as text")
    try app.type("{\"items\": []}", into: "textView")
    source.change { $0.refusal = "The state lacks people." }
    try app.tap("Replace the state")
    #expect(app.isShown("The state lacks people."), "\(app)")
    source.change { $0.refusal = nil }
    try app.tap("Replace the state")
    #expect(source.calls == ["setState {\"items\": []}"])
    #expect(try app.text(of: node("items") + ".button").contains("[]"))
  }

  @Test func theTreeIsSearchedAndMarksChanges() throws {
    let app = try panel()
    try app.tap(row("Milk\" items", in: app))
    try app.tap("Its state")
    #expect(app.isShown("The state after step 5"), "\(app)")
    #expect(try app.text(of: node("items[0].text") + ".button").contains("Milk"))
    try app.type("mars", into: "Search")
    #expect(try app.text(of: node("items[3].text") + ".button").contains("Visit mars"), "\(app)")
    #expect(throws: (any Error).self) { try app.element(node("people") + ".button") }
  }

  // MARK: - Others

  @Test func theViewThatWasPointedAtIsSelected() throws {
    let app = try panel("/screens")
    try app.type("listView.todoListView.4F2A", into: "find-view")
    #expect(try app.isSelected("view-listView.todoListView.4F2A"))
    #expect(app.isShown("made in TodoCell.swift:9"), "\(app)")
    try app.type("visit", into: "find-view")
    #expect(app.controls.contains { $0.contains("C0DE.textLabel") }, "\(app)")
    #expect(!app.controls.contains { $0.contains("view-addItemView") })
  }

  @Test func theURLNamesTheSession() throws {
    let app = try panel("/steps?session=two")
    #expect(app.isShown("Nothing has happened yet."), "\(app)")
  }

  @Test func withoutASessionThePanelSaysWhatToDo() throws {
    source.change { $0.sessions = [] }
    let app = try panel()
    #expect(app.isShown("No session yet. Open a page of the app: what happens there is shown here."), "\(app)")
  }

  @Test func statesThatAreNotThereAreExplained() throws {
    source.change { content in
      content.recordings["one"]?.stateProblem = "AppState is not Codable."
      content.recordings["one"]?.droppedCount = 12_345
    }
    let app = try panel()
    #expect(app.isShown("There are no states to go back to: AppState is not Codable."), "\(app)")
    #expect(app.isShown("The first 12,345 steps are not kept."))
    #expect(throws: (any Error).self) { try app.tap("Back") }
  }

  @Test func theNetworkIsMadePoor() throws {
    let app = try panel()
    try app.choose("300 ms", in: "Network")
    #expect(source.network == .slow)
  }

  @Test func aMailIsRead() throws {
    let app = try panel("/mails")
    try app.tap("list.2.button")
    #expect(try app.text(of: "mailView").contains("קניית חלב"), "\(app)")
  }

  @Test func aRecordingIsSavedAndOpened() throws {
    let app = try panel("/export")
    try app.tap("Make a file")
    #expect(app.description.contains("Save todo.recording"), "\(app)")
    let made = try #require(try app.state(as: PanelState.self).file?.path)
    for (path, permissions) in [(made, 0o600), (URL(filePath: made).deletingLastPathComponent().path, 0o700)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == permissions)
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).recording")
    try Data(try #require(source.recording(of: "one")).file()).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try app.tap("Open a recording")
    try app.choose([file], in: "file")
    try app.tap("Open")
    #expect(source.calls == ["load"])
    #expect(app.description.contains("a file"), "\(app)")
  }

  @Test func aRecordingBecomesATest() throws {
    let app = try panel("/export")
    try app.tap("Make a test")
    #expect(try app.text(of: "sourceView").contains("AppDriver"), "\(app)")
  }
}
