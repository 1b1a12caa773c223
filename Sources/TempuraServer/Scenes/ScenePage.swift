internal import HTML
internal import TempuraUI

/// The page of a scene: how it was rendered last, and the messages that it shows next.
///
/// A class, because code of the app runs while it is rendered, and may note here that something has changed.
final class ScenePage {
  /// The templates and files of the page.
  private(set) var site: Site
  private var renderer: HTMLRenderer
  private var patches = PatchLog()
  var version: PageVersion { patches.version }
  /// What has changed since a version; nil if that is not known.
  func patch(since version: PageVersion) -> Patch? { patches.patch(since: version) }
  func motion(since version: PageVersion) -> [UInt8] {
    screen?.takeMotion(since: version) ?? patches.motion(since: version)
  }
  /// The URL of the scene when it was rendered last.
  private(set) var url = ""
  private(set) var head: PageHead?
  /// The screens as they were sent last; nil if they have changed since.
  private(set) var screen: RenderedScreen?
  /// Counts the requests to the screen on top.
  var requests: RequestCounts
  /// What it says at its top when it is shown next.
  var messages = SceneMessages()
  /// Whether a script shows the page. Only then are changes recorded.
  var isLive = false
  /// Whether it says that side effects run.
  var saysWorking = false
  /// Whether code of the app ran since it was rendered.
  var mayHaveChanged = false

  init(_ site: Site, _ runtime: Runtime) {
    self.site = site
    renderer = Self.renderer(of: site, runtime.options)
    requests = runtime.metrics.requests.none
  }

  private static func renderer(of site: Site, _ options: ServerConfiguration) -> HTMLRenderer {
    HTMLRenderer(
      templates: site.pages.templates.views, limits: .init(views: options.viewsPerPage, bytes: options.bytesPerPage))
  }

  /// Takes over the templates and files of another site. All views are rendered with them, as if for the first time.
  ///
  /// - Returns: Whether it is another one.
  func use(_ other: Site, _ runtime: Runtime) -> Bool {
    guard other !== site else { return false }
    site = other
    renderer = Self.renderer(of: other, runtime.options)
    forgetRendering()
    return true
  }

  /// The bytes of memory that the scene took when it was rendered last, about. They show which sessions are large.
  private(set) var size = 0

  // Measured with a list of labels and buttons that have frames.
  private static let (bytesPerView, bytesPerMarkupByte) = (1024, 10)

  /// What begins to move with the version that is being rendered, in JSON.
  private var motion: [UInt8] = []

  /// Renders what has changed.
  func update(_ window: UIWindow, _ motions: MotionLog?) -> MarkupChange {
    let change = renderer.update(window, recording: isLive)
    motion = motions?.take(window) ?? []
    size =
      switch renderer.excess {
      case .views(let count, limit: _): count * Self.bytesPerView
      case .bytes(let count, limit: _): count * Self.bytesPerMarkupByte
      case nil: (renderer.markup.count + renderer.styles.bytes.count) * Self.bytesPerMarkupByte
      }
    return change
  }

  /// Whether a view is the page's heading.
  var hasTopHeading: Bool { renderer.hasTopHeading }

  /// Notes in the log of patches what the last rendering changed.
  ///
  /// - Throws: `PageLimitError` if the page is too large. The next patch is a whole page.
  func note(_ change: MarkupChange, _ newHead: PageHead) throws(PageLimitError) {
    if let excess = renderer.excess {
      forgetRendering()
      throw excess
    }
    defer { head = newHead }
    let isSameHead = head.map { $0 == newHead } == true
    if case .unchanged = change, isSameHead, motion.isEmpty {} else { screen = nil }
    let values = isLive && !isSameHead ? site.pages.values(of: newHead, since: head) : []
    func append(_ patch: Patch) {
      var patch = patch
      patch.values = values
      patches.append(patch, limit: renderer.markup.count + renderer.styles.bytes.count)
    }
    switch change {
    case .renewed: patches = PatchLog()
    case .unchanged where isSameHead && motion.isEmpty: break
    // The heads may differ in something that the page does not show, such as a title that is the app's name.
    case .unchanged where isLive: if !values.isEmpty || !motion.isEmpty { append(Patch()) }
    case .unchanged, .unrecorded: patches.appendUnknown()
    case .recorded(let patch): append(patch)
    }
    patches.append(motion: motion)
  }

  /// The screens as they were just rendered: the same object as long as nothing changes, as it keeps its page.
  func rendered(at url: String, _ head: PageHead) -> RenderedScreen {
    if let screen, screen.url == url { return screen }
    self.url = url
    let new = RenderedScreen(
      markup: renderer.markup, css: renderer.styles.css, head: head, title: site.pages.title(of: head), url: url,
      patches: patches)
    screen = new
    return new
  }

  /// Renders all views, also those that are not marked as changed.
  ///
  /// - Returns: The markup before and after that, if they differ.
  func renderAll(_ window: UIWindow) -> (page: String, new: String)? {
    guard let change = renderer.renderAll(window) else { return nil }
    forgetRendering()
    return change
  }

  /// Drops the cached markup.
  func forgetMarkup() {
    renderer.forget()
    forgetRendering()
  }

  private func forgetRendering() { (screen, patches) = (nil, PatchLog()) }
}

/// What the next page of a scene says at its top. Each is shown once.
struct SceneMessages {
  var message: ServerText?
  /// Failed side effects and updaters that the app did not handle.
  private var failures: [String] = []
  private static let maxFailures = 16

  var isEmpty: Bool { message == nil && failures.isEmpty }

  mutating func note(failure: String) { if failures.count < Self.maxFailures { failures.append(failure) } }

  /// Adds what another scene did not tell.
  mutating func add(_ other: SceneMessages) {
    message = message ?? other.message
    for failure in other.failures { note(failure: failure) }
  }

  mutating func takeMessage() -> ServerText? {
    defer { message = nil }
    return message
  }

  mutating func takeFailures() -> [String] {
    defer { failures = [] }
    return failures
  }
}
