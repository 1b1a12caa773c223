import Foundation
import Glibc
import TestSupport
import Testing

@testable import TempuraTesting

/// Files that pages name with their versions, and that browsers keep for good.
struct FileVersionTests {
  private static let kept = "public, max-age=31536000, immutable"

  /// The URLs of the files that a page names, of elements and of styles.
  private func urls(of page: Page) -> Set<String> {
    let links = page.elements.filter { $0.tag == "link" && $0["rel"] != "manifest" }.compactMap { $0["href"] }
    let sources = page.elements.filter { ["img", "script"].contains($0.tag) }.compactMap { $0["src"] }
    let styles = page.text.matches(of: /url\("(\/[^"]+)"\)/).map { String($0.output.1) }
    return Set(links + sources + styles)
  }

  private func url(of path: String, in page: Page) throws -> String {
    try #require(urls(of: page).first { $0.hasPrefix(path + "?") }, "\(path)")
  }

  private func expectKept(_ url: String, at browser: Browser) throws {
    let file = try browser.get(url)
    #expect(file.status == 200 && file.header("Cache-Control") == Self.kept, "\(url)")
    let tag = try #require(file.header("ETag"))
    let again = try browser.get(url, headers: ["If-None-Match: \(tag)"])
    #expect(again.status == 304 && again.header("Cache-Control") == Self.kept, "\(url)")
  }

  @Test(arguments: ["TodoServer", "GalleryServer"]) func whatPagesNameIsKept(program: String) throws {
    try Server.running(program: program) { server in
      let browser = try server.browser()
      var urls: Set<String> = []
      for path in ["/", "/nowhere", "/list/addItem", "/gallery/images", "/gallery/symbols", "/gallery/cards"] {
        urls.formUnion(self.urls(of: try browser.get(path)))
      }
      #expect(urls.count >= 5)
      // One of each kind. Asking for all takes ten seconds.
      let kinds = Dictionary(grouping: urls) { $0.prefix { $0 != "?" }.split(separator: ".").last }
      for url in size(kinds.values.compactMap(\.first), inTestAll: Array(urls)) {
        #expect(url.wholeMatch(of: /\/[^?]+\?[0-9a-f]{8}/) != nil, "\(url)")
        try expectKept(url, at: browser)
        let path = String(url.prefix { $0 != "?" })
        for other in [path, path + "?00000000"] {
          #expect(try browser.get(other).header("Cache-Control") == "no-cache", "\(other)")
        }
      }
    }
  }

  @Test func theManifestNamesVersions() throws {
    struct Manifest: Decodable {
      struct Icon: Decodable { var src, type: String }
      var icons: [Icon]
    }
    try Server.running { server in
      let browser = try server.browser()
      let bytes = try browser.get("/manifest.webmanifest").body
      let icons = try JSONDecoder().decode(Manifest.self, from: Data(bytes)).icons
      #expect(icons.count == 4)
      for icon in icons {
        #expect(icon.src.wholeMatch(of: /\/[^?]+\?[0-9a-f]{8}/) != nil, "\(icon.src)")
        #expect(try browser.get(icon.src).header("Content-Type") == icon.type)
        try expectKept(icon.src, at: browser)
      }
    }
  }

  @Test func theServiceWorkerKeepsWhatPagesName() throws {
    try Server.running { server in
      let browser = try server.browser()
      let worker = try browser.get("/service-worker.js").text
      let list = try #require(worker.firstMatch(of: /const files = (\[.*\]);/)?.output.1)
      let files = Set(try JSONDecoder().decode([String].self, from: Data(list.utf8)))
      let page = try browser.get("/list")
      let named = urls(of: page).filter { url in
        page.elements.contains {
          $0["src"] == url && $0.tag == "script" || $0["href"] == url && $0["rel"] != "apple-touch-icon"
        }
      }
      let script = try #require(page.elements.first { $0.tag == "script" && $0["data-lists"] != nil })
      let parts = ["lists", "motion", "touch", "gestures", "files", "media"].compactMap { script["data-\($0)"] }
      #expect(files == named.union(parts + ["/offline.html", "/offline.js"]))
      let offline = try browser.get("/offline.html")
      #expect(urls(of: offline).isSubset(of: files))
    }
  }

  // MARK: - Changes

  @Test(arguments: ["/tempura.js", "/add.svg", "/icon.svg"])
  func pagesNameAnotherVersionAfterSIGHUP(path: String) throws {
    try Server.running { server in
      let browser = try server.browser()
      let old = try url(of: path, in: browser.get("/list"))
      try server.folder.write("<svg/>", to: "Public\(path)")
      // The folder is new, and so not read yet.
      try expectKept(old, at: browser)
      try server.reload()
      let first = try url(of: path, in: browser.get("/list"))
      #expect(first != old)
      try expectKept(first, at: browser)
      #expect(try browser.get(first).text == "<svg/>")
      // A file that changes is sent at once, but is not the version that pages name.
      try server.folder.write("<svg />", to: "Public\(path)")
      #expect(try url(of: path, in: browser.get("/list")) == first)
      let changed = try browser.get(first)
      #expect(changed.text == "<svg />" && changed.header("Cache-Control") == "no-cache")
      try server.reload()
      let second = try url(of: path, in: browser.get("/list"))
      #expect(second != first && second != old)
      try expectKept(second, at: browser)
      #expect(try browser.get(old).header("Cache-Control") == "no-cache")
      // The content of before is the version of before.
      try FileManager.default.removeItem(atPath: server.folder.path("Public\(path)"))
      try server.reload()
      #expect(try url(of: path, in: browser.get("/list")) == old)
      try expectKept(old, at: browser)
    }
  }

  @Test func pagesNameAnotherVersionOfTheJoinedSheetAfterSIGHUP() throws {
    try Server.running { server in
      let browser = try server.browser()
      func sheet() throws -> String { try url(of: "/tempura-site.css", in: browser.get("/list")) }
      var urls = [try sheet()]
      for name in ["todo.css", "tempura.css"] {
        try server.folder.write("/* Own */ p {\n  color: red;\n}\n", to: "Public/\(name)")
        #expect(try sheet() == urls.last)
        try expectKept(try #require(urls.last), at: browser)
        try server.reload()
        urls.append(try sheet())
        try expectKept(try #require(urls.last), at: browser)
        let css = try browser.get(try #require(urls.last)).text
        #expect(css.contains("/* Own */ p {\n  color: red;\n}\n"))
        #expect(css.contains("Tempura Sans"))
        #expect(try browser.get(urls[0]).header("Cache-Control") == "no-cache")
      }
      #expect(Set(urls).count == 3)
    }
  }

  /// While a release is rolled out, a page may come from one server and its files from another.
  @Test func noBrowserKeepsAFileOfAnotherServer() throws {
    let path = "/tempura-site.css"
    try Server.running(files: ["Public/todo.css": "a { color: red }"]) { old in
      try Server.running(files: ["Public/todo.css": "b { color: tan }"]) { new in
        let (first, second) = (try old.browser(), try new.browser())
        let wanted = try url(of: path, in: second.get("/list"))
        #expect(try url(of: path, in: first.get("/list")) != wanted)
        let wrong = try first.get(wanted)
        #expect(wrong.status == 200 && wrong.text.hasSuffix("a { color: red }"))
        #expect(wrong.header("Cache-Control") == "no-cache")
        // The browser asks again, as it has to, and comes to the new server.
        let right = try second.get(wanted, headers: ["If-None-Match: \(try #require(wrong.header("ETag")))"])
        #expect(right.status == 200 && right.text.hasSuffix("b { color: tan }"))
        #expect(right.header("Cache-Control") == Self.kept)
      }
    }
  }
}
