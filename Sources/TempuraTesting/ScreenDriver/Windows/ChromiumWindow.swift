internal import Foundation
internal import TempuraServer

/// A tab of a headless Chromium, which uses the app over HTTP.
final class ChromiumWindow: BrowserWindow {
  private let session: BrowserSession
  let tab: ChromiumTab
  private let loading: PageLoading

  var server: AppServer { session.server }

  init(_ server: AppServer, language: String, timeout: Double, javaScript: Bool) throws {
    session = try BrowserSession(server, language: language, timeout: timeout, javaScript: javaScript)
    tab = session.firstTab
    loading = try session.prepare(tab)
  }

  private init(beside other: ChromiumWindow) throws {
    session = other.session
    tab = try other.tab.openTab()
    loading = try session.prepare(tab)
  }

  deinit { tab.handleEvents(nil) }

  func openTab() throws -> any BrowserWindow { try ChromiumWindow(beside: self) }

  func set(_ cookie: (name: String, value: String)) throws {
    try tab.call(
      "Network.setCookie",
      ["name": cookie.name, "value": cookie.value, "url": session.origin])
  }

  // MARK: - Pages

  private static let copyScript = """
    (() => {
      const live = document.getElementsByTagName("*");
      const copy = document.documentElement.cloneNode(true);
      const copies = [copy, ...copy.getElementsByTagName("*")];
      copies.forEach((element, index) => {
        const from = live[index];
        element.setAttribute("\(indexName)", index);
        if (from.localName === "textarea") element.textContent = "\\n" + from.value;
        if (from.localName === "option") element.toggleAttribute("selected", from.selected);
        if (from.localName === "input" && from.type !== "file") element.setAttribute("value", from.value);
        if (from.files) element.setAttribute("\(PageNode.fileNames)", [...from.files].map(file => file.name).join(", "));
        if (from.matches(":popover-open")) element.setAttribute("\(PageNode.openPopover)", "");
      });
      return [location.origin, location.pathname + location.search, copy.outerHTML];
    })()
    """

  /// The attribute of an element in the copy with its index in the browser's page.
  private static let indexName = "data-index"

  func page() throws -> Page {
    guard let seen = try tab.evaluate(Self.copyScript, as: [String].self), seen[0] == session.origin else {
      throw AppDriverError.nothingOpen
    }
    return Page(url: seen[1], status: loading.status, root: PageReader.read(seen[2]))
  }

  func open(_ url: String) throws {
    try load { try tab.call("Page.navigate", ["url": session.origin + url]) }
  }

  func reload() throws {
    _ = try page()
    try load { try tab.call("Page.reload") }
  }

  private struct History: Decodable {
    struct Entry: Decodable {
      let id: Int
      let url: String
    }
    let currentIndex: Int
    let entries: [Entry]
  }

  func goBack() throws {
    let history = try tab.call("Page.getNavigationHistory", as: History.self)
    guard history.currentIndex > 0, case let entry = history.entries[history.currentIndex - 1],
      entry.url.hasPrefix(session.origin)
    else { throw AppDriverError.noWayBack }
    try load { try tab.call("Page.navigateToHistoryEntry", ["entryId": entry.id]) }
  }

  /// Runs an action that changes the page or loads another one, and waits until that is done and side effects have ended.
  private func load(_ action: () throws -> Void) throws {
    guard session.javaScript else { return try loadWithoutScript(action) }
    let before = try tab.evaluate(ScriptState.reading, as: ScriptState.self)
    let deadline = Date(timeIntervalSinceNow: session.timeout)
    try action()
    var isWorking = false
    while deadline.timeIntervalSinceNow > 0 {
      guard let state = try readScript(), state.isIdle, !state.isLeaving else { continue }
      guard state.document != before?.document || state.actions != before?.actions else { continue }
      guard state.isWorking else { return }
      isWorking = true
      let idle = PendingValue<String>()
      server.waitUntilIdle(state.url) { idle.deliver($0) }
      guard (try? idle.wait(seconds: max(deadline.timeIntervalSinceNow, 0))) != nil else { break }
      _ = try tab.evaluate(ScriptState.asking, as: Bool.self)
    }
    throw isWorking ? AppDriverError.stillWorking(seconds: session.timeout) : .silent(seconds: session.timeout)
  }

  /// - Returns: nil while another document is being loaded.
  private func readScript() throws -> ScriptState? {
    do { return try tab.evaluate(ScriptState.reading, as: ScriptState.self) } catch {
      guard tab.isOpen else { throw error }
      return nil
    }
  }

  private func loadWithoutScript(_ action: () throws -> Void) throws {
    let deadline = Date(timeIntervalSinceNow: session.timeout)
    var pages = loading.pages
    try action()
    try loading.wait(after: pages, seconds: session.timeout)
    while true {
      pages = loading.pages
      guard try tab.evaluate(Self.refreshScript, as: Bool.self) == true else { return }
      do { try loading.wait(after: pages, seconds: deadline.timeIntervalSinceNow) } catch {
        throw AppDriverError.stillWorking(seconds: session.timeout)
      }
    }
  }

  /// Whether the page loads itself again, because side effects are running.
  private static let refreshScript = "!!document.querySelector('noscript > meta[http-equiv=refresh]')"

  // MARK: - Using controls

  private func element(_ node: PageNode) -> String {
    "document.getElementsByTagName(\"*\")[\(node[Self.indexName] ?? "-1")]"
  }

  func fill(_ field: PageNode, with value: String) throws {
    let isSent = session.javaScript && Field(field).isSentWhileTyping
    try isSent ? load { try enter(value, into: field) } : enter(value, into: field)
  }

  private func enter(_ value: String, into field: PageNode) throws {
    if !Field(field).isTyped {
      let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
      return try run(
        """
        const field = \(element(field));
        field.focus();
        field.value = \(text);
        for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
        """)
    }
    try run("const field = \(element(field)); field.focus(); field.select();")
    if value.isEmpty {
      try press(key: "Backspace", code: 8)
    } else {
      try tab.call("Input.insertText", ["text": value])
    }
  }

  private struct Found: Decodable {
    struct Object: Decodable { let objectId: String? }
    let result: Object
  }

  func fill(_ field: PageNode, withFiles paths: [String]) throws {
    let found = try tab.call("Runtime.evaluate", ["expression": element(field)], as: Found.self)
    guard let object = found.result.objectId else { throw AppDriverError.nothingOpen }
    // The next tap sends them, as on a page without a script.
    try run("addEventListener('change', event => event.stopImmediatePropagation(), { capture: true, once: true });")
    try tab.call(
      "DOM.setFileInputFiles", ["files": paths, "objectId": object])
  }

  private func run(_ script: String) throws {
    _ = try tab.evaluate("(() => { \(script) return true; })()", as: Bool.self)
  }

  private func press(key: String, code: Int, text: String? = nil) throws {
    var event: [String: Any] = [
      "type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code,
    ]
    if let text { event["text"] = text }
    try tab.call("Input.dispatchKeyEvent", event)
    event["type"] = "keyUp"
    event["text"] = nil
    try tab.call("Input.dispatchKeyEvent", event)
  }

  func press(_ control: PageNode, called name: String) throws {
    let opensMenu = control.tag == "summary" || control.has("popovertarget")
    if opensMenu { try click(control, name) } else { try load { try click(control, name) } }
  }

  func drag(_ view: PageNode, by way: (x: Double, y: Double), after seconds: Double) throws {
    let middle = try tab.evaluate(
      """
      (() => {
        const element = \(element(view));
        element.scrollIntoView({ block: "center", inline: "center" });
        const box = element.getBoundingClientRect();
        return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      })()
      """, as: [Double].self)
    guard let middle else { return }
    func point(_ type: String, _ part: Double) throws {
      try tab.call(
        "Input.dispatchMouseEvent",
        [
          "type": type, "x": middle[0] + way.x * part, "y": middle[1] + way.y * part, "button": "left", "buttons": 1,
          "clickCount": 1,
        ])
    }
    try load {
      try point("mousePressed", 0)
      Thread.sleep(forTimeInterval: min(max(seconds, 0), 60))
      for step in 1...10 { try point("mouseMoved", Double(step) / 10) }
      try point("mouseReleased", 1)
    }
  }

  func pressReturn(in field: PageNode) throws {
    try load {
      try run("\(element(field)).focus();")
      try press(key: "Enter", code: 13, text: "\r")
    }
  }

  private struct Target: Decodable {
    /// Nil if other elements cover all points of the element.
    let point: [Double]?
    let inFront: String
  }

  /// Clicks at a point of the element that no other element covers.
  private func click(_ control: PageNode, _ name: String) throws {
    let target = try tab.evaluate(
      """
      (() => {
        const element = \(element(control));
        // The style sheet hides buttons that a script presses by itself.
        if (element.matches(".set, .search, .default") && !element.offsetParent) {
          element.click();
          return { point: [], inFront: "" };
        }
        // An open menu moves with its button, after this script.
        const block = element.closest(":popover-open") ? "nearest" : "center";
        element.scrollIntoView({ block, inline: block });
        const look = () => {
          const box = element.getBoundingClientRect();
          let inFront = null;
          for (const down of [0.5, 0.25, 0.75, 0.1, 0.9]) for (const right of [0.5, 0.25, 0.75, 0.1, 0.9]) {
            const point = [box.left + box.width * right, box.top + box.height * down];
            const hit = document.elementFromPoint(...point);
            if (hit && hit.closest("a, button, summary") === element) return { point, inFront: "" };
            inFront ??= hit;
          }
          return { point: null, inFront: inFront?.id || inFront?.localName || "nothing" };
        };
        const target = look();
        if (target.point) return target;
        // The return key of a text view is shown while it has the focus.
        element.focus({ preventScroll: true });
        return look();
      })()
      """, as: Target.self)
    guard let target, let point = target.point else {
      throw AppDriverError.outOfReach(name, inFront: target?.inFront ?? "")
    }
    if point.isEmpty { return }
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
      try tab.call(
        "Input.dispatchMouseEvent",
        [
          "type": type, "x": point[0], "y": point[1],
          "button": type == "mouseMoved" ? "none" : "left", "clickCount": type == "mouseMoved" ? 0 : 1,
        ])
    }
  }
}

/// The state that the windows of one browser share.
private final class BrowserSession {
  let server: AppServer
  let origin: String
  let firstTab: ChromiumTab
  let timeout: Double
  private let language: String
  let javaScript: Bool

  init(_ server: AppServer, language: String, timeout: Double, javaScript: Bool) throws {
    self.server = server
    self.language = language
    self.timeout = timeout
    self.javaScript = javaScript
    origin = "http://127.0.0.1:\(try server.start())"
    firstTab = try Chromium.shared().openTab()
  }

  deinit { firstTab.close() }

  /// Gives a new tab the screen of a phone, the user's language and the setting of JavaScript.
  func prepare(_ tab: ChromiumTab) throws -> PageLoading {
    let loading = PageLoading()
    tab.handleEvents { loading.handle($0, $1) }
    try tab.call("Network.enable")
    try tab.call("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": language]])
    try tab.setAppearance(ChromiumTab.Appearance(width: 390, height: 844))
    if javaScript {
      try tab.call("Page.addScriptToEvaluateOnNewDocument", ["source": ScriptState.observer])
    } else {
      try tab.call("Emulation.setScriptExecutionDisabled", ["value": true])
    }
    return loading
  }
}
