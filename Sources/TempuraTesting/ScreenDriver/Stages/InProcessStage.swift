internal import TempuraServer

/// A browser's window without the browser: requests are function calls, and pages trees of elements.
final class InProcessStage: Stage {
  let server: AppServer
  private let jar: CookieJar
  private let language: String
  private let patience: Double

  private var current: Page?
  /// The URLs that were gone to, the last one being shown.
  private var history: [String] = []

  /// The cookies of a browser, which its windows share.
  private final class CookieJar {
    var cookies: [String: String] = [:]
  }

  init(_ server: AppServer, language: String, patience: Double) {
    self.server = server
    self.language = language
    self.patience = patience
    jar = CookieJar()
  }

  private init(beside other: InProcessStage) {
    server = other.server
    jar = other.jar
    language = other.language
    patience = other.patience
  }

  func openTab() -> any Stage { InProcessStage(beside: self) }

  func page() throws -> Page {
    guard let current else { throw AppDriverError.nothingOpen }
    return current
  }

  // MARK: - Going places

  func open(_ url: String) throws {
    try show(url)
    // A page that is gone to from itself takes its own place (HTML Standard, section 7.4.2.2).
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

  /// Shows what is at a URL, when nothing is going on there any more.
  private func show(_ url: String) throws {
    var (url, answer) = try follow(url)
    if answer.header("Refresh") != nil {
      url = try settle(url)
      (url, answer) = try follow(url)
      guard answer.header("Refresh") == nil else { throw AppDriverError.stillWorking(seconds: patience) }
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
    let settled = Answer<String>()
    server.settle(url) { settled.deliver($0) }
    do { return try settled.wait(seconds: patience) } catch { throw AppDriverError.stillWorking(seconds: patience) }
  }

  private func send(_ request: LocalRequest) throws -> LocalAnswer {
    var request = request
    request.headers["Accept-Language"] = language
    request.cookies = jar.cookies
    let answered = Answer<LocalAnswer>()
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
