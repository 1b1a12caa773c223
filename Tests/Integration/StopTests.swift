import Glibc
import TestSupport
import Testing

/// Stopping the server.
struct StopTests {
  @Test(arguments: [SIGTERM, SIGINT]) func aSignalStopsTheServerInOrder(signal: Int32) throws {
    try Server.running { server in
      let browser = try server.browser()
      _ = try browser.get("/list").toggle(0)
      server.program.signal(signal)
      #expect(server.program.wait() == 0)
      #expect(server.program.errors.contains("TodoServer: stopping"))
      #expect(throws: (any Error).self) { try server.connect() }
      // The log has all requests.
      #expect(server.program.printed.split(separator: "\n").count == 3)
    }
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aRequestInProgressIsAnswered(signal: Int32) throws {
    try Server.running { server in
      let browser = try server.browser()
      _ = try browser.get("/list")
      let body = formEncoded([("tap", Page.add)])
      let client = try server.connect()
      client.send(
        "POST /list HTTP/1.1\r\nHost: a\r\nCookie: session=\(browser.session ?? "")\r\nExpect: 100-continue\r\n"
          + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
      // The answer 100 shows that the server has the head of the request.
      #expect(try client.response().status == 100)
      client.send(body.utf8.prefix(3))
      server.program.signal(signal)
      // A server that is about to stop accepts no connections.
      while (try? server.connect()) != nil {}
      client.send(body.utf8.dropFirst(3))
      let response = try client.response()
      #expect(response.status == 303)
      #expect(response.header("Location") == "/list/addItem")
      #expect(response.header("Connection")?.lowercased() == "close")
      #expect(server.program.wait() == 0)
    }
  }

  @Test func aServerThatIsAboutToStopServesUntilTheLoadBalancerKnows() throws {
    try Server.running(["--port", "0", "--lame-duck", "3"]) { server in
      let health = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
      #expect(try server.send(health).status == 200)
      let idle = try server.connect()
      server.program.signal(SIGTERM)
      while try server.send(health).status == 200 {}
      #expect(try server.send(health).status == 503)
      // Both earlier and new connections are served.
      for client in [idle, try server.connect()] {
        client.send("GET /list HTTP/1.1\r\nHost: a\r\n\r\n")
        let page = try client.response()
        #expect(page.status == 200)
        #expect(page.header("Connection")?.lowercased() == "close")
      }
      #expect(server.program.wait() == 0)
      #expect(server.program.errors.contains("TodoServer: stopping in 3 s"))
    }
  }

  @Test func anIdleConnectionDoesNotDelayTheStop() throws {
    try Server.running { server in
      let client = try server.connect()
      client.send("GET /list HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().status == 200)
      let silent = try server.connect()
      server.program.signal(SIGTERM)
      #expect(server.program.wait() == 0)
      withExtendedLifetime(silent) {}
    }
  }

  @Test func theServerCanBeStartedAgainOnItsPort() throws {
    let port = try Server.running { server in
      let client = try server.connect()
      client.send("GET /list HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().status == 200)
      return server.port
    }
    try Server.running(["--port", "\(port)"]) { server in
      let page = try server.browser().get("/list")
      #expect(page.status == 200)
    }
  }
}
