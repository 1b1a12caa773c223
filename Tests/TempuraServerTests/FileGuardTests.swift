import Foundation
import Katana
import Tempura
import TempuraMetrics
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// Files of users: who gets them, and how they are sent.
@Suite struct FileGuardTests {
  private static let names = ["note", "page", "picture", "song", "old", "folder", "folder/file"]

  private final class LockerDelegate: LibraryDelegate, FileGuard {
    static let folder: TemporaryFolder? = {
      let folder = try? TemporaryFolder()
      for name in ["note", "page", "picture", "song", "secret", "folder/file"] {
        try? folder?.write("<b>\(name)</b>", to: name)
      }
      return folder
    }()

    static func file(named name: String, in state: LibraryState) -> UserFile? {
      guard let folder, state.count > 0, names.contains(name) else { return nil }
      let type: UTType? =
        switch name {
        case "picture": .png
        case "page": .html
        case "note": .plainText
        case "song": UTType(mimeType: "audio/x\r\nSet-Cookie: a=b")
        default: .data
        }
      let download = name == "page" ? "Plan „B\"\r\nX: y.html" : nil
      return UserFile(URL(fileURLWithPath: folder.path(name)), type: type ?? .data, downloadName: download)
    }
  }

  private let server: TestServer
  private let browser: Browser

  init() throws {
    server = try TestServer(LockerDelegate.self)
    browser = server.browser()
  }

  private func unlock() throws {
    try browser.open("/list")
    try browser.tap("increment")
  }

  // MARK: - Who gets them

  @Test func onlyTheUserGetsAFile() throws {
    try browser.open("/")
    #expect(try browser.get("/files/note").status == 404)
    try browser.tap("increment")
    let answer = try browser.get("/files/note")
    #expect(answer.status == 200 && answer.body == "<b>note</b>")
    #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
    let other = try server.browser(at: "/")
    #expect(try other.get("/files/note").status == 404)
    #expect(try browser.get("/files/secret").status == 404, "it is not the user's")
  }

  @Test func aRequestWithoutASessionBeginsNone() throws {
    let answer = try server.browser().get("/files/note")
    #expect(answer.status == 404 && answer.cookies.isEmpty && answer.body.contains("Page not found"))
    #expect(server.runtime.sessions.count == 0)
  }

  @Test func aSessionThatIsNotInMemoryNeedsNoLaunch() throws {
    try unlock()
    try server.evictAll()
    let launches = server.runtime.metrics.launches.value
    #expect(try browser.get("/files/note").status == 200)
    #expect(server.runtime.metrics.launches.value == launches)
    #expect(try browser.open("/").status == 200)
  }

  @Test(arguments: [
    "/files/", "/files/..%2Fsecret", "/files/../secret", "/files/.hidden", "/files/folder/file", "/files/folder",
    "/files/none", "/files/old",
  ])
  func onlyPlainNamesOfFilesAreFound(path: String) throws {
    try unlock()
    #expect(try browser.get(path).status == 404)
  }

  @Test func aFileTakesNoForms() throws {
    try unlock()
    let answer = try browser.post([("tap", "increment")], to: "/files/note")
    #expect(answer.status == 405 && answer.header("Allow") == "GET, HEAD, OPTIONS")
  }

  // MARK: - How they are sent

  @Test func aPictureIsShownAndAskedForEachTime() throws {
    try unlock()
    let answer = try browser.get("/files/picture")
    for (name, value) in [
      ("Content-Type", "image/png"), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "private, no-cache"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Content-Disposition", "inline; filename=\"picture\"; filename*=UTF-8''picture"),
    ] { #expect(answer.header(name) == value) }
    let policy = try #require(answer.header("Content-Security-Policy"))
    #expect(policy.hasPrefix("default-src 'none'") && policy.hasSuffix("; sandbox"))
  }

  @Test func aFileThatMayRunScriptsIsSaved() throws {
    try unlock()
    let answer = try browser.get("/files/page")
    #expect(answer.header("Content-Type") == "text/html" && answer.header("X") == nil)
    #expect(
      answer.header("Content-Disposition")
        == "attachment; filename=\"Plan _B___X: y.html\"; filename*=UTF-8''Plan%20%E2%80%9EB%22%0D%0AX%3A%20y.html")
  }

  @Test func aTypeThatABrowserMadeUpIsNotRepeated() throws {
    try unlock()
    let answer = try browser.get("/files/song")
    #expect(answer.header("Content-Type") == "application/octet-stream" && answer.cookies.isEmpty)
    #expect(answer.header("Content-Disposition")?.hasPrefix("attachment") == true)
  }

  @Test func aFileThatTheBrowserHasIsNotSentAgain() throws {
    try unlock()
    let tag = try #require(try browser.get("/files/note").header("ETag"))
    browser.headers = ["If-None-Match": tag]
    let answer = try browser.get("/files/note")
    #expect(answer.status == 304 && answer.body.isEmpty && answer.header("Cache-Control") == "private, no-cache")
    let other = try server.browser(at: "/")
    other.headers = browser.headers
    #expect(try other.get("/files/note").status == 404, "the tag proves nothing")
    // A player asks for parts.
    browser.headers = ["Range": "bytes=1-2", "If-Range": tag]
    let part = try browser.get("/files/note")
    #expect(part.status == 206 && part.body.count == 2 && part.header("Cache-Control") == "private, no-cache")
    #expect(part.header("Content-Range")?.hasPrefix("bytes 1-2/") == true)
  }

  // MARK: - Paths

  @Test func pagesNameTheURL() throws {
    try browser.open("/list")
    let scene = try #require(server.session(of: browser)?.scenes.first)
    scene.session.inTurn {
      scene.run { scene.window?.topViewController?.view.addSubview(UIImageView(image: UIImage(userFile: "a picture"))) }
    }
    #expect(try browser.tap("nothing").body.contains("src=\"/files/a%20picture\""))
  }

  @Test func withoutAGuardThereAreNoFiles() throws {
    let (server, guarded) = (try TestServer(), try TestServer(LockerDelegate.self))
    let browser = try server.browser(at: "/")
    #expect(["/files/note", "/files"].map { guarded.runtime.app.isUserFile($0) } == [true, false])
    #expect(!server.runtime.app.isUserFile("/files/note"))
    #expect(try browser.get("/files/note").status == 404)
  }
}
