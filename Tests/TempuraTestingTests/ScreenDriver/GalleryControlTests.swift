import Foundation
import Gallery
import TempuraTesting
import TestSupport
import Testing

/// Each kind of control, in each place that an app driver can run an app.
@Suite struct GalleryControlTests {
  @Test func allControlsWorkInThisProcess() throws { try useAll(in: .process) }

  @Test(.enabled(if: AppDriver.whyNoBrowser == nil))
  func inABrowser() throws { try useAll(in: .browser) }

  private func useAll(in place: AppDriver.Place) throws {
    let app = try AppDriver(GalleryDelegate.self, in: place)
    try app.open("/gallery")
    try useTexts(app)
    try useSwitches(app)
    try useSliders(app)
    try useSegments(app)
    try usePickers(app)
    try useMenus(app)
    try useGestures(app)
    try useRows(app)
    try useAlerts(app)
    try useFiles(app)
    try useLinks(app)
    #expect(app.status == 200 && app.notice == nil)
  }

  private func useTexts(_ app: AppDriver) throws {
    try app.tap("Text fields")
    #expect(app.url == "/gallery/text-fields" && app.route == ["gallery", "text-fields"])
    #expect(try app.text(of: "With a text") == "It can be changed.")
    try app.type("Grüße & <b>", into: "Plain")
    try app.type("more than ten", into: "At most ten characters")
    #expect(try app.text(of: "At most ten characters") == "more than ")
    try app.type("", into: "With a text")
    try app.submit(in: "Plain")
    #expect(try app.text(of: "Plain") == "Grüße & <b>")
    #expect(try app.text(of: "With a text") == "")
    #expect(try app.element("Plain").kind == "text field")
    try app.tap("Clear With a clear button")
    #expect(try app.text(of: "With a clear button") == "")
    #expect(throws: AppDriverError.lineBreak("Plain")) { try app.type("two\nlines", into: "Plain") }
    try app.tap("Back to Gallery")

    try app.tap("Text views")
    try app.type("one\ntwo", into: "Notes")
    #expect(try app.text(of: "Notes") == "one\ntwo")
    #expect(throws: AppDriverError.returnMakesLine("Notes")) { try app.submit() }
    try app.tap("Return", in: "textViewsScreen.textView")
    #expect(try app.text(of: "Notes").hasPrefix("one\ntwo"))
    #expect(throws: AppDriverError.wrongKind("Terms", isA: "read-only text", needed: "text field")) {
      try app.type("mine", into: "Terms")
    }
    try app.tap("Back to Gallery")
  }

  private func useSwitches(_ app: AppDriver) throws {
    try app.tap("Switches")
    try app.turn("Off", on: true)
    #expect(try app.isSelected("Off", in: "content"))
    #expect(try app.element("A box that is checked").kind == "switch")
    let events = try app.state(as: GalleryState.self).eventCount
    try app.turn("On", on: true)
    #expect(try app.state(as: GalleryState.self).eventCount == events)
    try app.turn("On", on: false)
    #expect(try app.state(as: GalleryState.self).eventCount == events + 1)
    #expect(throws: AppDriverError.disabled("On and disabled")) { try app.turn("On and disabled", on: false) }
    try app.tap("Back to Gallery")
  }

  private func useSliders(_ app: AppDriver) throws {
    try app.tap("Sliders")
    try app.set("From 0 to 1", to: 0.75)
    #expect(try app.state(as: GalleryState.self).lastEvent == "“From 0 to 1” is 0.75")
    try app.set("From −10 to 10", to: 99)
    #expect(try app.state(as: GalleryState.self).lastEvent == "“From −10 to 10” is 10.0")
    #expect(try Double(app.text(of: "From −10 to 10")) == 10)
    #expect(throws: AppDriverError.disabled("Disabled")) { try app.set("Disabled", to: 1) }
    try app.tap("Increment Copies")
    #expect(try app.state(as: GalleryState.self).lastEvent == "“Copies” is 2")
    try app.tap("Back to Gallery")
  }

  private func useSegments(_ app: AppDriver) throws {
    try app.tap("Segments")
    try app.choose("Map", in: "Three")
    #expect(try app.isSelected("Map", in: "Three") && !app.isSelected("List", in: "Three"))
    #expect(throws: AppDriverError.disabled("Large")) { try app.choose("Large", in: "One is disabled") }
    try app.tap("Page 4 of 5")
    #expect(try app.isSelected("Page 4 of 5"))
    try app.tap("Back to Gallery")
  }

  private func usePickers(_ app: AppDriver) throws {
    try app.tap("Pickers")
    try app.choose("Large", in: "Size")
    #expect(try app.text(of: "pickersScreen.size.0") == "Large")
    #expect(throws: AppDriverError.missingOption("Huge", in: "Size", options: ["Small", "Medium", "Large", "كبير"])) {
      try app.choose("Huge", in: "Size")
    }
    try app.set("Date", to: "2026-05-01")
    #expect(try app.text(of: "Date") == "2026-05-01")
    try app.set("Time", to: "09:15")
    #expect(try app.text(of: "Time") == "09:15")
    #expect(throws: AppDriverError.unfitValue("tomorrow", for: "Date", kind: "date")) {
      try app.set("Date", to: "tomorrow")
    }
    try app.set("This year", to: "2031-01-01")
    #expect(app.status == 422 && app.notice != nil)
    #expect(try app.problem(of: "This year") != nil && app.problem(of: "Date") == nil)
    try app.set("This year", to: "2026-12-24")
    #expect(app.status == 200)
    #expect(try app.problem(of: "This year") == nil)
    try app.tap("Back to Gallery")
  }

  private func useMenus(_ app: AppDriver) throws {
    try app.tap("Menus")
    let menu = "content.groupView.cardView.uiButton.menu"
    #expect(throws: AppDriverError.closed("Starred", opener: "Open a menu")) { try app.tap("Starred", in: menu) }
    try app.tap("Open a menu")
    #expect(throws: AppDriverError.disabled("Locked")) { try app.tap("Locked", in: menu) }
    #expect(throws: AppDriverError.closed("By mail", opener: "Share")) { try app.tap("By mail", in: menu) }
    try app.tap("Share", in: menu)
    try app.tap("By mail", in: menu)
    #expect(try app.state(as: GalleryState.self).lastEvent?.contains("By mail") == true)
    try app.tap("Back to Gallery")
  }

  private func useGestures(_ app: AppDriver) throws {
    try app.tap("Gestures")
    try app.tap("Tap me")
    #expect(try app.state(as: GalleryState.self).lastEvent != nil)
    try app.tap("Actions: Several gestures")
    try app.tap("Put aside")
    try app.tap("Card")
    try app.tap("Back to Gallery")
  }

  private func useRows(_ app: AppDriver) throws {
    try app.tap("Tables")
    #expect(throws: AppDriverError.closed("Take note Milk", opener: "Actions Milk")) { try app.tap("Take note Milk") }
    try app.tap("Actions Tea")
    try app.tap("Actions Milk")
    #expect(throws: AppDriverError.closed("Delete Tea", opener: "Actions Tea")) { try app.tap("Delete Tea") }
    try app.tap("Take note Milk")
    #expect(try app.state(as: GalleryState.self).lastEvent == "A note was taken of Milk")
    try app.tap("Edit")
    try app.tap("Move Milk")
    try app.tap("Move down Milk")
    #expect(try app.state(as: GalleryState.self).lastEvent == "Milk was moved")
    try app.tap("Done")
    try app.tap("Actions Milk")
    try app.tap("Delete Milk")
    #expect(try app.state(as: GalleryState.self).lastEvent == "Milk was deleted")
    try app.tap("Back to Gallery")
  }

  private func useAlerts(_ app: AppDriver) throws {
    try app.tap("Alerts")
    try app.tap("Offer three choices")
    #expect(throws: AppDriverError.covered("Tell something", by: "Offer three choices")) {
      try app.tap("Tell something")
    }
    #expect(throws: AppDriverError.disabled("Archive")) { try app.tap("Archive") }
    try app.tap("Move")
    #expect(try app.state(as: GalleryState.self).lastEvent == "Move was chosen")
    try app.tap("Ask for a name and a password")
    try app.type("Ada", into: "Name")
    try app.type("secret", into: "Password")
    try app.tap("Sign in")
    #expect(try app.state(as: GalleryState.self).lastEvent == "Ada signed in")
    try app.tap("Back to Gallery")
  }

  private func useFiles(_ app: AppDriver) throws {
    let folder = try TemporaryFolder()
    func file(_ name: String, _ size: Int) throws -> URL {
      try folder.write(String(repeating: "A", count: size), to: name)
      return URL(fileURLWithPath: folder.path(name))
    }
    try app.tap("Document picker")
    try app.tap("Choose a text of 1 KB")
    let name = try #require(app.controls.first { $0 != "Open" && $0 != "Cancel" })
    #expect(throws: AppDriverError.oneFile(name)) { try app.choose([file("a.txt", 1), file("b.txt", 1)], in: name) }
    #expect(throws: AppDriverError.missingFile(path: "/none")) {
      try app.choose([URL(fileURLWithPath: "/none")], in: name)
    }
    try app.choose([file("long.txt", 2000)], in: name)
    #expect(try app.text(of: name) == "long.txt")
    try app.tap("Open")
    #expect(app.status == 422)
    #expect(try app.problem(of: name)?.contains("too large") == true)
    try app.choose([file("short.txt", 10)], in: name)
    try app.tap("Open")
    #expect(try app.state(as: GalleryState.self).lastEvent == "Chosen: short.txt (10 bytes)")
    try app.tap("Choose any file")
    try app.choose([file("large", 5000)], in: name)
    try app.tap("Open")
    #expect(app.status == 422)
    try app.tap("Cancel")
    #expect(try app.state(as: GalleryState.self).lastEvent == "Nothing was chosen")
    try app.tap("Back to Gallery")
  }

  private func useLinks(_ app: AppDriver) throws {
    try app.tap("Text views")
    try app.tap("terms")
    #expect(app.url == "/gallery")
  }
}
