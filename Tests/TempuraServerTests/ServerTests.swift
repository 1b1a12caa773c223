import Foundation
import Katana
import Sessions
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import SQLiteSessions
@testable import SessionKernel
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

  private final class Detail: UIViewController, Routable {
    var routeIdentifier: RouteElementIdentifier { "detail" }
    override func viewDidLoad() { title = "Detail" }
  }

  /// An app whose first screen has no name in routes.
  private final class NamelessRoot: TestDelegate<UncodableState, NavigatorOnly> {
    override var root: String { "plain" }

    override func installRoot(
      identifier: RouteElementIdentifier, context: Any?, completion: @escaping () -> Void
    ) -> Bool {
      window?.rootViewController = identifier == "detail" ? Detail() : Plain.Controller()
      completion()
      return true
    }
  }

  @Test func aFirstScreenWithoutANameIsAtTheRootAndOthersAtTheirNames() throws {
    let (server, browser) = try visit(NamelessRoot.self, at: "/")
    #expect(try browser.tap("button").text("label") == "1")
    #expect(try server.browser().open("/detail").body.contains("<title>Detail"))
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
    let server = try AppServer.inMemory(LibraryDelegate.self)
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
      let named = try server(LibraryDelegate.self, ["--sessions", "sqlite:\(folder)/a.db"])
      #expect(named.storageChoice == StorageChoice(SQLiteLocation(path: "\(folder)/a.db")))
      #expect(named.runtime.storage.base is SQLiteStorage)
      named.stop()
      let unnamed = try server(LibraryDelegate.self, [], environment: ["HOME": folder])
      #expect(unnamed.storageChoice == StorageChoice(SQLiteLocation(path: "\(folder)/.local/state/Shop/sessions.db")))
      unnamed.stop()
      #expect(throws: StorageError.self) { try server(LibraryDelegate.self, []) }
      #expect(try AppServer.inMemory(LibraryDelegate.self).storageChoice == .memory)
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
    #expect(try AppServer.inMemory(LibraryDelegate.self).runtime.app.memoryReason == nil)
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
    let server = try TestServer(storage: storage)
    for path in ["/nothing", "/list/unknown", "/detail", "/list/detail/more", "/list/%2E%2E"] {
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
    let server = try TestServer(storage: storage)
    #expect(server.runtime.app.stateType != nil)
    #expect(storage.count == 0)
  }

  // MARK: - Guards

  @Test func aRefusedRouteIsForbidden() throws {
    let browser = try TestServer(GuardedLibraryDelegate.self).browser(at: "/list")
    #expect(try browser.get("/list/detail").status == 200)
    try browser.tap("lock")
    let answer = try browser.get("/list/detail")
    #expect(answer.status == 403)
    #expect(answer.body.contains("You cannot see this page right now."))
    #expect(try browser.post(browser.form(tap: "detail.increment"), to: "/list/detail").status == 403)
    #expect(try browser.post(browser.form(tap: "x"), to: "/list/detail?detail=other").status == 403)
    #expect(try browser.open("/list").text("countLabel") == "0")
  }

  @Test func aTapThatLeadsToARefusedRouteEndsThere() throws {
    let browser = try TestServer(GuardedLibraryDelegate.self).browser(at: "/list")
    try browser.tap("lock")
    try browser.tap("detail")
    #expect(browser.page.status == 403)
    #expect(try browser.open("/list").status == 200)
  }
}
