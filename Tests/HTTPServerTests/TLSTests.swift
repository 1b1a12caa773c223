import Dispatch
import Foundation
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Connections with TLS.
struct TLSTests {
  private func server(
    _ certificate: TestCertificate? = nil,
    handle: @escaping @Sendable (HTTPExchange) -> Void = { $0.respond(text: "ok") }
  ) throws -> TestServer {
    let settings = try Transport.tls.settings(certificate)
    return try TestServer {
      $0.tls = settings
    } handle: {
      handle($0)
    }
  }

  private func server(
    configure: (inout HTTPServerConfiguration) -> Void,
    handle: @escaping @Sendable (HTTPExchange) -> Void = { $0.respond(text: "ok") }
  ) throws -> TestServer {
    let settings = try Transport.tls.settings()
    return try TestServer {
      $0.tls = settings
      configure(&$0)
    } handle: {
      handle($0)
    }
  }

  /// What openssl says about a connection.
  private func connection(to server: TestServer, _ flags: [String]) throws -> String {
    try TestCertificate.openssl(["s_client", "-connect", "127.0.0.1:\(server.port)"] + flags)
  }

  private func subject(of server: TestServer) throws -> String {
    let text = try connection(to: server, [])
    return String(text.firstMatch(of: /subject=([^\n]*)/)?.output.1 ?? "")
  }

  // MARK: - Versions

  @Test(arguments: [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")])
  func aVersionIsSpoken(flag: String, version: String) throws {
    let text = try connection(to: server(), [flag, "-alpn", "http/1.1"])
    #expect(text.contains("New, \(version), Cipher is"))
    #expect(text.contains("ALPN protocol: http/1.1"))
  }

  /// Each handshake with such a group would cost up to half a second.
  @Test(arguments: ["ffdhe2048", "ffdhe8192"]) func aGroupOfIntegersIsRefused(group: String) throws {
    let server = try server()
    #expect(throws: TestError.self) { try connection(to: server, ["-tls1_3", "-groups", group]) }
    #expect(try connection(to: server, ["-tls1_3", "-groups", "P-256"]).contains("New, TLSv1.3"))
  }

  @Test(arguments: ["-tls1", "-tls1_1"]) func anOldVersionIsRefused(flag: String) throws {
    let server = try server()
    let error = #expect(throws: TestError.self) {
      try connection(to: server, [flag, "-cipher", "DEFAULT@SECLEVEL=0"])
    }
    // The server closes the connection after the first message.
    let text = "\(try #require(error))"
    #expect(text.contains("unexpected eof") || text.contains("alert protocol version"), "\(text)")
  }

  @Test(arguments: ["AES128-SHA", "ECDHE-ECDSA-AES128-SHA", "DHE-RSA-AES128-GCM-SHA256", "NULL"])
  func aWeakCipherIsRefused(cipher: String) throws {
    let server = try server()
    #expect(throws: TestError.self) {
      try connection(to: server, ["-tls1_2", "-cipher", "\(cipher)@SECLEVEL=0"])
    }
  }

  // MARK: - Requests

  @Test func requestsAreAnswered() throws {
    let server = try server { $0.respond(text: "\($0.path) \($0.isSecure)") }
    let client = try server.connect()
    for path in ["/a", "/b"] {
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try client.response()
      #expect(answer.text == "\(path) true")
      #expect(answer.header("Strict-Transport-Security") == "max-age=60")
    }
  }

  @Test func plainAnswersAskForNoTLS() throws {
    let server = try TestServer { $0.respond(text: "\($0.isSecure)") }
    let answer = try server.get("/")
    #expect(answer.text == "false")
    #expect(answer.header("Strict-Transport-Security") == nil)
    #expect(try server.get("/%").header("Strict-Transport-Security") == nil)
  }

  @Test func aTrustedProxySaysWhatItsClientUses() throws {
    let server = try server(configure: {
      $0.trustsForwardedHeaders = true
    }) {
      $0.respond(text: "\($0.isSecure)")
    }
    #expect(try server.get("/").text == "true")
    #expect(try server.get("/", headers: "X-Forwarded-Proto: http\r\n").text == "false")
    #expect(try server.get("/", headers: "X-Forwarded-Proto: https\r\n").text == "true")
  }

  @Test func manyRequestsAtOnceAreAllAnswered() throws {
    let server = try server { $0.respond(text: $0.path) }
    let client = try server.connect()
    client.send((0..<300).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    for number in 0..<300 { #expect(try client.response().text == "/\(number)") }
  }

  @Test func aRequestMayArriveInAnyPieces() throws {
    let server = try server { $0.respondWithForm() }
    let request = Array(
      "POST /form HTTP/1.1\r\nHost: a\r\n\(LimitTests.form)Content-Length: 7\r\n\r\na=1&b=2".utf8)
    let client = try server.connect()
    for byte in request { client.send([byte]) }
    #expect(try client.response().text == "a=1|b=2")
  }

  @Test func answersMayComeFromAnyThread() throws {
    let queue = DispatchQueue(label: "answers", attributes: .concurrent)
    let server = try server { exchange in queue.async { exchange.respond(text: exchange.path) } }
    let clients = try (0..<20).map { _ in try server.connect() }
    for round in 0..<10 {
      for client in clients { client.send("GET /\(round) HTTP/1.1\r\nHost: a\r\n\r\n") }
      for client in clients { #expect(try client.response().text == "/\(round)") }
    }
  }

  @Test func largeContentGoesBothWays() throws {
    let content = [UInt8]((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let server = try server { exchange in
      if exchange.method == .get { return exchange.respond(HTTPResponse(body: .bytes(content))) }
      exchange.respondWithForm()
    }
    let folder = try TemporaryFolder()
    let url = "https://127.0.0.1:\(server.port)"
    _ = try CurlTests.curl(["-k", "-o", folder.path("content"), url])
    #expect(folder.read("content") == content)
    #expect(
      try CurlTests.curl(["-k", "-F", "f=@\(folder.path("content"));type=image/x-y;filename=n.bin", url])
        == "f=file(n.bin,image/x-y,5000000)")
  }

  @Test func aFileIsSent() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "0123456789", count: 100_000)
    try folder.write(text, to: "a.txt")
    let files = StaticFiles(folders: [folder.path], builtIn: [:])
    let server = try server { $0.respond(files.response(for: $0) ?? HTTPResponse(status: .notFound)) }
    #expect(try server.get("/a.txt").text == text)
  }

  @Test func aClientThatDoesNotReadDelaysNoOther() throws {
    let server = try server(configure: {
      $0.threads = 1
    }) { exchange in
      exchange.respond(
        HTTPResponse(body: .bytes([UInt8](repeating: 0x61, count: exchange.path == "/large" ? 20_000_000 : 2))))
    }
    let slow = try server.connect()
    slow.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    for _ in 0..<20 { #expect(try server.get("/").body.count == 2) }
    #expect(try slow.response().body.count == 20_000_000)
  }

  // MARK: - Refusals, which libmicrohttpd does not send

  @Test func aLateRequestGets408() throws {
    let server = try server(configure: { $0.limits.requestTimeout = .milliseconds(50) })
    let client = try server.connect()
    client.send("GET / HTTP/1.1\r\nHost: a\r\n")
    let answer = try client.response()
    #expect(answer.status == 408)
    #expect(answer.header("Strict-Transport-Security") == "max-age=60")
    #expect(try client.isClosed())
  }

  @Test(arguments: [
    ("GET /% HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", 415), ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: 1\r\n", count: 3000))\r\n", 431),
  ])
  func aRefusedRequestIsToldWhy(request: String, status: Int) throws {
    let server = try server()
    let client = try server.connect()
    client.send(request)
    #expect(try client.response().status == status)
  }

  // MARK: - Clients that do not shake hands

  @Test func plainHTTPIsNotAnswered() throws {
    let server = try server()
    let plain = try RawClient(port: server.port)
    plain.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try !plain.untilClosed().contains("HTTP/1"))
    #expect(try server.get("/").text == "ok")
  }

  @Test(arguments: ["", "\u{16}\u{3}\u{1}\u{2}", "\u{16}\u{3}\u{1}\u{0}\u{4}\u{1}\u{0}\u{0}"])
  func anUnfinishedHandshakeEnds(start: String) throws {
    let server = try server(configure: {
      $0.limits.idleTimeout = .seconds(1)
      $0.limits.requestTimeout = .milliseconds(100)
    })
    let silent = try RawClient(port: server.port)
    let gone = try RawClient(port: server.port)
    for client in [silent, gone] { client.send(start) }
    gone.finishSending()
    #expect(try !gone.untilClosed().contains("HTTP"))
    #expect(try !silent.untilClosed().contains("HTTP"))
    #expect(try server.get("/").text == "ok")
  }

  @Test func halfOpenConnectionsAreClosed() throws {
    let server = try server()
    let client = try server.connect()
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().text == "ok")
    client.send("GET /half HTTP/1.1\r\nHo")
    client.finishSending()
    #expect(try client.isClosed())
  }

  // MARK: - Certificates

  @Test func anotherCertificateIsForNewConnections() throws {
    let (first, second) = (try TestCertificate(for: "one.example"), try TestCertificate(for: "two.example"))
    let server = try server(first)
    let client = try server.connect()
    #expect(try subject(of: server) == "CN = one.example")
    server.server.use(try Certificate(file: second.file, keyFile: second.keyFile))
    #expect(try subject(of: server) == "CN = two.example")
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().text == "ok")
  }

  @Test func noConnectionFailsWhileCertificatesChange() throws {
    let certificates = try ["one.example", "two.example"].map { try TestCertificate(for: $0) }
    let server = try server(certificates[0])
    let isOver = Atomic(false)
    let changes = DispatchGroup()
    changes.enter()
    Thread.detachNewThread {
      var number = 0
      while !isOver.load(ordering: .relaxed) {
        number += 1
        let files = certificates[number % 2]
        if let next = try? Certificate(file: files.file, keyFile: files.keyFile) { server.server.use(next) }
        sched_yield()
      }
      changes.leave()
    }
    for _ in 0..<200 { #expect(try server.get("/").text == "ok") }
    isOver.store(true, ordering: .relaxed)
    changes.wait()
  }

  @Test func aServerStopsWithOpenConnections() throws {
    let waiting = Mutex<[HTTPExchange]>([])
    let arrived = DispatchSemaphore(value: 0)
    let server = try server { exchange in
      if exchange.path == "/" { return exchange.respond(text: "ok") }
      waiting.withLock { $0.append(exchange) }
      arrived.signal()
    }
    let idle = try server.connect()
    let unfinished = try RawClient(port: server.port)
    let client = try server.connect()
    client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
    arrived.wait()
    server.server.stop(grace: .milliseconds(10))
    #expect(try client.response().status == 503)
    for client in [idle, unfinished] { _ = try client.untilClosed() }
    waiting.withLock { $0 = [] }
  }
}
