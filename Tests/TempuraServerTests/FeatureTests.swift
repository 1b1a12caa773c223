import Basics
import Katana
import Sessions
import TempuraMetrics
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// The board's app as a feature of another one.
struct TownState: State, Codable {
  var north = BoardState()
  var south = BoardState()
}

private final class TownDelegate: TestDelegate<TownState, NavigatorOnly>, SharedState {
  static var sharedParts: [SharedPart<TownState>] {
    [
      .part(\.north.board, named: "north", of: \.north.team),
      .part(\.south.board, named: "south", of: \.south.team),
    ]
  }

  override var root: String { "board" }

  override func makeRoot() -> UIViewController {
    let north: Store<BoardState, NavigatorOnly> = store.scoped(to: \.north)
    return BoardController(store: north)
  }
}

/// What the server does with the items and the state of a feature inside an app.
@Suite final class FeatureTests: BoardUsers {
  private let memory = MemoryStorage()
  /// Kept until the test is over.
  private var running: [TestServer] = []

  private func server(_ development: Development? = nil) throws -> TestServer {
    let storage = TestStorage(bytes: true, isShared: true, memory: memory)
    let server = try TestServer(TownDelegate.self, storage: storage, development: development)
    running.append(server)
    return server
  }

  @Test func aPropertyOfAFeatureIsShared() throws {
    let server = try server()
    let (one, two) = (try user("@red", at: server), try user("@red own", at: server))
    try say("+milk", one)
    #expect(try look(two) == "red: milk; mine: own")
    try server.evictAll()
    #expect(try look(one) == "red: milk; mine: ")
    let town = try #require(server.session(of: one)?.state?.current as? TownState)
    #expect(town.north.board.map(\.text) == ["milk"])
    #expect(town.south.board == [])
  }

  @Test func theUpdatersOfAFeatureRunAgainAfterALostRace() throws {
    let (one, two) = (try server(), try server())
    let (anna, bert) = (try user("@red +milk", at: one), try user("@red", at: two))
    try say("+tea", bert)
    // The first server has not heard of it.
    #expect(try say("+jam", anna) == "red: milk,tea,jam; mine: ")
    #expect(try look(bert) == "red: milk,tea,jam; mine: ")
  }

  @Test func theItemsOfAFeatureHaveTheirOwnNames() throws {
    let lines = Development.Lines()
    let server = try server(.with(lines))
    let browser = try user("tea", at: server)
    try say("@empty", browser)
    let updaters = try #require(
      server.runtime.allMetrics.first { $0.name == "tempura_updater_duration_seconds" }?.samples)
    #expect(updaters.flatMap(\.values).sorted() == ["Join", "Keep"])
    server.stop(grace: .seconds(5))
    #expect(lines.all.contains { $0.contains("→ Say → Keep → state.north.mine[0] added") }, "\(lines.all)")
  }
}
