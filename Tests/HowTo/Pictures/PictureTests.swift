import Foundation
import Testing
import UserFiles

@testable import TempuraTesting

/// docs/how-to/pictures.md
struct PictureTests {
  private let files: TestFiles

  init() throws { files = try TestFiles() }

  private func launch(in place: AppDriver.Place = .process) throws -> AppDriver {
    let app = try AppDriver(AlbumAppDelegate.self, in: place)
    try app.open("/")
    return app
  }

  private func add(_ name: String, _ content: Data, to app: AppDriver) throws {
    try app.tap("Add a picture…")
    try app.choose([files.add(name, content)], in: "File")
    try app.tap("Open")
  }

  private func pictures(of app: AppDriver) throws -> [Picture] { try app.state(as: AlbumState.self).pictures }

  // MARK: - The app

  @Test(arguments: [AppDriver.Place.process, .browser, .browser(javaScript: false)])
  func aPictureIsShownAndDeleted(place: AppDriver.Place) throws {
    let app = try launch(in: place)
    try add("Lake.jpg", .jpeg, to: app)
    let picture = try #require(try pictures(of: app).first)
    #expect(picture.title == "Lake" && picture.file.width == 16 && picture.file.height == 8)
    #expect(app.isShown("Lake"))
    let file = try #require(FileFolder.pictures.url(of: picture.id))
    #expect(FileManager.default.fileExists(atPath: file.path))
    if let window = app.window as? ChromiumWindow {
      let width = "(async () => { const [image] = document.images; await image.decode(); return image.naturalWidth })()"
      #expect(try window.tab.evaluate(width, as: Int.self) == 16)
    }
    try app.tap("Delete Lake")
    #expect(try pictures(of: app).isEmpty && !app.isShown("Lake"))
    #expect(FileManager.default.fileExists(atPath: file.path), "the deletion may be undone")
  }

  @Test func onlyTheUserGetsThePicture() throws {
    let (app, other) = (try launch(), try launch())
    try add("Lake.jpg", .jpeg, to: app)
    let id = try #require(try pictures(of: app).first?.id)
    for (driver, status) in [(app, 200), (other, 404)] {
      try driver.open("/files/\(id)")
      #expect(driver.status == status)
    }
    try app.open("/")
    try app.tap("Delete Lake")
    try app.open("/files/\(id)")
    #expect(app.status == 404)
  }

  @Test func theTypeIsThatOfTheContent() throws {
    let app = try launch()
    try add("Logo.jpg", .png, to: app)
    #expect(try pictures(of: app).map(\.file.isPNG) == [true])
  }

  @Test(arguments: [
    "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>", "<html><script>alert(1)</script>", "GIF89a", "",
  ])
  func aFileThatIsNoPictureIsRefused(content: String) throws {
    let app = try launch()
    try add("Cat.png", Data(content.utf8), to: app)
    #expect(app.isShown("This file is not a picture, or it is damaged."))
    #expect(try pictures(of: app).isEmpty)
  }

  @Test func aPictureThatAnotherTabDeletedIsGone() throws {
    let app = try launch()
    try add("Logo.png", .png, to: app)
    let other = try app.openTab()
    try other.open("/")
    try app.tap("Delete Logo")
    try other.tap("Delete Logo")
    #expect(other.status == 409 && other.notice != nil && !other.isShown("Logo"))
  }
}

extension Data {
  /// A picture of 16 by 8 pixels.
  fileprivate static let jpeg =
    Data(
      base64Encoded: """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0o
        MCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAIABAD
        ASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAME/8QAIRAAAgEEAAcAAAAAAAAAAAAAAgMAAQQFIQYSExQxUdH/xAAVAQEBAAAAAAAAAAAA
        AAAAAAAEBv/EABoRAQADAAMAAAAAAAAAAAAAAAEAAgMFEUH/2gAMAwEAAhEDEQA/AIZTO26bnpbOlNEQ+B+zHleIMfd9qi2QKTWvlNtK6aXuIksZ
        hR69IrlNLWVZ/9k=
        """, options: .ignoreUnknownCharacters) ?? Data()

  /// A picture of 4 by 2 pixels.
  fileprivate static let png =
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAALklEQVR4AQAiAN3/AoTcTv9pyVj/drCP/zKiav8C4tj5ANe+6QC818AA7eL1AAAA
        AP//HzBQLAAAAAZJREFUAwBfGBR0Tv/kIgAAAABJRU5ErkJggg==
        """, options: .ignoreUnknownCharacters) ?? Data()
}
