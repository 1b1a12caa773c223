import AppData
import Basics
import Foundation
import Sessions
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

private typealias UserDefaults = UIApplication.UserDefaults

/// What an app keeps in `UserDefaults` is its user's, and stored before the answer.
@Suite struct KeptValuesTests {
  private let memory = MemoryStorage()

  private func storage() -> TestStorage { TestStorage(bytes: true, isShared: true, memory: memory) }

  private func server(_ storage: TestStorage? = nil) throws -> TestServer {
    try TestServer(KeepingDelegate.self, storage: storage ?? self.storage())
  }

  /// Runs code of the app of a session.
  private func run<Result>(_ server: TestServer, _ browser: Browser, _ body: @escaping () throws -> Result) throws
    -> Result
  {
    let session = try #require(server.session(of: browser))
    let result = server.inTurn(of: session) {
      Swift.Result { try #require(session.scenes.first).run(body) }
    }
    return try result.get()
  }

  @Test func eachUserHasTheirOwnAndFindsThemAfterARestart() throws {
    let first = try server()
    let (browser, other) = (try first.browser(at: "/"), try first.browser(at: "/"))
    #expect(try browser.tap("add", ["field": "milk"]).text("items") == "milk")
    #expect(try browser.tap("add", ["field": "eggs"]).text("items") == "milk,eggs")
    #expect(try other.open("/").text("items") == "")
    #expect(UserDefaults.standard.stringArray(forKey: "items") == nil, "of the process")
    // As after `kill -9`: nothing of the first server is used any more.
    #expect(try server().copy(of: browser).open("/").text("items") == "milk,eggs")
    try first.evictAll()
    #expect(try browser.open("/").text("items") == "milk,eggs")
    #expect(try other.open("/").text("items") == "")
  }

  @Test func whatIsKeptAtTheLaunchIsStored() throws {
    func server() throws -> TestServer { try TestServer(CountingDelegate.self, storage: storage()) }
    let browser = try server().browser(at: "/")
    try browser.tap("add", ["field": "milk"])
    let page = try server().copy(of: browser).open("/")
    #expect(page.text("items") == "milk")
    #expect(page.text("nameLabel") == "2")
  }

  @Test func anAppThatKeepsNothingStoresNothing() throws {
    _ = try server().browser(at: "/")
    #expect(memory.count == 0)
  }

  @Test func valuesComeBackAsIOSConvertsThem() throws {
    let storage = storage()
    let server = try server(storage)
    let browser = try server.browser(at: "/")
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123)
    let tree: [String: Any] = ["list": [1, 2.5, true, "x", Data([0, 255]), date] as [Any], "empty": [String: Any]()]
    try run(server, browser) {
      let defaults = UserDefaults.standard
      for (key, value) in ["yes": "YES", "text": "12", "tree": tree, "number": NSNumber(value: 7)] as [String: Any] {
        defaults.set(value, forKey: key)
      }
      defaults.set(3, forKey: "int")
      defaults.set(UInt64.max, forKey: "unsigned")
      defaults.set(true, forKey: "bool")
      defaults.set(Float(0.1), forKey: "float")
      defaults.set(Double.infinity, forKey: "double")
      defaults.set(Optional("there") as Any, forKey: "optional")
      defaults.set(URL(string: "https://example.org/a?b"), forKey: "web")
      defaults.set(URL(fileURLWithPath: "/a b"), forKey: "file")
      defaults.set(date, forKey: "date")
      defaults.setValue("Ann", forKey: "name")
      defaults.set("gone", forKey: "gone")
      defaults.set(Optional<String>.none as Any, forKey: "gone")
      defaults.set(nil as URL?, forKey: "nowhere")
      UserDefaults(suiteName: "group.shop")?.set("suite", forKey: "name")
    }
    try browser.tap("nothing")
    try server.evictAll()
    _ = try browser.open("/")
    try run(server, browser) {
      let defaults = UserDefaults.standard
      #expect(defaults.bool(forKey: "yes") && defaults.bool(forKey: "bool") && !defaults.bool(forKey: "none"))
      #expect(defaults.integer(forKey: "text") == 12 && defaults.double(forKey: "int") == 3)
      #expect(defaults.integer(forKey: "int") == 3 && defaults.string(forKey: "int") == "3")
      #expect(defaults.object(forKey: "int") as? Int == 3 && defaults.object(forKey: "int") as? Double == 3)
      #expect(defaults.object(forKey: "number") as? Int == 7 && defaults.object(forKey: "bool") as? Bool == true)
      #expect(defaults.float(forKey: "float") == 0.1 && defaults.object(forKey: "float") as? Float == 0.1)
      #expect(defaults.double(forKey: "double") == .infinity)
      #expect(defaults.string(forKey: "optional") == "there" && defaults.object(forKey: "gone") == nil)
      #expect(defaults.url(forKey: "web") == URL(string: "https://example.org/a?b"))
      #expect(defaults.url(forKey: "file")?.path == "/a b" && defaults.url(forKey: "nowhere") == nil)
      #expect(defaults.object(forKey: "date") as? Date == date && defaults.value(forKey: "name") as? String == "Ann")
      let tree = defaults.dictionary(forKey: "tree")
      let list = tree?["list"] as? [Any]
      #expect(list?.count == 6 && list?[0] as? Int == 1 && list?[1] as? Double == 2.5 && list?[2] as? Bool == true)
      #expect(list?[4] as? Data == Data([0, 255]) && list?[5] as? Date == date)
      #expect((tree?["empty"] as? [String: Any])?.isEmpty == true)
      #expect(UserDefaults(suiteName: "group.shop")?.string(forKey: "name") == "suite")
      #expect(defaults.persistentDomain(forName: "group.shop") as? [String: String] == ["name": "suite"])
      #expect(defaults.string(forKey: "greeting") == "Hello" && defaults.dictionaryRepresentation().count == 15)
      #expect(defaults.object(forKey: "unsigned") as? UInt64 == .max)
      #expect(defaults.persistentDomain(forName: ProcessInfo.processInfo.processName)?["name"] as? String == "Ann")
      defaults.removePersistentDomain(forName: "group.shop")
      defaults.removeObject(forKey: "name")
      #expect(defaults.persistentDomain(forName: "group.shop") == nil && defaults.string(forKey: "name") == nil)
      let before = Misuse.messages
      defaults.set(ProcessInfo.processInfo, forKey: "process")
      #expect(Misuse.messages.subtracting(before).contains { $0.contains("for the key process") })
    }
    #expect(try !storage.text().contains("Hello"), "registered values are not stored")
  }

  /// Answers do not wait for other queues than the main one.
  /// Its session is quarantined.
  @Test(arguments: [#"{"real":"1,5"}"#, #"{"date":""}"#, #"{"data":"?"}"#, #"{"list":[]}"#])
  func aDamagedValueIsNotReplacedByADefault(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(KeptValue.self, from: Data(json.utf8)) }
  }

  @Test func whatAThreadKeepsAfterTheAnswerIsStored() throws {
    let server = try server()
    let browser = try server.browser(at: "/")
    try browser.tap("addLater", ["field": "milk"])
    try waitUntil { try self.server().copy(of: browser).open("/").text("items") == "milk" }
  }

  /// Keeps an item at one server, and a name at another one, of which the first does not know.
  private func withAChangeElsewhere() throws -> (browser: Browser, other: Browser, storage: TestStorage) {
    let (mine, others) = (storage(), storage())
    mine.isInTouch = true
    let servers = [try server(mine), try server(others)]
    let browser = try servers[0].browser(at: "/")
    try browser.tap("add", ["field": "milk"])
    let other = servers[1].copy(of: browser)
    _ = try other.open("/")
    #expect(try other.tap("name", ["field": "Ann"]).text("nameLabel") == "Ann")
    return (browser, other, mine)
  }

  /// The screen of the first server showed old values. Shown again, it would keep them.
  @Test func serversMergeWhatTheyKeepAndShowIt() throws {
    let (browser, other, _) = try withAChangeElsewhere()
    // The first server does not know of that yet, and loses the race.
    #expect(try browser.tap("add", ["field": "eggs"]).text("items") == "milk,eggs")
    #expect(browser.page.text("nameLabel") == "Ann")
    #expect(try other.open("/").text("items") == "milk,eggs")
    try other.tap("add", ["field": "tea"])
    browser.version = other.version
    #expect(try browser.tap("add", ["field": "jam"]).text("items") == "milk,eggs,tea,jam")
  }

  @Test func whatIsNotStoredIsUndone() throws {
    let storage = storage()
    let server = try server(storage)
    let browser = try server.browser(at: "/")
    for (items, stored) in [("", "milk"), ("milk", "milk,eggs")] {
      storage.problem = .unavailable("The disk is full.")
      #expect(try browser.tap("add", ["field": "tea"]).status == 503)
      storage.problem = nil
      #expect(try browser.open("/").text("items") == items)
      #expect(try browser.tap("add", ["field": stored.suffix(4).description]).text("items") == stored)
    }
    storage.maxBytes = 3000
    #expect(try browser.tap("add", ["field": String(repeating: "x", count: 4000)]).status == 413)
    #expect(try browser.tap("add", ["field": "tea"]).text("items") == "milk,eggs,tea")
  }

  /// A save of which this server got no reply was stored. Another server has changed the same key since.
  @Test func aChangeWhoseReplyWasLostIsNotMadeTwice() throws {
    let (mine, others) = (storage(), storage())
    let servers = [try server(mine), try server(others)]
    let browser = try servers[0].browser(at: "/")
    try browser.tap("name", ["field": "Ann"])
    (mine.lostReply, mine.loadProblem) = (.unavailable("lost"), .unavailable("lost"))
    #expect(try browser.tap("name", ["field": "Bob"]).status == 503)
    mine.loadProblem = nil
    let other = servers[1].copy(of: browser)
    _ = try other.open("/")
    #expect(try other.tap("name", ["field": "Cid"]).text("nameLabel") == "Cid")
    #expect(try browser.open("/").text("nameLabel") == "Cid")
  }

  private func file(_ server: TestServer, _ browser: Browser) throws -> Data? {
    try run(server, browser) { FileManager.default.contents(atPath: try path("Documents/file")) }
  }

  /// As for a user who signs out of a session that goes on.
  @Test func aSessionCanForgetWhatItKeeps() throws {
    let storage = storage()
    let server = try server(storage)
    let browser = try server.browser(at: "/")
    try browser.tap("add", ["field": "milk"])
    try browser.tap("file", ["field": "honey"])
    storage.problem = .unavailable("The disk is full.")
    #expect(try browser.tap("forget").status == 503)
    storage.problem = nil
    #expect(try browser.open("/").text("items") == "milk")
    #expect(browser.page.body.contains("honey"), "typed")
    #expect(try file(server, browser) == Data("honey".utf8))
    let home = try run(server, browser) {
      #expect(FileManager.default.createFile(atPath: try path("Library/Caches/c"), contents: Data()))
      return try path("")
    }
    let id = browser.cookie
    #expect(try browser.tap("forget").text("items") == "")
    #expect(browser.cookie != id && !browser.page.body.contains("honey"))
    #expect(!FileManager.default.fileExists(atPath: home))
    #expect(try file(server, browser) == nil)
    for text in ["milk", "honey", Data("honey".utf8).base64EncodedString()] {
      #expect(try !storage.text().contains(text), "\(text)")
    }
    let copy = try self.server()
    let again = copy.copy(of: browser)
    #expect(try again.open("/").text("items") == "" && file(copy, again) == nil)
    #expect(try again.tap("add", ["field": "tea"]).text("items") == "tea")
  }

  @Test func aSessionForgetsWhatAnotherServerHasStoredMeanwhile() throws {
    let (browser, _, mine) = try withAChangeElsewhere()
    let page = try browser.tap("forget")
    #expect(page.text("items") == "" && page.text("nameLabel") == "")
    for text in ["milk", "Ann"] { #expect(try !mine.text().contains(text), "\(text)") }
  }

  private func path(_ name: String) throws -> String {
    try #require(UIApplication.homeFolder).appending(path: name).path
  }

  @Test func filesAreInAFolderOfTheSessionAndStored() throws {
    let server = try server()
    let (browser, other) = (try server.browser(at: "/"), try server.browser(at: "/"))
    #expect(UIApplication.homeFolder == nil, "outside of sessions")
    let files = FileManager.default
    let home = try run(server, browser) {
      for name in ["Documents/note.txt", "Library/Application Support/a/b", "Library/Caches/c", "tmp/t"] {
        try files.createDirectory(atPath: path("Library/Application Support/a"), withIntermediateDirectories: true)
        #expect(files.createFile(atPath: try path(name), contents: Data(name.utf8)))
      }
      try files.createDirectory(atPath: path("Documents/empty"), withIntermediateDirectories: true)
      #expect(try files.attributesOfItem(atPath: path(""))[.posixPermissions] as? Int == 0o700)
      return try path("")
    }
    try browser.tap("nothing")
    try server.evictAll()
    try waitUntil { !files.fileExists(atPath: home) }  // when the last turn lets go of the session
    _ = try browser.open("/")
    try run(server, browser) {
      for name in ["Documents/note.txt", "Library/Application Support/a/b"] {
        #expect(files.contents(atPath: try path(name)) == Data(name.utf8))
      }
      #expect(try !files.fileExists(atPath: path("Library/Caches/c")) && !files.fileExists(atPath: path("tmp/t")))
      #expect(files.fileExists(atPath: try path("Documents/empty")))
      try files.removeItem(atPath: path("Documents/note.txt"))
      try files.removeItem(atPath: path("Documents/empty"))
    }
    try browser.tap("nothing")
    let copy = try self.server()
    let again = copy.copy(of: browser)
    _ = try again.open("/")
    #expect(try run(copy, again) { try files.contentsOfDirectory(atPath: path("Documents")) } == [])
    _ = try other.open("/")
    #expect(try run(server, other) { try files.contentsOfDirectory(atPath: path("Documents")) } == [])
  }

  @Test func aFileThatIsNotStoredIsAsItWas() throws {
    let storage = storage()
    storage.maxBytes = 5000
    let server = try TestServer(KeepingDelegate.self, storage: storage) { $0.sessionBytes = 5000 }
    let browser = try server.browser(at: "/")
    func text() throws -> String? {
      try run(server, browser) {
        FileManager.default.contents(atPath: try path("Documents/file")).map { String(decoding: $0, as: UTF8.self) }
      }
    }
    try browser.tap("file", ["field": "first"])
    #expect(try text() == "first")
    let before = Misuse.messages
    #expect(try browser.tap("file", ["field": String(repeating: "x", count: 6000)]).status == 413)
    #expect(Misuse.messages.subtracting(before).contains { $0.contains("UserFiles") })
    _ = try browser.open("/")
    #expect(try text() == "first")
    #expect(try browser.tap("file", ["field": "second"]).status == 200)
    #expect(try text() == "second")
  }

  private static let ofFirstUser = UIApplication.folder(for: .documentDirectory)

  @Test func aFolderIsNotKeptInAStaticVariable() throws {
    let server = try server()
    let before = Misuse.messages
    let folder = try run(server, try server.browser(at: "/")) { Self.ofFirstUser }
    #expect(folder?.path.hasPrefix("/dev/null/") == true)
    #expect(Misuse.messages.subtracting(before).contains { $0.contains("static var file: URL") })
  }

  /// Such as a download that ends after the answer.
  @Test func aFileOfNoFormThatIsTooLargeIsRemoved() throws {
    let storage = storage()
    storage.maxBytes = 5000
    let server = try TestServer(KeepingDelegate.self, storage: storage) { $0.sessionBytes = 5000 }
    let browser = try server.browser(at: "/")
    try browser.tap("file", ["field": "first"])
    try run(server, browser) {
      try FileManager.default.createDirectory(atPath: path("Documents/empty"), withIntermediateDirectories: true)
      try Data(count: 6000).write(to: URL(fileURLWithPath: path("Documents/large")))
    }
    _ = try browser.open("/")
    #expect(try browser.tap("file", ["field": "second"]).status == 200)
    try server.evictAll()
    _ = try browser.open("/")
    let files = try run(server, browser) { try FileManager.default.contentsOfDirectory(atPath: path("Documents")) }
    #expect(files == ["file"])
  }

  /// A program that cleans the folder for temporary files has removed it.
  @Test func filesSurviveTheLossOfTheirFolder() throws {
    let server = try server()
    let browser = try server.browser(at: "/")
    try browser.tap("file", ["field": "first"])
    let home = try run(server, browser) { try path("") }
    // At once: a turn may look for files meanwhile.
    try FileManager.default.moveItem(atPath: home, toPath: "\(home)-away")
    defer { try? FileManager.default.removeItem(atPath: "\(home)-away") }
    try browser.tap("nothing")
    try server.evictAll()
    _ = try browser.open("/")
    let text = try run(server, browser) { FileManager.default.contents(atPath: try path("Documents/file")) }
    #expect(text == Data("first".utf8))
  }

  @Test func otherTabsAreToldOfChanges() throws {
    let server = try server()
    let browser = try server.browser(at: "/")
    let (first, second) = (
      try server.page("first", of: browser, at: "/"), try server.page("second", of: browser, at: "/")
    )
    try first.tap("name", ["field": "Ann"])
    #expect(try second.ask().answer.body.contains("Ann"))
  }

  @Test func whatAnAppKeepsInICloudBelongsToTheSession() throws {
    let store = NSUbiquitousKeyValueStore.default
    store.set("outside", forKey: "name")
    let server = try server()
    let browser = try server.browser(at: "/")
    try run(server, browser) {
      #expect(store.string(forKey: "name") == nil)
      store.set(5, forKey: "count")
      #expect(store.longLong(forKey: "count") == 5 && store.dictionaryRepresentation.count == 1)
    }
    #expect(store.string(forKey: "name") == "outside" && store.object(forKey: "count") == nil)
  }
}

/// A list of things, as apps have it that know no store.
class KeepingDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UserDefaults.standard.register(defaults: ["greeting": "Hello"])
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = KeepingViewController()
    window?.makeKeyAndVisible()
    return true
  }
}

/// Counts its launches.
private final class CountingDelegate: KeepingDelegate {
  override func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UserDefaults.standard.set(UserDefaults.standard.integer(forKey: "name") + 1, forKey: "name")
    return super.application(application, didFinishLaunchingWithOptions: options)
  }
}

private final class KeepingViewController: UIViewController {
  private let field = UITextField()
  private let itemsLabel = UILabel()
  private let nameLabel = UILabel()
  private var items: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    field.accessibilityIdentifier = "field"
    itemsLabel.accessibilityIdentifier = "items"
    nameLabel.accessibilityIdentifier = "nameLabel"
    for view in [field, itemsLabel, nameLabel] { self.view.addSubview(view) }
    items = UserDefaults.standard.stringArray(forKey: "items") ?? []
    itemsLabel.text = items.joined(separator: ",")
    nameLabel.text = UserDefaults.standard.string(forKey: "name")
    add("nothing") {}
    add("forget") { UIApplication.shared.renewSession(forgettingAllButState: true) }
    add("add") { [unowned self] in
      items.append(field.text ?? "")
      UserDefaults.standard.set(items, forKey: "items")
      itemsLabel.text = items.joined(separator: ",")
    }
    add("addLater") { [unowned self] in
      let items = [field.text ?? ""]
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { UserDefaults.standard.set(items, forKey: "items") }
    }
    add("file") { [unowned self] in
      let file = UIApplication.folder(for: .documentDirectory)?.appending(path: "file")
      try? Data((field.text ?? "").utf8).write(to: file!)
    }
    add("name") { [unowned self] in UserDefaults.standard.set(field.text, forKey: "name") }
    nonisolated(unsafe) let label = nameLabel
    NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification, object: UserDefaults.standard, queue: .main
    ) { _ in label.text = UserDefaults.standard.string(forKey: "name") }
  }

  private func add(_ name: String, _ action: @escaping () -> Void) {
    let button = UIButton(type: .system)
    button.setTitle(name, for: .normal)
    button.accessibilityIdentifier = name
    button.addAction(UIAction { _ in action() }, for: .touchUpInside)
    view.addSubview(button)
  }
}
