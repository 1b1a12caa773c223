import Basics
import Foundation
import Hydra
import Katana
import Sessions
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// The library that shows another screen when it is launched.
private final class EagerDelegate: LibraryDelegate {
  override func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    defer { store.dispatch(Show("note")) }
    return super.application(application, didFinishLaunchingWithOptions: options)
  }
}

/// An app whose first screen has no name.
private final class NamelessDelegate: TestDelegate<LibraryState, NavigatorOnly> {
  final class Plain: UIViewController {}
  override func makeRoot() -> UIViewController { Plain() }
}

/// How many apps a session has, and for how long.
@Suite(.serialized) struct SceneTests {
  // MARK: - Nothing stays

  private final class Part {
    weak var object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }
  }

  /// What the scenes of a browser's session consist of.
  private func parts(of browser: Browser, at server: TestServer) throws -> [Part] {
    let session = try #require(server.session(of: browser))
    return server.inTurn(of: session) {
      session.scenes.flatMap { scene in
        let delegate = scene.application.delegate as? LibraryDelegate
        let root = delegate?.window?.rootViewController
        let all: [AnyObject?] = [delegate, delegate?.store, delegate?.store.dependencies, root, root?.view]
        return all.map { Part($0) }
      }
    }
  }

  @Test func aSceneThatIsLetGoIsReleased() throws {
    let (server, browser) = try visit { $0.scenesPerSession = 2 }
    var all: [Part] = []
    for path in ["/list/note", "/list/book", "/list/book/page", "/list?list=1", "/list?list=2", "/list?list=3"] {
      #expect(try browser.get(path).status == 200, "\(path)")
      all += try parts(of: browser, at: server)
    }
    #expect(all.suffix(10).allSatisfy { $0.object != nil })
    let living = Set(all.suffix(10).compactMap { $0.object.map(ObjectIdentifier.init) })
    try waitUntil { Set(all.compactMap { $0.object.map(ObjectIdentifier.init) }) == living }
    try browser.tap("detail")
    try server.evictAll()
    try waitUntil { all.allSatisfy { $0.object == nil } }
  }

  @Test func aScreenThatIsDismissedIsReleased() throws {
    let (server, browser) = try visit()
    let session = try #require(server.session(of: browser))
    for _ in 0..<3 {
      try browser.tap("detail")
      #expect(browser.path == "/list/detail")
      weak let screen = server.inTurn(of: session) { session.scenes.first?.window?.topViewController }
      #expect((screen as? PageController)?.name == "detail")
      try browser.tap("detail.hide")
      #expect(browser.path == "/list")
      try waitUntil { screen == nil }
    }
  }

  @Test func whatTheTrialLaunchWouldHaveShownIsNotReported() throws {
    let entries = Locked<[String]>([])
    let log = Log(handler: { entry in entries.withLock { $0.append(entry.message) } })
    let server = try TestServer(EagerDelegate.self, log: log)
    let browser = try server.browser(at: "/")
    #expect(browser.path.hasPrefix("/list/note"))
    #expect(entries.withLock(\.self) == [])
  }

  @Test func aFirstScreenThatIsNotRoutableIsReportedAtTheStart() throws {
    _ = try TestServer(NamelessDelegate.self)
    #expect(Misuse.messages.contains { $0.hasPrefix("Plain is the first screen") })
    _ = try TestServer()
    #expect(!Misuse.messages.contains { $0.contains("PageController is the first screen") })
  }

  // MARK: - One for each URL

  @Test func everyURLHasASceneAndTheyShareTheState() throws {
    let (server, browser) = try visit()
    let tab = browser.newTab()
    try tab.open("/list/detail")
    try browser.tap("increment")
    #expect(try tab.get("/list/detail").body.matches(of: />1<\/p>/).count == 2, "the screen and the one below")
    let session = try #require(server.session(of: browser))
    #expect(server.inTurn(of: session) { session.scenes.count } == 2)
  }

  @Test func recentScenesAreKept() throws {
    let (server, browser) = try visit { $0.scenesPerSession = 3 }
    let session = try #require(server.session(of: browser))
    func scenes() -> [Scene] { server.inTurn(of: session) { Array(session.scenes) } }
    let first = scenes()[0]
    for number in 0..<20 {
      #expect(try browser.get("/list/detail?detail=\(number)").status == 200)
      #expect(try browser.get("/list?x=\(number)").status == 200, "what else is in the query does not matter")
    }
    #expect(scenes().count == 3)
    #expect(scenes().contains { $0 === first }, "it was used all the time")
    #expect(scenes().map(\.url).sorted() == ["/list", "/list/detail?detail=18", "/list/detail?detail=19"])
  }

  @Test func eachSceneHasItsOwnApplicationAndScreen() throws {
    let server = try TestServer()
    let (first, second) = (server.browser(), server.browser())
    try first.open("/list")
    try second.open("/list")
    try first.tap("measure")
    #expect(try first.tap("measure").text("notesLabel") == "391,392")
    #expect(try second.tap("measure").text("notesLabel") == "391")
    #expect(UIScreen.main.bounds.width == 390, "outside any scene")
  }

  // MARK: - Sessions

  @Test func anIDOfAClientsOwnIsNotAdopted() throws {
    let server = try TestServer()
    let id = String(repeating: "a", count: 32)
    let browser = Browser(port: server.port, cookie: id)
    try browser.open("/list")
    #expect(browser.cookie != id)
  }

  @Test func aSessionThatIsUsedKeepsItsTime() throws {
    let storage = MemoryStorage { 0 }
    let server = try TestServer(storage: storage) {
      $0.sessionLifetime = 100
      $0.visitLifetime = 0
    }
    let browser = try server.browser(at: "/list")
    #expect(try browser.get("/list").header("Set-Cookie") != nil, "its time is half over at once")
    try browser.tap("increment")
    #expect(try browser.get("/list").header("Set-Cookie") == nil, "and now it has a lot")
    #expect(storage.record(for: try #require(server.session(of: browser)).key)?.version != 1)
  }

  @Test func cleaningUpLetsUnusedSessionsGo() throws {
    let server = try TestServer() { $0.memoryLifetime = -1 }
    for _ in 0..<5 { try server.browser().open("/list") }
    #expect(server.runtime.sessions.count == 5)
    server.runtime.kernel.cleanUp()
    try waitUntil { server.runtime.sessions.count == 0 }
  }

  @Test func onlySoManySessionsAreInMemory() throws {
    let server = try TestServer() { $0.sessionsInMemory = 2 }
    for _ in 0..<5 { try server.browser().open("/list") }
    // Those that are on their way out count until they are gone, so that a second round may take one more than needed.
    try waitUntil {
      server.runtime.kernel.cleanUp()
      return server.runtime.sessions.count <= 2
    }
  }

  @Test func aSessionThatIsWorkingStaysInMemory() async throws {
    let server = try TestServer() { $0.sideEffectTimeout = 0.01 }
    let (browser, gate) = (server.browser(), UUID().uuidString)
    try browser.open("/list")
    #expect(try browser.tap("wait", ["list.field": gate]).isWorking)
    let session = try #require(server.session(of: browser))
    server.runtime.sessions.evict(session, ifUnusedSince: .max)
    #expect(server.inTurn(of: session) { session.life != .evicted })
    Gates.of(gate).signal()
    try waitUntil { try !browser.open("/list").isWorking }
    #expect(browser.page.text("countLabel") == "1")
  }
}
