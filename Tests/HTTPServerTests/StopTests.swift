import Dispatch
import HTTPServer
import Synchronization
import TestSupport
import Testing

struct StopTests {
  @Test func aServerThatStopsAnswersAllWhoHaveAConnection() throws {
    let waiting = Mutex<HTTPExchange?>(nil)
    let arrived = DispatchSemaphore(value: 0)
    let server = try TestServer { exchange in
      if exchange.path != "/slow" {
        return exchange.respond(HTTPResponse(status: exchange.isServerStopping ? .gone : .ok, body: .text("ok")))
      }
      waiting.withLock { $0 = exchange }
      arrived.signal()
    }
    let slow = try server.connect()
    let open = try server.connect()
    open.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try open.response().status == 200)
    slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    arrived.wait()
    let stopped = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      server.server.stop(grace: .seconds(30))
      stopped.signal()
    }
    // The stop has begun when a new request does not get its answer any more.
    while (try? server.get("/").status) == 200 {}
    open.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let last = try open.response()
    #expect(last.status == 410)
    #expect(last.header("Connection") == "close")
    #expect(try open.isClosed())
    waiting.withLock { exchange in
      exchange?.respond(text: exchange?.isServerStopping == true ? "at last" : "too early")
      exchange = nil
    }
    let answer = try slow.response()
    #expect(answer.text == "at last")
    #expect(answer.header("Connection") == "close")
    stopped.wait()
    #expect(try slow.isClosed())
  }

  @Test func requestsThatAreNotAnsweredWithinTheGraceGet503() throws {
    let waiting = Mutex<[HTTPExchange]>([])
    let arrived = DispatchSemaphore(value: 0)
    let server = try TestServer { exchange in
      waiting.withLock { $0.append(exchange) }
      arrived.signal()
    }
    let clients = try (0..<100).map { _ in try server.connect() }
    for client in clients { client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
    for _ in clients { arrived.wait() }
    server.server.stop(grace: .zero)
    for client in clients {
      #expect(try client.response().status == 503)
      #expect(try client.isClosed())
    }
    for exchange in waiting.withLock({ $0 }) { exchange.respond(text: "too late") }
    waiting.withLock { $0 = [] }
    server.server.stop(grace: .zero)
  }

  @Test func aServerStopsUnderLoad() throws {
    let queue = DispatchQueue(label: "answers", attributes: .concurrent)
    for _ in 0..<10 {
      let server = try TestServer { exchange in queue.async { exchange.respond(text: "ok") } }
      let clients = try (0..<50).map { _ in try server.connect() }
      for client in clients { client.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 20)) }
      let response = try clients[0].response()
      #expect(response.text == "ok", "\(response.head)")
      server.server.stop(grace: .seconds(5))
    }
  }

  @Test func aServerThatCannotStartThrowsTheReason() throws {
    let first = try TestServer { $0.respond(text: "ok") }
    #expect(throws: HTTPServerError.portInUse(host: "127.0.0.1", port: first.port)) {
      try TestServer {
        $0.address = .tcp(host: "127.0.0.1", port: first.port)
      } handle: {
        $0.respond(text: "ok")
      }
    }
    #expect(throws: HTTPServerError.unknownHost("no such host.invalid")) {
      try TestServer {
        $0.address = .tcp(host: "no such host.invalid", port: 0)
      } handle: {
        $0.respond(text: "ok")
      }
    }
    #expect(throws: HTTPServerError.addressNotAvailable("192.0.2.1")) {
      try TestServer {
        $0.address = .tcp(host: "192.0.2.1", port: 0)
      } handle: {
        $0.respond(text: "ok")
      }
    }
    #expect(throws: HTTPServerError.alreadyStarted) { try first.server.start() }
  }
}
