import Foundation
import Glibc
import TestSupport
import Testing

@testable import TempuraTesting

/// Files that change while the server watches them.
struct WatchTests {
  private let refused = "the changed files are not used, and the old ones stay in use."

  /// Waits until a condition is true, and asks anew each time that the server has read files.
  private func wait(for server: Server, until condition: () throws -> Bool) throws {
    func count() -> Int { server.program.errors.ranges(of: "files").count }
    var seen = 0
    while try !condition() {
      try waitUntil { count() != seen }
      seen = count()
    }
  }

  private func watching(_ files: [String: String] = [:], _ body: (Server, Browser) throws -> Void) throws {
    try Server.running(["--port", "0", "--watch"], files: files) { try body($0, $0.browser()) }
  }

  /// The style sheet, if it is the version that the page names.
  private func sheet(of browser: Browser) throws -> String? {
    let urls = try browser.get("/list").elements.compactMap { $0["href"] }
    let file = try browser.get(try #require(urls.first { $0.hasPrefix("/tempura-site.css?") }))
    return file.header("Cache-Control")?.contains("immutable") == true ? file.text : nil
  }

  @Test func aStyleSheetThatIsSavedIsOnTheNextPage() throws {
    try watching(["Public/todo.css": "one"]) { server, browser in
      #expect(try sheet(of: browser)?.hasSuffix("one") == true)
      try server.folder.write("two", to: "Public/todo.css")
      try wait(for: server) { try sheet(of: browser)?.hasSuffix("two") == true }
      // As editors that write another file, and give it the name.
      try server.folder.write("three", to: "Public/todo.css.new")
      rename(server.folder.path("Public/todo.css.new"), server.folder.path("Public/todo.css"))
      try wait(for: server) { try sheet(of: browser)?.hasSuffix("three") == true }
    }
  }

  @Test func foldersMayComeAndGo() throws {
    try watching { server, browser in
      let shipped = try sheet(of: browser)
      for number in 1...2 {
        try server.folder.write("\(number)", to: "Public/todo.css")
        try wait(for: server) { try sheet(of: browser)?.hasSuffix("\(number)") == true }
        // A folder in it, and then a file in that. An app with a broken icon has none.
        let hasIcon = { try browser.get("/list").elements.contains { $0["rel"] == "apple-touch-icon" } }
        #expect(try hasIcon())
        try FileManager.default.createDirectory(
          atPath: server.folder.path("Public/icons"), withIntermediateDirectories: false)
        try server.folder.write("none", to: "Public/icons/512.png")
        try wait(for: server) { try !hasIcon() }
        try FileManager.default.removeItem(atPath: server.folder.path("Public"))
        try wait(for: server) { try sheet(of: browser) == shipped }
      }
    }
  }

  @Test func aFolderThatWasMadeLaterIsWatchedToo() throws {
    try watching(["Public/a.txt": ""]) { server, browser in
      let icon = { try browser.get("/list").elements.first { $0["rel"] == "icon" }?["href"] ?? "" }
      try server.folder.write("<svg/>", to: "Public/icons/192.png")
      try wait(for: server) { try icon() == "/icon.svg" }
      try FileManager.default.removeItem(atPath: server.folder.path("Public/icons/192.png"))
      try wait(for: server) { try icon().hasPrefix("/icon.svg?") }
    }
  }

  @Test func aMistakeInATemplateLeavesTheOldOneInUse() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Templates/page.html")
    let template = try String(contentsOf: file, encoding: .utf8)
    func saying(_ text: String) -> String { template.replacing("</body>", with: "<p>\(text)</p>\n</body>") }
    try watching(["Templates/page.html": saying("One")]) { server, browser in
      #expect(try browser.get("/list").text.contains("<p>One</p>"))
      try server.folder.write(saying("Two").replacing("{{{screen}}}", with: ""), to: "Templates/page.html")
      try wait(for: server) { server.program.errors.contains(refused) }
      let page = try browser.get("/list").text
      #expect(page.contains("<p>One</p>"))
      #expect(page.contains("Templates/page.html:1: The template never says {{{screen}}}"), "\(page)")
      try server.folder.write(saying("Three"), to: "Templates/page.html")
      try wait(for: server) { try browser.get("/list").text.contains("<p>Three</p>") }
      #expect(try !browser.get("/list").text.contains("never says"))
    }
  }
}
