import Dispatch
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Limits of streams, and their end when the server stops.
struct StreamLimitTests {
  /// Opens streams until one is not refused: the server has to see first that another client has left.
  private func reopen(_ server: StreamServer, _ request: String = StreamServer.live) throws {
    while try server.refusal(request).status == 503 {}
  }

  @Test func streamsAreLimited() throws {
    let server = try StreamServer { $0.limits.streams = 2 }
    let first = try server.open()
    let second = try server.open()
    for _ in 0..<3 {
      let refused = try server.refusal()
      #expect(refused.status == 503)
      #expect(refused.header("Retry-After") == "5")
      #expect(refused.text.contains("Too many pages are open right now."))
    }
    first.client.close()
    try reopen(server)
    #expect(second.stream.send(":\n\n"))
  }

  @Test func aRefusedStreamLeavesTheConnectionOpen() throws {
    let server = try StreamServer { $0.limits.streams = 0 }
    let client = try server.base.connect()
    for path in ["/live", "/later", "/live"] {
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().status == 503)
    }
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().text == "ok")
  }

  @Test func streamsAreNoConnections() throws {
    let server = try StreamServer {
      $0.limits.connections = 1
      $0.limits.connectionsPerAddress = 1
      $0.limits.countsThisMachine = true
    }
    let streams = try (0..<20).map { _ in try server.open() }
    #expect(try server.base.get("/").text == "ok")
    for (_, stream) in streams { #expect(stream.send(":\n\n")) }
  }

  @Test func streamsBehindAProxyAreLimitedByTheAddressThatItNames() throws {
    let server = try StreamServer {
      $0.limits.streamsPerAddress = 2
      $0.trustsForwardedHeaders = true
    }
    func request(_ address: String) -> String { "GET /live HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(address)\r\n\r\n" }
    // One household has a network of 64 bits.
    let streams = try ["2001:db8::1", "2001:db8::2:1"].map { try server.open(request($0)) }
    #expect(try server.refusal(request("2001:db8::3")).status == 503)
    let other = try server.open(request("2001:db8:0:1::1"))
    #expect(other.stream.send(":\n\n"))
    streams[1].client.close()
    try reopen(server, request("2001:db8::3"))
  }

  // MARK: Stopping

  @Test func streamsEndWhenTheServerStops() throws {
    let server = try StreamServer()
    let streams = try (0..<50).map { _ in try server.open() }
    server.base.server.stop(grace: .seconds(60))
    #expect(server.closedCount == 50)
    var times: Set<Int> = []
    for (client, stream) in streams {
      let end = try client.untilClosed()
      #expect(!stream.send(":\n\n"))
      let match = try #require(end.wholeMatch(of: /retry: (\d+)\n\n/), "\(end)")
      let time = try #require(Int(match.1))
      #expect((500...3000).contains(time))
      times.insert(time)
    }
    #expect(times.count > 1)
  }

  @Test func aServerThatIsAboutToStopOpensNoStream() throws {
    let server = try StreamServer()
    let (client, stream) = try server.open()
    server.base.server.announceStop()
    for path in ["/live", "/later"] {
      let refused = try server.refusal("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(refused.status == 503)
      #expect(refused.header("Retry-After") == "5")
    }
    #expect(stream.send("data: x\n\n"))
    #expect(try client.text(until: "\n\n") == "data: x\n\n")
  }

  @Test func aServerStopsWhileStreamsOpen() throws {
    for _ in 0..<5 {
      let server = try StreamServer()
      let clients = try (0..<50).map { _ in try server.base.connect() }
      for (number, client) in clients.enumerated() {
        client.send("GET \(number % 2 == 0 ? "/live" : "/later") HTTP/1.1\r\nHost: a\r\n\r\n")
      }
      #expect(try clients[0].response().status == 200)
      server.base.server.stop(grace: .seconds(5))
      for client in clients { _ = try client.untilClosed() }
      #expect(server.closedCount == server.streams.count)
    }
  }
}
