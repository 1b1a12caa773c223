import Foundation
import Glibc
import TestSupport
import Testing

@testable import TempuraTesting

/// A server behind nginx, with the settings of `docs/deployment.md`.
struct ProxyTests {
  /// Runs a test with a browser that speaks HTTP/2 with the proxy.
  private func behindProxy(_ body: (Browser, Proxy) throws -> Void) throws {
    try Server.running(["--port", "0", "--trust-proxy"]) { server in
      try Proxy.running(before: server) { proxy in
        try body(try Browser(server, at: proxy.url, flags: Proxy.flags), proxy)
      }
    }
  }

  @Test func pagesAndFormsPass() throws {
    try behindProxy { browser, proxy in
      let list = try browser.get("/")
      #expect(list.status == 200)
      #expect(list.heads.last?.hasPrefix("HTTP/2 200") == true)
      #expect(list.target == "/list")
      let cookie = try #require(list.heads.joined().firstMatch(of: /(?i)set-cookie: (.*)\r\n/)).output.1
      #expect(cookie.hasPrefix("__Host-session-\(proxy.url.split(separator: ":")[2])=") && cookie.contains("; Secure"))
      let origin = ["Origin: \(proxy.url)"]
      let button = [("page", list.nonce), ("tap", Page.add)]
      let redirect = try browser.post("/list", button, headers: origin, follow: false)
      #expect(redirect.status == 303)
      #expect(redirect.header("Location") == "/list/addItem")
      let screen = try browser.get("/list/addItem")
      #expect(screen.status == 200 && screen.element(Page.cancel) != nil)
      #expect(try browser.post("/list", button, headers: ["Origin: https://evil.example"]).status == 403)
    }
  }

  @Test func theServerKnowsTheClientAndTheRequest() throws {
    try behindProxy { browser, _ in
      let page = try browser.get("/nope", headers: ["X-Forwarded-For: 192.0.2.1", "X-Request-Id: forged"])
      let id = try #require(page.header("X-Request-Id"))
      #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(id)")
      #expect(page.text.contains("Request \(id)"))
      browser.server.program.signal(15)
      #expect(browser.server.program.wait() == 0)
      let line = browser.server.program.printed.split(separator: "\n").first { $0.hasSuffix(id) }
      #expect(line?.contains(" 127.0.0.1 GET /nope 404 ") == true)
    }
  }

  @Test func filesAreKeptByTheirTags() throws {
    try behindProxy { browser, _ in
      let tag = try #require(try browser.get("/tempura.css").header("ETag"))
      #expect(try browser.get("/tempura.css", headers: ["If-None-Match: \(tag)"]).status == 304)
      #expect(try browser.get("/manifest.webmanifest").header("Content-Type") == "application/manifest+json")
    }
  }

  // MARK: - A part of a site

  /// All that is at a URL of the page, of its style sheets, of its manifest and of its service worker.
  @Test func anAppBelowAPathNamesOnlyURLsThere() throws {
    try Server.running(["--port", "0", "--trust-proxy", "--base-path", "/todo"]) { server in
      try Proxy.running(before: server, basePath: "/todo") { proxy in
        let browser = try Browser(server, at: proxy.url, flags: Proxy.flags)
        var urls: [String] = []
        func add(_ names: some Sequence<String>, of page: Page) {
          urls += names.compactMap { URL(string: $0, relativeTo: URL(string: page.url))?.absoluteString }
        }
        for path in ["/todo", "/todo/nope", "/todo/offline.html"] {
          let page = try browser.get(path)
          add(
            page.elements.flatMap { [$0["href"], $0["src"], $0["content"]] }.compactMap(\.self).filter {
              $0.hasPrefix("/")
            }, of: page)
        }
        for path in ["tempura-site.css", "tempura.css", "manifest.webmanifest", "service-worker.js"] {
          let file = try browser.get("/todo/\(path)")
          let pattern = path.hasSuffix(".css") ? /url\("([^"]+)"\)/ : /"(\/[^"]*)"/
          add(file.text.matches(of: pattern).map { String($0.output.1) }, of: file)
        }
        #expect(urls.count > 30)
        for url in Set(urls) {
          #expect(url.hasPrefix("\(proxy.url)/todo/"), "\(url)")
          #expect(try browser.get(url).status == 200, "\(url)")
        }
        #expect(try browser.get("/todo/list").add("Here").texts.contains("Here"))
      }
    }
  }

  // MARK: - Live pages

  /// Reads an event of a stream, without pulses and the time after which to come back.
  private func event(of stream: Program) -> String? {
    var name: String?
    while let line = stream.line() {
      if line.isEmpty, let name, name != "pulse" { return name }
      if line.hasPrefix("event: ") { name = String(line.dropFirst("event: ".count)) }
    }
    return nil
  }

  private func toggleFirst(_ browser: Browser, headers: [String] = []) throws -> Page {
    let list = try browser.get("/list")
    let script = list.elements.first { $0.tag == "script" && $0["src"]?.hasPrefix("/tempura.js") == true }
    let row = try #require(list.rows.first)
    let tap = "listView.todoListView.\(row.id).toggleButton"
    return try browser.post(
      "/list", [("page", list.nonce), ("tap", tap)],
      headers: headers + [
        "Tempura-Version: \(script?["data-version"] ?? "")", "Tempura-Release: \(script?["data-release"] ?? "")",
        "Tempura-Tab: tab1",
      ])
  }

  @Test func patchesPass() throws {
    try behindProxy { browser, _ in
      let patch = try toggleFirst(browser, headers: ["Accept: text/vnd.tempura.patch"])
      #expect(patch.status == 200 && patch.redirects == 0)
      #expect(patch.header("Content-Type")?.hasPrefix("text/vnd.tempura.patch") == true)
      #expect(patch.text.hasPrefix("{") && patch.text.contains("\"markup\""))
      #expect(try browser.get("/list").rows.first?.isDone == true)
    }
  }

  @Test func eventsOfAStreamArriveAtOnce() throws {
    try behindProxy { browser, _ in
      _ = try browser.get("/list")
      let stream = try browser.stream("/live?stream=0123456789abcdef")
      // A proxy that buffers would keep an event until the stream ends.
      #expect(event(of: stream) != nil)
      _ = try toggleFirst(browser)
      #expect(event(of: stream) == "change")
    }
  }

  @Test func theServerNoticesThatAClientHasLeft() throws {
    try behindProxy { browser, _ in
      _ = try browser.get("/list")
      let stream = try browser.stream("/live?stream=0123456789abcdef")
      #expect(event(of: stream) != nil)
      let count = browser.server.program.socketCount
      stream.signal(SIGKILL)
      try waitUntil { browser.server.program.socketCount < count }
    }
  }

  @Test func aReloadOfTheProxyEndsStreams() throws {
    try behindProxy { browser, proxy in
      _ = try browser.get("/list")
      let stream = try browser.stream("/live?stream=0123456789abcdef")
      #expect(event(of: stream) != nil)
      let count = browser.server.program.socketCount
      proxy.program.signal(SIGHUP)
      while stream.line() != nil {}
      try waitUntil { browser.server.program.socketCount < count }
      #expect(event(of: try browser.stream("/live?stream=0123456789abcdef")) != nil)
    }
  }
}
