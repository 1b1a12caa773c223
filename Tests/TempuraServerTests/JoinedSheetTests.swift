import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import TempuraServer

/// The style sheets of a site as one file.
struct JoinedSheetTests {
  private func joined(_ urls: [String], _ files: [String: String]) throws -> JoinedSheet {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    return JoinedSheet(urls, in: StaticFiles(folders: [folder.path], builtIn: BuiltInFiles.publicFiles))
  }

  @Test func sheetsAreJoinedInTheirOrder() throws {
    let sheet = try joined(["/b.css", "/a.css"], ["a.css": "\u{feff}a { c: d }", "b.css": "b { c: d"])
    #expect(sheet.urls == ["/tempura-site.css"])
    #expect(String(decoding: sheet.css, as: UTF8.self) == "b { c: d\n/**/)]}}}};{}\na { c: d }")
  }

  @Test(arguments: [
    "/folder/b.css", "https://example.org/b.css", "/import.css", "/capitals.css", "/missing.css", "b.css",
    "/comment.css",
  ])
  func aSheetThatCannotBeJoinedIsLoadedByItself(url: String) throws {
    let files = [
      "a.css": "a{b:c}", "folder/b.css": "b{b:c}", "import.css": "@import \"a.css\";",
      "capitals.css": "@IMPORT \"a.css\";", "comment.css": "/* @charset */", "b.css": "b{b:c}",
      "c.css": "c{b:c}",
    ]
    let sheet = try joined(["/a.css", url, "/c.css"], files)
    #expect(sheet.urls == ["/tempura-site.css", url, "/c.css"])
    #expect(String(decoding: sheet.css, as: UTF8.self) == "a{b:c}")
  }

  @Test func sheetsMayChangeWhileTheyAreRead() async throws {
    let folder = try TemporaryFolder()
    try folder.write("b{c:d}", to: "a.css")
    let files = StaticFiles(folders: [folder.path], builtIn: BuiltInFiles.publicFiles)
    let changes = Task.detached {
      while !Task.isCancelled {
        for text in ["@import \"c.css\";", "b{c:d}"] { try folder.write(text, to: "a.css") }
      }
    }
    for _ in 0..<1000 {
      let sheet = JoinedSheet(["/a.css"], in: files)
      #expect(sheet.urls.count == 1 || sheet.css.isEmpty)
    }
    changes.cancel()
    try await changes.value
  }
}
