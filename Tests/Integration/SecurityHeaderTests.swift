import Testing

@testable import TempuraTesting

/// The security header fields of all pages.
@Suite(.oneServer) struct SecurityHeaderTests {
  /// Pages of every kind.
  private static func pages(of server: Server) throws -> [String: Page] {
    let browser = try server.browser()
    let list = try browser.get("/list")
    let overlay = try list.tap(Page.add)
    let header = ["X-Long: \(String(repeating: "x", count: 17 * 1024))"]
    let origin = ["Origin: http://evil.example"]
    return [
      "200": list,
      "overlay": overlay,
      "complaint": try overlay.tap(Page.done),
      "archive": try browser.get("/list").tap(Page.archive),
      "400": try browser.post("/list", [("a%", "b"), ("tap", "a"), ("tap", "b")]),
      "400 malformed": try browser.request("/list?%", follow: false),
      "403": try browser.post("/list", [("tap", Page.add)], headers: origin),
      "404": try browser.get("/nope"),
      "404 file": try browser.get("/nope.css"),
      "405": try browser.request("/list", method: "PUT", body: Array("a=b".utf8), follow: false),
      "409": try browser.post("/list", [("tap", "nothing")]),
      "413": try browser.request("/list", body: [UInt8](repeating: 0x61, count: 2_000_000)),
      "413 chunked": try browser.request(
        "/list", headers: ["Transfer-Encoding: chunked"], body: [UInt8](repeating: 0x61, count: 2_000_000)),
      // curl truncates the head if a cookie does not fit into it.
      "414": try server.browser().get("/" + String(repeating: "x", count: 9000)),
      "415": try browser.request("/list", headers: ["Content-Type: text/plain"], body: [0x61]),
      "431": try browser.get("/list", headers: header),
    ]
  }

  @Test func everyPageHasStrictHeaderFields() throws {
    try Server.running { server in
      for (name, page) in try Self.pages(of: server) {
        if let status = Int(name.prefix(3)) { #expect(page.status == status, "\(name)") }
        #expect(page.header("Content-Type") == "text/html; charset=utf-8", "\(name)")
        #expect(page.header("X-Content-Type-Options") == "nosniff", "\(name)")
        #expect(page.header("Referrer-Policy") == "same-origin", "\(name)")
        #expect(page.header("Cache-Control") == "no-store", "\(name)")
        #expect(page.headers("X-Request-Id").count == 1, "\(name)")
        #expect(page.headers("Content-Security-Policy").count == 1, "\(name)")
        #expect(page.header("Server") == nil, "\(name)")
        let policy = page.header("Content-Security-Policy") ?? ""
        for part in ["default-src ", "base-uri 'none'", "frame-ancestors 'none'", "form-action "] {
          #expect(policy.contains(part), "\(name)")
        }
        for part in ["unsafe", "http:", "https:", "*"] { #expect(!policy.contains(part), "\(name)") }
      }
    }
  }

  @Test func noPageHasStyleAttributesOrInlineScripts() throws {
    try Server.running { server in
      for (name, page) in try Self.pages(of: server) {
        let policy = page.header("Content-Security-Policy") ?? ""
        for element in page.elements {
          #expect(element["style"] == nil, "\(name): \(element.tag)")
          #expect(!element.attributes.keys.contains { $0.hasPrefix("on") }, "\(name): \(element.tag)")
          if element.tag == "style" { #expect(policy.contains("'nonce-\(element["nonce"] ?? "-")'"), "\(name)") }
          if element.tag == "script" { #expect(element["src"] != nil, "\(name)") }
        }
        #expect(page.elements.contains { $0.tag == "main" }, "\(name)")
      }
    }
  }

  @Test func everyResponseHasItsOwnNonce() throws {
    try Server.running { server in
      let browser = try server.browser()
      var nonces: Set<String> = []
      for _ in 0..<10 {
        let page = try browser.get("/list")
        let nonce = try #require(page.elements.first { $0.tag == "style" }?["nonce"])
        #expect(page.header("Content-Security-Policy")?.contains("'nonce-\(nonce)'") == true)
        #expect(nonce.count == 32)
        // Injected markup could read the form's nonce, so that nonce must not allow a style.
        #expect(!page.nonce.isEmpty)
        #expect(page.header("Content-Security-Policy")?.contains(page.nonce) == false)
        nonces.formUnion([nonce, page.nonce])
      }
      #expect(nonces.count == 20)
    }
  }

  @Test func allAnswersForbidSniffing() throws {
    try Server.running { server in
      let browser = try server.browser()
      let redirect = try browser.get("/", follow: false)
      #expect(redirect.status == 303)
      #expect(redirect.header("Cache-Control") == "no-store")
      let foreign = try browser.get("/live?stream=0123456789abcdef", headers: ["Sec-Fetch-Site: cross-site"])
      #expect(foreign.status == 403)
      let options = try browser.request("/list", method: "OPTIONS", follow: false)
      for page in [
        redirect, foreign, options, try browser.get("/todo.css"), try browser.get("/icon.svg"),
        try browser.get("/health"),
      ] {
        #expect(page.header("X-Content-Type-Options") == "nosniff")
        #expect(page.header("X-Request-Id") != nil)
      }
      #expect(try browser.get("/icon.svg").header("Content-Security-Policy")?.hasSuffix("; sandbox") == true)
    }
  }

  @Test func theIDOfARequestIsInItsPageAndInTheLog() throws {
    // A server of its own, because it is stopped.
    try Server.running(["--port", "0", "--threads", "1"]) { server in
      let page = try server.browser().get("/nope")
      let id = try #require(page.header("X-Request-Id"))
      #expect(page.text.contains("Request \(id)"))
      server.program.signal(15)
      #expect(server.program.wait() == 0)
      let line = server.program.printed.split(separator: "\n").first { $0.hasSuffix(id) }
      #expect(line?.contains(" 127.0.0.1 GET /nope 404 ") == true)
    }
  }
}
