import Basics
import Sessions
import TempuraMetrics
import Testing
import TestSupport

@testable import SessionKernel
@testable import TempuraServer

/// What one page and one form may cost, and which memory is given back.
@Suite struct PageCostTests {
  @Test func aPageThatIsTooLargeIsAnErrorThatTheLogExplains() throws {
    let entries = Locked<[String]>([])
    let log = Log(handler: { entry in entries.withLock { $0.append(entry.message) } })
    let server = try TestServer(log: log) { $0.viewsPerPage = 3 }
    let answer = try server.browser().get("/list")
    #expect(answer.status == 500)
    #expect(answer.body.contains("This page is too large to be shown."))
    let sentence = entries.withLock(\.self).first { $0.contains("too large") }
    #expect(sentence?.contains("The page of the screen list is too large to be sent: it has ") == true)
    let advice = " views, and may have 3 (ServerConfiguration.viewsPerPage). Show fewer rows at once"
    #expect(sentence?.contains(advice) == true)
  }

  @Test func theBytesOfAPageHaveALimit() throws {
    let entries = Locked<[String]>([])
    let log = Log(handler: { entry in entries.withLock { $0.append(entry.message) } })
    let server = try TestServer(log: log) { $0.bytesPerPage = 100 }
    #expect(try server.browser().get("/list").status == 500)
    let sentence = entries.withLock(\.self).first { $0.contains("too large") }
    #expect(sentence?.contains("it has more than 100 bytes of HTML and CSS (ServerConfiguration.bytesPerPage)") == true)
  }

  @Test func aFormWithManyUnknownFieldsChangesNothing() throws {
    let (server, browser) = try visit()
    let unknown = (0..<900).map { ("list.unknown\($0)", "x") }
    let answer = try browser.post([("list.field", "kept")] + unknown + [("tap", "increment")])
    #expect(answer.status == 409)
    #expect(answer.text("countLabel") == "0")
    #expect(answer.body.contains("value=\"kept\""))
    let session = try #require(server.session(of: browser))
    let inputs = server.inTurn(of: session) { session.scenes[0].keepInput() }
    #expect(inputs.count == 1, "only of the field that is there")
  }

  @Test func aFormHasAFieldAsOftenAsTheScreen() throws {
    let browser = try TestServer().browser(at: "/list")
    let twice = [("list.field", "a"), ("list.field", "b"), ("tap", "write")]
    let answer = try browser.post(twice)
    #expect(answer.status == 409)
    #expect(answer.text("notesLabel") == "")
    try browser.tap("write", ["list.field": "a"])
    #expect(browser.page.text("notesLabel") == "a")
  }

  // MARK: - Memory

  @Test func memoryIsGivenBackWhenScenesGrow() throws {
    let storage = TestStorage(bytes: true)
    let (server, browser) = try visit(storage: storage, memoryLimit: 1)
    try browser.tap("increment")
    var pages = 0
    try waitUntil {
      // A first page may be there before its session is.
      pages += 1
      _ = try browser.get("/list/detail?detail=\(pages)")
      return server.runtime.metrics.sessions.evicted.value > 0
    }
    #expect(try browser.open("/list").text("countLabel") == "1")
  }

  @Test(arguments: [true, false]) func sessionsLeaveMemoryWhenThereIsTooLittle(areStored: Bool) throws {
    let storage: any SessionStorage = areStored ? TestStorage(bytes: true) : MemoryStorage()
    let (server, browser) = try visit(storage: storage, memoryLimit: 1)
    try browser.tap("increment")
    try waitUntil {
      server.runtime.kernel.cleanUp()
      return server.runtime.sessions.count == 0
    }
    #expect(try browser.open("/list").text("countLabel") == "1")
  }

  @Test func onlyTheSceneInUseStaysIfMemoryIsShort() throws {
    let server = try TestServer()
    let browser = server.browser()
    for path in ["/list/detail?detail=1", "/list/detail?detail=2", "/list"] { try browser.open(path) }
    try browser.tap("increment", ["list.field": "typed"])
    let session = try #require(server.session(of: browser))
    let before = session.scenes.size
    #expect(0 < before.spare && before.spare < before.all)
    server.inTurn(of: session) { session.scenes.endSpare() }
    #expect(server.inTurn(of: session) { session.scenes.map(\.url) } == ["/list"])
    let after = session.scenes.size
    #expect(after == (before.all - before.spare, 0))
    #expect(try browser.open("/list").body.contains("value=\"typed\""))
    #expect(try browser.open("/list/detail?detail=1").body.contains(">1</p>"))
  }
}

/// Which sessions give memory back, and in which order.
@Suite struct MemoryPlanTests {
  private static let megabyte = 1 << 20

  /// Sizes in megabytes.
  private func use(_ all: Int, spare: Int = 0, at lastUse: Int64 = 0) -> MemoryPlan.Use {
    .init(all: all * Self.megabyte, spare: spare * Self.megabyte, lastUse: lastUse)
  }

  private func steps(_ uses: [MemoryPlan.Use], part: Double, endsSpareScenes: Bool = true) -> [String] {
    MemoryPlan.steps(uses, part: part, endsSpareScenes: endsSpareScenes)
      .map { "\($0.evicts ? "evict" : "trim") \($0.index)" }
  }

  @Test func aLargeSessionEndsTheScenesThatItDoesNotUse() {
    #expect(steps([use(1), use(80, spare: 70), use(1)], part: 0.5) == ["trim 1"])
  }

  @Test func theLargestSessionsComeFirst() {
    #expect(steps([use(1), use(9), use(90), use(30)], part: 0.7) == ["evict 2", "evict 3"])
  }

  @Test func ofSessionsOfAboutOneSizeTheOneThatWasIdleLongestComesFirst() {
    #expect(steps([use(9, at: 5), use(10, at: 3), use(8, at: 4)], part: 0.5) == ["evict 1", "evict 2"])
  }

  @Test func sessionsLeaveIfItIsNotEnoughToEndScenes() {
    #expect(steps([use(80, spare: 40), use(10)], part: 0.6) == ["trim 0", "evict 0"])
    #expect(steps([use(80, spare: 40), use(10)], part: 1) == ["trim 0", "evict 0", "evict 1"])
  }

  @Test func sessionsLeaveIfItDidNotHelpToEndScenes() {
    #expect(steps([use(80, spare: 70), use(1)], part: 0.1, endsSpareScenes: false) == ["evict 0"])
  }

  @Test func sessionsWithoutScenesHaveASize() {
    #expect(steps([use(0, at: 2), use(0, at: 1)], part: 0.4) == ["evict 1"])
  }

  @Test func nothingHappensIfThereIsNoSurplus() {
    #expect(steps([use(80, spare: 40)], part: 0).isEmpty)
    #expect(steps([], part: 0.5).isEmpty)
  }
}
