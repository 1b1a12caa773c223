import Glibc
import HTTPServer
import TestSupport
import Testing

/// Connections that open, wait and close. Clients wait for 20 seconds; the server closes idle connections after 30.
struct ConnectionTests {
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  private func server(_ connections: Int, threads: Int) throws -> TestServer {
    try TestServer {
      $0.limits.connections = connections
      $0.threads = threads
    } handle: {
      $0.respond(text: "ok")
    }
  }

  @Test(arguments: [1, 2, 5]) func aClosedConnectionMakesRoomForTheNext(threads: Int) throws {
    let server = try server(2, threads: threads)
    var open = try (0..<2).map { _ in try server.connect() }
    for client in open {
      client.send(Self.request)
      #expect(try client.response().status == 200)
    }
    for round in 0..<20 {
      let next = try server.connect()
      next.send(Self.request)
      open.removeFirst().close()
      #expect(try next.response().status == 200, "round \(round)")
      open.append(next)
    }
  }

  @Test(arguments: [1, 2, 5]) func aFullServerServesAgainAfterItsClientsHaveLeft(threads: Int) throws {
    let server = try server(20, threads: threads)
    for _ in 0..<3 {
      let clients = try (0..<50).map { _ in try server.connect() }
      for client in clients { client.send("GET / HTTP/1.1\r\nHost") }
      for client in clients { client.close() }
      #expect(try server.get("/").status == 200)
    }
  }

  @Test(arguments: [
    "", "GET", "GET / HTTP/1.1\r\nHost: a", "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\na=1",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 999\r\n\r\n--B\r\n",
  ])
  func aConnectionThatEndsWithinARequestMakesRoom(part: String) throws {
    let server = try server(1, threads: 1)
    for ending in [{ (client: RawClient) in client.close() }, { $0.reset() }, { $0.finishSending() }] {
      let client = try server.connect()
      // The end arrives with the last data, so that both are one event.
      client.send(part)
      ending(client)
      #expect(try server.get("/").status == 200)
    }
  }

  @Test func aClientThatHasClosedItsSideGetsItsAnswers() throws {
    let server = try server(1, threads: 1)
    let client = try server.connect()
    client.send(Self.request + Self.request)
    client.finishSending()
    for _ in 0..<2 { #expect(try client.response().text == "ok") }
    #expect(try client.isClosed())
    #expect(try server.get("/").status == 200)
  }

  @Test func manyConnectionsAreServedByManyThreads() throws {
    let server = try server(1000, threads: 4)
    let clients = try (0..<300).map { _ in try server.connect() }
    for _ in 0..<3 {
      for client in clients { client.send(Self.request) }
      for client in clients { #expect(try client.response().text == "ok") }
    }
  }

  @Test func aRefusedClientCountsUntilItClosesTheConnection() throws {
    let server = try server(1, threads: 1)
    let refused = try server.connect()
    refused.send("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n")
    #expect(try refused.response().status == 413)
    let next = try server.connect()
    next.send(Self.request)
    refused.close()
    #expect(try next.response().status == 200)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n", "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
    "GET /\r\n\r\n", "\0HEAD / HTTP/1.1\r\nA\0: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nfoo\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost", "HEAD / HTTP/1.1\r\nHost: a\r\n\r\nx y\r\nz\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 30_000))\r\n\r\n",
    "GET /\(String(repeating: "x", count: 30_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\na",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=\"\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nCookie: a=\(String(repeating: "x", count: 14_000))\r\nContent-Length: 5, 5\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=\(String(repeating: "x", count: 14_000))\r\n\r\n",
  ])
  func aRequestThatIsOverIsNotInFlight(request: String) throws {
    let server = try server(10, threads: 1)
    for ending in [{ (client: RawClient) in client.close() }, { $0.reset() }, { $0.finishSending() }] {
      let client = try server.connect()
      client.send(request)
      ending(client)
      if client.isOpen { _ = try client.untilClosed() }
      for _ in 0..<1000 where server.server.requestsInFlight > 0 { _ = try server.get("/") }
      #expect(server.server.requestsInFlight == 0)
    }
  }

  @Test func aServerThatIsAboutToStopAnswersAndClosesConnections() throws {
    let server = try server(10, threads: 2)
    server.server.announceStop()
    for _ in 0..<3 {
      let client = try server.connect()
      client.send(Self.request)
      let answer = try client.response()
      #expect(answer.text == "ok")
      #expect(answer.header("Connection") == "close")
      #expect(try client.isClosed())
    }
    server.server.stop(grace: .zero)
  }
}
