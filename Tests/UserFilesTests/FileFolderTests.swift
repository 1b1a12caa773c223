import Foundation
import TempuraServer
import TempuraUI
import TestSupport
import Testing

@testable import UserFiles

struct FileFolderTests {
  private let folder: TemporaryFolder
  private let files: FileFolder

  init() throws {
    folder = try TemporaryFolder()
    files = FileFolder(at: URL(fileURLWithPath: folder.path("photos")))
  }

  @Test func aFileIsKeptAndRemoved() throws {
    let name = try files.add(Data("tea".utf8))
    let copy = try files.add(copyOf: files.url(of: name))
    #expect(name != copy)
    for each in [name, copy] {
      #expect(try Data(contentsOf: files.url(of: each)) == Data("tea".utf8))
      files.remove(each)
      #expect(!FileManager.default.fileExists(atPath: files.url(of: each).path))
      files.remove(each)
    }
  }

  @Test func onlyTheUserOfTheProcessMayReadTheFolder() throws {
    _ = try files.add(Data())
    let attributes = try FileManager.default.attributesOfItem(atPath: files.url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func aPictureIsCheckedBeforeItIsKept() throws {
    for (content, isPNG, width) in [(Data.png, true, 4.0), (.jpeg, false, 16)] {
      let upload = URL(fileURLWithPath: folder.path("upload"))
      try content.write(to: upload)
      let picture = try files.addPicture(upload)
      #expect(picture.isPNG == isPNG && picture.width == width)
      let file = files.file(of: picture)
      #expect(file.type == (isPNG ? .png : .jpeg))
      #expect(try Data(contentsOf: file.url) == content)
    }
    let text = URL(fileURLWithPath: folder.path("text.png"))
    try Data("<svg/>".utf8).write(to: text)
    #expect(throws: PictureError.noPicture) { try files.addPicture(text) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.url.path).count == 2)
  }

  @Test func aPictureIsStoredInTheState() throws {
    let picture = UserPicture(id: "4F2A", isPNG: true, width: 4, height: 2)
    #expect(try JSONDecoder().decode(UserPicture.self, from: JSONEncoder().encode(picture)) == picture)
    #expect(picture.image.size == CGSize(width: 4, height: 2))
  }
}
