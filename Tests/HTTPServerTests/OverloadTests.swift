import TestSupport
import Testing

@testable import HTTPServer

struct OverloadTests {
  private static let millisecond: UInt64 = 1_000_000
  /// An arbitrary time.
  private static let begin = 5000 * millisecond

  private static func overload() -> Overload {
    Overload(longestWait: 200 * millisecond, gracePeriod: 500 * millisecond)
  }

  /// Requests that come one after the other, each with its time and wait in milliseconds.
  private static func accepted(_ requests: [(time: UInt64, wait: UInt64)]) -> [Bool] {
    var overload = overload()
    return requests.map { overload.accept(wait: $0.wait * millisecond, at: begin + $0.time * millisecond) }
  }

  @Test func shortWaitsAndStallsAreNoOverload() {
    typealias Requests = [(time: UInt64, wait: UInt64)]
    let short: Requests = (0..<50).map { ($0 * 100, 199) }
    // All that waited for a request of two seconds are served, and so is what comes after them.
    let oneStall: Requests = (0..<400).map { ($0, 2000 - min(5 * $0, 2000)) }
    let stallsNowAndThen: Requests = stride(from: 0, to: 30_000, by: 1500).flatMap { start in
      (0..<10).map { (start + $0, 400) } + [(start + 1200, 0)]
    }
    for requests in [short, oneStall, stallsNowAndThen] { #expect(Self.accepted(requests).allSatisfy { $0 }) }
  }

  @Test func longWaitsThatStayAreRefused() {
    let accepted = Self.accepted((0..<100).map { ($0 * 10, 300) })
    #expect(accepted[..<50].allSatisfy { $0 })
    #expect(accepted[50...].allSatisfy { !$0 })
  }

  @Test func shortWaitsAreAcceptedMeanwhile() {
    var (overload, now) = Self.overloaded()
    now += 10 * Self.millisecond
    let isOn = overload.isOn(at: now)
    let short = overload.accept(wait: 100 * Self.millisecond, at: now)
    let long = overload.accept(wait: 201 * Self.millisecond, at: now)
    #expect(isOn && short && !long)
  }

  @Test func itEndsWhenAllWaitsWereShortForASecond() {
    var (overload, last) = Self.overloaded()
    #expect(overload.isOn(at: last + 999 * Self.millisecond))
    #expect(!overload.isOn(at: last + 1000 * Self.millisecond))
    #expect(overload.isSuspected)
    let short = overload.accept(wait: 0, at: last + 1000 * Self.millisecond)
    #expect(short && !overload.isSuspected)
    let long = overload.accept(wait: 300 * Self.millisecond, at: last + 1001 * Self.millisecond)
    #expect(long)
  }

  /// After waits of 300 ms for 600 ms, and the time of the last one.
  private static func overloaded() -> (Overload, UInt64) {
    var overload = overload()
    var now = begin
    for _ in 0..<60 {
      now += 10 * millisecond
      _ = overload.accept(wait: 300 * millisecond, at: now)
    }
    return (overload, now)
  }

  // MARK: - Servers

  /// A server for which every wait is too long.
  private static func overloadedServer(
    configure: (inout HTTPServerConfiguration) -> Void = { _ in }
  ) throws -> TestServer {
    try TestServer {
      $0.limits.longestWait = .zero
      $0.limits.overloadGracePeriod = .zero
      $0.pathsExemptFromLimits = ["/health"]
      configure(&$0)
    } handle: {
      $0.respond(text: "served")
    }
  }

  @Test(arguments: ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
  func aRequestIsRefusedWith503(method: String) throws {
    let server = try Self.overloadedServer()
    let client = try server.connect()
    client.send("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
    let answer = try client.response()
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "5")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Connection") == "close")
    #expect(answer.text.contains("too much to do"))
    #expect(try client.isClosed())
  }

  @Test func theAnswerToAHeadHasNoBody() throws {
    let server = try Self.overloadedServer()
    let client = try server.connect()
    client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response(toHead: true).status == 503)
    #expect(try client.isClosed())
  }

  @Test(arguments: [10, 20_000, 900_000]) func aRefusedFormIsNotRead(size: Int) throws {
    let server = try Self.overloadedServer()
    for _ in 0..<20 {
      let client = try server.connect()
      client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(size)\r\n\r\n"
      )
      client.send([UInt8](repeating: 0x61, count: size))
      #expect(try client.response().status == 503)
    }
  }

  @Test func healthIsAnswered() throws {
    let server = try Self.overloadedServer()
    #expect(try server.get("/").status == 503)
    for path in ["/health", "/health?x"] { #expect(try server.get(path).text == "served") }
    #expect(try server.get("/healthy").status == 503)
  }

  @Test func aMalformedRequestIsStill400() throws {
    let server = try Self.overloadedServer()
    #expect(try server.get("/%").status == 400)
  }

  @Test func whatFollowsARedirectOfTheSameConnectionIsServed() throws {
    let server = try TestServer {
      $0.limits.longestWait = .zero
      $0.limits.overloadGracePeriod = .zero
      $0.pathsExemptFromLimits = ["/form"]
    } handle: { exchange in
      if exchange.path == "/form" { return exchange.respond(.seeOther("/")) }
      exchange.respond(text: "served")
    }
    let client = try server.connect()
    client.send("POST /form HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().status == 303)
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().text == "served")
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().status == 503)
  }
}
