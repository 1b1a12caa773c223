import Foundation
import Katana
import Sessions
import Tempura
import TempuraUI
import Testing

@testable import SessionKernel
@testable import TempuraServer

private struct DiaryState: State, Codable {
  var date = Date(timeIntervalSince1970: 0)
  var changes = 0
}

private struct Change: StateUpdater {
  let body: @Sendable (inout DiaryState) -> Void
  func updateState(_ state: inout DiaryState) { body(&state) }
}

/// A date picker, and texts that are made once.
private final class DiaryDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  final class Controller: UIViewController {
    let store = Store<DiaryState, NavigatorOnly>()
    let picker = UIDatePicker()
    let save = UIButton()
    let text = UILabel()

    override func viewDidLoad() {
      picker.date = store.state.date
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en-GB")
      formatter.timeZone = UIApplication.shared.timeZone
      (formatter.dateStyle, formatter.timeStyle) = (.short, .short)
      text.text = formatter.string(from: store.state.date)
      for (view, identifier) in [(picker, "picker"), (save, "save"), (text, "text")] as [(UIView, String)] {
        view.accessibilityIdentifier = identifier
        self.view.addSubview(view)
      }
      save.on(.touchUpInside) { [unowned self] _ in
        let date = picker.date
        store.dispatch(Change { $0.date = date })
      }
      for name in [.NSSystemTimeZoneDidChange, UIApplication.significantTimeChangeNotification] as [Notification.Name] {
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { [store] _ in
          store.dispatch(Change { $0.changes += 1 })
        }
      }
    }
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = Controller()
    window?.makeKeyAndVisible()
    return true
  }

  func applicationSignificantTimeChange(_ application: UIApplication) {
    (window?.rootViewController as? Controller)?.store.dispatch(Change { $0.changes += 10 })
  }
}

/// Times are those of the user's browser.
@Suite struct TimeZoneTests {
  private let server: TestServer

  init() throws { server = try TestServer(DiaryDelegate.self, storage: TestStorage(bytes: true)) }

  /// A page whose browser told its time zone.
  private func page(_ zone: String?, of browser: Browser) throws -> LivePage {
    let page = LivePage(browser, tab: "tab1", at: "/")
    page.browser.headers["Tempura-Time-Zone"] = zone
    try page.ask()
    return page
  }

  private func state(_ browser: Browser, _ server: TestServer? = nil) -> DiaryState? {
    (server ?? self.server).session(of: browser)?.state?.current as? DiaryState
  }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  /// The markup of the input, as a page without the script has it.
  private func input(_ browser: Browser) throws -> String {
    browser.headers = [:]
    return try browser.open("/").body.components(separatedBy: "<input").first { $0.contains("name=\"picker\"") } ?? ""
  }

  @Test(arguments: [
    ("Pacific/Auckland", "2026-01-15T09:00", "2026-01-14T20:00:00Z"),
    ("Pacific/Auckland", "2026-07-15T09:00", "2026-07-14T21:00:00Z"),
    ("America/New_York", "2026-03-08T03:30", "2026-03-08T07:30:00Z"),
    // Daylight saving time begins, and ends.
    ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00Z"),
    ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
    ("Asia/Calcutta", "2026-01-15T09:00", "2026-01-15T03:30:00Z"),
  ])
  func aTimeIsReadAndShownInTheTimeZoneOfTheBrowser(zone: String, time: String, date: String) throws {
    let browser = try server.browser(at: "/")
    #expect(try input(browser).contains("value=\"1970-01-01T00:00\""))
    let page = try page(zone, of: browser)
    #expect(page.patch.markup?.contains("Time zone: \(zone.replacing("_", with: " "))<") == true)
    #expect(try page.tap("save", ["picker": time]).status == 200)
    #expect(try state(browser)?.date == self.date(date))
    try server.evictAll()
    #expect(try input(browser).contains("value=\"\(time.replacing("T02:", with: "T03:"))\""))
  }

  @Test(arguments: [
    nil, "", "Mars/Phobos", "../../etc/passwd", "pacific/auckland", String(repeating: "A", count: 5000),
  ])
  func whatIsNoTimeZoneIsIgnored(zone: String?) throws {
    let browser = try server.browser(at: "/")
    let page = try page(zone, of: browser)
    #expect(page.patch.markup?.contains("Time zone: \(TimeZone.current.identifier)<") == true)
    #expect(server.session(of: browser)?.scenes.hints.timeZone == nil)
  }

  @Test func anUnknownTimeZoneIsThatOfThePagesBefore() throws {
    let browser = try server.browser(at: "/")
    let page = try page("Pacific/Auckland", of: browser)
    page.browser.headers["Tempura-Time-Zone"] = "Mars/Phobos"
    try page.ask()
    #expect(try input(browser).contains("value=\"1970-01-01T12:00\""))
  }

  @Test func textsThatTheFirstPageMadeOnceAreMadeAgain() throws {
    let browser = try server.browser(at: "/")
    #expect(browser.page.text("text") == "01/01/1970, 00:00")
    let page = try page("Pacific/Auckland", of: browser)
    #expect(page.patch.markup?.contains("01/01/1970, 12:00") == true)
    #expect(state(browser)?.changes == 12, "the first screen was told, too")
  }

  @Test func anAppThatWasUsedIsOnlyTold() throws {
    let browser = try server.browser(at: "/")
    #expect(try browser.tap("save").status == 200)
    let page = try page("Pacific/Auckland", of: browser)
    #expect(page.patch.markup?.contains("01/01/1970, 00:00") == true)
    #expect(page.patch.markup?.contains("value=\"1970-01-01T12:00\"") == true)
    #expect(state(browser)?.changes == 12)
    try page.ask()
    #expect(state(browser)?.changes == 12)
  }

  /// The user has travelled since.
  @Test func theTimesOfAFormAreThoseOfItsPage() throws {
    let browser = try server.browser(at: "/")
    let page = try page("Pacific/Auckland", of: browser)
    page.browser.headers["Tempura-Time-Zone"] = "Europe/Rome"
    try page.tap("save", ["picker": "1970-01-01T12:00"])
    #expect(state(browser)?.date == Date(timeIntervalSince1970: 0), "it is unchanged")
    try page.tap("save", ["picker": "2026-01-15T09:00"])
    #expect(try state(browser)?.date == date("2026-01-14T20:00:00Z"))
    #expect(try page.ask().markup?.contains("2026-01-14T21:00") == true)
    try page.tap("save", ["picker": "2026-01-15T09:00"])
    #expect(try state(browser)?.date == date("2026-01-15T08:00:00Z"))
  }

  @Test func usersInSeveralTimeZonesAreServedAtOnce() async throws {
    let times = [
      "Pacific/Auckland": "2026-01-14T20:00:00Z", "Europe/London": "2026-01-15T09:00:00Z",
      "America/New_York": "2026-01-15T14:00:00Z",
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (zone, time) in times {
        for _ in 0..<4 {
          group.addTask {
            let browser = try server.browser(at: "/")
            let page = try page(zone, of: browser)
            for year in 2020..<2030 {
              try page.tap("save", ["picker": "\(year)-01-15T09:00"])
              #expect(try state(browser)?.date == date(time.replacing("2026", with: "\(year)")))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func anotherServerUsesTheTimeZoneOfThePage() throws {
    let memory = MemoryStorage()
    func server() throws -> TestServer {
      try TestServer(DiaryDelegate.self, storage: TestStorage(bytes: true, isShared: true, memory: memory))
    }
    let (first, second) = (try server(), try server())
    let browser = try first.browser(at: "/")
    _ = try page("Pacific/Auckland", of: second.copy(of: browser))
    let later = first.copy(of: browser)
    try later.open("/")
    #expect(later.page.body.contains("value=\"1970-01-01T12:00\""))
    try later.tap("save", ["picker": "2026-01-15T09:00"])
    #expect(try state(later, first)?.date == date("2026-01-14T20:00:00Z"))
  }
}
