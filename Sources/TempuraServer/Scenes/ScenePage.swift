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
  /// The URL of the scene when it was rendered last.
  private(set) var url = ""
  private(set) var head: PageHead?
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
    patches = PatchLog()
    return true
  }

  /// The bytes of memory that the scene took when it was rendered last, about. They show which sessions are large.
  private(set) var size = 0

  // Measured with a list of labels and buttons that have frames.
  private static let (bytesPerView, bytesPerMarkupByte) = (1024, 10)

  /// Renders what has changed.
  func update(_ window: UIWindow) -> MarkupChange {
    let change = renderer.update(window, recording: isLive)
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
      patches = PatchLog()
      throw excess
    }
    defer { head = newHead }
    let values = isLive ? site.pages.values(of: newHead, since: head) : []
    func append(_ patch: Patch) {
      var patch = patch
      patch.values = values
      patches.append(patch, limit: renderer.markup.count)
    }
    switch change {
    case .renewed: patches = PatchLog()
    case .unchanged where head == newHead: break
    // The heads may differ in something that the page does not show, such as a title that is the app's name.
    case .unchanged where isLive: if !values.isEmpty { append(Patch()) }
    case .unchanged, .unrecorded: patches.appendUnknown()
    case .recorded(let patch): append(patch)
    }
  }

  func rendering(of scene: Scene, _ head: PageHead) -> Scene.Rendering {
    url = scene.url
    return Scene.Rendering(
      markup: renderer.markup, css: renderer.styles.css, head: head, url: scene.url, screen: scene.screen,
      controller: scene.controllerName, tab: scene.tab, patches: patches, circumstances: scene.circumstances,
      site: site, requests: requests)
  }

  /// Renders all views, also those that are not marked as changed.
  ///
  /// - Returns: The markup before and after that, if they differ.
  func renderAll(_ window: UIWindow) -> (page: String, new: String)? {
    guard let change = renderer.renderAll(window) else { return nil }
    patches = PatchLog()
    return change
  }

  /// Drops the cached markup.
  func forgetMarkup() {
    renderer.forget()
    patches = PatchLog()
  }
}

/// What the next page of a scene says at its top. Each is shown once.
struct SceneMessages {
  var message: ServerText?
  /// Failed side effects and updaters that the app did not handle.
  private var failures: [String] = []
  private static let maxFailures = 16

  var isEmpty: Bool { message == nil && failures.isEmpty }

  mutating func note(failure: String) { if failures.count < Self.maxFailures { failures.append(failure) } }

  mutating func takeMessage() -> ServerText? {
    defer { message = nil }
    return message
  }

  mutating func takeFailures() -> [String] {
    defer { failures = [] }
    return failures
  }
}

extension Scene {
  /// A scene as a page shows it. Constant, except that its markup ends when the next rendering begins. A class, because each
  /// answer would copy its parts several times.
  final class Rendering: Sendable {
    let markup: Markup
    let css: String
    let head: PageHead
    /// The title of the page.
    let title: String
    let url: String
    let screen: String?
    /// In development, the class of the controller on top.
    let controller: String?
    /// The tab that the scene belongs to.
    let tab: String?
    let patches: PatchLog
    let circumstances: Circumstances
    /// What it was rendered with. The page is out of date when the server has another one.
    let site: Site
    /// Counts the requests to the screen; nil if nothing does.
    let requests: RequestCounts?
    /// What is kept of the page without messages once it was sent.
    let sent = SentPage()

    init(
      markup: Markup, css: String, head: PageHead, url: String, screen: String?, controller: String? = nil,
      tab: String?,
      patches: PatchLog, circumstances: Circumstances, site: Site, requests: RequestCounts? = nil
    ) {
      self.markup = markup
      self.css = css
      self.head = head
      title = site.pages.title(of: head)
      self.url = url
      self.screen = screen
      self.controller = controller
      self.tab = tab
      self.patches = patches
      self.circumstances = circumstances
      self.site = site
      self.requests = requests
    }
  }
}
