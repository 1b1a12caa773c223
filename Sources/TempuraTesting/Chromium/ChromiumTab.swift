internal import Foundation
internal import Basics

/// A tab of the browser. It shares cookies and cache only with the tabs that it opens.
///
/// Use a tab on one thread at a time.
package final class ChromiumTab: Sendable {
  private let connection: DevTools
  private let session, context: String
  private let files = Locked<(@Sendable (URL) -> LoadedFile?)?>(nil)
  private let appearance = Locked<Appearance?>(nil)

  /// The response to a request of the browser.
  package struct LoadedFile: Sendable {
    package var status = 200
    package var headers: [String: String] = [:]
    package var body: Data
  }

  /// The screen and the user's settings that a page is shown with.
  package struct Appearance: Equatable, Sendable {
    /// Width and height of the screen, in CSS pixels.
    package var width: Int
    package var height: Int
    /// Pixels per CSS pixel.
    package var scale: Double
    package var isDark = false
    package var isMobile = false
    /// The default text size as a multiple of 16 CSS pixels.
    package var textScale = 1.0
    /// The insets of the safe area in CSS pixels: top, left, bottom, right.
    package var safeArea: [Double] = [0, 0, 0, 0]

    package init(width: Int, height: Int, scale: Double = 1) {
      self.width = width
      self.height = height
      self.scale = scale
    }
  }

  private struct NewTarget: Decodable { let targetId: String }
  private struct NewSession: Decodable { let sessionId: String }

  /// - Parameter context: The browser context, which has the cookies and the cache.
  init(connection: DevTools, context: String) throws(ChromiumError) {
    self.connection = connection
    self.context = context
    let target = try connection.call(
      "Target.createTarget", ["url": "about:blank", "browserContextId": context], as: NewTarget.self)
    session = try connection.call(
      "Target.attachToTarget", ["targetId": target.targetId, "flatten": true], as: NewSession.self
    ).sessionId
    try connection.call("Page.enable", session: session)
    try connection.call("Accessibility.enable", session: session)
    try connection.call(
      "Page.addScriptToEvaluateOnNewDocument", ["source": Self.stillStyle], session: session)
  }

  /// Switches transitions and the caret off, so that pictures do not depend on the time.
  private static let stillStyle = """
    addEventListener("DOMContentLoaded", () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`*, *::before, *::after { transition: none !important; caret-color: transparent !important;
        scroll-behavior: auto !important }`);
      document.adoptedStyleSheets.push(sheet);
    });
    """

  /// Sends a command of the protocol to this tab and waits for its result.
  @discardableResult
  package func call<Result: Decodable>(
    _ method: String, _ params: [String: Any] = [:], as type: Result.Type
  ) throws(ChromiumError) -> Result {
    try connection.call(method, params, session: session, as: type)
  }

  package func call(_ method: String, _ params: [String: Any] = [:]) throws(ChromiumError) {
    try connection.call(method, params, session: session)
  }

  /// Sets the handler of the tab's events. Do not use it together with `serve`, which sets its own.
  ///
  /// - Parameter handler: Receives the method and the whole message, on a thread that must not wait for a result of a
  ///   command. Nil ignores events.
  package func handleEvents(_ handler: (@Sendable (_ method: String, _ message: Data) -> Void)?) {
    connection.handleEvents(of: session, handler)
  }

  /// Opens another tab, which shares cookies and cache with this one and closes with it.
  package func openTab() throws(ChromiumError) -> ChromiumTab {
    try ChromiumTab(connection: connection, context: context)
  }

  /// Whether the browser is running.
  package var isOpen: Bool { connection.isOpen }

  package func close() {
    connection.handleEvents(of: session, nil)
    try? connection.post("Target.disposeBrowserContext", ["browserContextId": context])
  }

  // MARK: - Loading

  /// Answers all requests of the tab itself, so that the browser uses no network.
  ///
  /// - Parameter files: Returns the response to a URL; nil is answered with 404. It is called on another thread.
  package func serve(_ files: @escaping @Sendable (URL) -> LoadedFile?) throws(ChromiumError) {
    let wasServing = self.files.withLock { exchange(&$0, with: files) != nil }
    guard !wasServing else { return }
    connection.handleEvents(of: session) { [self] method, message in
      if method == "Fetch.requestPaused" { answer(message) }
    }
    try call("Fetch.enable", ["patterns": [["urlPattern": "*"]]])
  }

  private struct Paused: Decodable {
    struct Request: Decodable { let url: String }
    let requestId: String
    let request: Request
  }

  private func answer(_ message: Data) {
    guard let paused = DevTools.parameters(of: message, as: Paused.self) else { return }
    let find = files.value
    let file = URL(string: paused.request.url).flatMap { find?($0) } ?? LoadedFile(status: 404, body: Data())
    let headers = file.headers.sorted { $0.key < $1.key }.map { ["name": $0.key, "value": $0.value] }
    try? connection.post(
      "Fetch.fulfillRequest",
      [
        "requestId": paused.requestId, "responseCode": file.status,
        "responseHeaders": headers, "body": file.body.base64EncodedString(),
      ], session: session)
  }

  /// Shows this page and later ones with another appearance.
  package func setAppearance(_ wanted: Appearance) throws(ChromiumError) {
    let known = appearance.withLock { exchange(&$0, with: wanted) }
    guard wanted != known else { return }
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": wanted.width, "height": wanted.height,
        "deviceScaleFactor": wanted.scale, "mobile": wanted.isMobile,
      ])
    try call(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "prefers-color-scheme", "value": wanted.isDark ? "dark" : "light"],
          ["name": "prefers-reduced-motion", "value": "reduce"],
        ]
      ])
    if wanted.safeArea != known?.safeArea ?? [0, 0, 0, 0] {
      let insets = zip(["top", "left", "bottom", "right"], wanted.safeArea)
      try call("Emulation.setSafeAreaInsetsOverride", ["insets": Dictionary(uniqueKeysWithValues: insets)])
    }
    if wanted.textScale != known?.textScale ?? 1 {
      try call("Page.setFontSizes", ["fontSizes": ["standard": (16 * wanted.textScale).rounded()]])
    }
  }

  private struct Navigation: Decodable { let errorText: String? }

  /// Opens a URL and waits until the page, its fonts and its images are loaded.
  package func open(_ url: String) throws(ChromiumError) {
    let navigation = try call("Page.navigate", ["url": url], as: Navigation.self)
    if let error = navigation.errorText { throw .refused(method: "Page.navigate", message: error) }
    try waitUntilLoaded()
  }

  /// Waits also for images of style sheets, for which the browser's load event does not wait, and ends animations.
  package func waitUntilLoaded() throws(ChromiumError) {
    _ = try evaluate(
      """
      (async () => {
        if (document.readyState !== "complete") await new Promise(done => addEventListener("load", done));
        await document.fonts.ready;
        const urls = new Set([...document.images].map(image => image.currentSrc));
        for (const element of document.querySelectorAll("body, body *")) {
          for (const part of [null, "::before", "::after"]) {
            const style = getComputedStyle(element, part);
            for (const value of [style.backgroundImage, style.maskImage, style.listStyleImage]) {
              if (value !== "none") for (const match of value.matchAll(/url\\("([^"]*)"\\)/g)) urls.add(match[1]);
            }
          }
        }
        await Promise.all([...urls].filter(url => url).map(url => {
          const image = new Image();
          image.src = url;
          return image.decode().catch(() => null);
        }));
        const frames = async () => { for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame) };
        await frames();
        // Ends each animation, or rewinds it if it has no end, but for those that follow scrolling. Not earlier: some
        // scroll the page to the app's position.
        for (const animation of document.getAnimations()) {
          if (animation.timeline !== document.timeline) continue;
          try { animation.finish() } catch { animation.pause(); animation.currentTime = 0 }
        }
        await frames();
        return true;
      })()
      """, as: Bool.self)
  }

  // MARK: - Reading

  private struct Evaluation<Value: Decodable>: Decodable {
    struct Object: Decodable { let value: Value? }
    struct Exception: Decodable {
      struct Details: Decodable { let description: String? }
      let text: String
      let exception: Details?
    }
    let result: Object
    let exceptionDetails: Exception?
  }

  /// Evaluates an expression in the page. If it is a promise, waits for its value.
  package func evaluate<Value: Decodable>(_ script: String, as type: Value.Type) throws(ChromiumError) -> Value? {
    let evaluation = try call(
      "Runtime.evaluate", ["expression": script, "awaitPromise": true, "returnByValue": true],
      as: Evaluation<Value>.self)
    if let problem = evaluation.exceptionDetails { throw .script(problem.exception?.description ?? problem.text) }
    return evaluation.result.value
  }

  private struct Screenshot: Decodable { let data: Data }

  /// A part of the page, in CSS pixels.
  package struct Clip: Decodable, Sendable {
    package var x, y, width, height: Double
  }

  /// Takes a screenshot as a PNG.
  ///
  /// - Parameter clip: The part of the page, which can be outside the screen. By default the screen.
  package func screenshot(of clip: Clip? = nil) throws(ChromiumError) -> Data {
    var params: [String: Any] = ["format": "png", "optimizeForSpeed": true]
    if let clip {
      params["captureBeyondViewport"] = true
      params["clip"] = [
        "x": clip.x, "y": clip.y, "width": clip.width, "height": clip.height,
        "scale": 1,
      ]
    }
    return try call("Page.captureScreenshot", params, as: Screenshot.self).data
  }
}
