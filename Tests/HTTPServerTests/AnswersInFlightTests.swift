import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// The memory of answers that clients do not read.
struct AnswersInFlightTests {
  /// More bytes than the system buffers for a client that does not read.
  private static let size = 12 << 20

  private final class Page: Sendable {
    let bytes: [UInt8]
    init(_ count: Int) { bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }
  }

  /// A body of "head", the page and "tail".
  private static func body(around page: Page) -> ResponseBody {
    let own = UnsafeMutableRawBufferPointer(start: malloc(8)!, count: 8)
    own.copyBytes(from: Array("headtail".utf8))
    return page.bytes.withUnsafeBytes { .around(own, page, $0, at: 4) }
  }

  @Test(arguments: [1, 100, 40_000, 3_000_000]) func aSharedPartIsSentAtItsOffset(size: Int) throws {
    let page = Page(size)
    let server = try TestServer { $0.respond(HTTPResponse(body: Self.body(around: page))) }
    let client = try server.connect()
    for _ in 0..<2 {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().body == Array("head".utf8) + page.bytes + Array("tail".utf8))
    }
    client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response(toHead: true).header("Content-Length") == "\(size + 8)")
  }

  @Test func sharedBytesOfAnswersCountOnce() throws {
    let page = Page(Self.size)
    let server = try TestServer {
      $0.limits.answerBytes = 4 * Self.size
    } handle: {
      $0.respond(HTTPResponse(body: Self.body(around: page)))
    }
    let clients = try (0..<20).map { _ in try server.connect() }
    for client in clients { client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
    for client in clients { #expect(try client.response().body.count == Self.size + 8) }
  }

  @Test func answersOverTheMemoryLimitAre503UntilOthersAreRead() throws {
    let answered = DispatchSemaphore(value: 0)
    let server = try TestServer {
      $0.limits.answerBytes = 4 * Self.size + 200_000
    } handle: { exchange in
      if exchange.path == "/small" { return exchange.respond(text: "ok") }
      exchange.respond(HTTPResponse(body: .bytes([UInt8](repeating: 0x61, count: Self.size))))
      answered.signal()
    }
    let silent = try (0..<2).map { _ in try server.connect() }
    for client in silent {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      answered.wait()
    }
    let refused = try server.get("/")
    #expect(refused.status == 503)
    #expect(refused.header("Retry-After") != nil)
    #expect(refused.text.contains("answers wait to be read"))
    #expect(try server.get("/small").text == "ok")
    #expect(try silent[0].response().body.count == Self.size)
    silent[1].close()
    // Both slots are free when the server has seen the end of the second client.
    let next = try server.connect()
    repeat { next.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") } while try next.response().status == 503
  }

  @Test func smallAnswersAndRefusalsAreSentOverTheLimit() throws {
    let answered = DispatchSemaphore(value: 0)
    let server = try TestServer {
      $0.limits.answerBytes = 2 * Self.size + 10
      $0.refusal = { HTTPResponse(status: $0.problem.status, body: .bytes([UInt8](repeating: 0x62, count: 100_000))) }
    } handle: { exchange in
      if exchange.path == "/small" { return exchange.respond(text: "ok") }
      exchange.respond(HTTPResponse(body: .bytes([UInt8](repeating: 0x61, count: Self.size))))
      answered.signal()
    }
    let silent = try server.connect()
    silent.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    answered.wait()
    for _ in 0..<3 { #expect(try server.get("/").body.count == 100_000) }
    #expect(try server.get("/small").text == "ok")
    #expect(try silent.response().body.count == Self.size)
  }

  @Test func anAddressMayTakeAnEighthOfTheMemory() throws {
    var limits = HTTPLimits()
    limits.answerBytes = 8000 * 1024
    let answers = AnswersInFlight(Capacity(limits))
    let (one, other) = (NetworkAddress("192.0.2.1")!, NetworkAddress("192.0.2.2")!)
    let page = Page(700 * 1024)
    let large = ResponseBody.bytes([UInt8](repeating: 0, count: 600 * 1024))
    let shared = page.bytes.withUnsafeBytes { ResponseBody.shared(page, $0) }
    let first = try #require(answers.take(large, for: one))
    #expect(answers.take(large, for: one) == nil)
    #expect(answers.take(shared, for: one) == nil)
    #expect(answers.take(.text("small"), for: one) != nil)
    let others = try #require(answers.take(shared, for: other))
    let again = try #require(answers.take(shared, for: one), "It is there already")
    #expect(answers.take(large, for: other) == nil)
    answers.giveBack(others)
    #expect(answers.take(large, for: other) == nil, "Another answer still has it")
    answers.giveBack(again)
    let last = try #require(answers.take(large, for: other))
    answers.giveBack(first)
    answers.giveBack(last)
    for _ in 0..<3 { #expect(answers.take(large, for: nil) != nil) }
  }
}
