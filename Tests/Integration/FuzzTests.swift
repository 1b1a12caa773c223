import Foundation
import Glibc
import TestSupport
import Testing

/// Sends thousands of mutated requests to a real server. The environment variables `FUZZ_SEED` and `FUZZ_REQUESTS`
/// choose others.
struct FuzzTests {
  /// The KiB that the process may grow from the first round to the second. The memory allocator rounds up, and requests
  /// with a broken cookie make sessions that stay for a while.
  private static let margin = 8 * 1024
  private static let perSession = 48

  private static func number(_ variable: String, _ standard: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init) ?? standard
  }

  @Test func theServerIsUnchangedAfterThousandsOfMutatedRequests() throws {
    let seed = Self.number("FUZZ_SEED", 1)
    let count = Int(Self.number("FUZZ_REQUESTS", 2000))
    print("fuzz: seed \(seed), twice \(count) requests")
    try Server.running(["--port", "0", "--no-access-log"]) { server in
      let browsers = try (0..<4).map { _ in try server.browser() }
      for browser in browsers { _ = try browser.get("/list") }
      var fuzzer = Fuzzer(numbers: SeededNumbers(seed: seed), sessions: browsers.compactMap(\.session))
      var statuses: [Int: Int] = [:]
      _ = try Self.round(&fuzzer, count, server, &statuses)
      try Self.story(server)
      let before = server.program.memory
      let sessions = try Self.round(&fuzzer, count, server, &statuses)
      try Self.story(server)
      let after = server.program.memory
      print(
        "fuzz: \(before) KiB, then \(after) KiB with \(sessions) more sessions;", statuses.sorted { $0.key < $1.key })
      #expect(after < before + Self.margin + sessions * Self.perSession)
      // All kinds of answers came, and none has status 500.
      for status in [200, 303, 400, 403, 404, 405, 409, 413, 415] {
        #expect(statuses[status, default: 0] > 0, "\(status)")
      }
      #expect(statuses[500] == nil)
      #expect(statuses[503] == nil)
      for browser in browsers { #expect(try browser.get("/list").status == 200) }
    }
  }

  /// Uses the demo as a user does.
  private static func story(_ server: Server) throws {
    let page = try server.browser().get("/").toggle(0).add("Buy milk")
    #expect(page.texts == ["Buy milk"] + Page.seeds)
    #expect(page.doneTexts == [Page.seeds[0]])
    #expect(page.footer == "There are 4 items pending")
  }

  /// Sends requests on many connections at once, in pieces, and reads the answers.
  ///
  /// - Returns: The number of new sessions.
  private static func round(
    _ fuzzer: inout Fuzzer, _ count: Int, _ server: Server, _ statuses: inout [Int: Int]
  ) throws -> Int {
    let batch = 250
    var sessions = 0
    for start in stride(from: 0, to: count, by: batch) {
      var exchanges: [FuzzExchange] = []
      for _ in start..<min(start + batch, count) {
        exchanges.append(FuzzExchange(client: try server.connect(), pieces: fuzzer.next()))
      }
      while exchanges.contains(where: { !$0.pieces.isEmpty }) {
        for exchange in exchanges where !exchange.pieces.isEmpty { exchange.client.send(exchange.pieces.removeFirst()) }
      }
      // An incomplete request gets no answer before its timeout. This test does not wait for it.
      var quiet: Int32 = 150
      while true {
        var polled = exchanges.filter { !$0.isOver }.map {
          pollfd(fd: $0.client.descriptor, events: Int16(POLLIN), revents: 0)
        }
        if polled.isEmpty || poll(&polled, nfds_t(polled.count), quiet) == 0 { break }
        for exchange in exchanges
        where polled.contains(where: { $0.fd == exchange.client.descriptor && $0.revents != 0 }) {
          exchange.receive()
        }
        quiet = 100
      }
      for exchange in exchanges {
        for status in exchange.statuses { statuses[status, default: 0] += 1 }
        if let page = exchange.errorPage { server.addPage(page) }
        sessions += exchange.sessions
      }
    }
    return sessions
  }
}

private final class FuzzExchange {
  let client: RawClient
  var pieces: [ArraySlice<UInt8>]
  private(set) var isOver = false
  private var received: [UInt8] = []

  init(client: RawClient, pieces: [ArraySlice<UInt8>]) {
    self.client = client
    self.pieces = pieces
  }

  func receive() {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(client.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 { received += buffer[..<count] } else { isOver = true }
  }

  private static let start = Array("HTTP/1.1 ".utf8)

  var sessions: Int { received.ranges(of: Array("Set-Cookie:".utf8)).count }

  var statuses: [Int] {
    var statuses: [Int] = []
    var rest = received[...]
    while let index = rest.firstRange(of: Self.start)?.upperBound {
      if let status = Int(String(decoding: rest[index...].prefix(3), as: UTF8.self)) { statuses.append(status) }
      rest = rest[index...]
    }
    return statuses
  }

  /// The page of a connection that received exactly one complete page.
  var errorPage: [UInt8]? {
    guard statuses.count == 1, let head = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let page = received[head.upperBound...]
    return page.starts(with: Array("<!DOCTYPE".utf8)) && page.suffix(8).elementsEqual("</html>\n".utf8)
      ? Array(page) : nil
  }
}

/// Mutates valid requests.
private struct Fuzzer {
  var numbers: SeededNumbers
  let sessions: [String]

  private static let paths = [
    "/", "/list", "/list/addItem", "/list/addItem?addItem=abc", "/tempura.css", "/icon.svg", "/health", "/nope",
    "/list/addItem/addItem", "/%2e%2e/%2e%2e/etc/passwd", "//list", "/list?a=b&c", "*", "http://a/list", "/a.b",
  ]
  private static let methods = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "get", "P\u{f6}ST"]
  private static let controls = [
    "listView.actionButton", "listView.archiveButton", "listView.titleButton", "addItemView.cancelButton",
    "addItemView.textView.return", "addItemView.deleteButton", "nothing", "%", "%00", "\u{1f984}", "",
  ]
  private static let headers = [
    "Origin: http://evil.example", "Sec-Fetch-Site: cross-site", "Connection: close", "Connection: upgrade",
    "Expect: 100-continue", "Accept-Encoding: gzip", "If-None-Match: *", "X-Forwarded-For: 1.2.3.4", "Host: b",
    "Content-Length: 5", "Transfer-Encoding: chunked", "Content-Type: text/plain", "Cookie: a=\"", "Cookie: session=;",
    "Range: bytes=0-1", "Upgrade: h2c", "TE: trailers",
  ]
  private static let special: [UInt8] = [0, 9, 10, 13, 32, 34, 37, 38, 45, 48, 57, 58, 61, 63, 127, 128, 192, 237, 255]

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &numbers)]
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }

  /// Returns one or several requests in pieces.
  mutating func next() -> [ArraySlice<UInt8>] {
    var bytes: [UInt8] = []
    for _ in 0..<(chance(20) ? Int.random(in: 2...5, using: &numbers) : 1) {
      var request = self.request()
      if chance(70) { mutate(&request) }
      bytes += request
    }
    if chance(10) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers)) }
    var cuts = [0, bytes.count]
    if chance(25) {
      cuts += (0..<Int.random(in: 1...6, using: &numbers)).map { _ in Int.random(in: 0...bytes.count, using: &numbers) }
    }
    cuts.sort()
    return zip(cuts, cuts.dropFirst()).map { bytes[$0..<$1] }.filter { !$0.isEmpty }
  }

  private mutating func request() -> [UInt8] {
    var method = chance(40) ? "GET" : chance(70) ? "POST" : pick(Self.methods)
    var head = " \(pick(Self.paths)) HTTP/1.\(chance(95) ? 1 : 0)\r\nHost: 127.0.0.1\r\n"
    // Only a few make new sessions, because these stay for a while.
    head += "Cookie: session=\(chance(98) ? pick(sessions) : "0123456789abcdef0123456789abcdef")\r\n"
    while chance(25) { head += pick(Self.headers) + "\r\n" }
    var body: [UInt8] = []
    if method == "POST" || chance(10) {
      let (type, text) = self.body()
      body = Array(text.utf8)
      head += "Content-Type: \(type)\r\n"
      if chance(15) {
        head += "Transfer-Encoding: chunked\r\n"
        body = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
      } else {
        head += "Content-Length: \(chance(97) ? body.count : Int.random(in: 0...3_000_000, using: &numbers))\r\n"
      }
    }
    if chance(1) { head += "X: " + String(repeating: "x", count: Int.random(in: 0...40_000, using: &numbers)) + "\r\n" }
    if chance(1) { method = String(repeating: "M", count: Int.random(in: 1...20_000, using: &numbers)) }
    return Array((method + head + "\r\n").utf8) + body
  }

  private mutating func body() -> (String, String) {
    let control = pick(Self.controls)
    let text = chance(3) ? String(repeating: "long ", count: Int.random(in: 0...60_000, using: &numbers)) : "text"
    if chance(15) {
      let part = "--XX\r\nContent-Disposition: form-data; name="
      return (
        "multipart/form-data; boundary=XX",
        "\(part)\"tap\"\r\n\r\n\(control)\r\n\(part)\"f\"; filename=\"x\"\r\n\r\nfile\r\n--XX--\r\n"
      )
    }
    var form = "page=\(UInt32.random(in: 0...99, using: &numbers))&tap=\(control)"
    if chance(40) { form = "addItemView.textView=\(text)&" + form }
    if chance(5) { form += String(repeating: "&a=b", count: Int.random(in: 0...1200, using: &numbers)) }
    return ("application/x-www-form-urlencoded", form)
  }

  private mutating func mutate(_ request: inout [UInt8]) {
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      // Most of the syntax is at the beginning.
      let index = Int.random(in: 0..<min(request.count, chance(80) ? 300 : request.count), using: &numbers)
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: request[index] = UInt8.random(in: 0...255, using: &numbers)
      case 1: request[index] = pick(Self.special)
      case 2: request.insert(pick(Self.special), at: index)
      case 3: request.remove(at: index)
      case 4: request.insert(contentsOf: request[index..<min(request.count, index + 30)], at: index)
      default: request.removeSubrange(index..<min(request.count - 1, index + 10))
      }
      if request.isEmpty { request = [10] }
    }
  }
}
