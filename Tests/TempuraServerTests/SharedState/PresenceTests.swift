import Basics
import Foundation
import Sessions
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// Users who see who else shares a part.
@Suite final class PresenceTests: BoardUsers {
  private let memory = MemoryStorage()
  private let bus = MessageBus()
  private var running: [TestServer] = []
  private var counts: Int64 = 0

  private func look(_ browser: Browser) throws -> String? { try browser.open("/board").text("boardView.people") }

  private func server() throws -> TestServer {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    storage.bus = bus
    let server = try TestServer(HallDelegate.self, storage: storage)
    running.append(server)
    return server
  }

  /// Lets all servers count their users, two seconds after the last time.
  private func countAll() {
    counts += 2
    for server in running { server.runtime.countUsers(at: server.runtime.now + counts) }
  }

  @Test func usersOfAPartSeeEachOther() throws {
    let server = try server()
    let (ann, bob) = (try user("Ann @red", at: server), try user("Bob @red", at: server))
    _ = try user("Cem @blue", at: server)
    countAll()
    #expect(try look(ann) == "2: Bob")
    #expect(try look(bob) == "2: Ann")
    try say("-", bob)
    #expect(try look(bob) == "0: ")
    countAll()
    #expect(try look(ann) == "1: ")
    try say("@red", bob)
    #expect(bob.page.text("boardView.people") == "2: Ann", "from the same turn on")
  }

  /// As for a new game.
  @Test func anUpdaterThatReplacesTheStateKeepsWhoIsThere() throws {
    let server = try server()
    let (ann, _) = (try user("Ann @red", at: server), try user("Bob @red", at: server))
    countAll()
    try say("=", ann)
    #expect(try look(ann) == "2: Bob")
    try say("-", ann)
    try say("=", ann)
    #expect(try look(ann) == "0: ")
  }

  @Test func aSessionThatWasRemovedIsGone() throws {
    let server = try server()
    let (ann, bob) = (try user("Ann @red", at: server), try user("Bob @red", at: server))
    let key = try #require(server.session(of: bob)).key
    let stream = server.openPage(of: key)
    defer { withExtendedLifetime(stream) {} }
    countAll()
    #expect(try look(ann) == "2: Bob")
    memory.remove(key)
    _ = try? bob.open("/board")
    countAll()
    #expect(try look(ann) == "1: ")
  }

  /// The stream is at one server, the form at another. Whether the session is in memory or not, its page is told of the new part.
  @Test(arguments: [true, false]) func anotherServersChangeOfTheKeyCounts(isInMemory: Bool) throws {
    let servers = [try server(), try server()]
    let ann = try user("Ann @red", at: servers[0])
    let key = try #require(servers[0].session(of: ann)).key
    let stream = servers[0].openPage(of: key)
    defer { withExtendedLifetime(stream) {} }
    try servers[0].evictAll()
    if isInMemory { try LivePage(servers[0].browser(of: ann), tab: "tabtabtabtab", at: "/board").ask() }
    let other = servers[1].copy(of: ann)
    try other.open("/board")
    try say("@blue", other)
    (servers[0].runtime.storage.base as? TestStorage)?.othersChanged(key)
    try waitUntil { servers[0].runtime.sliceTable.people.keys.contains(SessionKey(ofPart: "board", "blue")) }
    try waitUntil { !servers[0].runtime.sliceTable.people.keys.contains(SessionKey(ofPart: "board", "red")) }
  }

  @Test func usersOfSeveralServersSeeEachOther() throws {
    let servers = [try server(), try server()]
    let (ann, bob) = (try user("Ann @red", at: servers[0]), try user("Bob @red", at: servers[1]))
    countAll()
    countAll()
    #expect(try look(ann) == "2: Bob")
    #expect(try look(bob) == "2: Ann")
    running.removeLast().runtime.stop(within: .seconds(1))
    countAll()
    #expect(try look(ann) == "1: ")
  }

  @Test func whoIsThereIsNotStored() throws {
    let server = try server()
    _ = try (user("Ann @red", at: server), user("Bob @red", at: server))
    countAll()
    _ = try user("Cem @red", at: server)
    for stored in memory.everything {
      let text = String(decoding: try stored.record.content.encoded(), as: UTF8.self)
      #expect(!text.contains("people") || text.contains(#""people":{}"#))
    }
  }

  /// Its session may have left memory.
  @Test func anOpenPageIsToldWhoComes() throws {
    let server = try server()
    let ann = try user("Ann @red", at: server)
    let key = try #require(server.session(of: ann)).key
    let stream = server.openPage(of: key)
    try server.evictAll()
    countAll()
    let bob = try user("Bob @red", at: server)
    #expect(try look(bob) == "2: Ann")
    let count = stream.eventCount
    countAll()
    #expect(stream.eventCount == count + 1)
    #expect(server.session(of: ann) == nil, "nothing wakes it")
    #expect(try look(ann) == "2: Bob")
    server.runtime.streams.remove(stream.stream, of: key)
    try server.evictAll()
    server.runtime.didLeaveMemory(key)
    #expect(server.runtime.sliceTable.people.isEmpty)
  }

  @Test func aStateOutsideAServerHasNobody() throws {
    let presence = Presence(count: 2, others: [Presence.Person(id: "1", name: "Ann")])
    let data = try JSONEncoder().encode(presence)
    #expect(String(decoding: data, as: UTF8.self) == "{}")
    #expect(try JSONDecoder().decode(Presence.self, from: data) == Presence())
  }

  // MARK: - Mistakes

  private final class TwoPartsOfAPropertyDelegate: HallDelegate {
    override class var sharedParts: [SharedPart<BoardState>] {
      [.part(\.board, named: "one", of: \.team), .part(\.board, named: "two", of: \.team)]
    }
  }

  private final class TwoPartsWithOnePresenceDelegate: HallDelegate {
    override class var sharedParts: [SharedPart<BoardState>] {
      [
        .part(\.board, named: "one", of: \.team, present: \.people),
        .part(\.mine, named: "two", of: \.team, present: \.people),
      ]
    }
  }

  @Test func aPropertyBelongsToOnePart() throws {
    for app in [TwoPartsOfAPropertyDelegate.self, TwoPartsWithOnePresenceDelegate.self] as [HallDelegate.Type] {
      #expect(throws: SharedPartError.twoOfProperty(name: "one", other: "two")) { try TestServer(app) }
    }
    #expect(
      SharedPartError.twoOfProperty(name: "one", other: "two").description
        == "sharedParts: the parts \"one\" and \"two\" have a property in common. Give each part a property of its own."
    )
  }
}

extension MemoryStorage {
  fileprivate var everything: [StoredSession] { list(after: nil, limit: .max) }
}
