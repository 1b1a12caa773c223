import Foundation
import TestSupport
import Testing

@testable import TempuraServer

/// The style sheets of a site as one file.
struct JoinedSheetTests {
  @Test(arguments: [
    ("a {\n  color: red;\n  margin: 0 1px\n}\n", "a{color:red;margin:0 1px}"),
    ("/* One */a,\nb > c { } /* Two */", "a,b > c{}"),
    ("/* One */\n\n@media print{}", "@media print{}"), (" body{}", "body{}"),
    ("a/**/b a /* */ .c :hover{--x: ;}", "a/**/b a .c :hover{--x:}"),
    ("a{width:calc(1px + (2px - 1%))}", "a{width:calc(1px + (2px - 1%))}"),
    ("@media (width > 3rem) and ( color ){a{b:c}}", "@media (width > 3rem) and ( color ){a{b:c}}"),
    (#"a::after{content: "\"; /* no  */ {" '{'}"#, #"a::after{content:"\"; /* no  */ {" '{'}"#),
    ("a{b:url( /x//y/*.svg ); c: url(\"d  e\")}", "a{b:url( /x//y/*.svg );c:url(\"d  e\")}"),
    (#"a\{ b{c:d}"#, #"a\{ b{c:d}"#),
    ("a{b:c", "a{b:c}"), ("a{b:rgb(1, [2", "a{b:rgb(1,[2])}"), ("a{b:\"c", "a{b:\"c\"}"), ("a{} /* b", "a{}"),
    ("a{content:\"b\nc:d}", "a{content:\"b\nc:d}"), ("", ""), ("a{b:\"c\\", "a{b:\"c\"}"),
    ("/* a */\n@media print{}", "@media print{}"), (" .a{}", ".a{}"), (" :root{}", ":root{}"),
    (#".\31  b,.\31 b,.\: b{--c:\;}d{}"#, #".\31  b,.\31 b,.\: b{--c:\;}d{}"#),
    ("a{b:\"c\\\r\n  d\"; }\r\ne{}", "a{b:\"c\\\n  d\"}e{}"),
    (#"a{b:URL(//c/*);d: url(e\)/*f)}g{}"#, #"a{b:URL(//c/*);d:url(e\)/*f)}g{}"#),
    ("a{b:url(c\"d)}  e {}", "a{b:url(c\"d)}e{}"), ("é { content: \"→\" }", "é{content:\"→\"}"),
  ])
  func spaceAndCommentsAreLeftOut(css: String, compact: String) {
    #expect(String(decoding: JoinedSheet.compact(css.utf8), as: UTF8.self) == compact)
    #expect(JoinedSheet.compact(compact.utf8) == Array(compact.utf8))
  }

  private func joined(_ urls: [String], _ files: [String: String]) throws -> JoinedSheet {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    return JoinedSheet(urls, in: SiteFiles(publicFolders: [folder.path], fonts: AppFonts(in: []), assets: [:]))
  }

  @Test func sheetsAreJoinedInTheirOrder() throws {
    let sheet = try joined(["/b.css", "/a.css"], ["a.css": "\u{feff}a { c: d }", "b.css": "/* @import */ b { c: d"])
    #expect(sheet.urls == ["/tempura-site.css"])
    #expect(String(decoding: sheet.css, as: UTF8.self) == "b{c:d};{}a{c:d}")
  }

  @Test(arguments: ["b{c:d}}", "b{c:d};", "@layer e,f", "b", "b{c:d}"])
  func whatASheetHasAtItsEndTakesNoRuleOfTheNextOne(css: String) throws {
    let sheet = try joined(["/b.css", "/a.css"], ["a.css": "\u{feff}a { c: d }", "b.css": css])
    #expect(String(decoding: sheet.css, as: UTF8.self) == css + ";{}a{c:d}")
  }

  @Test(arguments: [
    "/folder/b.css", "https://example.org/b.css", "/import.css", "/capitals.css", "/missing.css", "b.css",
  ])
  func aSheetThatCannotBeJoinedIsLoadedByItself(url: String) throws {
    let files = [
      "a.css": "a{b:c}", "folder/b.css": "b{b:c}", "import.css": "@import \"a.css\";",
      "capitals.css": "@IMPORT \"a.css\";", "b.css": "b{b:c}",
      "c.css": "c{b:c}",
    ]
    let sheet = try joined(["/a.css", url, "/c.css"], files)
    #expect(sheet.urls == ["/tempura-site.css", url, "/c.css"])
    #expect(String(decoding: sheet.css, as: UTF8.self) == "a{b:c}")
  }

  @Test func sheetsMayChangeWhileTheyAreRead() async throws {
    let folder = try TemporaryFolder()
    try folder.write("b{c:d}", to: "a.css")
    let files = SiteFiles(publicFolders: [folder.path], fonts: AppFonts(in: []), assets: [:])
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
