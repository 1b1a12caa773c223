internal import HTML
internal import Hydra
internal import Katana
internal import Sessions
internal import Synchronization
internal import Tempura
internal import TempuraUI

/// One launch of the app delegate: a window, a navigator and the screens of one browser tab.
///
/// While code of the scene runs, the scene is `Main.scoped`: the app's stores find their session by it, and
/// `UIApplication.shared` is its application.
final class Scene: @unchecked Sendable {
  // Safe because it is touched in turns of the session only, except for the atomic.

  let session: Session
  let application = UIApplication()
  private var renderer: HTMLRenderer
  /// The site that the renderer has its templates from.
  private var site: Site
  private var delegate: (any UIApplicationDelegate)?
  var navigator: Navigator?

  /// Where the navigator was when it was asked last.
  private var place = SceneLocation()
  /// Counts the requests to the screen at the top of that place.
  private(set) var requests: RequestCounts
  private var hasNewLocalStates = false

  /// The browser's tab that the scene belongs to; nil if it belongs to none.
  var tab: String?

  /// When the scene's tab was closed, in seconds of `Runtime.now`; nil if it is open, or if that is not known.
  var tabClosed: Int64?

  /// Whether a script shows the scene. Only then are changes recorded.
  var isLive = false

  /// Whether its controls may have values of the user that are nowhere else.
  var keepsValues = false

  /// Whether code of the app ran since the scene was rendered.
  private var mayHaveChanged = false

  /// Whether its live page says that side effects run.
  var saysWorking = false

  /// Whether the page may have changed since it was sent. True once.
  func takeMayHaveChanged() -> Bool {
    if saysWorking, !isWorking {
      saysWorking = false
      return true
    }
    guard mayHaveChanged, isAccepted else { return false }
    mayHaveChanged = false
    return hasMessages
      || window?.viewFlags.contains(.subtreeNeedsRender) == true || window?.topViewController?.pageTitle != head?.title
  }

  private var patches = PatchLog()
  private var head: PageHead?

  /// The fields whose unused input is remembered, by their paths, and the URL where it is remembered.
  var keptInput: (url: String, fields: [String: WeakView]) = ("", [:])

  /// The message at the top of the next page, shown once.
  var message: ServerText? {
    didSet { if message != nil { session.forgetPages() } }
  }

  /// Whether the next page has something to say at its top.
  var hasMessages: Bool { message != nil || !failures.isEmpty || application.hasNotes }

  func takeMessage() -> ServerText? {
    defer { message = nil }
    return message
  }

  func takeFailures() -> [String] {
    defer { failures = [] }
    return failures
  }

  /// Takes over the messages that another scene did not show.
  func takeMessages(of other: Scene) {
    if let news = other.takeMessage() { message = news }
    for failure in other.takeFailures() { noteFailure(failure) }
  }

  /// What the browser told about itself.
  private(set) var circumstances = Circumstances()

  /// Takes over what a request says about its browser.
  func adopt(_ news: Circumstances) {
    let complete = news.completed(by: circumstances)
    guard complete != circumstances else { return }
    circumstances = complete
    run { adoptCircumstances() }
  }

  private func adoptCircumstances() {
    let choice = Int(circumstances.language)
    application.setLanguage(choice > 0 ? runtime.languages[choice - 1].tag : nil, region: circumstances.region)
    let size = circumstances.screenSize(orElse: runtime.options.screenSize)
    application.adopt(
      circumstances.traits(screenSize: size, isRightToLeft: application.currentLanguage.isRightToLeft), screenSize: size
    )
  }

  /// The language in which the app was launched. Its screens may keep texts in it.
  private var launchLanguage: Language?

  /// The name of the app in that language; nil for the server's name of it.
  private var appName: String?

  /// Whether the language has changed since the app was launched.
  var isInOldLanguage: Bool { launchLanguage.map { $0 != application.currentLanguage } ?? false }

  /// From the launch to the end.
  enum Phase {
    /// The app was launched, and shows the screens that it starts with.
    case launched
    /// The navigator is on its way to the screens that the scene was launched for.
    ///
    /// - isAccepted: Whether the session has the scene all the same: the navigator took too long.
    case arriving(isAccepted: Bool)
    /// The navigator shows them.
    case arrived
    /// The navigator could not show them.
    case lost(any Error)
    /// The session has the scene, for requests.
    case accepted
    case ended
  }

  private(set) var phase = Phase.launched

  /// Whether the session has the scene, for requests.
  var isAccepted: Bool {
    switch phase {
    case .accepted, .arriving(isAccepted: true): true
    case .launched, .arriving, .arrived, .lost, .ended: false
    }
  }

  func accept() {
    switch phase {
    case .arriving: phase = .arriving(isAccepted: true)
    case .ended: break
    case .launched, .arrived, .lost, .accepted: phase = .accepted
    }
  }

  private(set) var runningEffects = 0
  /// The number of those that wait until fewer side effects run.
  let waitingEffects = Atomic<Int>(0)

  /// Failed side effects and updaters that the app did not handle.
  private var failures: [String] = []
  private static let maxFailures = 16

  func noteFailure(_ description: String) {
    if failures.count < Self.maxFailures { failures.append(description) }
  }

  /// Called with each item that the scene dispatches.
  let onDispatch: DispatchObserver?

  /// - Parameter isTrial: Whether the app is only tried, before it is served.
  init(session: Session, isTrial: Bool = false) {
    self.session = session
    requests = session.runtime.metrics.requests.none
    onDispatch = isTrial ? nil : session.runtime.onDispatch
    site = session.runtime.site
    renderer = Self.renderer(of: site, session.runtime.options)
    application.uploadLimit = session.runtime.options.uploadBytes
    application.images = site.images
    application.languages = session.runtime.languages
    application.preference = session.languagePreference
    // What is known before any request.
    if application.currentLanguage.isRightToLeft || runtime.options.screenSize != application.screen.bounds.size {
      adoptCircumstances()
    }
  }

  private static func renderer(of site: Site, _ options: ServerConfiguration) -> HTMLRenderer {
    HTMLRenderer(
      templates: site.pages.templates.views, limits: .init(views: options.viewsPerPage, bytes: options.bytesPerPage))
  }

  var runtime: Runtime { session.runtime }

  /// The app's guard: its delegate, if that is one.
  private(set) var routeGuard: (any RouteGuard)?

  /// Whether side effects are running, or a request waits for the scene.
  var isBusy: Bool { isWorking || session.waiters.isWaiting(for: self) }

  /// Whether side effects are running, or the app has not come to its screens.
  var isWorking: Bool { runningEffects > 0 || isArriving }

  /// Whether all running side effects wait until fewer of them run, in this session or in others.
  var isWaitingForTurn: Bool { runningEffects > 0 && waitingEffects.load(ordering: .relaxed) >= runningEffects }

  // MARK: - Life

  /// Runs app code of this scene, in a turn.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    session.forgetPages()
    mayHaveChanged = true
    place.mayHaveChanged = true
    defer { place.mayHaveChanged = true }  // again, as `body` may have asked for the place
    return try enter(body)
  }

  /// Runs code of this scene that changes its own screens only.
  func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
    if Main.scoped === self { return try body() }
    return try Main.$scoped.withValue(self, operation: body)
  }

  /// Launches the app, as a phone does.
  ///
  /// - Throws: `SceneError.noWindow` if the delegate shows nothing.
  func launch(_ type: any UIApplicationDelegate.Type) throws(SceneError) {
    let hasWindow = run {
      let delegate = UIResponder.make(type)
      self.delegate = delegate
      routeGuard = delegate as? any RouteGuard
      application.launch(with: delegate)
      return application.keyWindow?.rootViewController != nil
    }
    guard hasWindow else { throw .noWindow("\(type)") }
    launchLanguage = application.currentLanguage
    appName = enter { application.localizedName(of: type) }
  }

  /// Launches the app once and ends it.
  ///
  /// - Returns: The type of the app's state; nil if it has no store.
  static func tryLaunch(of runtime: Runtime) throws(SceneError) -> (any State.Type)? {
    let scene = Scene(session: Session(id: .random(), runtime: runtime), isTrial: true)
    var problem: SceneError?
    var state: (any State.Type)?
    scene.session.queue.perform {
      do throws(SceneError) { try scene.launch(runtime.app) } catch { problem = error }
      state = scene.session.state.map { type(of: $0.current) }
      scene.reportLocalStates()
      scene.end()
      scene.session.evict()
    }
    if let problem { throw problem }
    return state
  }

  /// Ends the app. Breaks the cycle of references between a navigator and its installer.
  func end() {
    phase = .ended
    tab = nil
    run {
      navigator?.stop()
      application.end()
    }
    navigator = nil
    delegate = nil
    routeGuard = nil
  }

  // MARK: - Screens

  /// The route that the navigator shows.
  var route: Route { enter { navigator?.currentRoute ?? [] } }

  /// Navigates to a destination, with the local states that the session remembers of it. The screens that the app
  /// starts with are the destination of the empty route.
  ///
  /// If that fails, the phase is `lost`.
  func navigate(to destination: Destination) {
    guard !destination.route.isEmpty else { return restoreLocalStates() }
    guard let navigator else {
      phase = .lost(SceneError.noNavigator)
      return
    }
    phase = .arriving(isAccepted: false)
    // Most launches show the screen that is asked for.
    if destination.contexts.isEmpty, enter({ navigator.isAt(destination.route) }) {
      return async {
        self.didArrive()
      }
    }
    _ = run {
      navigator.navigate(to: destination.route, contexts: destination.contexts)
        .then(in: .main) { self.didArrive() }
        .catch(in: .main) { error in self.endArrival(with: .lost(error)) }
    }
  }

  private func didArrive() {
    restoreLocalStates()
    endArrival(with: .arrived)
  }

  private func endArrival(with next: Phase) {
    guard case .arriving(let isAccepted) = phase else { return }  // it was ended meanwhile
    phase = isAccepted ? .accepted : next
  }

  /// Whether the app was launched and has not come to its screens.
  var isArriving: Bool { if case .arriving = phase { true } else { false } }

  /// Whether the app could not come to its screens, or was ended on its way.
  var isLost: Bool {
    switch phase {
    case .lost, .ended: true
    case .launched, .arriving, .arrived, .accepted: false
    }
  }

  /// The URL that the scene is known by in its session. Empty before it was navigated anywhere.
  var url: String { place.url }

  /// Where the navigator was when it was asked last.
  var location: Destination? { place.destination }

  /// The screen on top, by the identifier of its route; nil for an app without a navigator.
  var screen: String? { place.destination?.route.last }

  /// Asks the navigator where it is, if it may have moved.
  func updateLocation() {
    guard place.mayHaveChanged else { return }
    let (route, contexts) = enter { navigator?.location ?? ([], []) }
    guard place.update(to: route, contexts, in: runtime.routes) else { return }
    hasNewLocalStates = true
    requests = route.last.map { runtime.metrics.requests[$0] } ?? runtime.metrics.requests.none
  }

  /// Gives the scene the URL of where its navigator is now.
  func updateURL() {
    updateLocation()
    if place.updateURL() { session.sceneDidMove(self) }
  }

  /// Lays the screens out, so that a form's controls are searched among the present rows of lists.
  func layOut() {
    guard let window = application.keyWindow else { return }
    enter { window.layoutIfNeeded() }
  }

  func localStateDidChange() { hasNewLocalStates = true }

  /// The URLs that the scene left by hiding screens. Shown again, these begin anew.
  func takeHiddenURLs() -> [String] { place.takeHiddenURLs() }

  /// Whether local states may have changed since the last call.
  func takeNewLocalStates() -> Bool {
    guard isAccepted else { return false }
    updateLocation()
    defer { hasNewLocalStates = false }
    return hasNewLocalStates
  }

  /// Renders the screens; nil if there is no window.
  ///
  /// - Throws: `PageLimitError` if the page is larger than the configuration allows.
  func render() throws(PageLimitError) -> Rendering? {
    guard let window = application.keyWindow else { return nil }
    adopt(runtime.site)
    mayHaveChanged = false
    let change = enter {
      window.layoutIfNeeded()
      return renderer.update(window, recording: isLive)
    }
    noteSize()
    if let excess = renderer.excess {
      patches = PatchLog()
      throw excess
    }
    let newHead = PageHead(
      title: window.topViewController?.pageTitle, appName: appName, language: application.currentLanguage,
      hasTopHeading: renderer.hasTopHeading, framedWidth: window.framedWidth.map(circumstances.pixels(ofPoints:)))
    note(change, newHead)
    return Rendering(
      markup: renderer.markup, css: renderer.styles.css, head: newHead, url: url, screen: screen, tab: tab,
      patches: patches, circumstances: circumstances, site: site, requests: requests)
  }

  /// Takes over the templates and images of another site. All views are rendered with them, as if for the first time.
  private func adopt(_ other: Site) {
    guard other !== site else { return }
    site = other
    renderer = Self.renderer(of: other, runtime.options)
    application.images = other.images
    patches = PatchLog()
  }

  /// Notes in the log of patches what the last rendering changed.
  private func note(_ change: MarkupChange, _ newHead: PageHead) {
    defer { head = newHead }
    let values = isLive ? site.pages.operations(from: head, to: newHead) : []
    func append(_ operations: [UInt8]) { patches.append(operations: operations, limit: renderer.markup.bytes.count) }
    switch change {
    case .renewed: patches = PatchLog()
    case .unchanged where head == newHead: break
    // The heads may differ in something that the page does not show, such as a title that is the app's name.
    case .unchanged where isLive: if !values.isEmpty { append(values) }
    case .unchanged, .unrecorded: patches.appendUnknown()
    case .recorded(let operations): append(values.isEmpty ? operations : values + [UInt8(ascii: ",")] + operations)
    }
  }

  /// Renders all views, also those that are not marked as changed.
  ///
  /// - Returns: The markup of the page and the new one, if they differ: a view changed without being marked.
  func renderAnew() -> (page: Markup, new: Markup)? {
    guard (try? render()) != nil, let window = application.keyWindow else { return nil }
    let page = renderer.markup
    guard enter({ renderer.renderAll(window) }) else { return nil }
    patches = PatchLog()
    session.forgetPages()
    return (page, renderer.markup)
  }

  /// Drops the cached markup.
  func forgetMarkup() {
    renderer.forget()
    patches = PatchLog()
  }

  /// The bytes of memory that the scene took when it was rendered last, about. They show which sessions are large.
  private(set) var size = 0

  // Measured with a list of labels and buttons that have frames.
  private static let (bytesPerView, bytesPerMarkupByte) = (1024, 10)

  private func noteSize() {
    size =
      switch renderer.excess {
      case .views(let count, limit: _): count * Self.bytesPerView
      case .bytes(let count, limit: _): count * Self.bytesPerMarkupByte
      case nil: (renderer.markup.bytes.count + renderer.styles.css.utf8.count) * Self.bytesPerMarkupByte
      }
    session.sceneDidChangeSize()
  }

  /// A scene as a page shows it. It never changes. A class, because each answer would copy its parts several times.
  final class Rendering: Sendable {
    let markup: Markup
    let css: String
    let head: PageHead
    let url: String
    let screen: String?
    /// The tab that the scene belongs to.
    let tab: String?
    let patches: PatchLog
    let circumstances: Circumstances
    /// What it was rendered with. The page is out of date when the server has another one.
    let site: Site
    /// Counts the requests to the screen; nil if nothing does.
    let requests: RequestCounts?
    /// The page without messages, once it was sent compressed.
    let compressed = CompressedPage()

    init(
      markup: Markup, css: String, head: PageHead, url: String, screen: String?, tab: String?, patches: PatchLog,
      circumstances: Circumstances, site: Site, requests: RequestCounts? = nil
    ) {
      self.markup = markup
      self.css = css
      self.head = head
      self.url = url
      self.screen = screen
      self.tab = tab
      self.patches = patches
      self.circumstances = circumstances
      self.site = site
      self.requests = requests
    }
  }

  var window: UIWindow? { application.keyWindow }

  // MARK: - Work

  /// Notes the begin of work that a request for the scene waits for.
  func effectDidStart() { runningEffects += 1 }

  func effectDidEnd() { runningEffects -= 1 }

  /// Drops the files that users chose, which are kept as long as side effects may read them.
  func dropPickedFiles() {
    if !application.pickedFiles.isEmpty { application.pickedFiles = [] }
  }
}

/// Why a scene could not be launched, or not be navigated to its route.
enum SceneError: Error, CustomStringConvertible {
  case noWindow(String)
  case noNavigator

  var description: String {
    switch self {
    case .noWindow(let delegate):
      """
      \(delegate) shows nothing. Its application(_:didFinishLaunchingWithOptions:) has to make a window with a root view \
      controller key and visible: store.dependencies.navigator.start(using: self, in: window, at: …) does.
      """
    case .noNavigator: "The app has no navigator, so that it has one screen, at /."
    }
  }
}
