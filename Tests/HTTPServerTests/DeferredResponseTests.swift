import Dispatch
import Glibc
import HTTPServer
import Synchronization
import TestSupport
import Testing

struct DeferredResponseTests {
  @Test func hundredsOfRequestsAreAnsweredOnOtherThreads() throws {
    let queue = DispatchQueue(label: "answers", attributes: .concurrent)
    let server = try TestServer { exchange in
      queue.async { exchange.respond(text: "\(exchange.path) \(exchange.header("X-N") ?? "-")") }
    }
    let clients = try (0..<300).map { _ in try server.connect() }
    for round in 0..<5 {
      for (number, client) in clients.enumerated() {
        client.send("GET /\(round)/\(number) HTTP/1.1\r\nHost: a\r\nX-N: \(number)\r\n\r\n")
      }
      for (number, client) in clients.enumerated() {
        #expect(try client.response().text == "/\(round)/\(number) \(number)")
      }
    }
  }

  @Test(arguments: [true, false])
  func clientsThatLeaveBeforeTheirAnswerKeepNoDescriptor(isReset: Bool) throws {
    let waiting = Mutex<[HTTPExchange]>([])
    let server = try TestServer { exchange in waiting.withLock { $0.append(exchange) } }
    for _ in 0..<50 {
      let client = try server.connect()
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      if isReset { client.reset() } else { client.close() }
    }
    try waitUntil {
      waiting.withLock { $0.count } >= (isReset ? 0 : 50) && server.server.openConnections == 0
    }
    for exchange in waiting.withLock({ $0 }) { exchange.respond(text: "too late") }
  }

  @Test func oneThreadAnswersManySuspendedRequests() throws {
    let waiting = Mutex<[HTTPExchange]>([])
    let server = try TestServer { exchange in
      let all = waiting.withLock { waiting -> [HTTPExchange] in
        waiting.append(exchange)
        if waiting.count < 200 { return [] }
        defer { waiting = [] }
        return waiting
      }
      for exchange in all { exchange.respond(text: exchange.path) }
    }
    let clients = try (0..<200).map { _ in try server.connect() }
    for (number, client) in clients.enumerated() { client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n") }
    for (number, client) in clients.enumerated() { #expect(try client.response().text == "/\(number)") }
  }

  /// libmicrohttpd takes 128 events of connections at a time. Its own threads sleep after a full set.
  @Test func aFullSetOfReadyConnectionsIsServed() throws {
    let started = DispatchSemaphore(value: 0)
    let goesOn = DispatchSemaphore(value: 0)
    let server = try TestServer {
      $0.threads = 1
    } handle: { exchange in
      if exchange.path == "/busy" {
        started.signal()
        goesOn.wait()
      }
      exchange.respond(text: exchange.path)
    }
    let busy = try server.connect()
    let clients = try (0..<128).map { _ in try server.connect() }
    for round in 0..<2 {
      if round == 1 {
        busy.send("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n")
        started.wait()
      }
      for client in clients { client.send("GET /\(round) HTTP/1.1\r\nHost: a\r\n\r\n") }
      if round == 1 { goesOn.signal() }
      for client in clients { #expect(try client.response().text == "/\(round)") }
    }
  }

  @Test func theRequestOfAClientThatLeftIsDropped() throws {
    let arrived = DispatchSemaphore(value: 0)
    let waiting = Mutex<[HTTPExchange]>([])
    let server = try TestServer { exchange in
      if exchange.path == "/" { return exchange.respond(text: "ok") }
      waiting.withLock { $0.append(exchange) }
      arrived.signal()
    }
    for _ in 0..<50 {
      let client = try server.connect()
      client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
      arrived.wait()
      client.close()
    }
    for exchange in waiting.withLock({ $0 }) { exchange.respond(text: String(repeating: "x", count: 100_000)) }
    #expect(try server.get("/").text == "ok")
    server.server.stop(grace: .seconds(5))
    #expect(waiting.withLock { $0.first?.path } == "", "The parts of the request are gone")
    waiting.withLock { $0 = [] }
  }

  @Test func aRequestWithoutAnAnswerGets503AfterItsDeadline() throws {
    let waiting = Mutex<[HTTPExchange]>([])
    let server = try TestServer {
      $0.limits.responseDeadline = .milliseconds(40)
    } handle: { exchange in
      if exchange.path == "/" { return exchange.respond(text: "ok") }
      waiting.withLock { $0.append(exchange) }
    }
    let client = try server.connect()
    client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
    let answer = try client.response()
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "5")
    for exchange in waiting.withLock({ $0 }) { exchange.respond(text: "too late") }
    waiting.withLock { $0 = [] }
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().text == "ok")
  }

  @Test func everyKindOfBodyIsSentAndFreed() throws {
    final class Owner: Sendable {
      static let gone = DispatchSemaphore(value: 0)
      nonisolated(unsafe) let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
      // Safe because it is written in `init` alone.
      init() { memory.copyBytes(from: "own".utf8) }
      deinit {
        memory.deallocate()
        Self.gone.signal()
      }
    }
    let server = try TestServer { exchange in
      let body: ResponseBody
      switch exchange.path {
      case "/shared":
        let owner = Owner()
        body = .shared(owner, UnsafeRawBufferPointer(owner.memory))
      case "/owned":
        let buffer = UnsafeMutableRawBufferPointer(start: malloc(4), count: 4)
        buffer.copyBytes(from: "mine".utf8)
        body = ResponseBody(owning: buffer)
      case "/static":
        let text: StaticString = "still"
        body = .persistent(UnsafeRawBufferPointer(start: text.utf8Start, count: 5))
      default: body = .none
      }
      exchange.respond(HTTPResponse(status: exchange.path == "/304" ? .notModified : .ok, body: body))
    }
    #expect(try server.get("/shared").text == "own")
    Owner.gone.wait()
    #expect(try server.get("/owned").text == "mine")
    #expect(try server.get("/static").text == "still")
    #expect(try server.get("/none").text == "")
    #expect(try server.get("/304").status == 304)
  }
}
