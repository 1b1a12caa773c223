import Dispatch
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Streams of Server-Sent Events.
struct StreamTests {
  private static let change: StaticString = "event: change\ndata:\n\n"

  private final class Observer: RequestObserver {
    let lines = Mutex<[String]>([])
    let ended = DispatchSemaphore(value: 0)
    func requestDidEnd(_ request: EndedRequest) {
      lines.withLock { $0.append("\(request.status) \(request.size)") }
      ended.signal()
    }
    func serverDidStop() {}
  }

  @Test(arguments: ["/live", "/later"])
  func aStreamBeginsWithItsHead(path: String) throws {
    let server = try StreamServer()
    let client = try server.base.connect()
    client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    let head = try client.response()
    #expect(head.status == 200)
    #expect(head.header("Content-Type") == "text/event-stream")
    #expect(head.header("Cache-Control") == "no-store")
    #expect(head.header("X-Accel-Buffering") == "no")
    #expect(head.header("Connection") == "close")
    #expect(head.header("X-Request-Id")?.count == 13)
    #expect(head.header("X-Content-Type-Options") == "nosniff")
    #expect(head.header("Content-Length") == nil)
    let date = try #require(head.header("Date"))
    #expect(date.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil, "\(date)")
    #expect(try client.text(until: "event: open\ndata:\n\n") == "retry: 1234\n\nevent: open\ndata:\n\n")
  }

  @Test(arguments: ["/live", "/later"])
  func eventsAreSentFromAnyThread(path: String) throws {
    let server = try StreamServer()
    let (client, stream) = try server.open("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    for _ in 0..<3 {
      #expect(stream.send(Self.change))
      #expect(try client.text(until: "\n\n") == "event: change\ndata:\n\n")
    }
    let bytes = Array("data: x\n\n".utf8)
    #expect(bytes.withUnsafeBytes { stream.send($0) })
    #expect(try client.text(until: "\n\n") == "data: x\n\n")
  }

  @Test func aClientThatIsBehindGetsAShortEvent() throws {
    let server = try StreamServer()
    let (client, stream) = try server.open()
    let event = Array("data: \(String(repeating: "x", count: 5000))\n\n".utf8)
    var count = 0
    while event.withUnsafeBytes({ stream.send($0, orElse: Self.change) }), count < 100_000 { count += 1 }
    #expect((1..<100_000).contains(count), "the system keeps some")
    for _ in 0..<count { #expect(try client.text(until: "\n\n").utf8.count == event.count) }
    #expect(try client.text(until: "\n\n") == "\(Self.change)")
    #expect(event.withUnsafeBytes { stream.send($0, orElse: Self.change) }, "it has caught up")
  }

  @Test func aLongEventIsNotSent() throws {
    let server = try StreamServer()
    let (client, stream) = try server.open()
    let event = [UInt8](repeating: UInt8(ascii: ":"), count: 6001)
    #expect(!event.withUnsafeBytes { stream.send($0, orElse: Self.change) })
    #expect(event.dropLast().withUnsafeBytes { stream.send($0, orElse: Self.change) })
    #expect(try client.text(until: "\n\n") == "\(Self.change)")
  }

  @Test func aConnectionThatServedRequestsBecomesAStream()
    throws
  {
    let server = try StreamServer()
    let client = try server.base.connect()
    for _ in 0..<3 {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().text == "ok")
    }
    client.send(StreamServer.live)
    #expect(try client.response().header("Content-Type") == "text/event-stream")
    _ = try client.text(until: "event: open\ndata:\n\n")
    #expect(server.streams.first?.send(Self.change) == true)
    #expect(try client.text(until: "\n\n") == "event: change\ndata:\n\n")
  }

  /// Linux watches one file in 500 entries at most, if the set is in another set. libmicrohttpd ends the process if a
  /// descriptor is not in its set.
  @Test func hundredsOfStreamsOpenAtOnce() throws {
    let started = DispatchSemaphore(value: 0)
    let goesOn = DispatchSemaphore(value: 0)
    let opened = DispatchSemaphore(value: 0)
    let server = try TestServer {
      $0.threads = 1
    } handle: { exchange in
      switch exchange.path {
      case "/live":
        exchange.respond(EventStreamAnswer(retry: 1, opened: { _ in opened.signal() }, closed: { _ in }))
      case "/busy":
        started.signal()
        goesOn.wait()
        fallthrough
      default: exchange.respond(text: "ok")
      }
    }
    let clients = try (0..<520).map { _ in try server.connect() }
    for client in clients {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try client.response()
    }
    let busy = try server.connect()
    busy.send("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n")
    started.wait()
    for client in clients { client.send(StreamServer.live) }
    goesOn.signal()
    for client in clients {
      opened.wait()
      #expect(try client.text(until: "retry: 1\n\n").contains(" 200 OK\r\n"))
    }
  }

  @Test func aClientOfHTTP1_0GetsAStream() throws {
    let server = try StreamServer()
    let (client, stream) = try server.open("GET /live HTTP/1.0\r\n\r\n")
    stream.close()
    #expect(try client.untilClosed() == "")
  }

  @Test func theAnswerToHeadIsTheHead() throws {
    let server = try StreamServer()
    let client = try server.base.connect()
    client.send("HEAD /live HTTP/1.1\r\nHost: a\r\n\r\n")
    let head = try client.response(toHead: true)
    #expect(head.status == 200)
    #expect(head.header("Content-Type") == "text/event-stream")
    #expect(head.header("Content-Length") == nil)
    #expect(try client.isClosed())
    #expect(server.streams.isEmpty)
  }

  @Test func aStreamIsReportedOnceWhenItOpens() throws {
    let observer = Observer()
    let server = try StreamServer { $0.observers = [observer] }
    let (client, _) = try server.open()
    observer.ended.wait()
    client.close()
    server.waitForClose()
    #expect(try server.base.get("/").text == "ok")
    observer.ended.wait()
    #expect(observer.lines.withLock { $0 } == ["200 \("retry: 1234\n\n".utf8.count)", "200 2"])
  }

  // MARK: The end of a stream

  @Test func aStreamIsClosedWhenItsClientLeaves() throws {
    let server = try StreamServer()
    for leave in [{ (client: RawClient) in client.close() }, { $0.reset() }, { $0.finishSending() }] {
      let (client, stream) = try server.open()
      leave(client)
      server.waitForClose()
      #expect(!stream.send(Self.change))
      stream.close(retry: 1)
    }
    server.base.server.stop(grace: .zero)
    #expect(server.closedCount == 3)
  }

  @Test func aClientThatHasLeftBeforeItsStreamOpensIsNoticed()
    throws
  {
    let server = try StreamServer()
    for path in ["/live", "/later"] {
      let client = try server.base.connect()
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      client.finishSending()
      server.waitForClose()
      #expect(try client.untilClosed().contains("event: open"))
    }
  }

  @Test func theServerClosesAStream() throws {
    let server = try StreamServer()
    let (client, stream) = try server.open()
    stream.close(retry: 77)
    #expect(!stream.send(Self.change))
    #expect(try client.untilClosed() == "retry: 77\n\n")
    server.waitForClose()
    stream.close(retry: 78)
    #expect(!stream.send(Self.change))
  }

  @Test func aStreamCanBeClosedAsSoonAsItOpens() throws {
    let closed = DispatchSemaphore(value: 0)
    let server = try TestServer { exchange in
      exchange.respond(
        EventStreamAnswer(retry: 1) {
          $0.close(retry: 2)
        } closed: { _ in
          closed.signal()
        })
    }
    let client = try server.connect()
    client.send(StreamServer.live)
    #expect(try client.untilClosed().hasSuffix("\r\n\r\nretry: 1\n\nretry: 2\n\n"))
    closed.wait()
  }

  @Test func aClientThatDoesNotReadIsDropped() throws {
    let server = try StreamServer()
    let (silent, stream) = try server.open()
    let (client, other) = try server.open()
    while stream.send(Self.change) {}
    server.waitForClose()
    #expect(other.send(Self.change))
    #expect(try client.text(until: "\n\n") == "event: change\ndata:\n\n")
    #expect(try silent.untilClosed().hasPrefix("event: change\n"))
  }

  @Test func aStreamSendsNothingToASocketThatGetsItsDescriptor() throws {
    let server = try StreamServer { $0.threads = 1 }
    let (client, stream) = try server.open()
    client.close()
    server.waitForClose()
    let next = try (0..<8).map { _ in try server.open() }
    #expect(!stream.send("event: wrong\ndata:\n\n"))
    stream.close(retry: 99)
    for (client, stream) in next {
      stream.close()
      #expect(try client.untilClosed() == "")
    }
  }

  @Test func aStreamSendsHeartbeats() throws {
    let server = try StreamServer { $0.limits.streamHeartbeat = .milliseconds(20) }
    let (client, stream) = try server.open()
    let other = try server.open()
    for _ in 0..<3 { #expect(try client.text(until: "\n\n") == "event: pulse\ndata:\n\n") }
    other.client.close()
    server.waitForClose()
    #expect(try client.text(until: "\n\n") == "event: pulse\ndata:\n\n")
    stream.close()
  }

  // MARK: What clients send after the request

  @Test func requestsAfterThatForAStreamAreIgnored() throws {
    let observer = Observer()
    let server = try StreamServer { $0.observers = [observer] }
    let client = try server.base.connect()
    client.send(StreamServer.live + "GET /second HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().status == 200)
    #expect(try client.text(until: "event: open\ndata:\n\n") == "retry: 1234\n\nevent: open\ndata:\n\n")
    client.send("GET /third HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(server.streams.first?.send(Self.change) == true)
    #expect(try client.text(until: "\n\n") == "event: change\ndata:\n\n")
    server.base.server.stop(grace: .zero)
    #expect(observer.lines.withLock { $0.count } == 1)
  }

  @Test func aClientThatSendsWithoutEndLosesItsStream() throws {
    let server = try StreamServer()
    let (client, stream) = try server.open()
    while client.send([UInt8](repeating: 0x61, count: 1000)) {}
    server.waitForClose()
    #expect(!stream.send(Self.change))
  }

  // MARK: Answers that come too late

  @Test func aStreamForARequestThatIsOverIsNotOpened() throws {
    let waiting = Mutex<[HTTPExchange]>([])
    let server = try TestServer {
      $0.limits.responseDeadline = .milliseconds(40)
    } handle: { exchange in
      waiting.withLock { $0.append(exchange) }
    }
    #expect(try server.get("/never").status == 503)
    for exchange in waiting.withLock({ $0 }) {
      exchange.respond(
        EventStreamAnswer(retry: 1) { _ in
          Issue.record("opened")
        } closed: { _ in
          Issue.record("closed")
        })
    }
    waiting.withLock { $0 = [] }
    server.server.stop(grace: .zero)
  }
}
