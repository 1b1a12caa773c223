import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TempuraTesting

/// Many clients use the demo at the same time. Also for the thread sanitizer:
///
///     swift test --sanitize=thread --scratch-path .build/tsan --filter hammer
///
/// The environment variables `HAMMER_SEED` and `HAMMER_ROUNDS` choose others.
struct HammerTests {
  private static let clientCount = 32
  private static let sessionCount = 8

  /// The changes of a session that its clients know of.
  private struct Tally {
    var added: [String] = []
    var deleted: [String] = []
    /// The number of toggles of each item, by its id.
    var toggles: [String: Int] = [:]
    var statuses: [Int: Int] = [:]
  }

  private static func number(_ variable: String, _ standard: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init) ?? standard
  }

  @Test func manyClientsOfASessionLoseNoChange() throws {
    let seed = Self.number("HAMMER_SEED", 1)
    let rounds = Self.number("HAMMER_ROUNDS", size(6, inTestAll: 20))
    print("hammer: seed \(seed), \(rounds) rounds")
    try Server.running(["--port", "0", "--threads", "4"]) { server in
      let browsers = try (0..<Self.sessionCount).map { _ in try server.browser() }
      let seeds = try browsers.map { try $0.get("/list").rows }
      let tallies = Mutex([Tally](repeating: Tally(), count: Self.sessionCount))
      let problems = Mutex<[String]>([])
      let group = DispatchGroup()
      for number in 0..<Self.clientCount {
        let index = number % Self.sessionCount
        let session = browsers[index].session ?? ""
        group.enter()
        Thread.detachNewThread {
          defer { group.leave() }
          do {
            var client = try HammerClient(
              server: server, name: "client \(number)", session: session, seed: seed &* 1000 &+ UInt64(number))
            for _ in 0..<rounds { try client.doSomething() }
            tallies.withLock { tallies in
              tallies[index].added += client.added
              tallies[index].deleted += client.deleted
              tallies[index].toggles.merge(client.toggles, uniquingKeysWith: +)
              tallies[index].statuses.merge(client.statuses, uniquingKeysWith: +)
            }
          } catch {
            problems.withLock { $0.append("client \(number): \(error)") }
          }
        }
      }
      group.wait()
      #expect(problems.withLock { $0 } == [])
      for (index, browser) in browsers.enumerated() {
        let tally = tallies.withLock { $0[index] }
        let page = try browser.get("/list")
        #expect(tally.statuses.keys.allSatisfy { $0 < 500 }, "\(tally.statuses)")
        #expect(tally.added.count > 0)
        #expect(Set(tally.deleted).count == tally.deleted.count)
        let texts = Set(seeds[index].map(\.text) + tally.added).subtracting(tally.deleted)
        #expect(page.texts.count == 4 + tally.added.count - tally.deleted.count)
        #expect(Set(page.texts) == texts)
        for row in page.rows {
          #expect(row.isDone == (tally.toggles[row.id, default: 0] % 2 == 1), "\(row) \(tally.toggles[row.id] ?? 0)")
        }
        let pending = page.rows.count { !$0.isDone }
        #expect(page.footer == (pending == 1 ? "There is 1 item pending" : "There are \(pending) items pending"))
      }
    }
  }
}

/// A client with its own connection.
private struct HammerClient {
  private let server: Server
  private let name: String
  private let session: String
  private let client: RawClient
  private var numbers: SeededNumbers
  private var count = 0

  private(set) var added: [String] = []
  private(set) var deleted: [String] = []
  private(set) var toggles: [String: Int] = [:]
  private(set) var statuses: [Int: Int] = [:]

  init(server: Server, name: String, session: String, seed: UInt64) throws {
    self.server = server
    self.name = name
    self.session = session
    client = try server.connect()
    numbers = SeededNumbers(seed: seed)
  }

  private mutating func get(_ target: String) throws -> PageNode {
    client.send("GET \(target) HTTP/1.1\r\nHost: a\r\nCookie: session=\(session)\r\n\r\n")
    let response = try client.response()
    statuses[response.status, default: 0] += 1
    guard response.status == 200 else { throw TestError("GET \(target): \(response.head)") }
    if statuses[200] == 2 { server.addPage(response.body) }  // only some of the many pages are checked
    return PageReader.read(response.text)
  }

  /// - Returns: The URL of the redirect; nil if the form was refused.
  private mutating func post(_ target: String, _ page: PageNode, _ fields: [(String, String)]) throws -> String? {
    let nonce = page.descendants.first { $0.tag == "input" && $0["name"] == "page" }?["value"] ?? ""
    let body = formEncoded([("page", nonce)] + fields)
    client.send(
      "POST \(target) HTTP/1.1\r\nHost: a\r\nCookie: session=\(session)\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let response = try client.response()
    statuses[response.status, default: 0] += 1
    switch response.status {
    case 303: return response.header("Location")
    case 409: return nil
    default: throw TestError("POST \(target) \(body): \(response.head)")
    }
  }

  mutating func doSomething() throws {
    let list = try get("/list")
    let toggle = ".toggleButton"
    let buttons = list.descendants.filter { $0.tag == "button" && $0["value"]?.hasSuffix(toggle) == true }
    let choice = Int.random(in: 0..<10, using: &numbers)
    if choice < 4 || buttons.isEmpty {
      try add(from: list)
    } else if let button = buttons.randomElement(using: &numbers), let value = button["value"] {
      let id = String(value.dropLast(toggle.count).split(separator: ".").last ?? "")
      if choice < 8 {
        if try post("/list", list, [("tap", value)]) != nil { toggles[id, default: 0] += 1 }
      } else {
        try delete(id, named: String(button["aria-label"]?.dropFirst("Done: ".count) ?? ""))
      }
    }
  }

  private mutating func add(from list: PageNode) throws {
    count += 1
    let text = "\(name), item \(count)"
    // By the button, or by the URL of the screen that it opens.
    if count % 2 == 0 { _ = try post("/list", list, [("tap", Page.add)]) }
    let overlay = try get("/list/addItem")
    guard try post("/list/addItem", overlay, [(Page.field, text), ("tap", Page.done)]) != nil else {
      throw TestError("could not add \(text)")
    }
    added.append(text)
  }

  private mutating func delete(_ id: String, named text: String) throws {
    let target = "/list/addItem?addItem=\(id)"
    let overlay = try get(target)
    if try post(target, overlay, [("tap", Page.delete)]) != nil { deleted.append(text) }
  }
}
