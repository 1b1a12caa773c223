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

// An app that shows a table, which is outside of its states.

private let table = Locked("")

private struct ShelfState: State, Codable {
  var text = ""
  var loads = 0
}

private struct Load: SideEffect, NotificationObserverDispatchable {
  init() {}
  init?(notification: Notification) {}

  func sideEffect(_ context: SideEffectContext<ShelfState, EmptySideEffectDependencyContainer>) throws {
    try Hydra.await(context.dispatch(Take(text: table.withLock { $0 })))
  }
}

private struct Take: StateUpdater {
  let text: String

  func updateState(_ state: inout ShelfState) {
    state.text = text
    state.loads += 1
  }
}

private struct ShelfModel: ViewModelWithState, Equatable {
  let text: String
  init(state: ShelfState) { text = "\(state.text), \(state.loads)" }
}

private final class ShelfView: UIView, ViewControllerModellableView {
  let label = UILabel()
  let button = UIButton()
  func setup() { for view in [label, button] { addSubview(view) } }
  func style() { button.setTitle("Go", for: .normal) }
  func update(oldModel: ShelfModel?) { label.text = model?.text }
}

private final class ShelfController: ViewController<ShelfView> {
  private var token: (any NSObjectProtocol)?

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    dispatch(Load())
  }

  override func setupInteraction() {
    // Safe because the closure runs in turns of the session.
    nonisolated(unsafe) unowned let screen = self
    token = NotificationCenter.default.addObserver(forName: Notification.Name("title"), object: nil, queue: nil) { _ in
      screen.title = (screen.title ?? "") + "!"
    }
    rootView.button.on(.touchUpInside) { [unowned self] _ in
      token.map { NotificationCenter.default.removeObserver($0) }
      token = nil
    }
  }
}

private final class ShelfDelegate: WindowDelegate {
  override func makeRoot() -> UIViewController? {
    let store = Store<ShelfState, EmptySideEffectDependencyContainer>(interceptors: [
      ObserverInterceptor.observe([.onNotification(Notification.Name("shelf"), [Load.self])])
    ])
    return ShelfController(store: store)
  }
}

/// `Server.changed`: tests of one process use one table, one after the other.
@Suite(.serialized) final class ServerChangeTests {
  private let server: TestServer
  private var observers: ChangeSubscriptions { server.runtime.changeSubscriptions.withLock { $0 } }

  init() throws {
    table.withLock { $0 = "old" }
    server = try TestServer(ShelfDelegate.self)
  }

  private func user() throws -> Browser {
    let browser = try server.browser(at: "/")
    return browser
  }

  private func look(_ browser: Browser) throws -> String? { try browser.open("/").text("shelfView.label") }

  private func openPage(of browser: Browser) throws -> (stream: CountingStream, key: SessionKey) {
    let key = try #require(server.session(of: browser)).key
    let stream = server.openPage(of: key)
    return (stream, key)
  }

  // MARK: - Sessions

  @Test func aPageIsNotShownBeforeItsObserversAreDone() throws {
    let users = [try user(), try user()]
    for user in users { #expect(try look(user) == "old, 1") }
    table.withLock { $0 = "new" }
    #expect(try look(users[0]) == "old, 1", "nobody has said that it changed")
    server.runtime.didChange("shelf")
    for user in users { #expect(try look(user) == "new, 2") }
    #expect(try look(users[0]) == "new, 2", "once")
  }

  @Test func onlyThoseAreToldWhoObserveTheName() throws {
    let user = try user()
    server.runtime.didChange("other")
    #expect(try look(user) == "old, 1")
    server.runtime.didChange("title")
    #expect(try user.open("/").body.contains("<title>!"))
    #expect(try look(user) == "old, 1")
    try user.tap("shelfView.button")  // which removes the observer
    server.runtime.didChange("title")
    #expect(try user.open("/").body.contains("<title>!!") == false)
  }

  @Test func allTabsAreTold() throws {
    let user = try user()
    let tabs = ["tabtabtab1", "tabtabtab2"].map { LivePage(server.browser(of: user), tab: $0, at: "/") }
    for tab in tabs { try tab.ask() }
    let loads = try #require(try look(user)?.split(separator: " ").last.flatMap { Int($0) })
    server.runtime.didChange("shelf")
    _ = try look(user)
    try waitUntil { try self.look(user) == "old, \(loads + self.sceneCount(of: user))" }
    #expect(sceneCount(of: user) >= 2)
  }

  private func sceneCount(of user: Browser) -> Int { server.session(of: user)?.scenes.count ?? 0 }

  @Test func anOpenPageIsToldAtOnce() throws {
    let user = try user()
    let (stream, _) = try openPage(of: user)
    let page = LivePage(server.browser(of: user), tab: "tabtabtab1", at: "/", stream: "streamstreamstream")
    try page.ask()
    let count = stream.eventCount
    table.withLock { $0 = "new" }
    server.runtime.didChange("shelf")
    try waitUntil { stream.eventCount > count }
    try waitUntil {
      try page.ask(); return try self.look(user)?.hasPrefix("new") == true
    }
  }

  @Test func anOpenPageWhoseSessionHasLeftMemoryIsTold() throws {
    let user = try user()
    let (stream, key) = try openPage(of: user)
    try server.evictAll()
    let count = stream.eventCount
    server.runtime.didChange("other")
    server.runtime.didChange("shelf")
    try waitUntil { stream.eventCount == count + 1 }
    #expect(server.session(of: user) == nil, "its page asks first")
    server.runtime.streams.remove(stream.stream, of: key)
    server.runtime.didLeaveMemory(key)
    #expect(observers.isEmpty)
  }

  @Test func aSessionThatLeftMemoryIsNotWoken() throws {
    let user = try user()
    try server.evictAll()
    #expect(observers.isEmpty)
    table.withLock { $0 = "new" }
    server.runtime.didChange("shelf")
    #expect(server.runtime.sessions.count == 0)
    #expect(try look(user) == "new, 2")
  }

  @Test func aNewIDOfASessionIsToldToo() throws {
    let user = try user()
    let session = try #require(server.session(of: user))
    let key = session.key
    session.inTurn {
      session.rename(to: SessionIDRotation.NewID(id: .random(), claim: SessionKey(of: .random())))
    }
    try waitUntil { session.key != key }
    #expect(observers.names(of: key) == [] && observers.names(of: session.key) == ["shelf", "title"])
  }

  // MARK: - Servers

  @Test func whatAnotherServerSaysIsTold() throws {
    let user = try user()
    let text = ServerMessage("other", 0, .changed(name: "shelf")).text
    server.runtime.receive(try #require(ServerMessage(text)))
    #expect(try look(user) == "old, 2")
    server.runtime.didLoseReports()
    #expect(try look(user) == "old, 3", "it may have been said")
  }

  @Test func afterTooManyNamesAllObserversRunElsewhere() throws {
    let (storage, bus, told) = (TestStorage(), MessageBus(), Told())
    storage.bus = bus
    bus.add(TestStorage()) { text in told.names.withLock { $0.append(text) } }
    let server = try TestServer(ShelfDelegate.self, storage: storage)
    for (count, messages) in [(1000, 1000), (1001, 1)] {
      told.names.withLock { $0 = [] }
      server.runtime.publish((0..<count).map { "name \($0)" })
      let count = told.names.withLock { $0.count }
      #expect(count == messages)
    }
  }

  private final class Told: Sendable {
    let names = Locked<[String]>([])
  }

  @Test func anOpenPageWhoseScreensAreAtAnotherServerIsTold() throws {
    let server = try TestServer(ShelfDelegate.self, storage: TestStorage(bytes: true, isShared: true))
    let streams = try (0..<2).map { index in
      let browser = server.browser()
      // Only one of them is launched here.
      if index == 0 { try browser.open("/") }
      let key = try index == 0 ? #require(server.session(of: browser)).key : SessionKey(of: .random())
      return server.openPage(of: key)
    }
    server.runtime.didChange("other")
    try waitUntil { streams[1].eventCount == 1 }
    #expect(streams[0].eventCount == 0, "it does not observe that name")
  }

  @Test func aChangeThatIsSaidOutsideOfSessionsReachesAllServersOfTheProcess() throws {
    let server = try AppServer.inMemory(ShelfDelegate.self)
    let browser = Browser(port: try server.start())
    defer { server.stop() }
    try browser.open("/")
    table.withLock { $0 = "new" }
    Server.changed("shelf")
    #expect(try browser.open("/").text("shelfView.label") == "new, 2")
  }

  @Test func aLongNameIsReported() {
    let name = String(repeating: "n", count: 201)
    Server.changed(name)
    #expect(
      Server.longName(name)
        == "Server.changed: the name \"nnnnnnnnnnnnnnnnnnnn…\" has 201 bytes, and 200 are allowed.")
    #expect(Misuse.messages.contains(Server.longName(name)))
  }

  // MARK: - The value

  private static let keys = (0..<3).map { SessionKey(ofPart: "\($0)", "") }

  @Test func whatWasMissedMayBeAnything() {
    var observers = ChangeSubscriptions()
    observers.add(Self.keys[0], to: "a")
    observers.add(Self.keys[1], to: "b")
    let any = observers.change(ChangeSubscriptions.anyName)
    observers.forget(Self.keys[0])
    observers.rename(Self.keys[1], to: Self.keys[2])
    let (one, two) = (observers.change("a"), observers.change("b"))
    #expect(any == Set(Self.keys[0...1]) && one == [] && two == [Self.keys[2]])
    observers.forget(Self.keys[2])
    #expect(observers.isEmpty && observers.changeCount == 3)
  }
}
