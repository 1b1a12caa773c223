import Foundation
import Testing
import UIKit

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
    #expect(picture.title == "Lake" && picture.width == 16 && picture.height == 8)
    #expect(app.isShown("Lake"))
    let file = FileFolder.pictures.file(named: picture.id)
    #expect(FileManager.default.fileExists(atPath: file.path))
    if let window = app.window as? ChromiumWindow {
      let width = "(async () => { const [image] = document.images; await image.decode(); return image.naturalWidth })()"
      #expect(try window.tab.evaluate(width, as: Int.self) == 16)
    }
    try app.tap("Delete Lake")
    #expect(try pictures(of: app).isEmpty && !FileManager.default.fileExists(atPath: file.path))
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
    #expect(try pictures(of: app).map(\.isPNG) == [true])
  }

  @Test(arguments: [
    "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>", "<html><script>alert(1)</script>", "GIF89a", "",
  ])
  func aFileThatIsNoPictureIsRefused(content: String) throws {
    let app = try launch()
    try add("Cat.png", Data(content.utf8), to: app)
    #expect(app.isShown("This file is not a PNG or JPEG picture."))
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

  // MARK: - Files

  @Test func whatACameraAddsIsRemoved() throws {
    let segment = exif([(0x112, [0, 6, 0, 0]), (0x8825, [0, 0, 0, 99])])
    let comment = Data([0xFF, 0xFE, 0, 8]) + Data("secret".utf8)
    let file = try PictureFile(
      Data.jpeg.prefix(2) + segment + comment + Data.jpeg.dropFirst(2) + Data("PK appended".utf8))
    #expect(file.type == .jpeg && file.size == CGSize(width: 16, height: 8))
    #expect(file.data == Data.jpeg.prefix(2) + exif([(0x112, [0, 6, 0, 0])]) + Data.jpeg.dropFirst(2))
    let plain = try PictureFile(.jpeg)
    #expect(plain.data == .jpeg)
  }

  @Test func whatIsAddedToAPNGFileIsRemoved() throws {
    let text = Data([0, 0, 0, 2]) + Data("tEXtab1234".utf8)
    let file = try PictureFile(Data.png.prefix(33) + text + Data.png.dropFirst(33) + Data("PK appended".utf8))
    #expect(file.data == .png && file.type == .png && file.size == CGSize(width: 4, height: 2))
  }

  @Test(arguments: [Data.png, .jpeg, Data.jpeg.prefix(2) + exif([(0x112, [0, 6, 0, 0])]) + Data.jpeg.dropFirst(2)])
  func aFileThatIsCutOffIsRefused(picture: Data) {
    for count in 0..<picture.count {
      #expect(throws: PictureError.self) { try PictureFile(picture.prefix(count)) }
    }
  }

  @Test func noByteStopsTheServer() {
    for picture in [Data.png, .jpeg, Data.jpeg.prefix(2) + exif([(0x112, [0, 6, 0, 0])]) + Data.jpeg.dropFirst(2)] {
      for index in picture.indices {
        for byte in [0, 1, 0x7F, 0xFF] as [UInt8] {
          var changed = picture
          changed[index] = byte
          _ = try? PictureFile(changed)
        }
      }
    }
  }

  @Test(arguments: [(8001, 1), (1, 8001), (6000, 6000), (0, 5)])
  func aPictureWithTooManyPixelsIsRefused(width: Int, height: Int) {
    var bomb = Data.png
    for (offset, number) in [(16, width), (20, height)] {
      for byte in 0..<4 { bomb[offset + byte] = UInt8(number >> (24 - 8 * byte) & 0xFF) }
    }
    #expect(throws: PictureError.tooLarge) { try PictureFile(bomb) }
  }
}

/// A segment with the entries of a table, which are numbers of two bytes.
private func exif(_ entries: [(tag: Int, value: [UInt8])]) -> Data {
  let table = entries.map { [UInt8($0.tag >> 8), UInt8($0.tag & 0xFF), 0, 3, 0, 0, 0, 1] + $0.value }
  let content = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, UInt8(entries.count)] + table.joined() + [0, 0, 0, 0]
  return Data([0xFF, 0xE1, 0, UInt8(content.count + 2)] + content)
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
