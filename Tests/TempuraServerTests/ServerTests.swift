import Foundation
import Katana
import Sessions
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import SQLiteSessions
@testable import TempuraServer

/// Apps of all kinds, as servers.
@Suite struct ServerTests {
  private final class Silent: UIResponder, UIApplicationDelegate {
    func application(_: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?) -> Bool
    {
      true
    }
  }

  private final class Rootless: WindowDelegate {}

  /// An app without store and navigator.
  private final class Plain: WindowDelegate {
    final class Controller: UIViewController {
      var taps = 0
      override func viewDidLoad() {
        let (button, label) = (UIButton(), UILabel())
        (button.accessibilityIdentifier, label.accessibilityIdentifier) = ("button", "label")
        view.addSubview(button)
        view.addSubview(label)
        button.on(.touchUpInside) { [unowned self] _ in
          taps += 1
          label.text = "\(taps)"
        }
      }
    }

    override func makeRoot() -> UIViewController? { Controller() }
  }

  private struct UncodableState: State {}

  /// An app whose state no storage can have.
  private final class UncodableDelegate: WindowDelegate {
    var store: Store<UncodableState, EmptySideEffectDependencyContainer>!
    override func makeRoot() -> UIViewController? {
      store = Store<UncodableState, EmptySideEffectDependencyContainer>()
      return UIViewController()
    }
  }

  /// An app with a navigation bar, which has the heading of the page.
  private final class Titled: WindowDelegate {
    override func makeRoot() -> UIViewController? {
      let controller = UIViewController()
      controller.title = "Start"
      return UINavigationController(rootViewController: controller)
    }
  }

  @Test func everyPageHasOneHeadingOfTheTopLevel() throws {
    for (app, heading) in [(Plain.self, "Test"), (Titled.self, "Start")] as [(any UIApplicationDelegate.Type, String)] {
      let server = try TestServer(app)
      let page = try server.browser().open("/")
      let headings = page.body.matches(of: /<h1[^>]*>([^<]*)</).map { String($0.1) }
      #expect(headings == [heading])
    }
  }

  @Test func anAppThatShowsNothingIsNotServed() throws {
    for app in [Silent.self, Rootless.self] as [any UIApplicationDelegate.Type] {
      let error = #expect(throws: SceneError.self) { try AppServer.inMemory(app) }
      #expect(
        error?.description == """
          \(app) shows nothing. Its application(_:didFinishLaunchingWithOptions:) has to make a window with a root view \
          controller key and visible: store.dependencies.navigator.start(using: self, in: window, at: …) does.
          """)
    }
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    for (flag, path) in [("--public", "/no/such/folder"), ("--templates", "/etc/hostname")] {
      let options = try CommandLineOptions(arguments: [flag, path], environment: [:])
      let error = #expect(throws: FolderError.self) {
        try ServerStart(app: Plain.self, configuration: ServerConfiguration(), options: options, name: "App").server()
      }
      #expect(error?.description == "There is no folder \(path). Create it, or name another one with \(flag).")
    }
  }

  @Test func aServerThatWasNotStartedCanBeStoppedAndReleased() throws {
    let server = try AppServer.inMemory(Plain.self)
    server.stop()
    _ = try AppServer.inMemory(Plain.self)
  }

  @Test func anAppIsServedUntilItIsStopped() throws {
    let server = try AppServer.inMemory(ShopDelegate.self)
    let browser = Browser(port: try server.start())
    try browser.open("/")
    #expect(browser.page.text("countLabel") == "0")
    #expect(browser.page.body.contains("<title>App</title>"))
    server.stop()
    #expect(throws: TestError.self) { try browser.get("/") }
  }

  // MARK: - Where sessions are

  private func server(
    _ app: any UIApplicationDelegate.Type, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> AppServer {
    try ServerStart(
      app: app, configuration: ServerConfiguration(),
      options: CommandLineOptions(arguments: arguments, environment: [:]), name: "Shop", environment: environment
    ).server()
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tempura-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func sessionsAreWhereTheFlagSaysOrElseInTheStateOfTheUser() throws {
    try withFolder { folder in
      let named = try server(ShopDelegate.self, ["--sessions", "sqlite:\(folder)/a.db"])
      #expect(named.storageChoice == StorageChoice(SQLiteLocation(path: "\(folder)/a.db")))
      #expect(named.runtime.storage.base is SQLiteStorage)
      named.stop()
      let unnamed = try server(ShopDelegate.self, [], environment: ["HOME": folder])
      #expect(unnamed.storageChoice == StorageChoice(SQLiteLocation(path: "\(folder)/.local/state/Shop/sessions.db")))
      unnamed.stop()
      #expect(throws: StorageError.self) { try server(ShopDelegate.self, []) }
      #expect(try AppServer.inMemory(ShopDelegate.self).storageChoice == .memory)
    }
  }

  @Test func anAppWithNothingToStoreNeedsNoPlace() throws {
    #expect(try server(Plain.self, []).storageChoice == .memory)
  }

  @Test func aStateThatIsNotCodableIsInMemoryAndTheServerSaysSo() throws {
    try withFolder { folder in
      for arguments in [[], ["--sessions", "sqlite:\(folder)/a.db"]] {
        let server = try server(UncodableDelegate.self, arguments)
        #expect(server.storageChoice == .memory)
        #expect(server.runtime.storage.base is MemoryStorage)
        #expect(
          server.runtime.app.memoryReason
            == "UncodableState is not Codable: sessions are only in the memory of this process, and end with it.")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
    #expect(try AppServer.inMemory(ShopDelegate.self).runtime.app.memoryReason == nil)
  }

  @Test func anAppWithoutNavigatorHasOneScreen() throws {
    let server = try TestServer(Plain.self)
    let browser = server.browser()
    #expect(try browser.get("/").status == 200)
    try browser.open("/")
    #expect(try browser.tap("button").text("label") == "1")
    #expect(try browser.tap("button").text("label") == "2")
    #expect(try browser.get("/elsewhere").status == 404)
  }

  @Test func anUnknownRouteIsNotFoundAndLeavesNothing() throws {
    let storage = MemoryStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    for path in ["/nothing", "/home/nothing", "/detail", "/home/detail/more", "/home/%2E%2E"] {
      let answer = try server.browser().get(path)
      #expect(answer.status == 404, "\(path)")
      #expect(answer.header("Set-Cookie") == nil)
      #expect(answer.body.contains("href=\"/\""))
    }
    #expect(server.runtime.sessions.count == 0)
    try waitUntil { storage.count == 0 }
  }

  @Test func tryingAnAppLeavesNothing() throws {
    let storage = MemoryStorage()
    let server = try TestServer(ShopDelegate.self, storage: storage)
    #expect(server.runtime.app.stateType != nil)
    #expect(storage.count == 0)
  }

  // MARK: - Guards

  @Test func aRefusedRouteIsForbidden() throws {
    let server = try TestServer(GuardedDelegate.self)
    let browser = try server.browser(at: "/home")
    #expect(try browser.get("/home/detail").status == 200)
    try browser.tap("lock")
    let answer = try browser.get("/home/detail")
    #expect(answer.status == 403)
    #expect(answer.body.contains("You cannot see this page right now."))
    #expect(try browser.post(browser.form(tap: "detailView.incrementButton"), to: "/home/detail").status == 403)
    #expect(try browser.post(browser.form(tap: "x"), to: "/home/detail?detail=other").status == 403)
    #expect(try browser.open("/home").text("countLabel") == "0")
  }

  @Test func aRouteThatIsRefusedUnderAnOpenPageIsForbidden() throws {
    let server = try TestServer(GuardedDelegate.self)
    let browser = try server.browser(at: "/home/detail")
    let other = browser.newTab()
    try other.open("/home")
    try other.tap("lock")
    #expect(try browser.tap("detailView.incrementButton").status == 403)
    #expect(try browser.get("/home/detail").status == 403)
    #expect(try other.open("/home").text("countLabel") == "0")
  }

  @Test func aGuardMaySendTheBrowserElsewhere() throws {
    let server = try TestServer(GuardedDelegate.self)
    let browser = try server.browser(at: "/home/detail")
    let other = browser.newTab()
    try other.open("/home")
    try other.tap("sendAway")
    for answer in [
      try browser.get("/home/detail"), try browser.get("/home/detail?detail=new"),
      try browser.post(browser.form(tap: "detailView.incrementButton")),
    ] {
      #expect(answer.status == 303)
      #expect(answer.header("Location") == "/home")
    }
  }

  @Test func aTapThatLeadsToARefusedRouteEndsThere() throws {
    let server = try TestServer(GuardedDelegate.self)
    let browser = try server.browser(at: "/home")
    try browser.tap("lock")
    try browser.tap("detail")
    #expect(browser.page.status == 403)
    #expect(try browser.open("/home").status == 200)
  }
}
