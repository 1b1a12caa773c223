import Foundation
import TempuraTesting
import Testing
import UserFiles

/// docs/how-to/uploads.md
struct UploadTests {
  private let files: TestFiles
  private let pdf: URL

  init() throws {
    files = try TestFiles()
    pdf = try files.add("Report.pdf", Data("%PDF-1.7 …".utf8))
  }

  private func launch(in place: AppDriver.Place = .process, storedState: Data? = nil) throws -> AppDriver {
    let app = try AppDriver(DocumentsAppDelegate.self, in: place, storedState: storedState)
    try app.open("/")
    return app
  }

  private func upload(_ urls: URL..., by app: AppDriver) throws {
    try app.tap("Upload…")
    try app.choose(urls, in: "Files")
    try app.tap("Open")
  }

  private func documents(of app: AppDriver) throws -> [Document] {
    try app.state(as: DocumentsState.self).documents
  }

  @Test(arguments: [AppDriver.Place.process, .browser, .browser(javaScript: false)])
  func aDocumentIsKept(place: AppDriver.Place) throws {
    let app = try launch(in: place)
    try upload(pdf, by: app)
    let document = try #require(try documents(of: app).first)
    #expect(app.isShown("Report.pdf"))
    let file = try #require(FileFolder.documents.url(of: document.id))
    #expect(try Data(contentsOf: file) == Data(contentsOf: pdf))
    try app.tap("Delete Report.pdf")
    #expect(try documents(of: app).isEmpty)
    #expect(FileManager.default.fileExists(atPath: file.path), "the deletion may be undone")
  }

  @Test func onlyTheUserGetsTheDocument() throws {
    let (app, other) = (try launch(), try launch())
    try upload(pdf, by: app)
    let id = try #require(try documents(of: app).first?.id)
    for (driver, status) in [(app, 200), (other, 404)] {
      try driver.open("/files/\(id)")
      #expect(driver.status == status)
    }
    try app.open("/")
    try app.tap("Delete Report.pdf")
    try app.open("/files/\(id)")
    #expect(app.status == 404)
  }

  @Test func aFileThatOnlyLooksLikeAPDFIsRefused() throws {
    let app = try launch()
    try upload(try files.add("Page.pdf", Data("<script>alert(1)</script>".utf8)), pdf, by: app)
    #expect(try documents(of: app).map(\.title) == ["Report.pdf"])
    try upload(try files.add("Empty.pdf", Data()), by: app)
    #expect(app.isShown("Empty.pdf is not a PDF file."))
    #expect(try documents(of: app).count == 1)
  }

  @Test func thePickerExplainsWhatItDoesNotTake() throws {
    let app = try launch()
    try upload(try files.add("Picture.png", Data()), by: app)
    #expect(try app.problem(of: "Files")?.contains("of another kind") == true)
    try app.choose([try files.add("Huge.pdf", bytes: 20 << 20 | 1)], in: "Files")
    try app.tap("Open")
    #expect(try app.problem(of: "Files") == "Huge.pdf is too large: it may have 20 MB at most.")
    try app.tap("Cancel")
    #expect(try documents(of: app).isEmpty && app.isShown("Upload…"))
  }

  @Test func twoTabsTogetherDoNotExceedTheLimit() throws {
    let old = Document(id: "none", title: "Old.pdf", bytes: 1)
    let state = DocumentsState(documents: Array(repeating: old, count: DocumentsState.maxCount - 1))
    let app = try launch(storedState: JSONEncoder().encode(state))
    let other = try app.openTab()
    try other.open("/")
    for tab in [app, other] {
      try tab.tap("Upload…")
      try tab.choose([pdf], in: "Files")
    }
    try app.tap("Open")
    try other.tap("Open")
    #expect(try documents(of: app).count == DocumentsState.maxCount)
    #expect(other.isShown("There is room for 20 documents. Delete one first."))
  }
}
