import Foundation
import TestSupport
import Testing

@testable import TempuraTesting

/// The built-in fonts, and those that an app ships.
struct FontTests {
  /// The package's folder with fonts that are measured with.
  private static let fonts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fonts")

  @Test func theFilesOfTheBuiltInFontNeverChangeAtTheirURL() throws {
    try Server.running { server in
      let browser = try server.browser()
      let sheet = try browser.get("/tempura-sans.css").text
      let urls = Set(sheet.matches(of: /url\("(fonts\/[^"]+)"\)/).map { "/\($0.output.1)" })
      #expect(urls.count == 8)
      #expect(!sheet.contains("font-display: block"), "texts are read before the font is there")
      for url in urls {
        let file = try browser.get(url)
        #expect(file.status == 200, "\(url)")
        #expect(file.header("Content-Type") == "font/woff2")
        #expect(file.header("Cache-Control") == "public, max-age=31536000, immutable")
        #expect(file.headers("Set-Cookie").isEmpty)
        #expect(file.body.starts(with: "wOF2".utf8))
        let again = try browser.get(url, headers: ["If-None-Match: \(try #require(file.header("ETag")))"])
        #expect(again.status == 304)
      }
      let joined = try browser.get("/tempura-site.css").text
      #expect(urls.allSatisfy { joined.contains($0.dropFirst()) })
      #expect(try browser.get("/fonts/LICENSE.txt").text.contains("SIL Open Font License"))
    }
  }

  @Test func fontsOfAnAppAreServedWithAStyleSheet() throws {
    let folder = try TemporaryFolder()
    let font = try Data(contentsOf: Self.fonts.appending(path: "greek.ttf"))
    try FileManager.default.createDirectory(atPath: folder.path("public/Fonts"), withIntermediateDirectories: true)
    try font.write(to: URL(fileURLWithPath: folder.path("public/Fonts/Greek.TTF")))
    try folder.write("not a font", to: "public/Broken.otf")
    try Server.running(["--port", "0", "--public", folder.path("public")]) { server in
      let browser = try server.browser()
      let page = try browser.get("/")
      let url = try #require(page.elements.first { $0["rel"] == "stylesheet" }?["href"])
      let sheet = try browser.get(url)
      #expect(sheet.header("Content-Type") == "text/css; charset=utf-8")
      #expect(sheet.header("Cache-Control") == "public, max-age=31536000, immutable")
      #expect(sheet.text.contains("font-family: \"TempuraSansGreek\";"))
      #expect(sheet.text.contains("font-weight: 400 900;"))
      let source = try #require(sheet.text.firstMatch(of: /TempuraSansGreek[^}]*url\("(fonts\/[^"]+)"\)/)?.output.1)
      let file = try browser.get("/\(source)")
      #expect(file.status == 200)
      #expect(file.header("Content-Type") == "font/ttf")
      #expect(Data(file.body) == font)
      #expect(server.program.errors.contains("The font Broken.otf is not used. It is not a TrueType or OpenType font"))
    }
  }
}
