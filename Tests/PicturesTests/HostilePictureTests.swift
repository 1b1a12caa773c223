import Foundation
import TestSupport
import Testing

@testable import Pictures

/// Files of users who mean harm, and files that are unusual.
@Suite struct HostilePictureTests {
  private func file(_ content: Data) throws -> String {
    let path = "\(NSTemporaryDirectory())/\(UUID().uuidString).mp4"
    try content.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func aFilmHasADigest() throws {
    let path = try file(Data("film".utf8))
    defer { unlink(path) }
    #expect(PictureFolder.shared.add(copyOf: path) != nil)
  }

  @Test func aFilmIsNoDrawing() throws {
    let content = "\(PictureFormat.drawingStart) width=\"40\" height=\"30\"><rect width=\"40\" height=\"30\"/></svg>"
    let path = try file(Data(content.utf8))
    defer { unlink(path) }
    let name = try #require(PictureFolder.shared.add(copyOf: path))
    for name in [name, String(name.prefix(32))] { #expect(Picture.named(name) == nil) }
  }

  @Test func aLongScreenshotIsShown() throws {
    let drawing = Picture.drawing(
      Data("\(PictureFormat.drawingStart) width=\"1000\" height=\"20000\"></svg>".utf8), size: (1000, 20_000), of: [])
    let photo = try #require(Picture.of(try drawing.made(PictureRequest(.jpeg)).data))
    #expect(throws: Never.self) { try photo.file(width: 1000, takesWebP: true) }
  }

  @Test func aWholeScreenshotHasNoNotes() throws {
    var content = try photo("half.png")
    // A text chunk after the header (PNG Specification, section 11.3.3). Its checksum is ignored by those who skip it.
    let text = Data("Comment\0GPS 48.1 N".utf8)
    let length = withUnsafeBytes(of: UInt32(text.count).bigEndian) { Data($0) }
    content.insert(contentsOf: length + Data("tEXt".utf8) + text + Data([0, 0, 0, 0]), at: 33)
    let picture = try #require(Picture.of(content))
    #expect(try picture.file(width: 64, takesWebP: true).content.range(of: Data("GPS".utf8)) == nil)
  }

  @Test func aSmallDrawingOfAPhotoStaysSmall() throws {
    let photo = try #require(Picture.of(try photo("turned.jpg")))
    let content =
      "\(PictureFormat.drawingStart) width=\"10\" height=\"10\"><image width=\"10\" height=\"10\" "
      + "href=\"\(photo.reference(width: 30, isLying: false))\"/></svg>"
    let drawing = Picture.drawing(Data(content.utf8), size: (10, 10), of: [photo])
    let made = try #require(PictureHeader(try drawing.file(width: 4000, takesWebP: true).content))
    #expect(made.width <= 64)
  }
}
