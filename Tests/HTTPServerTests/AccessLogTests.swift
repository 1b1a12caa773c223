import Basics
import Foundation
import Glibc
import HTTPServer
import TestSupport
import Testing

struct AccessLogTests {
  /// The lines that the log writes for the requests.
  static func lines(
    _ format: LogFormat = .text, trustsProxy: Bool = false,
    handle: @escaping @Sendable (HTTPExchange) -> Void = { $0.respond(text: "hello") },
    _ requests: (TestServer) throws -> Void
  ) throws -> [String] {
    // A file takes all lines, and a pipe only as many as the system lets it have.
    let folder = try TemporaryFolder()
    let path = folder.path("log")
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    do {
      let log = AccessLog(descriptor: file, format: format)
      defer { close(file) }
      let server = try TestServer(
        configure: {
          $0.observers = [log]
          $0.trustsForwardedHeaders = trustsProxy
        }, handle: handle)
      try requests(server)
      server.server.stop(grace: .seconds(5))
    }
    let text = try Data(contentsOf: URL(fileURLWithPath: path))
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

  // MARK: - JSON

  private static func objects(_ lines: [String]) throws -> [[String: Any]] {
    try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)") }
  }

  @Test func aLineCanBeAnObject() throws {
    var id = ""
    let lines = try Self.lines(.json) { exchange in
      exchange.note {
        $0.session = 0x00a2_0c11_3b5e
        $0.screen = "list"
      }
      exchange.respond(text: "hello")
    } _: { server in
      id = try server.get("/a%20b?secret=1").header("X-Request-Id") ?? ""
    }
    let object = try #require(Self.objects(lines).first)
    #expect(
      Set(object.keys) == [
        "time", "level", "request", "client", "method", "path", "status", "bytes", "milliseconds", "session", "screen",
      ])
    #expect((object["time"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    #expect(object["level"] as? String == "info")
    #expect(object["request"] as? String == id)
    #expect(object["client"] as? String == "127.0.0.1")
    #expect(object["method"] as? String == "GET")
    #expect(object["path"] as? String == "/a%20b")
    #expect(object["status"] as? Int == 200)
    #expect(object["bytes"] as? Int == 5)
    #expect(object["milliseconds"] as? Double ?? -1 >= 0)
    #expect(object["session"] as? String == "00a20c113b5e")
    #expect(object["screen"] as? String == "list")
  }

  @Test func anErrorHasItsLevel() throws {
    let lines = try Self.lines(.json) {
      $0.respond(HTTPResponse(status: .serviceUnavailable))
    } _: {
      _ = try $0.get("/")
    }
    #expect(try Self.objects(lines).first?["level"] as? String == "error")
  }

  /// Each byte in a path, a method and the fields of a proxy, as far as the server reads them at all.
  @Test func anyByteOfAClientIsValidJSON() throws {
    let lines = try Self.lines(.json, trustsProxy: true) { exchange in
      exchange.note { $0.screen = "a\"\\\n é" }
      exchange.respond(text: "hello")
    } _: { server in
      for byte in UInt8.min...UInt8.max where byte != 0x0a && byte != 0x0d {
        let path = Array("GET /a".utf8) + [byte] + Array("b HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let method = [byte] + Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let fields =
          Array("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1".utf8) + [byte]
          + Array("\r\nX-Request-Id: a".utf8) + [byte] + Array("\r\ntraceparent: ".utf8) + [byte]
          + Array("\r\n\r\n".utf8)
        for request in [path, method, fields] {
          let client = try server.connect()
          client.send(request)
          client.finishSending()  // some bytes leave the request without its end
          _ = try? client.untilClosed()
        }
      }
    }
    #expect(lines.count > 300)
    let paths = try Self.objects(lines).compactMap { $0["path"] as? String }
    #expect(paths.count == lines.count)
    #expect(paths.contains(#"/a\x22b"#) && paths.contains(#"/a\x5cb"#))
    #expect(try Self.objects(lines).contains { $0["screen"] as? String == #"a\x22\x5c\x0a\x20\xc3\xa9"# })
  }

  @Test func onlyAValidTraceIsLogged() throws {
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let fields = [
      "traceparent: \(parent)\r\n", "TraceParent: \(parent)\r\n", "traceparent: \(parent.uppercased())\r\n",
      "traceparent: \(parent)\r\ntraceparent: \(parent)\r\n", "",
    ]
    let lines = try Self.lines(.json) { server in
      let client = try server.connect()
      for field in fields {
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n")
        _ = try client.response()
      }
    }
    let id = "4bf92f3577b34da6a3ce929d0e0e4736"
    #expect(try Self.objects(lines).map { $0["trace"] as? String } == [id, id, nil, nil, nil])
  }

  @Test func aHandlerGetsTheTraceWithItsState() throws {
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let server = try TestServer {
      $0.respond(text: $0.trace.map { "\($0.parent.traceID) \($0.state ?? "-")" } ?? "none")
    }
    func answer(_ fields: String) throws -> String { try server.get("/", headers: fields).text }
    let id = "4bf92f3577b34da6a3ce929d0e0e4736"
    #expect(try answer("traceparent: \(parent)\r\n") == "\(id) -")
    #expect(try answer("traceparent: \(parent)\r\ntracestate: a=1\r\nTraceState: b=2\r\n") == "\(id) a=1,b=2")
    let long = String(repeating: "v", count: 200)
    #expect(
      try answer(
        "traceparent: \(parent)\r\ntracestate: a=\(long)\r\ntracestate: b=\(long)\r\ntracestate: c=\(long)\r\n")
        == "\(id) -")
    #expect(try answer("tracestate: a=1\r\n") == "none")
  }

  // MARK: - The reader

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
