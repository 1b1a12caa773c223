import Foundation
import HTTPServer
import TestSupport
import Testing

/// Files that browsers keep for good, because the URL names the version.
struct FileVersionTests {
  private static let kept = "public, max-age=31536000, immutable"

  private static func server(_ files: StaticFiles) throws -> TestServer {
    try TestServer { exchange in
      exchange.respond(files.response(for: exchange) ?? HTTPResponse(status: .notFound))
    }
  }

  private func files(_ folder: StaticFilesTests.Folder) -> StaticFiles {
    StaticFiles(
      folders: [folder.files.path], builtIn: ["js/app.js": StaticFiles.Content("built in")],
      hashed: ["fonts/a.1234.woff2": StaticFiles.Content("a font")],
      single: ["assets/Big Cat.txt": folder.root.path + "/secret.txt"])
  }

  @Test(arguments: ["/app.css", "/%61pp.css", "/sub/deep.txt", "/js/app.js", "/assets/Big%20Cat.txt", "/empty.txt"])
  func aFileIsKeptOnlyUnderTheURLOfItsVersion(url: String) throws {
    let folder = try StaticFilesTests.Folder()
    var files = files(folder)
    let versioned = files.versioned(url)
    let parts = versioned.split(separator: "?")
    #expect(parts.first == url[...] && parts.last?.wholeMatch(of: /[0-9a-f]{8}/) != nil, "\(versioned)")
    let server = try Self.server(files)
    #expect(try server.get(versioned).header("Cache-Control") == Self.kept)
    for other in [url, url + "?", versioned + "0", versioned.dropLast() + "g", "\(url)?v=1", "\(url)?\(versioned)"] {
      let answer = try server.get(String(other))
      #expect(answer.status == 200)
      #expect(answer.header("Cache-Control") == "no-cache", "\(other)")
    }
  }

  @Test func theVersionDependsOnTheContentOnly() throws {
    let (one, two) = (try StaticFilesTests.Folder(), try StaticFilesTests.Folder())
    var (first, second) = (files(one), files(two))
    #expect(first.versioned("/app.css") == second.versioned("/app.css"))
    #expect(first.versioned("/app.css") != first.versioned("/sub/deep.txt"))
    let tags = try [first, second].map { try Self.server($0).get("/app.css").header("ETag") }
    #expect(tags[0] == tags[1] && tags[0] != nil)
    try two.write("body { x", "app.css")
    var third = files(two)
    #expect(third.versioned("/app.css") != first.versioned("/app.css"))
  }

  /// The numbers of a file system can be the same for two contents, as in images of containers.
  @Test func aFileWithTheSameNumbersIsNoCopyOfTheOther() throws {
    let folder = try StaticFilesTests.Folder()
    let path = folder.files.appending(path: "app.css").path
    var tags: [String?] = []
    for text in ["body { }", "body {};"] {
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
      var files = files(folder)
      let url = files.versioned("/app.css")
      tags.append(try Self.server(files).get(url).header("ETag"))
    }
    #expect(tags[0] != tags[1])
  }

  @Test func aFileThatHasChangedSinceIsNotKept() throws {
    let folder = try StaticFilesTests.Folder()
    var files = files(folder)
    let url = files.versioned("/app.css")
    let server = try Self.server(files)
    let tag = try #require(try server.get(url).header("ETag"))
    try folder.write("changed!", "app.css")
    let answer = try server.get(url, headers: "If-None-Match: \(tag)\r\n")
    #expect(answer.status == 200 && answer.text == "changed!")
    #expect(answer.header("Cache-Control") == "no-cache")
    try FileManager.default.removeItem(at: folder.files.appending(path: "app.css"))
    #expect(try server.get(url).status == 404)
  }

  @Test func aFileInFrontOfTheOneThatIsNamedIsNotKept() throws {
    let folder = try StaticFilesTests.Folder()
    var files = files(folder)
    let url = files.versioned("/js/app.js")
    try FileManager.default.createDirectory(
      at: folder.files.appending(path: "js"), withIntermediateDirectories: false)
    try folder.write("built in", "js/app.js")
    #expect(try Self.server(files).get(url).header("Cache-Control") == "no-cache")
  }

  @Test func anUnchangedFileMayBeKeptOn() throws {
    let folder = try StaticFilesTests.Folder()
    var files = files(folder)
    let url = files.versioned("/app.css")
    let server = try Self.server(files)
    let tag = try #require(try server.get(url).header("ETag"))
    for (url, field) in [(url, Self.kept), ("/app.css", "no-cache"), ("/app.css?1", "no-cache")] {
      let answer = try server.get(url, headers: "If-None-Match: \(tag)\r\n")
      #expect(answer.status == 304)
      #expect(answer.header("Cache-Control") == field)
      #expect(answer.header("ETag") == tag)
    }
  }

  @Test func aHeadRequestSaysTheSame() throws {
    let folder = try StaticFilesTests.Folder()
    var files = files(folder)
    let url = files.versioned("/app.css")
    let server = try Self.server(files)
    let client = try server.connect()
    for (url, field) in [(url, Self.kept), ("/app.css", "no-cache")] {
      client.send("HEAD \(url) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response(toHead: true).header("Cache-Control") == field)
    }
  }

  @Test func aCompressedFileIsKept() throws {
    let folder = try StaticFilesTests.Folder()
    try folder.write(String(repeating: "body { }\n", count: 1000), "long.css")
    var files = files(folder)
    let url = files.versioned("/long.css")
    let answer = try Self.server(files).get(url, headers: "Accept-Encoding: gzip\r\n")
    #expect(answer.header("Content-Encoding") == "gzip")
    #expect(answer.header("Cache-Control") == Self.kept)
    #expect(answer.header("Vary") == "Accept-Encoding")
  }

  @Test func aPathWithAHashNamesTheVersion() throws {
    let folder = try StaticFilesTests.Folder()
    var files = files(folder)
    let url = "/fonts/a.1234.woff2"
    #expect(files.versioned(url) == url)
    #expect(try Self.server(files).get(url).header("Cache-Control") == Self.kept)
    #expect(files.hasFile(at: url))
    // Not if the folder has another file there.
    try FileManager.default.createDirectory(
      at: folder.files.appending(path: "fonts"), withIntermediateDirectories: false)
    try folder.write("other", "fonts/a.1234.woff2")
    let answer = try Self.server(files).get(url)
    #expect(answer.text == "other" && answer.header("Cache-Control") == "no-cache")
  }

  @Test(arguments: [
    "/app.css?v=2", "/app.css?v=2#part", "/app.css#part", "/app.css?", "/app.css?#", "/app.css#part?1",
  ])
  func theVersionTakesThePlaceOfAQuery(url: String) throws {
    let folder = try StaticFilesTests.Folder()
    var files = files(folder)
    let plain = files.versioned("/app.css")
    let fragment = url.firstIndex(of: "#").map { url[$0...] } ?? ""
    #expect(files.versioned(url) == plain + fragment)
  }

  @Test(arguments: [
    "", "?", "#", "/", "/none.css", "/sub", "app.css", "//app.css", "https://example.com/app.css", "/../secret.txt",
    "/out.txt", "/pipe.txt", "/.env", "/none.css?v=1#a",
  ])
  func otherURLsStayAsTheyAre(url: String) throws {
    let folder = try StaticFilesTests.Folder()
    var files = files(folder)
    #expect(files.versioned(url) == url)
  }

  @Test func aVeryLargeFileHasNoVersion() throws {
    let folder = try StaticFilesTests.Folder()
    try folder.write("", "large.png")
    truncate(folder.files.appending(path: "large.png").path, 16 * 1024 * 1024 + 1)
    var files = files(folder)
    #expect(files.versioned("/large.png") == "/large.png")
  }
}
