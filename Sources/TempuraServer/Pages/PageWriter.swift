internal import HTML
internal import HTTPServer
internal import SessionKernel
internal import TempuraUI

/// Writes pages around the markup of screens. A class, because each answer would copy its parts.
final class PageWriter: Sendable {
  let templates: TemplateLibrary
  let appName: String
  /// What comes before the app's paths in the browser's URLs, such as `/todo`; empty for nothing.
  let basePath: String
  let release: Release
  let otherServers: OtherServers
  private let policy: PagePolicy
  /// The URLs of the style sheets, in their order.
  let sheets: [String]
  /// The release of scripts and templates alone.
  let frame: Release
  let stylesheets: String
  /// The style sheets, and what else the head of a screen's page names.
  private let links: String
  private let icon: String
  private let scripts: Scripts
  /// The elements that load the app's scripts.
  private let appScripts: String
  /// The element that loads the script for development; empty in production.
  private let developmentScript: String

  /// - Parameters:
  ///   - basePath: What comes before the app's paths in the browser's URLs. All URLs of files below have it.
  ///   - stylesheets: The URLs of the style sheets, in their order.
  ///   - script: The URL of the script.
  ///   - scriptParts: The URLs of the files that it loads if a page needs them, by their names.
  ///   - appScripts: The URLs of the app's scripts, in their order.
  ///   - developmentScript: The URL of the script for development. Nil in production.
  ///   - release: The release of the style sheets and the script.
  ///   - installation: The files for installing the app. Nil if browsers cannot install it.
  ///   - languages: Those of the app.
  ///   - formOrigins: See `ServerConfiguration`.
  ///   - panel: The URL of the panel for a session, without the session's mark at its end. Nil without a panel.
  ///   - isFramed: Whether a page of this server may show the pages in a frame, as the panel's.
  init(
    templates: TemplateLibrary, appName: String, basePath: String = "", stylesheets: [String],
    script: String = PageWriter.scriptURL, scriptParts: [(name: String, url: String)] = PageWriter.scriptParts,
    appScripts: [String] = [], developmentScript: String? = nil, panel: String? = nil, release: Release = .none,
    installation: Installation? = nil, languages: [Language] = [], formOrigins: [String] = [],
    otherServers: OtherServers = OtherServers(), isFramed: Bool = false
  ) {
    self.templates = templates
    self.appName = appName
    self.basePath = basePath
    self.release = release
    self.otherServers = otherServers
    policy = PagePolicy(formOrigins: formOrigins, otherServers, isFramed: isFramed)
    scripts = Scripts(url: script, parts: scriptParts, release: release, languages: languages)
    sheets = stylesheets
    frame = Release(of: [script] + scriptParts.map(\.url) + appScripts, templates: templates.fingerprint)
    let script = Self.scripts(developmentScript.map { [$0] } ?? [])
    self.developmentScript = panel.map { script.replacing("<script", with: "<script data-panel=\"\($0)\"") } ?? script
    self.appScripts = Self.scripts(appScripts) + self.developmentScript
    self.stylesheets = Self.links(stylesheets)
    self.links = self.stylesheets + (installation?.links ?? "")
    icon = installation?.icon ?? "\(basePath)/icon.svg"
  }

  private static func links(_ stylesheets: [String]) -> String {
    elements("<link rel=\"stylesheet\" href=\"", stylesheets, "\">")
  }

  private static func scripts(_ urls: [String]) -> String {
    elements("<script defer src=\"", urls, "\"></script>")
  }

  private static func elements(_ start: StaticString, _ urls: [String], _ end: StaticString) -> String {
    var elements = HTMLBuffer()
    for url in urls {
      elements.append(start)
      elements.append(text: url)
      elements.append(end)
    }
    return elements.string
  }

  /// Returns the response with the page of a screen.
  ///
  /// - Parameters:
  ///   - mark: That of the session, which the page repeats in its requests.
  ///   - message: The message at the top of the page.
  ///   - notes: Further notes at the top of the page.
  ///   - isWorking: Whether side effects still run. A browser without scripts then reloads the page after a second.
  ///   - isSizeUnknown: Whether the browser has not said how large its window is.
  ///   - nonce: That of the form which the page answers, if the same form may be sent again; else nil.
  ///   - coding: How the page may be coded.
  func response(
    _ screen: RenderedScreen, mark: SessionMark?, status: HTTPStatus = .ok, message: ServerText? = nil,
    notes: [PageNote] = [], isWorking: Bool = false, isSizeUnknown: Bool = false, repeating nonce: String? = nil,
    coding: ContentCoding = .identity
  ) -> HTTPResponse {
    let motion = screen.takeMotion(since: nil)
    let nonces = Nonces.next(for: mark, screen.head.mark, repeating: nonce)
    var headers = policy.headers(nonce: nonces.style)
    // Not a redirect, which `form-action` does not allow as the answer to a form (Content Security Policy Level 3, 6.3.1).
    if let url = notes.lazy.compactMap(\.page).first { headers.append("Refresh", "0;url=\(url)") }
    // The browser asks again, with its size, before it shows the page (W3C Client Hints Infrastructure, Critical-CH).
    if isSizeUnknown, screen.head.framedWidth != nil {
      headers.append("Critical-CH", SecurityHeaders.hintsForFrames)
    }
    let isKept = message == nil && notes.isEmpty && !isWorking && motion.isEmpty
    let (values, isCompressed) = ([nonces.style, nonces.form], coding != .identity)
    var page = !isKept ? nil : isCompressed ? screen.compressed : screen.plain
    if page == nil {
      page = prepared(screen, message, notes, isWorking: isWorking, motion, values.map(\.utf8.count), coding)
      if isKept { if isCompressed { screen.compressed = page } else { screen.plain = page } }
    }
    if isCompressed { headers.appendGzip() }
    let body = page?.body(values: values, padding: nonces.padding)
    return HTTPResponse(
      status: body == nil ? .serviceUnavailable : status, shared: SecurityHeaders.shared, headers: headers,
      body: body ?? .none)
  }

  /// Writes the page of a screen, with gaps for nonces. Nil if there is no memory.
  ///
  /// - Parameter sizes: Those of the nonces, first that of the style.
  private func prepared(
    _ screen: RenderedScreen, _ message: ServerText?, _ notes: [PageNote], isWorking: Bool, _ motion: [UInt8],
    _ sizes: [Int],
    _ coding: ContentCoding
  ) -> PreparedText? {
    let markup = screen.markup
    var buffer = HTMLBuffer(capacity: 4096 + screen.css.utf8.count + markup.count)
    var gaps: [PreparedText.Gap] = []
    templates.page.write(into: &buffer) { name, offset in
      switch name {
      case "title": return screen.title
      case "nonce": gaps.append(PreparedText.Gap(0, at: offset))
      case "page": gaps.append(PreparedText.Gap(1, at: offset))
      case "viewport": return Self.viewport(of: screen.head)
      default: return text(name, screen.head.language)
      }
      return ""
    } slot: { name, buffer in
      switch name {
      case "screen": markup.write(into: &buffer)
      case "style": buffer.append(markup: screen.css)
      case "heading": writeHeading(of: screen, into: &buffer)
      case "notice":
        writeNotices(message ?? (isWorking ? .pageWorking : nil), notes, screen.head.language, into: &buffer)
      default:
        buffer.append(markup: links)
        // The script waits for the end of side effects by itself.
        if isWorking { buffer.append(Self.refresh) }
        if let script = scripts.element(in: screen.head.language) {
          buffer.append(markup: script)
          buffer.append(screen.patches.version)
          buffer.append("\" data-depth=\"")
          buffer.append(screen.head.depth)
          if !motion.isEmpty {
            buffer.append("\" data-opening=\"[")
            buffer.append(text: String(decoding: motion, as: UTF8.self))
            buffer.append("]")
          }
          buffer.append("\"></script>")
        }
        buffer.append(markup: appScripts)
      }
    }
    let level: Int32? = if case .gzip(let level) = coding { level } else { nil }
    return PreparedText(buffer.bytes, gaps: gaps, valueSizes: sizes, level: level)
  }

  /// Returns an error page, with a link to the start.
  func errorBody(
    _ status: HTTPStatus, message: ServerText, report: DevelopmentReport? = nil, requestID: String, language: Language
  ) -> ResponseBody {
    var buffer = HTMLBuffer(capacity: 2048)
    templates.error.write(into: &buffer) { name, _ in
      switch name {
      case "title": status.title.string(in: language)
      case "status": String(status.code)
      case "message": message.string(in: language)
      case "home": ServerText.errorGoHome.string(in: language)
      case "request": requestID
      case "reference": requestID.isEmpty ? "" : ServerText.errorRequest(requestID).string(in: language)
      default: text(name, language)
      }
    } slot: { name, buffer in
      switch name {
      case "details": if let report { writeDetails(of: report, language, into: &buffer) }
      default: buffer.append(markup: stylesheets + developmentScript)
      }
    }
    return buffer.body()
  }

  func error(
    _ status: HTTPStatus, message: ServerText, report: DevelopmentReport? = nil, requestID: String, language: Language
  ) -> HTTPResponse {
    var headers = developmentScript.isEmpty ? SecurityHeaders.error : SecurityHeaders.developmentError
    headers.appendRetry(after: status)
    return HTTPResponse(
      status: status, shared: SecurityHeaders.shared, headers: headers,
      body: errorBody(status, message: message, report: report, requestID: requestID, language: language))
  }

  private func writeDetails(of report: DevelopmentReport, _ language: Language, into buffer: inout HTMLBuffer) {
    buffer.append("<pre dir=\"ltr\" tabindex=\"0\">")
    for line in report.lines {
      let isMarked = line.hasPrefix(">")
      if isMarked { buffer.append("<mark>") }
      buffer.append(text: line)
      if isMarked { buffer.append("</mark>") }
      buffer.append("\n")
    }
    buffer.append("</pre>")
    guard !report.calls.isEmpty else { return }
    buffer.append("<details><summary>")
    buffer.append(text: ServerText.errorAllCalls.string(in: language))
    buffer.append("</summary><pre dir=\"ltr\" tabindex=\"0\">")
    buffer.append(text: report.calls.joined(separator: "\n"))
    buffer.append("</pre></details>")
  }

  /// Returns the page that browsers keep, and show if the server cannot be reached.
  func offlinePage(in language: Language) -> HTTPResponse {
    var buffer = HTMLBuffer(capacity: 2048)
    templates.offline.write(into: &buffer) { name, _ in
      switch name {
      case "title": ServerText.offlineTitle.string(in: language)
      case "message": ServerText.offlineMessage.string(in: language)
      case "retry": ServerText.offlineRetry.string(in: language)
      default: text(name, language)
      }
    } slot: { _, buffer in
      buffer.append(markup: stylesheets)
    }
    return HTTPResponse(status: .ok, shared: SecurityHeaders.offlinePage, body: buffer.body())
  }

  func title(of head: PageHead) -> String {
    let appName = head.appName ?? appName
    guard let title = head.title, title != appName else { return appName }
    return appName.isEmpty ? title : "\(title) – \(appName)"
  }

  /// Writes the page's title as a heading, for screen readers, unless a view such as a navigation bar has one.
  private func writeHeading(of screen: RenderedScreen, into buffer: inout HTMLBuffer) {
    guard !screen.head.hasTopHeading else { return }
    buffer.append("<header class=\"page-heading\"><h1>")
    buffer.append(text: screen.title)
    buffer.append("</h1></header>")
  }

  /// Makes browsers without scripts load the page again after a second.
  private static let refresh: StaticString = "<noscript><meta http-equiv=\"refresh\" content=\"1\"></noscript>"

  static let scriptURL = "/tempura.js"
  static let scriptParts = ["lists", "motion", "touch", "gestures", "files", "media"].map {
    (name: $0, url: "/tempura-\($0).js")
  }
  /// Those of all pages. The fonts come first, so that the browser loads them early.
  static let stylesheets = ["/tempura-sans.css", "/tempura.css"]

  private static let flowingViewport = "width=device-width, initial-scale=1" + viewportFit
  private static let viewportFit = ", viewport-fit=cover, interactive-widget=resizes-content"

  /// The width for which a page is laid out. A phone scales a page of another width.
  ///
  /// An iPhone enlarges the page while a field with a text below 16 points has the focus, unless there is a limit, which it ignores
  /// when a user enlarges the page. Other phones would obey it.
  static func viewport(of head: PageHead) -> String {
    (head.framedWidth.map { "width=\($0)\(viewportFit)" } ?? flowingViewport)
      + (head.isOnIPhone ? ", maximum-scale=1" : "")
  }

  private func text(_ name: String, _ language: Language) -> String {
    switch name {
    case "viewport": Self.flowingViewport
    case "language": language.tag
    case "direction": language.isRightToLeft ? "rtl" : "ltr"
    case "icon": icon
    case "base": basePath
    default: ""
    }
  }

  /// Writes the messages at the top of a page, and the button that closes them. The button is hidden without a script.
  func writeNotices(_ message: ServerText?, _ notes: [PageNote], _ language: Language, into buffer: inout HTMLBuffer) {
    if let message { writeNotice(message, language, into: &buffer) }
    for note in notes { write(note, language, into: &buffer) }
    guard message?.isProgress == false || notes.contains(where: \.isShown) else { return }
    buffer.append("<button type=\"button\" class=\"close\" aria-label=\"")
    buffer.append(text: ServerText.screenClose.string(in: language))
    buffer.append("\">✕</button>")
  }

  private func writeNotice(_ message: ServerText, _ language: Language, into buffer: inout HTMLBuffer) {
    // The style sheet shows it where it moves nothing.
    if message.isProgress { buffer.append("<div class=\"working\" role=\"status\">") }
    templates.notice.write(into: &buffer) { _, _ in
      message.string(in: language)
    } slot: { _, _ in
    }
    if message.isProgress { buffer.append("</div>") }
  }
}

extension PageWriter {
  private func write(_ note: PageNote, _ language: Language, into buffer: inout HTMLBuffer) {
    switch note {
    case .link(let target):
      buffer.append("<div class=\"notice\"><p><a rel=\"noreferrer\" href=\"")
      buffer.append(text: target.url)
      buffer.append("\">")
      buffer.append(text: ServerText.pageOpen(target.name).string(in: language))
      buffer.append("</a></p></div>")
    case .download(let file):
      buffer.append("<div class=\"notice\">")
      file.write(into: &buffer, in: language)
      buffer.append("</div>")
    case .copy(let text):
      buffer.append("<div class=\"notice\" role=\"status\"><label>")
      buffer.append(text: ServerText.pageCopyText.string(in: language))
      // A browser drops the first line feed.
      buffer.append(" <textarea readonly>\n")
      buffer.append(text: text)
      buffer.append("</textarea></label></div>")
    case .announcement(let text):
      buffer.append("<div class=\"announcement\"><p>")
      buffer.append(text: text)
      buffer.append("</p></div>")
    case .report(let report):
      buffer.append("<div class=\"notice\"><p>")
      buffer.append(text: report.message.joined(separator: "\n"))
      buffer.append("</p>")
      writeDetails(of: report, language, into: &buffer)
      buffer.append("</div>")
    }
  }
}

extension PageNote {
  /// The URL of a web page to which the browser goes by itself.
  var page: String? {
    if case .link(let target) = self, target.isPage { target.url } else { nil }
  }

  /// Whether the page shows the note, and not only screen readers.
  fileprivate var isShown: Bool {
    if case .announcement = self { false } else { true }
  }
}

extension ServerText {
  /// Whether the message is about work that goes on, and goes with the next page.
  fileprivate var isProgress: Bool { [Self.pageWorking.key, Self.pageWaiting.key].contains(key) }
}

extension HTMLBuffer {
  /// Returns the bytes as the body of a response, which frees them.
  consuming func body() -> ResponseBody { ResponseBody(owning: release()) }

  /// Returns the body of a response as the client takes it, and adds the fields that say how it is coded.
  consuming func body(_ coding: ContentCoding, _ headers: inout HTTPHeaders) -> ResponseBody {
    // A few bytes fit into a packet as they are.
    if case .gzip(let level) = coding, count >= 1024,
      let body = PreparedText(bytes, level: level)?.body(padding: Nonces.next().padding)
    {
      headers.appendGzip()
      return body
    }
    return body()
  }
}

extension HTTPHeaders {
  /// Adds the fields of content that is compressed. Pages that are not compressed need no `Vary`, because caches do not keep
  /// them.
  fileprivate mutating func appendGzip() {
    append("Content-Encoding", "gzip")
    append("Vary", "Accept-Encoding")
  }
}

extension HTTPStatus {
  /// The status in words for users.
  fileprivate var title: ServerText {
    switch self {
    case .notFound: .errorNotFound
    case .forbidden: .errorForbidden
    case .methodNotAllowed: .errorMethodNotAllowed
    case .contentTooLarge, .headerFieldsTooLarge, .uriTooLong: .errorTooMuch
    case .serviceUnavailable: .errorUnavailable
    default: code < 500 ? .errorRefused : .errorFailed
    }
  }
}

/// What a page says outside of the markup of its screen.
struct PageHead: Sendable, Equatable {
  let title: String?
  /// The name of the app in the language of the page; nil for the server's name of it.
  let appName: String?
  let language: Language
  /// Whether a view of the screen is the page's heading.
  let hasTopHeading: Bool
  /// The width of the page in CSS pixels, if the app assigned the frames of views; else nil.
  let framedWidth: Int?
  /// Says with which local states the screens are shown; nil for a page without a scene.
  var mark: ScreenMark?
  /// The number of screens above one another, for the browser's history.
  var depth = 1
  /// The id of the field that the browser has to leave, because the app ended editing in it.
  var leftField: String?
  /// Whether an iPhone shows the page.
  var isOnIPhone = false
}
