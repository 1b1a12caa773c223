import Dispatch
import HTTPServer
import TestSupport
import Testing

/// Bodies whose length is not known before their end (RFC 9112, section 7.1).
struct ChunkedTests {
  private static func head(_ type: String = "application/x-www-form-urlencoded", method: String = "POST") -> String {
    "\(method) / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
  }

  private static func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }

  private static let body = chunk("n%61me=caf%C3%") + chunk("A9+x&b=%26&") + "0\r\nX-Trailer: 1\r\n\r\n"

  @Test func aFormInChunksIsReadAndTheConnectionEnds() throws {
    let server = try TestServer { $0.respondWithForm() }
    for body in [
      Self.body, "A;ext=\"1\"\r\nname=caf%C\r\n0b\r\n3%A9+x&b=%2\r\n1\r\n6\r\n0\r\n\r\n",
    ] {
      let client = try server.connect()
      // What follows is not read as a request, however a proxy reads the chunks.
      client.send(Self.head() + body + "GET /second HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try client.response()
      #expect(answer.status == 200 && answer.text == "name=café x|b=&")
      #expect(answer.header("Connection") == "close")
      #expect(try client.isClosed())
    }
  }

  @Test func aBodyInPiecesIsTheSameBody() throws {
    let server = try TestServer { $0.respondWithForm() }
    let body = Array(Self.body.utf8)
    for split in 0..<body.count {
      let client = try server.connect()
      client.send(Array(Self.head().utf8) + body[..<split])
      // The first piece was read when another connection is answered, as both have the same loop at least every other time.
      for _ in 0..<2 { _ = try server.post("a") }
      client.send(body[split...])
      #expect(try client.response().text == "name=café x|b=&", "split at \(split)")
    }
    let client = try server.connect()
    for byte in Self.head().utf8 { client.send([byte]) }
    for byte in body { client.send([byte]) }
    #expect(try client.response().text == "name=café x|b=&")
  }

  @Test func filesInChunksAreRead() throws {
    let server = try TestServer { $0.respondWithForm() }
    let pieces = FormTests.multipart.split(separator: "-", omittingEmptySubsequences: false).map { $0 + "-" }
    let body = (pieces.dropLast() + [pieces.last!.dropLast()]).filter { !$0.isEmpty }.map { Self.chunk(String($0)) }
    let answer = try server.send(Self.head("multipart/form-data; boundary=XX") + body.joined() + "0\r\n\r\n")
    #expect(answer.text == FormTests.multipartFields)
  }

  @Test func aBodyThatIsTooLargeIsRefusedBeforeItsEnd() throws {
    let server = try TestServer {
      $0.limits.bodyBytes = 10_000
    } handle: { _ in
      Issue.record("The handler saw it")
    }
    for method in ["POST", "DELETE"] {
      let client = try server.connect()
      client.send(Self.head(method: method) + Self.chunk("a=" + String(repeating: "x", count: 9998)))
      client.send(Self.chunk("x"))
      let answer = try client.response()
      #expect(answer.status == 413)
      #expect(answer.header("Connection") == "close")
      #expect(client.send([UInt8](repeating: 0x61, count: 3_000_000)), "The connection was reset")
      #expect(try client.isClosed())
    }
  }

  @Test func aFormThatCannotBeReadIsRefusedBeforeItsEnd() throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    let client = try server.connect()
    client.send(Self.head() + Self.chunk("a=%zz"))
    #expect(try client.response().status == 400)
    #expect(try client.isClosed())
    #expect(try server.send(Self.head() + Self.chunk("a=%4") + "0\r\n\r\n").status == 400)
    #expect(try server.send(Self.head("text/plain") + Self.chunk("a")).status == 415)
  }

  @Test(arguments: [
    "x\r\na\r\n", "-1\r\na\r\n", "0x1\r\na\r\n", "fffffffffffffffff\r\na", "1\r\nab\r\n0\r\n\r\n", "\r\n",
  ])
  func malformedChunksEndTheConnection(body: String) throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    let client = try server.connect()
    client.send(Self.head() + body + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let answer = try client.response()
    #expect([400, 413].contains(answer.status), "\(answer.head)")
    #expect(try client.isClosed())
  }

  @Test func aBodyThatEndsInTheMiddleReachesNobody() throws {
    let arrived = DispatchSemaphore(value: 0)
    let server = try TestServer { exchange in
      if exchange.method == .post { Issue.record("The handler saw it") }
      exchange.respond(text: "ok")
      arrived.signal()
    }
    for body in ["", "3", "3\r\n", "3\r\na=", "3\r\na=1\r\n", "3\r\na=1\r\n0\r\n", "3\r\na=1\r\n0\r\nX: 1\r\n"] {
      let client = try server.connect()
      client.send(Self.head() + body)
      client.finishSending()
      #expect(try client.isClosed(), "\(body)")
    }
    #expect(try server.get("/").text == "ok")
  }
}
