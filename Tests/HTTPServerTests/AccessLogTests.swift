import Glibc
import HTTPServer
import TestSupport
import Testing

struct AccessLogTests {
  /// The lines that the log writes for the requests.
  static func lines(_ requests: (TestServer) throws -> Void) throws -> [String] {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    defer { close(ends[0]) }
    do {
      let log = AccessLog(descriptor: ends[1])
      defer { close(ends[1]) }
      let server = try TestServer {
        $0.observers = [log]
      } handle: {
        $0.respond(text: "hello")
      }
      try requests(server)
      server.server.stop(grace: .seconds(5))
    }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func theLogHasALineForEachRequest() throws {
    var id = ""
    let lines = try Self.lines { server in
      // On one connection, whose thread logs one after the other.
      let client = try server.connect()
      client.send("GET /a%20b?secret=1 HTTP/1.1\r\nHost: a\r\n\r\nGET /%zz HTTP/1.1\r\nHost: a\r\n\r\n")
      id = try client.response().header("X-Request-Id") ?? ""
      _ = try client.response()
    }
    #expect(lines.count == 2)
    let line = try #require(lines.first)
    #expect(
      line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z 127\.0\.0\.1 GET \/a%20b 200 5 \d+\.\d{3} (\w{13})/)?
        .1 == id[...])
    #expect(lines.last?.contains(" GET /%zz 400 ") == true)
  }

  @Test func aClientCannotForgeALine() throws {
    let lines = try Self.lines { server in
      _ = try server.send(Array("GET /a\u{1b}[2J\"\\\u{7f}é HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
      _ = try server.send("GET /a\nb HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try server.get("/" + String(repeating: "x", count: 5000))
    }
    #expect(lines.count >= 2)
    #expect(lines.contains { $0.contains(#" GET /a\x1b[2J\x22\x5c\x7f\xc3\xa9 400 "#) })
    for line in lines {
      #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f })
      #expect(line.utf8.count < 2200)
    }
  }

  @Test func theServerAnswersAfterTheReaderOfItsLogIsGone() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    let log = AccessLog(descriptor: ends[1])
    let server = try TestServer {
      $0.observers = [log]
    } handle: {
      $0.respond(text: "ok")
    }
    for _ in 0..<3 {
      #expect(try server.get("/").text == "ok")
      log.flush()
    }
    close(ends[1])
  }
}
