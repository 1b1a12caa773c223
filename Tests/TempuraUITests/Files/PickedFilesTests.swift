import AppData
import Basics
import Foundation
import Glibc
import Testing

@testable import TempuraUI

struct PickedFilesTests {
  @Test func filesHaveTheirNamesAndOtherUsersCannotReadThem() throws {
    let picked = try PickedFiles([Unnamed("one").sent(as: "../a.txt"), Unnamed("").sent(as: "a.txt")])
    #expect(picked.urls.map(\.lastPathComponent) == ["a.txt", "a-2.txt"])
    #expect(try String(contentsOf: picked.urls[0], encoding: .utf8) == "one")
    #expect(try Data(contentsOf: picked.urls[1]).isEmpty)
    let folder = picked.urls[0].deletingLastPathComponent()
    #expect(folder == picked.urls[1].deletingLastPathComponent())
    for path in [folder.path, folder.deletingLastPathComponent().path] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? NSNumber == 0o700)
    }
  }

  @Test func filesAreLinkedInsteadOfCopied() throws {
    let file = Unnamed("one")
    let picked = try PickedFiles([file.sent(as: "a")])
    var (before, after) = (stat(), stat())
    fstat(file.descriptor, &before)
    stat(picked.urls[0].path, &after)
    #expect(before.st_ino == after.st_ino && before.st_dev == after.st_dev)
  }

  @Test func aFileThatCannotBeLinkedIsCopied() throws {
    let file = Unnamed("one", in: "/dev/shm")  // another file system
    let picked = try PickedFiles([file.sent(as: "a")])
    #expect(try String(contentsOf: picked.urls[0], encoding: .utf8) == "one")
  }

  @Test func filesAreRemovedWithTheirOwner() throws {
    var picked: PickedFiles? = try PickedFiles([Unnamed("one").sent(as: "a")])
    let folder = try #require(picked?.urls[0].deletingLastPathComponent().path)
    #expect(FileManager.default.fileExists(atPath: folder))
    picked = nil
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func anUnreadableFileIsAnErrorAndLeavesNoFolder() {
    let gone = SentFile(name: "a", contentType: nil, size: 1, path: "/proc/self/fd/9999", owner: self as AnyObject)
    #expect(throws: SystemError.self) { try PickedFiles([gone]) }
  }

  @Test func onlyFoldersOfEndedProcessesAreRemoved() throws {
    let picked = try PickedFiles([Unnamed("one").sent(as: "a")])
    let leftover = "\(ScratchFolder.parent)/tempura-files-test\(getpid())"
    try FileManager.default.createDirectory(atPath: "\(leftover)/inner", withIntermediateDirectories: true)
    let link = leftover + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc")
    defer { unlink(link) }
    ScratchFolder.removeLeftovers()
    #expect(!FileManager.default.fileExists(atPath: leftover))
    #expect(FileManager.default.fileExists(atPath: picked.urls[0].path))
    #expect(FileManager.default.fileExists(atPath: link), "a link is somebody else's trick")
  }
}
