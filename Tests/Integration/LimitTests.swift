import TestSupport
import Testing

/// Limits of requests, and refused forms of HTTP.
@Suite(.oneServer) struct LimitTests {
  private static func post(
    _ server: Server, _ body: String, type: String = "application/x-www-form-urlencoded", path: String = "/list"
  ) throws -> RawResponse {
    try post(server, Array(body.utf8), type: type, path: path)
  }

  private static func post(
    _ server: Server, _ body: [UInt8], type: String = "application/x-www-form-urlencoded", path: String = "/list"
  ) throws -> RawResponse {
    try server.send(
      Array("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
        + body)
  }

  @Test func aBodyThatIsTooLargeIsRefused() throws {
    try Server.running { server in
      let browser = try server.browser()
      let overlay = try browser.get("/list").tap(Page.add)
      for body in [
        Array(formEncoded([(Page.field, String(repeating: "🦄", count: 262_144)), ("tap", Page.done)]).utf8),
        [UInt8](repeating: UInt8(ascii: "x"), count: 1024 * 1024 + 1),
      ] {
        let page = try browser.request(overlay.url, body: body)
        #expect(page.status == 413)
        #expect(page.isPage)
        let chunked = try browser.request(overlay.url, headers: ["Transfer-Encoding: chunked"], body: body)
        #expect(chunked.status == 413)
      }
      #expect(try browser.get("/list").texts == Page.seeds)
    }
  }

  @Test func aFormInChunksIsAForm() throws {
    try Server.running { server in
      let browser = try server.browser()
      let overlay = try browser.get("/list").tap(Page.add)
      let body = Array(formEncoded([(Page.field, "In chunks"), ("tap", Page.done)]).utf8)
      // curl would send the field with the redirect's GET, too.
      let answer = try browser.request(
        overlay.url, headers: ["Transfer-Encoding: chunked"], body: body, follow: false)
      #expect(answer.status == 303)
      #expect(try browser.get("/list").texts == ["In chunks"] + Page.seeds)
    }
  }

  @Test func theLimitOfBodiesIsAFlag() throws {
    try Server.running(["--port", "0", "--body-limit", "2000"]) { server in
      let browser = try server.browser()
      let overlay = try browser.get("/list").tap(Page.add)
      #expect(try browser.post(overlay.url, [(Page.field, String(repeating: "x", count: 2000))]).status == 413)
      #expect(try browser.post(overlay.url, [(Page.field, String(repeating: "x", count: 1900))]).status == 200)
    }
  }

  @Test func aFieldThatIsTooLongIsRefused() throws {
    try Server.running { server in
      let browser = try server.browser()
      let overlay = try browser.get("/list").tap(Page.add)
      let text = String(repeating: "x", count: 256 * 1024)
      #expect(try browser.post(overlay.url, [(Page.field, text + "x"), ("tap", Page.done)]).status == 413)
      #expect(try browser.post(overlay.url, [(String(repeating: "n", count: 1025), "")]).status == 413)
      let page = try browser.post(overlay.url, [(Page.field, text), ("tap", Page.done)])
      #expect(page.texts == [text] + Page.seeds)
    }
  }

  @Test func aFormWithTooManyFieldsIsRefused() throws {
    try Server.running { server in
      let fields = (0..<100_001).map { "f\($0)=1" }.joined(separator: "&")
      let response = try Self.post(server, fields)
      #expect(response.status == 413)
      #expect(try Self.post(server, String(repeating: "&", count: 5000)).status == 303)
    }
  }

  @Test func aHeaderThatIsTooLargeIsRefused() throws {
    try Server.running { server in
      let browser = try server.browser()
      let long = String(repeating: "x", count: 17 * 1024)
      #expect(try browser.get("/list", headers: ["X-Long: \(long)"]).status == 431)
      #expect(try browser.get("/list", headers: ["Cookie: session=\(long)"]).status == 431)
      #expect(try browser.get("/list", headers: (0..<1000).map { "X-\($0): 0123456789" }).status == 431)
      #expect(try browser.get("/list", headers: ["X-Long: \(String(repeating: "x", count: 8000))"]).status == 200)
    }
  }

  @Test func aURLThatIsTooLongIsRefused() throws {
    try Server.running { server in
      let browser = try server.browser()
      #expect(try browser.get("/list?" + String(repeating: "x", count: 9000)).status == 414)
      #expect(try browser.get("/" + String(repeating: "x", count: 9000)).status == 414)
      #expect(try browser.get("/list?" + String(repeating: "x", count: 8000)).status == 200)
    }
  }

  /// One of each kind. The tests of `HTTPServer` have the others.
  @Test func whatCannotBeReadIsRefusedWithAPage() throws {
    try Server.running { server in
      let multipart = "multipart/form-data; boundary=x"
      for response in [
        try Self.post(server, "a=%4"), try Self.post(server, "--x\r\n", type: multipart),
        try server.send("GET /list%4 HTTP/1.1\r\nHost: a\r\n\r\n"),
        try server.send("GET /list?addItem=%FF HTTP/1.1\r\nHost: a\r\n\r\n"),
      ] {
        #expect(response.status == 400)
        #expect(response.isPage)
        #expect(response.header("Set-Cookie") == nil)
      }
      let ambiguous = try server.send("GET /list HTTP/1.1\r\nHost: a\"><script>\r\n\r\n")
      #expect(ambiguous.status == 400)
      #expect(!ambiguous.text.contains("<script"))
      #expect(try server.browser().get("/list").texts == Page.seeds)
    }
  }
}
