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
    let copy = try files.add(copyOf: #require(files.url(of: name)))
    #expect(name != copy)
    for each in [name, copy] {
      let file = try #require(files.url(of: each))
      #expect(try Data(contentsOf: file) == Data("tea".utf8))
      files.remove(each)
      #expect(!FileManager.default.fileExists(atPath: file.path))
      files.remove(each)
    }
  }

  @Test(arguments: [
    "../secret", "secret", "", ".", "..", "/etc/passwd", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F/../secret",
  ])
  func aNameThatTheFolderHasNotGivenIsNoFile(name: String) throws {
    _ = try files.add(Data())
    let secrets = [folder.path("secret"), folder.path("photos/secret")]
    for secret in secrets { try Data().write(to: URL(fileURLWithPath: secret)) }
    files.remove(name)
    #expect(secrets.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    #expect(files.url(of: name) == nil)
  }

  @Test func withoutAHomeNoFileIsKept() {
    let files = FileFolder("photos", in: nil)
    let error = #expect(throws: FileFolderError.self) { try files.add(Data()) }
    #expect(error?.description.contains("STATE_DIRECTORY") == true)
    #expect(files.url(of: UUID().uuidString) == nil)
  }

  @Test func onlyTheUserOfTheProcessMayReadTheFolder() throws {
    _ = try files.add(Data())
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("photos"))
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func aPictureIsCheckedBeforeItIsKept() throws {
    for (content, isPNG, width) in [(Data.png, true, 4.0), (.jpeg, false, 16)] {
      let upload = URL(fileURLWithPath: folder.path("upload"))
      try content.write(to: upload)
      let picture = try files.addPicture(upload)
      #expect(picture.isPNG == isPNG && picture.width == width)
      let file = try #require(files.file(of: picture))
      #expect(file.type == (isPNG ? .png : .jpeg))
      #expect(UIImage(contentsOfFile: file.url.path)?.size.width == CGFloat(width))
    }
    let text = URL(fileURLWithPath: folder.path("text.png"))
    try Data("<svg/>".utf8).write(to: text)
    #expect(throws: PictureError.noPicture) { try files.addPicture(text) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("photos")).count == 2)
  }

  @Test func aPictureIsStoredInTheState() throws {
    let picture = UserPicture(id: "4F2A", isPNG: true, width: 4, height: 2)
    #expect(try JSONDecoder().decode(UserPicture.self, from: JSONEncoder().encode(picture)) == picture)
    #expect(picture.image.size == CGSize(width: 4, height: 2))
  }
}
