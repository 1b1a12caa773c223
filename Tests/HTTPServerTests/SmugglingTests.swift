import HTTPServer
import TestSupport
import Testing

/// Requests that a proxy could read in another way than this server (RFC 9112, section 11.2).
struct SmugglingTests {
  static let form = "Content-Type: application/x-www-form-urlencoded\r\n"

  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: a\r\n\(form)Content-Length: 3\r\nContent-Length: 3\r\n\r\na=1",
    "POST / HTTP/1.1\r\nHost: a\r\n\(form)Content-Length: 3\r\ncontent-length: 30\r\n\r\na=1",
    "POST / HTTP/1.1\r\nHost: a\r\n\(form)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\n\(form)Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\n\(form)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.0\r\nHost: a\r\n\(form)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHOST: b\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nX: 1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\"><script>\r\n\r\n",
    "GET / HTTP/1.1\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n\n",
    "GET / HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n",
    "GET / HTTP/1.1\r\nX: 1\r\nHost: a\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: 1\rY: 2\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n\t2\r\n\r\n",
    "GET / HTTP/1.1\r\n X: 1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX\0: 1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: 1\u{0}2\r\n\r\n",
    "GET / HTTP/1.1\r\nX: 1\u{0}\u{0}Y: 2\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: 1\u{1}2\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n: 1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX(: 1\r\n\r\n",
    "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /a\0?b HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /  HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /\t HTTP/1.1\r\nHost: a\r\n\r\n",
    "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
    "GET / http/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.15\r\nHost: a\r\n\r\n",
  ])
  func anAmbiguousRequestEndsTheConnection(request: String) throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    let client = try server.connect()
    client.send(request)
    #expect(try client.response().status == 400)
    #expect(try client.isClosed())
  }

  @Test(arguments: [
    ("Content-Length: 9223372036854775808", 413), ("Content-Length: 9999999999999999999", 413),
    ("Transfer-Encoding: gzip", 501),
    ("Transfer-Encoding: gzip, chunked", 501), ("Transfer-Encoding: chunked, identity", 501),
    ("Transfer-Encoding: xchunked", 501), ("Transfer-Encoding: chunked ", 501), ("Transfer-Encoding:", 501),
  ])
  func aLengthThatCannotBeReadEndsTheConnection(field: String, status: Int) throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    let client = try server.connect()
    client.send("POST / HTTP/1.1\r\nHost: a\r\n\(Self.form)\(field)\r\n\r\na=1")
    #expect(try client.response().status == status)
    #expect(try client.isClosed())
  }

  /// libmicrohttpd refuses these by itself once it has read the head, and would write the head of its answer twice.
  @Test(arguments: [
    "Content-Length: 3, 3", "Content-Length: +3", "Content-Length: -3", "Content-Length: 0x3", "Content-Length:",
    "Content-Length: 3 3", "Content-Length: 3;", "Content-Length: 99999999999999999999999999",
    "Content-Length: 18446744073709551615", "Cookie: \(String(repeating: "a=b; ", count: 2800))",
  ])
  func refusalsOfLibmicrohttpdAreAnsweredOnce(field: String) throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    // The head in one piece, and in two with another request begun in between.
    for cut in [0, 40] {
      let client = try server.connect()
      let request = Array(
        "POST / HTTP/1.1\r\nHost: a\r\n\(Self.form)\(field)\r\n\r\na=1GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      client.send(Array(request[..<cut]))
      let others = try (0..<3).map { _ in try server.connect() }
      for other in others { other.send("GET / HTTP/1.1\r\nHo") }
      client.send(Array(request[cut...]))
      let answer = try client.response()
      #expect((400..<500).contains(answer.status))
      #expect(answer.headers("Content-Type").count == 1)
      #expect(answer.text.hasPrefix("<!DOCTYPE html>"))
      #expect(answer.text.hasSuffix("</html>\n"))
      #expect(try client.isClosed())
    }
  }

  @Test func refusalsOfLibmicrohttpdForHeadHaveNoBody() throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    let client = try server.connect()
    client.send("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n")
    #expect(try client.response(toHead: true).status == 400)
    #expect(try client.isClosed())
  }

  @Test func bytesAfterARefusedRequestAreNotARequest() throws {
    let server = try TestServer { $0.respond(text: $0.path) }
    let client = try server.connect()
    client.send("GET / HTTP/1.1\r\nHost: a\nX: 1\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().status == 400)
    #expect(try client.isClosed())
  }

  @Test func ordinaryRequestsAreAccepted() throws {
    let server = try TestServer { $0.respond(text: $0.host ?? "-") }
    #expect(try server.send("GET / HTTP/1.0\r\n\r\n").text == "-")
    #expect(try server.send("GET / HTTP/1.1\r\nHost: [::1]:80 \r\nX:\r\nY:\t1 \r\n\r\n").text == "[::1]:80")
    #expect(try server.send("\r\nGET / HTTP/1.1\r\nhost:a\r\n\r\n").text == "a")
    #expect(try server.send("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n").text == "a")
    #expect(try server.send("GET / HTTP/1.1\r\nHost:\r\n\r\n").text == "")
    #expect(try server.send("GET / HTTP/1.1\r\nHost: a\r\nX: caf\u{e9}\r\n\r\n").text == "a")
  }
}
