import Dispatch
import HTTPServer
import Synchronization
import TestSupport
import Testing

struct LimitTests {
  static let form = "Content-Type: application/x-www-form-urlencoded\r\n"

  @Test func aHeaderThatIsTooLargeIs431() throws {
    let server = try TestServer { $0.respond(text: "ok") }
    #expect(try server.get("/", headers: "X: \(String(repeating: "x", count: 9_000))\r\n").status == 200)
    #expect(try server.get("/", headers: "X: \(String(repeating: "x", count: 9_800))\r\n").status == 431)
    #expect(try server.get("/", headers: "X: \(String(repeating: "x", count: 40_000))\r\n").status == 431)
    #expect(try server.get("/", headers: String(repeating: "X: 1\r\n", count: 3000)).status == 431)
  }

  @Test func aTargetThatIsTooLongIs414() throws {
    let server = try TestServer { $0.respond(text: "ok") }
    #expect(try server.get("/" + String(repeating: "x", count: 8000)).status == 200)
    #expect(try server.get("/" + String(repeating: "x", count: 8200)).status == 414)
    #expect(try server.get("/?" + String(repeating: "a&", count: 4096)).status == 414)
    #expect(try server.get("/" + String(repeating: "x", count: 60_000)).status == 414)
  }

  @Test func aQueryOfManyPartsNeedsNoMemory() throws {
    let server = try TestServer { $0.respond(text: "\($0.queryItems.count)") }
    #expect(try server.get("/?" + String(repeating: "a&", count: 4000)).text == "4000")
  }

  @Test func aBodyWithATooLargeLengthIs413AtOnce() throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    let client = try server.connect()
    client.send("POST / HTTP/1.1\r\nHost: a\r\n\(Self.form)Content-Length: 1048577\r\n\r\n")
    let answer = try client.response()
    #expect(answer.status == 413)
    #expect(answer.header("Connection") == "close")
    #expect(try client.isClosed())
  }

  @Test func aClientThatSendsARefusedBodyGetsTheAnswer() throws {
    let server = try TestServer { _ in Issue.record("The handler saw it") }
    for _ in 0..<20 {
      let client = try server.connect()
      client.send("POST / HTTP/1.1\r\nHost: a\r\n\(Self.form)Content-Length: 3000000\r\n\r\n")
      #expect(client.send([UInt8](repeating: 0x61, count: 3_000_000)), "The connection was reset")
      #expect(try client.response().status == 413)
    }
  }

  @Test func fieldsOfAFormAreLimited() throws {
    let server = try TestServer {
      $0.limits.fieldCount = 3
      $0.limits.fieldNameBytes = 4
      $0.limits.fieldBytes = 5
    } handle: {
      $0.respondWithForm()
    }
    #expect(try server.post("a=1&b=2&c=3").status == 200)
    #expect(try server.post("a=1&b=2&c=3&d").status == 413)
    #expect(try server.post("abcd=12345").status == 200)
    #expect(try server.post("%61bcd=1234%35").status == 200)
    #expect(try server.post("abcde=1").status == 413)
    #expect(try server.post("a=123456").status == 413)
    func multipart(_ fields: [(String, String)]) throws -> Int {
      let parts = fields.map { "--B\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }
      return try server.post(parts.joined() + "--B--\r\n", type: "multipart/form-data; boundary=B").status
    }
    #expect(try multipart([("a", "1"), ("b", "2"), ("abcd", "12345")]) == 200)
    #expect(try multipart([("a", "1"), ("b", "2"), ("c", "3"), ("d", "")]) == 413)
    #expect(try multipart([("abcde", "1")]) == 413)
    #expect(try multipart([("a", "123456")]) == 413)
  }

  @Test func filesAndTextOfAnUploadAreLimitedApart() throws {
    let server = try TestServer {
      $0.limits.bodyBytes = 2000
      $0.limits.uploadBytes = 5000
    } handle: {
      $0.respondWithForm()
    }
    func status(file: Int, text: Int) throws -> Int {
      let body =
        "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n\(String(repeating: "f", count: file))"
        + "\r\n--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\n\(String(repeating: "t", count: text))\r\n--B--\r\n"
      return try server.post(body, type: "multipart/form-data; boundary=B").status
    }
    #expect(try status(file: 5000, text: 1000) == 200)
    #expect(try status(file: 5001, text: 0) == 413)
    #expect(try status(file: 0, text: 2001) == 413)
    #expect(try status(file: 10_000, text: 0) == 413)
  }

  private static func server(timeout: Duration) throws -> TestServer {
    try TestServer {
      $0.limits.requestTimeout = timeout
      $0.limits.idleTimeout = timeout
    } handle: {
      $0.respond(text: "ok")
    }
  }

  @Test func aSlowRequestGets408() throws {
    let server = try Self.server(timeout: .milliseconds(50))
    let inHead = try server.connect()
    inHead.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
    let answer = try inHead.response()
    #expect(answer.status == 408)
    #expect(try inHead.isClosed())
    let inBody = try server.connect()
    inBody.send("POST / HTTP/1.1\r\nHost: a\r\n\(Self.form)Content-Length: 10\r\n\r\na=")
    #expect(try inBody.response().status == 408)
    let inLine = try server.connect()
    inLine.send("GET /")
    #expect(try inLine.response().status == 408)
  }

  // Whole seconds, because libmicrohttpd knows no others: it must not close the connection at the same time.
  @Test func aSilentRequestGets408() throws {
    let server = try Self.server(timeout: .seconds(1))
    let clients = try [
      "GET", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: a\r\n\(Self.form)Content-Length: 9\r\n\r\na=",
    ].map {
      let client = try server.connect()
      client.send($0)
      return client
    }
    for client in clients { #expect(try client.response().status == 408) }
  }

  @Test func connectionsOfOneAddressAreLimited() throws {
    let server = try TestServer {
      $0.limits.connectionsPerAddress = 2
      $0.limits.countsThisMachine = true
    } handle: {
      $0.respond(text: "ok")
    }
    let clients = try (0..<2).map { _ in try server.connect() }
    for client in clients {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().status == 200)
    }
    #expect(try server.connect().isClosed())
    clients[0].close()
    // The slot is free when the server has seen the end.
    while try server.connect().isClosed(sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n") {}
  }

  @Test func addressesOfThisMachineAreNotLimitedByDefault() throws {
    let server = try TestServer {
      $0.limits.connectionsPerAddress = 1
    } handle: {
      $0.respond(text: "ok")
    }
    let clients = try (0..<3).map { _ in try server.connect() }
    for client in clients {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().status == 200)
    }
  }

  @Test func theMemoryOfUnansweredFormsIsLimited() throws {
    let waiting = Mutex<HTTPExchange?>(nil)
    let arrived = DispatchSemaphore(value: 0)
    let server = try TestServer {
      $0.limits.formBytes = 8 * 100_000
      $0.limits.countsThisMachine = true
    } handle: { exchange in
      if exchange.path != "/slow" { return exchange.respond(text: "ok") }
      waiting.withLock { $0 = exchange }
      arrived.signal()
    }
    let body = "a=" + String(repeating: "x", count: 90_000)
    let slow = try server.connect()
    slow.send("POST /slow HTTP/1.1\r\nHost: a\r\n\(Self.form)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    arrived.wait()
    #expect(try server.post(body).status == 503)
    #expect(try server.post("a=" + String(repeating: "x", count: 10_000)).status == 200)
    waiting.withLock { exchange in
      exchange?.respond(text: "ok")
      exchange = nil
    }
    #expect(try slow.response().status == 200)
    while try server.post(body).status == 503 {}
  }

  @Test func theMemoryOfManyFieldsIsLimited() throws {
    let server = try TestServer {
      $0.limits.fieldCount = 100_000
      $0.limits.formBytes = 8 * 100_000
      $0.limits.countsThisMachine = true
    } handle: {
      $0.respond(text: "\($0.form.count)")
    }
    #expect(try server.post(String(repeating: "a&", count: 2000)).text == "2000")
    #expect(try server.post(String(repeating: "a&", count: 4000)).status == 503)
  }

  @Test func headsOfPartsCountForTheLimitOfBodies() throws {
    let server = try TestServer {
      $0.limits.bodyBytes = 20_000
    } handle: {
      $0.respondWithForm()
    }
    let part =
      "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n"
      + "Content-Type: \(String(repeating: "x", count: 5000))\r\n\r\n\r\n"
    func status(_ parts: Int) throws -> Int {
      try server.post(
        String(repeating: part, count: parts) + "--B--\r\n", type: "multipart/form-data; boundary=B"
      ).status
    }
    #expect(try status(3) == 200)
    #expect(try status(4) == 413)
  }

  @Test func requestsOfOneAddressBehindAProxyAreLimited() throws {
    let waiting = Mutex<[HTTPExchange]>([])
    let arrived = DispatchSemaphore(value: 0)
    let server = try TestServer {
      $0.limits.connectionsPerAddress = 2
      $0.limits.countsThisMachine = true  // but not the connections of a proxy
      $0.trustsForwardedHeaders = true
    } handle: { exchange in
      if exchange.path == "/now" { return exchange.respond(text: "ok") }
      waiting.withLock { $0.append(exchange) }
      arrived.signal()
    }
    func request(from address: String) throws -> RawClient {
      let client = try server.connect()
      client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(address)\r\n\r\n")
      return client
    }
    let clients = try (0..<2).map { _ in try request(from: "192.0.2.1") }
    for _ in clients { arrived.wait() }
    for address in ["192.0.2.1", "192.0.2.1:4711", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:4711", "other, 192.0.2.1"] {
      #expect(try request(from: address).response().status == 429, "\(address)")
    }
    let refused = try request(from: "192.0.2.1").response()
    #expect(refused.header("Retry-After") != nil)
    let other = try request(from: "192.0.2.2")
    arrived.wait()
    for exchange in waiting.withLock({ $0 }) { exchange.respond(text: "ok") }
    waiting.withLock { $0 = [] }
    for client in clients + [other] { #expect(try client.response().status == 200) }
    // The slots are free when the server has seen the ends of the answers.
    let deadline = ContinuousClock.now + .seconds(60)
    var status = 429
    while status == 429, ContinuousClock.now < deadline {
      status = try server.get("/now", headers: "X-Forwarded-For: 192.0.2.1\r\n").status
    }
    #expect(status == 200)
  }

  @Test func invalidLimitsFailAtStart() {
    #expect(throws: HTTPServerError.self) {
      try TestServer {
        $0.limits.connectionMemory = 10_000
      } handle: {
        $0.respond(text: "ok")
      }
    }
  }
}
