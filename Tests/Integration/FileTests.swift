import Glibc
import TestSupport
import Testing

@testable import TempuraTesting

/// Files of `Public/` and of the program itself.
@Suite(.oneServer) struct FileTests {
  @Test func allFilesThatAPageRefersToExist() throws {
    try Server.running { server in
      let browser = try server.browser()
      let list = try browser.get("/").toggle(0)
      let pages = [list, try list.tap(Page.add), try list.tap(Page.archiveCompleted).tap(Page.archive)]
      let urls = Set(
        pages.flatMap(\.elements).compactMap { $0.tag == "img" ? $0["src"] : $0.tag == "link" ? $0["href"] : nil })
      let paths = Set(urls.map { $0.prefix { $0 != "?" } })
      #expect(paths.isSuperset(of: ["/tempura-site.css", "/checkOn.svg", "/clearIcon.svg"]))
      let types: [Substring: String] = [
        "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        "webmanifest": "application/manifest+json",
      ]
      for url in urls {
        let file = try browser.get(url)
        #expect(file.status == 200, "\(url)")
        let ending = url.prefix { $0 != "?" }.split(separator: ".").last ?? ""
        #expect(file.header("Content-Type") == types[ending], "\(url)")
        #expect(file.header("X-Content-Type-Options") == "nosniff")
        #expect(file.headers("Set-Cookie").isEmpty)
        #expect(!file.body.isEmpty)
      }
    }
  }

  @Test func aCachedFileIsNotSentAgain() throws {
    try Server.running { server in
      let browser = try server.browser()
      let tag = try #require(try browser.get("/tempura.css").header("ETag"))
      let again = try browser.get("/tempura.css", headers: ["If-None-Match: \(tag)"])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      #expect(try browser.get("/tempura.css", headers: ["If-None-Match: \"other\""]).status == 200)
    }
  }

  @Test func aHeadRequestOfAFileHasNoBody() throws {
    try Server.running { server in
      let file = try server.browser().get("/tempura.css")
      let response = try server.send("HEAD /tempura.css HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", toHead: true)
      #expect(response.status == 200)
      #expect(response.header("Content-Length") == String(file.body.count))
    }
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH"]) func otherMethodsThanGETAreRefused(method: String) throws {
    try Server.running { server in
      let response = try server.browser().request(
        "/tempura.css", method: method, body: Array("a=b".utf8), follow: false)
      #expect(response.status == 405)
      #expect(response.header("Allow") == "GET, HEAD, OPTIONS")
      #expect(response.isPage)
    }
  }

  @Test func nothingOutsideItsFolderIsServed() throws {
    let paths = [
      "/../secret", "/../../../../etc/passwd", "/%2e%2e/secret", "/%2E%2E/%2e%2e/etc/passwd", "/..%2fsecret",
      "/%2e%2e%2fsecret", "/.%2e/secret", "/..%5csecret", "/..\\secret", "/css/../../secret",
      "/css/%2e%2e/%2e%2e/secret",
      "//etc/passwd", "/%2fetc%2fpasswd", "///etc/passwd", "/.git/config", "/.hidden", "/%2ehidden", "/css/.hidden",
      "/link.txt", "/links/secret", "/...", "/a.css/", "/a.css/.", "/a.css%00", "/a.css%00.svg", "/a.css%0a",
      "/a.css%20", "/.", "/..", "/css", "/css/", "/css/.", "/folder.css/", "/folder.css", "/a.css\u{202e}",
    ]
    try Server.running(
      ["--port", "0", "--public", "public"],
      files: [
        "public/a.css": "a{}", "public/css/b.css": "b{}", "public/.hidden": "SECRET", "public/css/.hidden": "SECRET",
        "public/.git/config": "SECRET", "public/folder.css/x": "SECRET", "secret": "SECRET",
      ]
    ) { server in
      #expect(symlink("../secret", server.folder.path("public/link.txt")) == 0)
      #expect(symlink("..", server.folder.path("public/links")) == 0)
      #expect(try server.browser().get("/a.css").text == "a{}")
      #expect(try server.browser().get("/css/b.css").text == "b{}")
      for path in paths {
        let page = try server.browser().get(path)
        #expect([400, 404].contains(page.status), "\(path): \(page.status)")
        for secret in ["SECRET", "root:", "{}"] { #expect(!page.text.contains(secret), "\(path)") }
      }
    }
  }
}
