import Foundation
import TestSupport
import Testing

@testable import Pictures

/// A file of the folder `Photos`: 64 × 48 pixels, of which the first 16 × 12 are red and the others blue.
func photo(_ name: String) throws -> Data {
  let url = try #require(Bundle.module.url(forResource: "Photos/\(name)", withExtension: nil))
  return try Data(contentsOf: url)
}

/// Files of pictures, and what is made of them.
@Suite struct PictureTests {
  static let names = ["turned.jpg", "photo.heic", "photo.avif", "photo.webp", "half.png", "moving.gif"]

  private func picture(_ name: String) throws -> Picture { try #require(Picture.of(try photo(name))) }

  /// The colours of a picture of 4 × 3 or 3 × 4 pixels: true for red.
  private func isRed(_ picture: Picture, width: Int, height: Int, isLying: Bool = false) throws -> [Bool] {
    var request = PictureRequest(.pixels)
    (request.width, request.height, request.isExact, request.isLying) = (width, height, true, isLying)
    let pixels = [UInt8](try picture.made(request).data)
    return (0..<width * height).map { pixels[4 * $0] > pixels[4 * $0 + 2] }
  }

  @Test(arguments: names) func aFileHasASize(name: String) throws {
    let header = try #require(PictureHeader(try photo(name)))
    #expect(header.width == 64 && header.height == 48 && header.orientation == (name == "turned.jpg" ? 6 : 1))
  }

  @Test(arguments: ["turned.jpg", "turned.png", "turned.webp"]) func aTurnedPhotoIsUpright(name: String) throws {
    let photo = try picture(name)
    #expect(photo.header.width == 64 && photo.header.orientation == 6)
    #expect(try isRed(photo, width: 3, height: 4) == [false, false, true] + [Bool](repeating: false, count: 9))
    #expect(try isRed(photo, width: 4, height: 3, isLying: true) == [true] + [Bool](repeating: false, count: 11))
  }

  @Test(arguments: names) func aBrowserGetsASmallFileInAFormatThatItTakes(name: String) throws {
    let photo = try picture(name)
    for takesWebP in [true, false] {
      let file = try photo.file(width: 32, takesWebP: takesWebP)
      let made = try #require(PictureHeader(file.content))
      let isKept = name == "moving.gif"
      #expect(made.width == (isKept ? 64 : 32) && made.orientation == 1)
      #expect(made.height == (isKept ? 48 : name == "turned.jpg" ? 43 : 24))
      let still = takesWebP ? "image/webp" : ["half.png", "photo.webp"].contains(name) ? "image/png" : "image/jpeg"
      #expect(file.mediaType == (isKept ? "image/gif" : still))
    }
  }

  /// Takes two seconds, because it encodes a large HEIC file.
  @Test func aLargeHEICFileIsDecodedOnceForAllSmallSizes() throws {
    let drawing = Picture.drawing(
      Data("\(PictureFormat.drawingStart) width=\"2400\" height=\"1200\"></svg>".utf8), size: (2400, 1200), of: [])
    let photo = try #require(Picture.of(try drawing.made(PictureRequest(.heic)).data))
    let reduced = "\(photo.digest)-reduced"
    for width in [64, 128] {
      let made = try #require(PictureHeader(try photo.file(width: width, takesWebP: true).content))
      #expect(made.width == Double(width) && made.height == Double(width / 2))
      #expect(PictureFolder.shared.has(reduced))
    }
  }

  @Test func whatACameraNotesIsGone() throws {
    #expect(try photo("turned.jpg").range(of: Data("Phone".utf8)) != nil)
    for format in [.jpeg, .png, .webp, .heic] as [PictureRequest.Format] {
      let made = try picture("turned.jpg").made(PictureRequest(format))
      #expect(made.width == 48 && made.height == 64)
      for text in ["Phone", "GPS"] { #expect(made.data.range(of: Data(text.utf8)) == nil) }
    }
  }

  @Test func oneContentIsOneObject() throws {
    let one = try picture("photo.webp")
    #expect(try picture("photo.webp") === one)
    one.keep()
    let content = try photo("photo.webp")
    #expect(Picture.named(one.digest) === one && one.data == content)
    #expect(Picture.named(String(repeating: "0", count: 32)) == nil)
  }

  @Test(arguments: [
    "", "GIF8", "text", "<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>", "\u{89}PNG\r\n",
    "....ftypheic....",
  ])
  func otherFilesAreNoPictures(content: String) { #expect(Picture.of(Data(content.utf8)) == nil) }

  @Test func aDrawingShowsOtherPictures() throws {
    let photo = try picture("turned.jpg")
    let drawing = Picture.drawing(
      Data(
        (PictureFormat.drawingStart + " width=\"3\" height=\"4\" viewBox=\"0 0 3 4\"><image width=\"3\" height=\"4\" "
          + "href=\"\(photo.reference(width: 48, isLying: false))\"/></svg>").utf8), size: (3, 4), of: [photo])
    #expect(drawing.isComposed && !drawing.isDrawing)
    #expect(try isRed(drawing, width: 3, height: 4) == [false, false, true] + [Bool](repeating: false, count: 9))
    drawing.keep()
    // As another process finds it.
    let content = try #require(PictureFolder.shared.content(of: drawing.digest))
    #expect(PictureFormat(content) == .drawing && PictureFolder.shared.has(photo.digest))
  }

  @Test func aTextIsACode() throws {
    var request = PictureRequest(.qrCode)
    request.quality = 0
    let code = try PictureProcess.make(request, of: Data("https://example.com".utf8))
    #expect(code.width == 25 && code.data.count == 625)
    // The corner's square (ISO/IEC 18004, section 6.3.3).
    #expect(Array(code.data.prefix(8)) == [1, 1, 1, 1, 1, 1, 1, 0])
    #expect(throws: PictureError.self) { try PictureProcess.make(request, of: Data(count: 5000)) }
  }
}

/// The folder of pictures.
@Suite struct PictureFolderTests {
  @Test func aFileThatIsInUseIsNotRemoved() throws {
    let files = try TemporaryFolder()
    let folder = PictureFolder(at: files.path("used"), limit: 1000) { $0 == "a" }
    for name in ["a", "b", "c"] { #expect(folder.add(Data(count: 400), as: name)) }
    #expect(folder.has("a") && !(folder.has("b") && folder.has("c")))
  }

  @Test func whatWasNotUsedLongestIsRemoved() throws {
    let files = try TemporaryFolder()
    let folder = PictureFolder(at: files.path("a/b"), limit: 1000)
    for index in 0..<9 {
      #expect(folder.add(Data(count: 100), as: "\(index)"))
      // Times of files are compared in seconds.
      let old = Date(timeIntervalSince1970: Double(index == 0 ? 100 : index))
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: files.path("a/b/\(index)"))
    }
    #expect(folder.add(Data(count: 200), as: "new"))
    #expect(!folder.has("1") && folder.has("0") && folder.has("8") && folder.has("new"))
    #expect(folder.content(of: "1") == nil && folder.content(of: "new")?.count == 200)
  }

  @Test func whatCannotBeWrittenIsMadeAgain() throws {
    let files = try TemporaryFolder()
    try files.write("", to: "file")
    let folder = PictureFolder(at: files.path("file"), limit: 1000)
    #expect(!folder.add(Data(count: 1), as: "x") && folder.content(of: "x") == nil && !folder.has("x"))
  }
}
