import Foundation
import Glibc
import TestSupport
import Testing

@testable import TempuraTesting

/// Files that change while the server runs, and SIGHUP.
struct ReloadTests {
  /// A built-in template with another end.
  private func template(_ name: String, saying text: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Templates/\(name)")
    return try String(contentsOf: file, encoding: .utf8).replacing("</body>", with: "<p>\(text)</p>\n</body>")
  }

  private let refused = "the changed files are not used, and the old ones stay in use."

  @Test func changedTemplatesAreTakenUp() throws {
    try Server.running(files: ["Templates/page.html": template("page.html", saying: "One")]) { server in
      let browser = try server.browser()
      #expect(try browser.get("/list").text.contains("<p>One</p>"))
      try server.folder.write(template("page.html", saying: "Two"), to: "Templates/page.html")
      try server.folder.write(template("error.html", saying: "Three"), to: "Templates/error.html")
      #expect(try browser.get("/list").text.contains("<p>One</p>"))
      try server.reload()
      // The page that is kept, a page that is rendered, and those of errors.
      #expect(try browser.get("/list").text.contains("<p>Two</p>"))
      #expect(try browser.get("/list").toggle(0).text.contains("<p>Two</p>"))
      #expect(try server.browser().get("/list").text.contains("<p>Two</p>"))
      #expect(try browser.get("/nowhere").text.contains("<p>Three</p>"))
      #expect(try server.send("GET / HTTP/1.1\r\n\r\n").text.contains("<p>Three</p>"))
    }
  }

  @Test func theTemplateOfAViewIsTakenUp() throws {
    try Server.running { server in
      let browser = try server.browser()
      let page = try browser.get("/list").toggle(1)
      try server.folder.write("<p>Before</p>{{{label}}}", to: "Templates/ChildView.html")
      try server.reload()
      let other = try browser.get("/list")
      #expect(!page.text.contains("<p>Before</p>") && other.text.contains("<p>Before</p>"))
      #expect(other.rows == page.rows)
    }
  }

  @Test func aWrongTemplateLeavesTheOldOnesInUse() throws {
    let files = ["Templates/page.html": try template("page.html", saying: "One"), "Public/own.css": "a { }"]
    try Server.running(files: files) { server in
      let browser = try server.browser()
      try server.folder.write(
        template("page.html", saying: "Two").replacing("{{{screen}}}", with: ""), to: "Templates/page.html")
      try server.folder.write(template("error.html", saying: "Three"), to: "Templates/error.html")
      try server.reload(until: refused)
      #expect(server.program.errors.contains("Templates/page.html:1: "))
      #expect(try browser.get("/list").text.contains("<p>One</p>"))
      #expect(try !browser.get("/nowhere").text.contains("<p>Three</p>"))
      try server.folder.write(template("page.html", saying: "Two"), to: "Templates/page.html")
      try server.reload()
      #expect(try browser.get("/list").text.contains("<p>Two</p>"))
      #expect(try browser.get("/nowhere").text.contains("<p>Three</p>"))
    }
  }

  @Test func aFileAtThePathOfARouteLeavesTheOldFilesInUse() throws {
    try Server.running(["--port", "0", "--public", "files"], files: ["files/a.txt": "one"]) { server in
      try FileManager.default.removeItem(atPath: server.folder.path("files"))
      try server.reload(until: refused)
      #expect(server.program.errors.contains("There is no folder files."))
      try server.folder.write("two", to: "files/a.txt")
      try server.reload()
      #expect(try server.browser().get("/a.txt").text == "two")
    }
  }

  @Test func filesThatAreNoneBlockNothing() throws {
    try Server.running(files: ["Public/a.txt": "one"]) { server in
      for name in ["image.png", "icon.svg", "font.ttf", "offline.js"] {
        try #require(mkfifo(server.folder.path("Public/\(name)"), 0o600) == 0)
      }
      try server.reload()
      #expect(try server.browser().get("/a.txt").text == "one")
      try #require(symlink("/nowhere", server.folder.path("Public/gone")) == 0)
      try server.folder.write("", to: "Templates/x")
      try #require(symlink("/nowhere", server.folder.path("Templates/page.html")) == 0)
      try server.reload(until: refused)
      #expect(server.program.errors.contains("Templates/page.html:1: The file cannot be read."))
    }
  }

  @Test func aLivePageOfOldFilesIsLoadedAnew() throws {
    try Server.running { server in
      let browser = try server.browser()
      let page = try browser.get("/list")
      let script = try #require(page.elements.first { $0.tag == "script" })
      func patch() throws -> String {
        try browser.request(
          "/list",
          headers: [
            "Accept: text/vnd.tempura.patch", "Tempura-Version: \(script["data-version"] ?? "")",
            "Tempura-Release: \(script["data-release"] ?? "")", "Tempura-Tab: one",
          ]
        ).text
      }
      #expect(try !patch().contains("reload"))
      try server.reload()
      #expect(try !patch().contains("reload"), "nothing has changed")
      for (name, text) in [
        ("Public/tempura.css", "p { color: red }"), ("Templates/page.html", try template("page.html", saying: "Two")),
      ] {
        try server.folder.write(text, to: name)
        try server.reload()
        #expect(try patch() == "{\"url\":\"/list\",\"reload\":true,\"later\":true}", "\(name)")
        try FileManager.default.removeItem(atPath: server.folder.path(name))
      }
    }
  }

  @Test func noRequestFailsWhileFilesAreTakenUp() throws {
    try Server.running(files: ["Templates/page.html": template("page.html", saying: "Text 0")]) { server in
      let browser = try server.browser()
      var page = try browser.get("/list")
      for number in 1...30 {
        try server.folder.write(template("page.html", saying: "Text \(number)"), to: "Templates/page.html")
        server.program.signal(SIGHUP)
        page = try page.toggle(number % 3)
        #expect(page.status == 200)
      }
      // The server may still be at an earlier signal.
      try waitUntil { try browser.get("/list").text.contains("<p>Text 30</p>") }
    }
  }
}
