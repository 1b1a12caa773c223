import Basics
import Sessions
import TempuraMetrics
import TestSupport
import Testing

@testable import TempuraServer

/// What one page and one form may cost, and which memory is given back.
@Suite struct PageCostTests {
  @Test func aPageThatIsTooLargeIsAnErrorThatTheLogExplains() throws {
    let entries = Locked<[String]>([])
    let log = Log(handler: { entry in entries.withLock { $0.append(entry.message) } })
    let server = try TestServer(ShopDelegate.self, log: log) { $0.viewsPerPage = 3 }
    let answer = try server.browser().get("/home")
    #expect(answer.status == 500)
    #expect(answer.body.contains("This page is too large to be shown."))
    let sentence = entries.withLock(\.self).first { $0.contains("too large") }
    #expect(sentence?.contains("The page of the screen home is too large to be sent: it has ") == true)
    let advice = " views, and may have 3 (ServerConfiguration.viewsPerPage). Show fewer rows at once"
    #expect(sentence?.contains(advice) == true)
  }

  @Test func theBytesOfAPageHaveALimit() throws {
    let entries = Locked<[String]>([])
    let log = Log(handler: { entry in entries.withLock { $0.append(entry.message) } })
    let server = try TestServer(ShopDelegate.self, log: log) { $0.bytesPerPage = 100 }
    #expect(try server.browser().get("/home").status == 500)
    let sentence = entries.withLock(\.self).first { $0.contains("too large") }
    #expect(sentence?.contains("it has more than 100 bytes of HTML and CSS (ServerConfiguration.bytesPerPage)") == true)
  }

  @Test func aFormWithManyUnknownFieldsChangesNothing() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let unknown = (0..<900).map { ("homeView.unknown\($0)", "x") }
    let answer = try browser.post([("homeView.field", "kept")] + unknown + [("tap", "increment")])
    #expect(answer.status == 409)
    #expect(answer.text("countLabel") == "0")
    #expect(answer.body.contains("value=\"kept\""))
    let session = try #require(server.session(of: browser))
    let inputs = server.inTurn(of: session) { session.scenes[0].keepInput() }
    #expect(inputs.count == 1, "only of the field that is there")
  }

  @Test func aFormHasAFieldAsOftenAsTheScreen() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let twice = [("homeView.field", "a"), ("homeView.field", "b"), ("tap", "note")]
    let answer = try browser.post(twice)
    #expect(answer.status == 409)
    #expect(answer.text("notesLabel") == "")
    try browser.tap("note", ["homeView.field": "a"])
    #expect(browser.page.text("notesLabel") == "a")
  }

  // MARK: - Memory

  @Test func memoryIsGivenBackWhenScenesGrow() throws {
    let storage = TestStorage(bytes: true)
    let server = try TestServer(ShopDelegate.self, storage: storage, memoryLimit: 1)
    let browser = try server.browser(at: "/home")
    try browser.tap("increment")
    var pages = 0
    try waitUntil {
      // A first page may be there before its session is.
      pages += 1
      _ = try browser.get("/home/detail?detail=\(pages)")
      return server.runtime.metrics.sessionsEvicted.value > 0
    }
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  @Test(arguments: [true, false]) func sessionsLeaveMemoryWhenThereIsTooLittle(areStored: Bool) throws {
    let storage: any SessionStorage = areStored ? TestStorage(bytes: true) : MemoryStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage, memoryLimit: 1)
    let browser = try server.browser(at: "/home")
    try browser.tap("increment")
    try waitUntil {
      server.runtime.cleanUp()
      return server.runtime.sessions.count == 0
    }
    #expect(try browser.open("/home").text("countLabel") == "1")
  }

  @Test func onlyTheSceneInUseStaysIfMemoryIsShort() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = server.browser()
    for path in ["/home/detail?detail=1", "/home/detail?detail=2", "/home"] { try browser.open(path) }
    try browser.tap("increment", ["homeView.field": "typed"])
    let session = try #require(server.session(of: browser))
    let before = session.scenes.memory.withLock { $0 }
    #expect(0 < before.spare && before.spare < before.all)
    server.inTurn(of: session) { session.scenes.endSpare() }
    #expect(server.inTurn(of: session) { session.scenes.map(\.url) } == ["/home"])
    let after = session.scenes.memory.withLock { $0 }
    #expect(after == (before.all - before.spare, 0))
    #expect(try browser.open("/home").body.contains("value=\"typed\""))
    #expect(try browser.open("/home/detail?detail=1").body.contains(">1</p>"))
  }
}
