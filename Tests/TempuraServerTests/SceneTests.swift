import Basics
import Foundation
import Hydra
import Katana
import Sessions
import Synchronization
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// Counts what is alive.
private final class Mark: Sendable {
  private static let living = Mutex<[String: Int]>([:])
  private let name: String

  init(_ name: String) {
    self.name = name
    Self.living.withLock { $0[name, default: 0] += 1 }
  }

  deinit { Self.living.withLock { [name] in $0[name, default: 0] -= 1 } }

  static func count(_ name: String) -> Int { living.withLock { $0[name] ?? 0 } }
  static var all: [String: Int] { living.withLock { $0.filter { $0.value != 0 } } }
}

private struct NoState: State {}

private final class MarkedDependencies: NavigationProvider {
  private let mark = Mark("dependencies")
  let navigator = Navigator()
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

private final class MarkedStore: Store<NoState, MarkedDependencies>, @unchecked Sendable {
  private let mark = Mark("store")
}

private struct MarkedModel: ViewModelWithState {
  init?(state: NoState) {}
}

private final class MarkedView: UIView, ViewControllerModellableView {
  private let mark = Mark("view")
  let button = UIButton()
  func setup() { addSubview(button) }
  func style() {}
  func update(oldModel: MarkedModel?) {}
}

private final class MarkedController: ViewController<MarkedView>, RoutableWithConfiguration {
  private let mark = Mark("controller")
  let name: String
  var routeIdentifier: RouteElementIdentifier { name }

  init(_ name: String, store: PartialStore<NoState>) {
    self.name = name
    super.init(store: store)
  }

  required init?(coder: NSCoder) { nil }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show("modal"): .presentModally { [unowned self] _ in MarkedController("modal", store: store) },
      .show("pushed"): .push { [unowned self] _ in MarkedController("pushed", store: store) },
      .hide("modal"): .dismissModally(behaviour: .hard),
      .hide("pushed"): .pop,
    ]
  }

  override func setupInteraction() {
    rootView.button.on(.touchUpInside) { [unowned self] _ in
      if name == "root" { dispatch(Show("modal")) } else { dispatch(Hide()) }
    }
  }
}

private class MarkedDelegate: TestDelegate<NoState, MarkedDependencies> {
  private let mark = Mark("delegate")

  override func makeStore() -> MarkedStore {
    MarkedStore(
      interceptors: [], stateInitializer: NoState.init,
      dependenciesInitializer: { MarkedDependencies(dispatch: $0, getState: $1) })
  }

  override var root: String { "root" }
  override func makeRoot() -> UIViewController {
    UINavigationController(rootViewController: MarkedController("root", store: store))
  }
}

/// Shows another screen when it is launched.
private final class EagerDelegate: MarkedDelegate {
  override func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    defer { store.dispatch(Show("modal")) }
    return super.application(application, didFinishLaunchingWithOptions: options)
  }
}

/// How many apps a session has, and for how long.
@Suite(.serialized) struct SceneTests {
  private func sessionID(_ cookie: String?) -> SessionID? {
    Array((cookie ?? "").utf8).withUnsafeBytes { SessionID($0) }
  }

  // MARK: - Nothing stays

  @Test func aSceneThatIsLetGoIsReleased() throws {
    let server = try TestServer(MarkedDelegate.self) { $0.scenesPerSession = 2 }
    let browser = try server.browser(at: "/root")
    for path in ["/root/modal", "/root/pushed", "/root/pushed/modal", "/root?root=1", "/root?root=2", "/root?root=3"] {
      #expect(try browser.get(path).status == 200, "\(path)")
    }
    try waitUntil { Mark.count("delegate") <= 2 }
    for name in ["delegate", "store", "dependencies"] { try waitUntil { Mark.count(name) == 2 } }
    try browser.tap("markedView.button")
    try server.evictAll()
    try waitUntil { Mark.all.isEmpty }
  }

  @Test func aScreenThatIsDismissedIsReleased() throws {
    let server = try TestServer(MarkedDelegate.self)
    let browser = try server.browser(at: "/root")
    let id = try #require(browser.page.first(/value="([^"]*button)"/))
    for _ in 0..<3 {
      try browser.tap(id)
      #expect(browser.path == "/root/modal")
      #expect(Mark.count("controller") == 2)
      let close = try #require(browser.page.body.matches(of: /value="([^"]*button)"/).last.map { String($0.output.1) })
      try browser.tap(close)
      #expect(browser.path == "/root", "\(close) \(browser.page.body)")
      try waitUntil { Mark.count("controller") == 1 && Mark.count("view") == 1 }
    }
    try server.evictAll()
    try waitUntil { Mark.all.isEmpty }
  }

  @Test func aRequestThatIsRefusedLeavesNoScene() throws {
    let server = try TestServer(MarkedDelegate.self)
    for _ in 0..<3 { #expect(try server.browser().get("/root/unknown").status == 404) }
    try waitUntil { Mark.all.isEmpty }
  }

  @Test func whatTheTrialLaunchWouldHaveShownIsNotReported() throws {
    let entries = Locked<[String]>([])
    let log = Log(handler: { entry in entries.withLock { $0.append(entry.message) } })
    let server = try TestServer(EagerDelegate.self, log: log)
    try waitUntil { Mark.all.isEmpty }
    let browser = try server.browser(at: "/")
    #expect(browser.path == "/root/modal")
    #expect(entries.withLock(\.self) == [])
  }

  // MARK: - One for each URL

  @Test func everyURLHasASceneAndTheyShareTheState() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let tab = browser.newTab()
    try tab.open("/home/detail")
    try browser.tap("increment")
    #expect(try tab.get("/home/detail").body.matches(of: />1<\/p>/).count == 2, "the screen and the one below")
    let session = try #require(server.session(of: browser.cookie))
    #expect(server.inTurn(of: session) { session.scenes.count } == 2)
  }

  @Test func recentScenesAreKept() throws {
    let server = try TestServer(ShopDelegate.self) { $0.scenesPerSession = 3 }
    let browser = try server.browser(at: "/home")
    let session = try #require(server.session(of: browser.cookie))
    func scenes() -> [Scene] { server.inTurn(of: session) { Array(session.scenes) } }
    let first = scenes()[0]
    for number in 0..<20 {
      #expect(try browser.get("/home/detail?detail=\(number)").status == 200)
      #expect(try browser.get("/home?x=\(number)").status == 200, "what else is in the query does not matter")
    }
    #expect(scenes().count == 3)
    #expect(scenes().contains { $0 === first }, "it was used all the time")
    #expect(scenes().map(\.url).sorted() == ["/home", "/home/detail?detail=18", "/home/detail?detail=19"])
  }

  @Test func eachSceneHasItsOwnApplicationAndScreen() throws {
    let server = try TestServer(ShopDelegate.self)
    let (first, second) = (server.browser(), server.browser())
    try first.open("/home")
    try second.open("/home")
    try first.tap("measure")
    #expect(try first.tap("measure").text("notesLabel") == "391,392")
    #expect(try second.tap("measure").text("notesLabel") == "391")
    #expect(UIScreen.main.bounds.width == 390, "outside any scene")
  }

  // MARK: - Sessions

  @Test func sessionsDoNotShareAnything() throws {
    let server = try TestServer(ShopDelegate.self)
    let (first, second) = (server.browser(), server.browser())
    try first.open("/home")
    try second.open("/home")
    #expect(first.cookie != second.cookie)
    try first.tap("increment")
    #expect(try second.open("/home").text("countLabel") == "0")
  }

  @Test func anIDOfAClientsOwnIsNotAdopted() throws {
    let server = try TestServer(ShopDelegate.self)
    let id = String(repeating: "a", count: 32)
    let browser = Browser(port: server.port, cookie: id)
    try browser.open("/home")
    #expect(browser.cookie != id)
  }

  @Test func aSessionThatLeftMemoryComesBackWithItsState() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let cookie = browser.cookie
    for count in 1...3 {
      try browser.tap("increment")
      try server.evictAll()
      #expect(try browser.open("/home").text("countLabel") == "\(count)")
      #expect(try browser.tap("increment.gone").status == 409)
    }
    try server.evictAll()
    try browser.tap("increment")
    #expect(browser.page.text("countLabel") == "4", "a page from before is as good")
    #expect(browser.cookie == cookie)
  }

  @Test func aSessionThatIsUsedKeepsItsTime() throws {
    let storage = MemoryStorage { 0 }
    let server = try TestServer(ShopDelegate.self, storage: storage) {
      $0.sessionLifetime = 100
      $0.visitLifetime = 0
    }
    let browser = try server.browser(at: "/home")
    #expect(try browser.get("/home").header("Set-Cookie") != nil, "its time is half over at once")
    try browser.tap("increment")
    #expect(try browser.get("/home").header("Set-Cookie") == nil, "and now it has a lot")
    let id = try #require(sessionID(browser.cookie))
    #expect(storage.record(for: SessionKey(of: id))?.version != 1)
  }

  @Test func aSessionThatWasForgottenIsReplacedByANewOne() throws {
    let storage = MemoryStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    let browser = try server.browser(at: "/home")
    try browser.tap("increment")
    let cookie = try #require(browser.cookie)
    try server.evictAll()
    storage.remove(SessionKey(of: try #require(sessionID(cookie))))
    #expect(try browser.open("/home").text("countLabel") == "0")
    #expect(browser.cookie != cookie)
  }

  @Test func cleaningUpLetsUnusedSessionsGo() throws {
    let server = try TestServer(ShopDelegate.self) { $0.memoryLifetime = -1 }
    for _ in 0..<5 { try server.browser().open("/home") }
    #expect(server.runtime.sessions.count == 5)
    server.runtime.cleanUp()
    try waitUntil { server.runtime.sessions.count == 0 }
  }

  @Test func onlySoManySessionsAreInMemory() throws {
    let server = try TestServer(ShopDelegate.self) { $0.sessionsInMemory = 2 }
    for _ in 0..<5 { try server.browser().open("/home") }
    // Those that are on their way out count until they are gone, so that a second round may take one more than needed.
    try waitUntil {
      server.runtime.cleanUp()
      return server.runtime.sessions.count <= 2
    }
  }

  @Test func aSessionThatIsWorkingStaysInMemory() async throws {
    let server = try TestServer(ShopDelegate.self) { $0.sideEffectTimeout = 0.01 }
    let (browser, gate) = (server.browser(), UUID().uuidString)
    try browser.open("/home")
    #expect(try browser.tap("wait", ["homeView.field": gate]).isWorking)
    let session = try #require(server.session(of: browser.cookie))
    server.runtime.sessions.evict(session, ifUnusedSince: .max)
    #expect(server.inTurn(of: session) { session.life != .evicted })
    Gates.of(gate).signal()
    try waitUntil { try !browser.open("/home").isWorking }
    #expect(browser.page.text("countLabel") == "1")
  }

  @Test func sessionsAreUsedByManyAtOnce() async throws {
    let server = try TestServer(ShopDelegate.self, threads: 4)
    let browser = try server.browser(at: "/home")
    let (port, cookie) = (server.port, browser.cookie)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask {
          try await onThread {
            let tab = Browser(port: port, cookie: cookie)
            for _ in 0..<25 {
              try tab.open("/home")
              try tab.tap("increment")
            }
          }
        }
      }
      group.addTask {
        try await onThread {
          for _ in 0..<20 {
            for session in server.runtime.sessions.sessions(unusedSince: .max) {
              server.runtime.sessions.evict(session, ifUnusedSince: .max)
            }
            sched_yield()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try browser.open("/home").text("countLabel") == "150", "nothing is lost")
  }
}
