internal import Basics
internal import HTML
internal import HTTPServer
internal import Hydra
internal import Katana
internal import SessionKernel
internal import Sessions
internal import Synchronization
internal import Tempura
internal import TempuraUI

/// One launch of the app delegate: a window, a navigator and the screens of one browser tab.
///
/// While code of the scene runs, the scene is `Main.scoped`: the app's stores find their session by it, and
/// `UIApplication.shared` is its application.
final class Scene: SessionScene, @unchecked Sendable {
  // Safe because it is touched in turns of the session only, except for the atomic.

  let session: Session
  let runtime: Runtime
  let application = UIApplication()
  let page: ScenePage
  private(set) var phase = Phase.launched
  private(set) var launched = Launch()
  private var sceneLocation = SceneLocation()
  private(set) var runningEffects = 0
  /// The number of those that wait until fewer side effects run.
  let waitingEffects = Atomic<Int>(0)
  var restoration = Restoration()
  /// What the browser told about itself.
  private(set) var hints = ClientHints()
  /// The app's observers of outside changes.
  let observations = Locked<[WeakObservation]>([])
  /// Closures of the app that are not called yet.
  let pendingWork = PendingWork.List()
  /// In development, what its next page says to the developer.
  let reports: SceneReports?
  /// The browser's tab that the scene belongs to; nil if it belongs to none.
  var tab: String?
  /// When the scene's tab was closed, in seconds of `Runtime.now`; nil if it is open, or if that is not known.
  var tabClosed: Int64?
  /// Whether its screens may show kept values that another server's save, or the undoing of a form, has replaced.
  var showsOldValues = false
  /// Whether no request gets it any more, and what was done in it is not remembered: see `SceneList.forget(for:)`.
  var isForgotten = false

  /// What the launch of the app has made.
  struct Launch {
    fileprivate var delegate: (any UIApplicationDelegate)?
    fileprivate(set) var navigator: Navigator?
    /// The app's guard: its delegate, if that is one.
    fileprivate(set) var routeGuard: (any RouteGuard)?
    /// The language then. The screens may keep texts in it.
    fileprivate var language: Language?
    /// The width of the screen then, if the browser had not told its own. Nil as soon as it tells the same.
    fileprivate var guessedWidth: CGFloat?
    /// Whether nothing was typed or tapped since, and the app has not moved on.
    fileprivate var showsFirstPage = true
    /// The name of the app in that language; nil for the server's name of it.
    fileprivate var appName: String?
  }

  /// From the launch to the end.
  enum Phase {
    /// The app was launched, and shows the screens that it starts with.
    case launched
    /// The navigator is on its way to the screens that the scene was launched for.
    ///
    /// - isAccepted: Whether requests get the scene all the same, because the navigator took too long.
    case arriving(isAccepted: Bool)
    /// The navigator shows them.
    case arrived
    /// The navigator could not show them.
    case lost(any Error)
    /// Requests get the scene.
    case accepted
    case ended
  }

  /// Which local states and input are still to be remembered.
  struct Restoration {
    /// Whether local states may have changed since they were remembered.
    fileprivate(set) var hasNewLocalStates = false
    /// The local states as JSON, and what pages repeat of them; nil if they may have changed since.
    var known: (localStates: [String: String], mark: ScreenMark)?
    /// The marks of the pages that were sent since a form was applied last, the newest one last.
    var marks: [ScreenMark] = []
    /// The fields whose unused input is remembered, by their paths, and the URL where it is remembered.
    var input: (url: String, fields: [String: WeakView]) = ("", [:])
    /// Whether controls may have values of the user that are nowhere else.
    var keepsValues = false
  }

  init(of session: Session, _ runtime: Runtime) {
    self.session = session
    self.runtime = runtime
    let site = runtime.site
    reports = runtime.app.attachments?.isDevelopment == true ? SceneReports() : nil
    page = ScenePage(site, runtime)
    application.environment.uploadLimit = runtime.options.uploadBytes
    application.environment.otherServers = site.pages.otherServers
    application.environment.textLimit = HTTPLimits.textLength
    application.environment.images = site.images
    application.environment.contentPath = { [unowned session] digest in
      "\(ServedApp.pictures)\(digest)/\(session.mark(ofContent: digest))"
    }
    application.environment.languages = runtime.app.languages
    application.environment.preference = session.scenes.languagePreference
    // What is known before any request.
    if application.environment.currentLanguage.isRightToLeft
      || runtime.options.screenSize != application.environment.screen.bounds.size
    {
      adoptHints()
    }
  }

  var window: UIWindow? { application.keyWindow }

  // MARK: - The browser

  /// Takes over what a request says about its browser.
  func adopt(_ news: ClientHints) {
    if news.sayNothingNew(to: hints) { return }
    let complete = news.completed(by: hints)
    hints = complete
    run { adoptHints() }
    if !complete.isSizeUnknown, !hasWrongWidth { launched.guessedWidth = nil }
  }

  private func adoptHints() {
    if let zone = hints.timeZone { application.adopt(zone) }
    let choice = Int(hints.language)
    application.setLanguage(choice > 0 ? runtime.app.languages[choice - 1].tag : nil, region: hints.region)
    let size = hints.screenSize(orElse: runtime.options.screenSize)
    application.adopt(
      hints.traits(screenSize: size, isRightToLeft: application.environment.currentLanguage.isRightToLeft),
      screenSize: size,
      safeArea: hints.safeAreaInsets)
  }

  /// Whether the language has changed since the app was launched.
  var isInOldLanguage: Bool { launched.language.map { $0 != application.environment.currentLanguage } ?? false }

  /// Whether the app was launched with a guessed width or time zone, and still shows its first page, while the browser has another
  /// one. What it presents may be an alert that is shown only once.
  var hasWrongGuess: Bool {
    guard launched.showsFirstPage, hasWrongWidth || application.environment.hasWrongTimeZone,
      window?.rootViewController?.presentedViewController == nil
    else { return false }
    updateLocation()  // it may have moved on
    return launched.showsFirstPage
  }

  private var hasWrongWidth: Bool {
    launched.guessedWidth.map { $0 != application.environment.screen.bounds.width } ?? false
  }

  /// Notes that the scene shows more than its first page, and so is not launched again for another width or time zone.
  func noteUse() { launched.showsFirstPage = false }

  // MARK: - Life

  /// Runs app code of this scene, in a turn.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    page.mayHaveChanged = true
    sceneLocation.mayHaveChanged = true
    defer { sceneLocation.mayHaveChanged = true }  // again, as `body` may have asked for the location
    return try enter(body)
  }

  /// Runs code of this scene that changes its own screens only.
  func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
    if Main.isScoped(to: self) { return try body() }
    return try Main.run(as: self, body)
  }

  /// Launches the app, as a phone does.
  ///
  /// - Throws: `SceneError.noWindow` if the delegate shows nothing.
  func launch(_ type: any UIApplicationDelegate.Type) throws(SceneError) {
    let hasWindow = run {
      let delegate = UIResponder.make(type)
      launched.delegate = delegate
      if Self.areGuards.value(of: type, { type is any RouteGuard.Type }) {
        launched.routeGuard = delegate as? any RouteGuard
      }
      application.launch(with: delegate)
      return application.keyWindow?.rootViewController != nil
    }
    guard hasWindow else { throw .noWindow("\(type)") }
    launched.language = application.environment.currentLanguage
    if hints.isSizeUnknown { launched.guessedWidth = application.environment.screen.bounds.width }
    launched.appName = enter { application.localizedName(of: type) }
  }

  // A cast of a delegate that is no guard takes long.
  private static let areGuards = ByAddress<Bool>()

  /// Launches the app once and ends it, in a runtime of its own.
  ///
  /// - Returns: The app's state after the launch; nil if it has no store.
  static func tryLaunch(in runtime: Runtime) throws(SceneError) -> (any State)? {
    let scene = Scene(of: Session(id: .random(), of: runtime), runtime)
    var problem: SceneError?
    var state: (any State)?
    scene.session.queue.runAlone {
      do throws(SceneError) { try scene.launch(runtime.app.type) } catch { problem = error }
      state = scene.session.state.map(\.current).flatMap { $0 is NoState ? nil : $0 }
      scene.reportLocalStates()
      scene.reportRootWithoutRoute()
      scene.end()
      scene.session.evict()
    }
    if let problem { throw problem }
    return state
  }

  /// Reports a navigator of whose screens no URL can tell.
  private func reportRootWithoutRoute() {
    guard launched.navigator != nil, route.isEmpty, let root = application.keyWindow?.rootViewController else { return }
    Misuse.report(
      "\(type(of: root)) is the first screen, and neither it nor a screen in it is Routable. So all screens have the URL /, and a reload "
        + "or a restart shows the first one: conform to Routable, with the identifier that installRoot gets.")
  }

  /// Ends the app, and drops what it is to run later. Breaks the cycle of references between a navigator and its installer.
  func end() {
    phase = .ended
    tab = nil
    run {
      launched.navigator?.stop()
      application.end()
      pendingWork.end()
    }
    let old = launched
    launched = Launch()
    withExtendedLifetime(old) {}  // so that code of the app that ends with it finds the new one
  }

  // MARK: - Phases

  /// Whether requests get the scene.
  var isAccepted: Bool {
    switch phase {
    case .accepted, .arriving(isAccepted: true): !isForgotten
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

  /// Whether the app was launched and has not come to its screens.
  var isArriving: Bool { if case .arriving = phase { true } else { false } }

  /// Whether the app could not come to its screens, or was ended on its way.
  var isLost: Bool {
    switch phase {
    case .lost, .ended: true
    case .launched, .arriving, .arrived, .accepted: false
    }
  }

  // MARK: - Screens

  func didStart(_ navigator: Navigator) { launched.navigator = navigator }

  /// Describes the screens that the navigator shows: see `Navigator.screens`.
  var screens: [String] { enter { launched.navigator?.screens ?? [] } }

  /// The route that the navigator shows.
  var route: Route { enter { launched.navigator?.currentRoute ?? [] } }

  /// Navigates to a destination, with the local states that the session remembers of it. The screens that the app
  /// starts with are the destination of the empty route.
  ///
  /// If that fails, the phase is `lost`.
  func navigate(to destination: Destination) {
    guard !destination.route.isEmpty else { return restoreLocalStates() }
    guard let navigator = launched.navigator else {
      phase = .lost(SceneError.noNavigator)
      return
    }
    phase = .arriving(isAccepted: false)
    // Most launches show the screen that is asked for.
    if destination.contexts.isEmpty, enter({ navigator.isAt(destination.route) }) {
      // Code of the app runs only where local states are restored.
      return session.queue.submit(as: Origin(self, cause: Main.cause)) { self.enter { self.didArrive() } }
    }
    _ = run {
      navigator.navigate(to: destination.route, contexts: destination.contexts)
        .then(in: .main) { self.didArrive() }
        .catch(in: .main) { error in self.endArrival(with: .lost(error)) }
    }
  }

  /// Whether its tab shows where it is now, above a destination that it can go back to.
  ///
  /// - Parameter version: The version that the tab shows. With an older one, or if the app has moved since, the tab does not yet
  ///   know the screens that would be hidden.
  func canGoBack(to destination: Destination, from version: PageVersion) -> Bool {
    updateLocation()
    guard case .accepted = phase, page.version == version, page.url == location?.url else { return false }
    return !isBusy && sceneLocation.isAbove(destination, in: runtime.app.routes)
  }

  /// Hides the screens above a destination.
  func goBack(to destination: Destination) {
    guard let navigator = launched.navigator else { return }
    phase = .arriving(isAccepted: true)
    _ = run {
      navigator.hideScreens(above: destination.route.count)
        .always(in: .main) { self.endArrival(with: .accepted) }
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

  /// The URL that the scene is known by in its session. Empty before it was navigated anywhere.
  var url: String { sceneLocation.url }

  /// Where the navigator was when it was asked last.
  var location: Destination? { sceneLocation.destination }

  /// The screen on top, by the identifier of its route; nil for an app without a navigator.
  var screen: String? { location?.route.last }

  /// Counts the requests to that screen.
  var requests: RequestCounts { page.requests }

  /// Asks the navigator where it is, if it may have moved.
  func updateLocation() {
    guard sceneLocation.mayHaveChanged else { return }
    let (route, contexts) = enter { launched.navigator?.location ?? ([], []) }
    guard sceneLocation.update(to: route, contexts, in: runtime.app.routes) else { return }
    if isAccepted { noteUse() }
    localStatesMayHaveChanged()
    page.requests = route.last.map { runtime.metrics.requests[$0] } ?? runtime.metrics.requests.none
  }

  /// Gives the scene the URL of where its navigator is now.
  func updateURL() {
    updateLocation()
    let old = url
    guard sceneLocation.updateURL() else { return }
    session.scenes.didMove(self)
    for attachment in session.attachments { attachment.didMove(self, from: old) }
  }

  /// Asks the app's guard.
  ///
  /// - Parameter destination: Where an app that was just launched is to be navigated to; nil for where the scene is.
  func access(to destination: Destination?) -> RouteAccess {
    guard let routeGuard = launched.routeGuard, let state = session.state?.current else { return .allowed }
    let route = destination?.route ?? route
    return run { routeGuard.decide(route, in: state) }
  }

  func localStateDidChange() {
    Main.cause?.hasChangedLocalState.store(true, ordering: .relaxed)
    localStatesMayHaveChanged()
  }

  func localStatesMayHaveChanged() {
    restoration.hasNewLocalStates = true
    restoration.known = nil
  }

  /// The URLs that the scene left by hiding screens. Shown again, these begin anew.
  func takeHiddenURLs() -> [String] { sceneLocation.takeHiddenURLs() }

  /// Whether local states may have changed since the last call.
  func takeNewLocalStates() -> Bool {
    guard isAccepted else { return false }
    updateLocation()
    defer { restoration.hasNewLocalStates = false }
    return restoration.hasNewLocalStates
  }

  /// Renders the screens; nil if there is no window.
  ///
  /// - Throws: `PageLimitError` if the page is larger than the configuration allows.
  func render() throws(PageLimitError) -> RenderedScreen? {
    try update().map { page.rendered(at: url, $0) }
  }

  /// Renders what has changed on the screens.
  ///
  /// - Returns: What the page says outside of them; nil if there is no window.
  /// - Throws: `PageLimitError` if the page is larger than the configuration allows.
  func update() throws(PageLimitError) -> PageHead? {
    guard let window else { return nil }
    if page.use(runtime.site, runtime) { application.environment.images = page.site.images }
    page.mayHaveChanged = false
    let change = enter {
      window.layoutIfNeeded()
      return page.update(window, application.environment.motions as? MotionLog)
    }
    session.scenes.didChangeSize()
    let head = PageHead(
      title: window.topViewController?.pageTitle, appName: launched.appName,
      language: application.environment.currentLanguage,
      hasTopHeading: page.hasTopHeading, framedWidth: window.framedWidth.map(hints.pixels(ofPoints:)),
      mark: noteMark(), depth: window.depth, leftField: window.leftField, isOnIPhone: hints.device == .iPhone)
    try page.note(change, head)
    return head
  }

  /// Renders all views, also those that are not marked as changed.
  ///
  /// - Returns: The markup of the page and the new one, if they differ: a view changed without being marked.
  func renderAnew() -> (page: String, new: String)? {
    guard (try? render()) != nil, let window else { return nil }
    return enter { page.renderAll(window) }
  }

  /// Whether the page may have changed since it was sent. True once.
  func takeMayHaveChanged() -> Bool {
    if page.saysWorking, !isWorking {
      page.saysWorking = false
      return true
    }
    guard page.mayHaveChanged, isAccepted else { return false }
    page.mayHaveChanged = false
    return hasMessages || window?.viewFlags.contains(.subtreeNeedsRender) == true
      || window?.topViewController?.pageTitle != page.head?.title || window?.leftField != page.head?.leftField
  }

  // MARK: - Messages

  /// Sets the message at the top of the next page, which is shown once.
  func say(_ message: ServerText) { page.messages.message = message }

  /// Notes a side effect or an updater that failed, for the next page.
  func noteFailure(_ description: String) { page.messages.note(failure: description) }

  /// Whether the next page has something to say at its top.
  var hasMessages: Bool { !page.messages.isEmpty || application.hasNotes || reports?.isEmpty == false }

  func takeMessage() -> ServerText? { page.messages.takeMessage() }

  func takeFailures() -> [String] { page.messages.takeFailures() }

  // MARK: - Work

  /// Whether side effects are running, or a request waits for the scene.
  var isBusy: Bool { isWorking || session.waiters.isWaiting(for: self) }

  /// Whether all running side effects wait until fewer of them run, in this session or in others.
  var isWaitingForSlot: Bool {
    runningEffects > 0 && waitingEffects.load(ordering: .relaxed) >= runningEffects
  }

  /// Notes the begin of work that a request for the scene waits for.
  func effectDidStart() { runningEffects += 1 }

  func effectDidEnd() { runningEffects -= 1 }

  /// Drops the files that users chose, which are kept as long as side effects may read them.
  func dropPickedFiles() {
    if !application.environment.pickedFiles.isEmpty { application.environment.pickedFiles = [] }
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
