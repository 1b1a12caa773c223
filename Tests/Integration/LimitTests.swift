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
        #expect(chunked.status == 411)
      }
      #expect(try browser.get("/list").texts == Page.seeds)
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
      let fields = (0..<1001).map { "f\($0)=1" }.joined(separator: "&")
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

  @Test(
    arguments: [
      "a=%", "a=%4", "a=%zz", "%=a", "a=%4g", "a=b%", "a=%C3", "a=%C3%28", "a=%FF", "a=%ED%A0%80", "a=%ED%BF%BF",
      "a=%C0%80", "a=%F4%90%80%80", "%FF=a", "a=%00", "%00=a", "a=b%00c", "a=%E2%82",
    ]) func aFormThatIsNotEncodedAsItShouldBeIsRefused(body: String) throws
  {
    try Server.running { server in
      let response = try Self.post(server, body)
      #expect(response.status == 400)
      #expect(response.isPage)
      #expect(response.header("Set-Cookie") == nil)
    }
  }

  @Test(arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x00], [0x61, 0x00]] as [[UInt8]])
  func bytesThatAreNoTextAreRefused(bytes: [UInt8]) throws {
    try Server.running { server in
      let response = try Self.post(server, Array("a=".utf8) + bytes)
      #expect(response.status == 400)
      let multipart =
        Array("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8) + bytes + Array("\r\n--x--\r\n".utf8)
      #expect(try Self.post(server, multipart, type: "multipart/form-data; boundary=x").status == 400)
    }
  }

  @Test(
    arguments: [
      "/%", "/list%", "/list%4", "/%zz", "/list?a=%", "/list?%zz=1", "/%FF", "/list/%C3", "/%ED%A0%80", "/%00",
      "/list?a=%00", "/list?addItem=%FF", "/list/addItem?addItem=%ED%A0%80",
    ]) func anAddressThatIsNotEncodedAsItShouldBeIsRefused(target: String) throws
  {
    try Server.running { server in
      let browser = try server.browser()
      let page = try browser.get(target)
      #expect(page.status == 400, "\(page.status)")
      #expect(page.isPage)
      #expect(try browser.get("/list").status == 200)
    }
  }

  @Test(
    arguments: [
      "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
      "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x",
      "--x\r\nContent-Disposition: form-data; name=\"a\"", "--x\r\n", "--x", "nothing of the kind", "--y\r\n\r\n--y--",
      "--x\r\n\r\n\r\n--x--\r\n", "--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n",
      "--x\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n1\r\n--x--\r\n",
      "--x\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--x--\r\n",
    ]) func aMultipartFormThatIsCutShortIsRefused(body: String) throws
  {
    try Server.running { server in
      let response = try Self.post(server, body, type: "multipart/form-data; boundary=x")
      #expect(response.status == 400)
      #expect(response.isPage)
    }
  }

  @Test(
    arguments: [
      "GET /list HTTP/1.1\r\n\r\n", "GET /list HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "GET /list HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", "GET /list HTTP/1.1\r\nHost: a\r\nX : a\r\n\r\n",
      "GET /list HTTP/1.1\r\nHost: a b\r\n\r\n", "GET /list HTTP/1.1\r\nHost: a\"><script>\r\n\r\n",
      "GET list HTTP/1.1\r\nHost: a\r\n\r\n", "GET /list#x HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /a\u{1}b HTTP/1.1\r\nHost: a\r\n\r\n", "GET /list HTTP/1.1\nHost: a\n\n",
      "POST /list HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "POST /list HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
      "POST /list HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]) func aMalformedHeadIsRefused(request: String) throws
  {
    try Server.running { server in
      let response = try server.send(request)
      #expect(response.status == 400)
      #expect(response.header("Set-Cookie") == nil)
      #expect(!response.text.contains("<script"))
    }
  }

  @Test func anUnknownTransferCodingIsRefused() throws {
    try Server.running { server in
      let response = try server.send(
        "POST /list HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
          + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")
      #expect(response.status == 501)
    }
  }
}
