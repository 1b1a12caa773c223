internal import TempuraServer

/// A window without a browser: requests are function calls, and pages are trees of elements.
final class InProcessWindow: BrowserWindow {
  let server: AppServer
  private let jar: CookieJar
  private let language: String
  private let patience: Double

  private var current: Page?
  /// The URLs that were opened. The last one is shown.
  private var history: [String] = []

  /// The cookies that the windows of one browser share.
  private final class CookieJar {
    var cookies: [String: String] = [:]
  }

  init(_ server: AppServer, language: String, patience: Double) {
    self.server = server
    self.language = language
    self.patience = patience
    jar = CookieJar()
  }

  private init(beside other: InProcessWindow) {
    server = other.server
    jar = other.jar
    language = other.language
    patience = other.patience
  }

  func openTab() -> any BrowserWindow { InProcessWindow(beside: self) }

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

  func reload() throws {
    try show(page().url)
    history[history.count - 1] = try page().url
  }

  func goBack() throws {
    guard history.count > 1 else { throw AppDriverError.noWayBack }
    try show(history[history.count - 2])
    history.removeLast()
  }

  /// Loads a URL and shows its page when the side effects of its screen have ended.
  private func show(_ url: String) throws {
    var (url, answer) = try follow(url)
    if answer.isWorking {
      url = try settle(url)
      (url, answer) = try follow(url)
      guard !answer.isWorking else { throw AppDriverError.stillWorking(seconds: patience) }
    }
    show(answer, at: url)
  }

  private func show(_ answer: LocalAnswer, at url: String) {
    current = Page(url: url, status: answer.status, root: PageReader.read(answer.page))
  }

  private static let mostRedirects = 20

  private func follow(_ url: String) throws -> (url: String, LocalAnswer) {
    var trail = [url]
    while trail.count <= Self.mostRedirects {
      let url = trail[trail.count - 1]
      let answer = try send(LocalRequest(url: url))
      guard let location = answer.header("Location") else { return (url, answer) }
      trail.append(location)
    }
    throw AppDriverError.redirectsForEver(trail)
  }

  private func settle(_ url: String) throws -> String {
    let settled = PendingValue<String>()
    server.settle(url) { settled.deliver($0) }
    do { return try settled.wait(seconds: patience) } catch { throw AppDriverError.stillWorking(seconds: patience) }
  }

  private func send(_ request: LocalRequest) throws -> LocalAnswer {
    var request = request
    request.headers["Accept-Language"] = language
    request.cookies = jar.cookies
    let answered = PendingValue<LocalAnswer>()
    server.respond(to: request) { answered.deliver($0) }
    let answer = try answered.wait(seconds: patience)
    if let pair = answer.header("Set-Cookie")?.split(separator: ";").first?.split(separator: "=", maxSplits: 1),
      pair.count == 2
    {
      jar.cookies[String(pair[0])] = String(pair[1])
    }
    return answer
  }

  // MARK: - Using controls

  func fill(_ field: PageNode, with value: String) {
    switch field.tag {
    case "select":
      for option in field.options {
        option.attributes["selected"] = option.optionValue == value ? "" : nil
      }
    case "textarea": field.contents = [.text(value)]
    default: field.attributes["value"] = value
    }
  }

  func fill(_ field: PageNode, withFiles paths: [String]) {
    field.files = paths
    field.attributes[PageNode.fileNames] = paths.compactMap { $0.split(separator: "/").last }.joined(separator: ", ")
  }

  func press(_ control: PageNode, called name: String) throws {
    let page = try page()
    if control.tag == "summary" {
      toggle("open", of: control.parent)
    } else if let url = control["href"] {
      try open(url)
    } else if let menu = control["popovertarget"] {
      toggle(PageNode.openPopover, of: page.node(withID: menu))
    } else {
      try submit(page, by: control)
    }
  }

  private func toggle(_ attribute: String, of node: PageNode?) {
    guard let node else { return }
    node.attributes[attribute] = node.has(attribute) ? nil : ""
  }

  func pressReturn(in field: PageNode) throws {
    let page = try page()
    try submit(page, by: page.returnButton)
  }

  private func submit(_ page: Page, by button: PageNode?) throws {
    let answer = try send(LocalRequest(url: page.url, form: page.form(pressing: button)))
    if let location = answer.header("Location") { try show(location) } else { show(answer, at: page.url) }
    history.append(try self.page().url)
  }
}
