internal import Basics
internal import TempuraServer

/// A window without a browser: requests are function calls, and pages are trees of elements. Pages are live, as with the
/// script, or each tap loads one.
final class InProcessWindow: BrowserWindow {
  let server: AppServer
  private let jar: CookieJar
  private let language: String
  let timeout: Double
  private let isLive: Bool
  /// The name of the window in live requests.
  let tab = "\(UInt64.random(in: 0...UInt64.max))"

  private var gestures = 0
  private var current: Page?
  /// The current page, if patches keep it up to date.
  private(set) var live: LiveDocument?
  /// The URLs that were opened. The last one is shown.
  private var history: [String] = []

  /// The cookies that the windows of one browser share.
  private final class CookieJar {
    var cookies: [String: String] = [:]
  }

  init(_ server: AppServer, language: String, timeout: Double, isLive: Bool) {
    self.server = server
    self.language = language
    self.timeout = timeout
    self.isLive = isLive
    jar = CookieJar()
  }

  private init(beside other: InProcessWindow) {
    server = other.server
    jar = other.jar
    language = other.language
    timeout = other.timeout
    isLive = other.isLive
  }

  func openTab() -> any BrowserWindow { InProcessWindow(beside: self) }

  func set(_ cookie: (name: String, value: String)) { jar.cookies[cookie.name] = cookie.value }

  func page() throws -> Page {
    guard let current else { throw AppDriverError.nothingOpen }
    return current
  }

  // MARK: - Navigating

  func open(_ url: String) throws {
    try show(url)
    // Opening the URL of the current page replaces its entry in the history (HTML Standard, section 7.4.2.2).
    if try history.last != page().url { try history.append(page().url) }
  }

  func update() throws {
    guard live != nil else { return try reload() }
    try ask()
    try checkPage()
  }

  func reload() throws {
    try show(page().url)
    history[history.count - 1] = try page().url
  }

  func goBack() throws {
    guard history.count > 1 else { throw AppDriverError.noWayBack }
    let url = history[history.count - 2]
    if live != nil {
      try ask(for: url)
      try checkPage()
    } else {
      try show(url)
    }
    history.removeLast()
  }

  /// Loads a URL and shows its page when the side effects of its screen have ended.
  func show(_ url: String) throws {
    var (url, answer) = try follow(url)
    let deadline = ContinuousClock.now + .seconds(timeout)
    // A side effect may lead to a screen that loads something, too.
    while answer.isWorking {
      guard .now < deadline else { throw AppDriverError.stillWorking(seconds: timeout) }
      url = try waitUntilIdle(url)
      (url, answer) = try follow(url)
    }
    show(answer, at: url)
    if live != nil {
      // The script asks at once, so that the screens belong to its tab.
      try ask()
      try checkPage()
    }
  }

  func show(_ answer: LocalAnswer, at url: String) {
    let root = PageReader.read(answer.page)
    show(Page(url: url, status: answer.status, root: root), isLive ? LiveDocument(root) : nil)
  }

  func show(_ page: Page, _ document: LiveDocument?) {
    current = page
    live = document
  }

  private static let maxRedirects = 20

  func follow(_ url: String) throws -> (url: String, LocalAnswer) {
    var trail = [url]
    while trail.count <= Self.maxRedirects {
      let url = trail[trail.count - 1]
      let answer = try send(LocalRequest(url: url))
      guard let location = answer.header("Location") else { return (url, answer) }
      trail.append(location)
    }
    throw AppDriverError.redirectsForEver(trail)
  }

  func waitUntilIdle(_ url: String) throws -> String {
    let idle = PendingValue<String>()
    server.waitUntilIdle(url) { idle.deliver($0) }
    do { return try idle.wait(seconds: timeout) } catch { throw AppDriverError.stillWorking(seconds: timeout) }
  }

  func send(_ request: LocalRequest) throws -> LocalAnswer {
    var request = request
    request.headers["Accept-Language"] = language
    request.cookies = jar.cookies
    let answered = PendingValue<LocalAnswer>()
    server.respond(to: request) { answered.deliver($0) }
    let answer = try answered.wait(seconds: timeout)
    if let pair = answer.header("Set-Cookie")?.split(separator: ";").first?.split(separator: "=", maxSplits: 1),
      pair.count == 2
    {
      jar.cookies[String(pair[0])] = String(pair[1])
    }
    return answer
  }

  // MARK: - Using controls

  func fill(_ field: PageNode, with value: String) throws {
    field.input.value = value
    guard live != nil, Field(field).isSentWhileTyping else { return }
    let page = try page()
    try submit(page.form(pressing: nil).filter { ["page", field["name"]].contains($0.name) }, of: page)
  }

  func fill(_ field: PageNode, withFiles paths: [String]) { field.input.files = paths }

  func press(_ control: PageNode, called name: String) throws {
    let page = try page()
    if control.tag == "summary", let details = control.parent {
      details.input.isOpen = !details.isOpenMenu
    } else if let url = control["href"] {
      try open(url)
    } else if let menu = control["popovertarget"] {
      // One popover is open at a time (HTML Standard, section 6.12).
      for popover in page.nodes where popover.has("popover") {
        popover.input.isOpen = popover["id"] == menu && !popover.isOpenMenu
      }
    } else {
      try submit(page, by: control)
    }
  }

  /// A view gets all that the finger does in one message.
  func drag(_ view: PageNode, by way: (x: Double, y: Double), after seconds: Double) throws {
    guard live != nil, let id = view["id"] else { return }
    let page = try page()
    gestures += 1
    let start = Int(min(max(seconds, 0), 60) * 1000)
    let isOwn = view["data-touches"]?.split(separator: " ").contains("own") == true
    var events = ["\(PercentEncoding.encode(id)) \(gestures) 1 \(isOwn ? 1 : 0) 100 100", "b 0 0 0 0"]
    if start > 0 { events.append("t 0 \(start) 0 0") }
    let steps = way.x == 0 && way.y == 0 ? 0 : 10
    for step in 0..<steps {
      let part = Double(step + 1) / Double(steps)
      events.append("m 0 \(start + 16 * (step + 1)) \(way.x * part) \(way.y * part)")
    }
    events.append("e 0 \(start + 16 * (steps + 1)) \(way.x) \(way.y)")
    try submit(page.form(pressing: nil) + [LocalRequest.Field("touches", events.joined(separator: ","))], of: page)
  }

  func pressReturn(in field: PageNode) throws {
    let page = try page()
    try submit(page, by: page.returnButton)
  }

  private func submit(_ page: Page, by button: PageNode?) throws {
    let fields = page.form(pressing: button)
    if live != nil { closeMenus(around: button) }
    try submit(fields, of: page)
  }

  private func submit(_ fields: [LocalRequest.Field], of page: Page) throws {
    if let live {
      try submitLive(fields, from: page, live)
      // The script adds an entry to the history if the URL is another one.
      if try self.page().url == page.url { return }
    } else {
      let answer = try send(LocalRequest(url: page.url, form: fields))
      if let location = answer.header("Location") { try show(location) } else { show(answer, at: page.url) }
    }
    history.append(try self.page().url)
  }

  /// Closes the menu of a button that is pressed.
  private func closeMenus(around button: PageNode?) {
    for node in button?.ancestors.map({ $0 }) ?? [] where node.has("popover") { node.input.isOpen = false }
  }
}
