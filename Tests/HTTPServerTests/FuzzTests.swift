import HTTPServer
import TestSupport
import Testing

struct FuzzTests {
  static let seeds: [[UInt8]] = [
    "GET /list/a%20b?x=1&y=%26 HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=d\r\nIf-None-Match: \"x\"\r\n\r\n",
    "POST /f HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 11\r\n\r\na=1&b=%C3%A9",
    "POST /f HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "5\r\na=1&b\r\n3;x=y\r\n=%4\r\n1\r\n1\r\n0\r\nTrailer: 1\r\n\r\n",
    "POST /f HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=XX\r\nContent-Length: 141\r\n\r\n"
      + "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
      + "--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\nfile\r\n--XX--\r\n",
  ].map { Array($0.utf8) }

  static func mutated(_ request: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    var request = request
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      let index = Int.random(in: 0..<request.count, using: &numbers)
      let special: [UInt8] = [0, 9, 10, 13, 32, 34, 37, 38, 45, 48, 57, 58, 61, 63, 127, 128, 255]
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: request[index] = UInt8.random(in: 0...255, using: &numbers)
      case 1: request[index] = special.randomElement(using: &numbers) ?? 0
      case 2: request.insert(special.randomElement(using: &numbers) ?? 0, at: index)
      case 3: request.remove(at: index)
      case 4: request.insert(contentsOf: request[index..<min(request.count, index + 30)], at: index)
      default: request.removeSubrange(index..<min(request.count - 1, index + 10))
      }
      if request.isEmpty { return [0x0a] }
    }
    return request
  }

  /// A request may be cut short. Only its deadline ends it then, so the deadline is short and many requests run at once.
  static func server(_ handle: @escaping @Sendable (HTTPExchange) -> Void) throws -> TestServer {
    try TestServer {
      $0.limits.requestTimeout = .milliseconds(50)
      $0.limits.idleTimeout = .milliseconds(50)
    } handle: {
      handle($0)
    }
  }

  static func send(_ requests: [[UInt8]], to server: TestServer) throws {
    for start in stride(from: 0, to: requests.count, by: 100) {
      let clients = try requests[start..<min(start + 100, requests.count)].map { request in
        let client = try server.connect()
        client.send(request)
        client.finishSending()
        return client
      }
      for client in clients { _ = try client.untilClosed() }
    }
  }

  @Test func theServerStillAnswersAfterThousandsOfMutatedRequests() throws {
    let files = StaticFiles(folders: ["/etc"], builtIn: [:])
    let server = try Self.server { exchange in
      exchange.forEachCookie("c") { _ in true }
      _ = (exchange.pathSegments, exchange.queryItems, exchange.host, exchange.method.rawValue)
      if exchange.method == .get, let file = files.response(for: exchange) { return exchange.respond(file) }
      exchange.respondWithForm()
    }
    var numbers = SeededNumbers(seed: 1)
    try Self.send((0..<4000).map { Self.mutated(Self.seeds[$0 % Self.seeds.count], &numbers) }, to: server)
    #expect(try server.get("/").status == 200)
  }

  @Test func theServerStillAnswersAfterNoise() throws {
    let server = try Self.server { $0.respond(text: "ok") }
    var numbers = SeededNumbers(seed: 2)
    let noise = (0..<1000).map { _ in (0..<200).map { _ in UInt8.random(in: 0...255, using: &numbers) } }
    try Self.send(noise, to: server)
    #expect(try server.get("/").text == "ok")
  }
}
