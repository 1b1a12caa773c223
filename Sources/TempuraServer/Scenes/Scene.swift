internal import Hydra
internal import Katana
internal import Sessions
internal import Synchronization
internal import Tempura
internal import TempuraUI

/// One launch of the app delegate: a window, a navigator and the screens of one browser tab.
///
/// While code of the scene runs it is `Main.scoped`: the app's stores find their session by it, and `UIApplication.shared`
/// its own application.
final class Scene: @unchecked Sendable {
  // Safe because everything is only touched in turns of the session.

  let session: Session
  let application = UIApplication()
  private let renderer: HTMLRenderer
  private var delegate: (any UIApplicationDelegate)?
  var navigator: Navigator?

  /// The URL that the scene is at; what it is keyed by in its session. None before it was brought anywhere.
  private(set) var url = ""

  /// Where the navigator was when it was asked last.
  private(set) var location: Destination?

  // What that was made of.
  private var lastContexts: [ScreenContext?] = []

  // Whether app code ran since then, and whether local states may be others than those that were taken last.
  private var mayHaveMoved = true
  private var hasNewLocalStates = false
  private var hiddenURLs: [String] = []

  /// The fields whose input is remembered, by where they are, and at which URL.
  var keptInput: (url: String, fields: [String: WeakView]) = ("", [:])

  /// What the next page says at its top, once.
  var message: String? {
    didSet { if message != nil { session.forgetPages() } }
  }

  func takeMessage() -> String? {
    defer { message = nil }
    return message
  }

  func takeFailures() -> [String] {
    defer { failures = [] }
    return failures
  }

  /// Has what another scene did not get to say.
  func takeNews(of other: Scene) {
    if let news = other.takeMessage() { message = news }
    for failure in other.takeFailures() { noteFailure(failure) }
  }

  /// What is known of the browser.
  private(set) var circumstances = Circumstances()

  /// Takes over what a request says of its browser.
  func adopt(_ news: Circumstances) {
    let complete = news.completed(by: circumstances)
    guard complete != circumstances else { return }
    circumstances = complete
    run { adoptCircumstances() }
  }

  private func adoptCircumstances() {
    let choice = Int(circumstances.language)
    application.language = choice > 0 ? runtime.languages[choice - 1].tag : nil
    application.adopt(
      circumstances.traits(isRightToLeft: application.currentLanguage.isRightToLeft),
      screenSize: circumstances.screenSize)
  }

  /// The language that the app was launched in, which its screens may have texts in that they were given once.
  private var launchLanguage: Language?

  /// The name of the app in that language; nil for what the server calls it.
  private var appName: String?

  /// Whether the app is to be launched again, since its language is another one now.
  var isInOldLanguage: Bool { launchLanguage.map { $0 != application.currentLanguage } ?? false }

  /// Whether the scene came to the screens that it was launched for.
  var isAccepted = false

  private var waiters: [Waiter] = []
  private var runningEffects = 0
  /// Those of them that wait until fewer run.
  let waitingEffects = Atomic<Int>(0)

  /// Failures that nobody in the app took care of.
  private var failures: [String] = []
  private static let mostFailures = 16

  func noteFailure(_ description: String) {
    if failures.count < Self.mostFailures { failures.append(description) }
  }

  /// Is told of what the scene dispatches.
  let onDispatch: DispatchObserver?

  /// - Parameter isTrial: Whether the scene is nobody's.
  init(session: Session, isTrial: Bool = false) {
    self.session = session
    onDispatch = isTrial ? nil : session.runtime.onDispatch
    renderer = HTMLRenderer(templates: session.runtime.pages.templates.views)
    application.uploadLimit = session.runtime.options.uploadBytes
    application.images = session.runtime.images
    application.languages = session.runtime.languages
    application.preference = session.languagePreference
    // The one thing that is known before any request.
    if application.currentLanguage.isRightToLeft { adoptCircumstances() }
  }

  var runtime: Runtime { session.runtime }

  /// What the app says about who may see which screen.
  private(set) var routeGuard: (any RouteGuard)?

  /// Whether side effects are running, or somebody waits.
  var isBusy: Bool { isWorking || !waiters.isEmpty }

  /// Whether somebody waits.
  var isWaitedFor: Bool { !waiters.isEmpty }

  /// Whether side effects are running.
  var isWorking: Bool { runningEffects > 0 }

  /// Whether all of them wait until fewer side effects run, in this session or in others.
  var isWaitingForTurn: Bool { isWorking && waitingEffects.load(ordering: .relaxed) >= runningEffects }

  // MARK: - Life

  /// Runs app code of this scene, in a turn.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    session.forgetPages()
    mayHaveMoved = true
    defer { mayHaveMoved = true }  // after it was asked for in between
    return try enter(body)
  }

  /// Runs code of this scene that changes nothing but its own screens.
  func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
    if Main.scoped === self { return try body() }
    return try Main.$scoped.withValue(self, operation: body)
  }

  /// Launches the app: what happens when a phone starts it.
  ///
  /// - Throws: `SceneError.noWindow` if the delegate shows nothing.
  func launch(_ type: any UIApplicationDelegate.Type) throws(SceneError) {
    let hasWindow = run {
      let delegate = UIResponder.make(type)
      self.delegate = delegate
      routeGuard = delegate as? any RouteGuard
      application.delegate = delegate
      _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
      return application.keyWindow?.rootViewController != nil
    }
    guard hasWindow else { throw .noWindow("\(type)") }
    launchLanguage = application.currentLanguage
    appName = enter { application.localizedName(of: type) }
  }

  /// Launches the app once and lets it go.
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
      scene.session.end()
    }
    if let problem { throw problem }
    return state
  }

  /// Lets the app go. A navigator and its installer know one another, so that they would stay for ever.
  func end() {
    isAccepted = false
    run {
      navigator?.stop()
      for window in application.windows { window.rootViewController = nil }
    }
    navigator = nil
    application.pickedFiles = []
    application.delegate = nil
    delegate = nil
    routeGuard = nil
  }

  // MARK: - Screens

  /// The route that the scene is at.
  var route: Route { enter { navigator?.currentRoute ?? [] } }

  /// Brings the screens to a route. What becomes of it is known when the scene has settled: see `routeProblem`.
  func bring(to destination: Destination) {
    guard let navigator else {
      if !destination.route.isEmpty { routeProblem = SceneError.noNavigator }
      return
    }
    effectDidStart()
    _ = run {
      navigator.bring(to: destination.route, contexts: destination.contexts)
        .then(in: .main) { self.restoreLocalStates() }
        .catch(in: .main) { error in self.routeProblem = error }
        .always(in: .main) { self.effectDidEnd() }
    }
  }

  /// Why the scene could not be brought to its route.
  private(set) var routeProblem: (any Error)?

  /// Finds out where the navigator is now.
  func updateLocation() {
    guard mayHaveMoved else { return }
    mayHaveMoved = false
    let (route, contexts) = enter { navigator?.location ?? ([], []) }
    guard route != location?.route || !contexts.elementsEqual(lastContexts, by: { $0 === $1 }) else { return }
    if let old = location, old.route.count > route.count, old.route.starts(with: route) { hiddenURLs.append(old.url) }
    lastContexts = contexts
    location = runtime.routes.destination(route: route, contexts: contexts)
    hasNewLocalStates = true
  }

  /// Makes the scene that of the URL where its navigator is now.
  func updateURL() {
    updateLocation()
    guard let location, location.url != url else { return }
    url = location.url
    session.sceneDidMove(self)
  }

  /// Brings the screens up to date, such as the rows of lists, so that what a form names is sought among what there is.
  func layOut() {
    guard let window = application.keyWindow else { return }
    enter { window.layoutIfNeeded() }
  }

  func localStateDidChange() { hasNewLocalStates = true }

  /// The URLs that the scene left by hiding screens: shown again, these begin anew.
  func takeHiddenURLs() -> [String] {
    defer { hiddenURLs = [] }
    return hiddenURLs
  }

  /// Whether there may be local states that were not taken. False until something happens again.
  func takeNewLocalStates() -> Bool {
    guard isAccepted else { return false }
    updateLocation()
    defer { hasNewLocalStates = false }
    return hasNewLocalStates
  }

  /// Brings the markup of the screens up to date.
  func render() -> Rendering? {
    guard let window = application.keyWindow else { return nil }
    enter {
      window.layoutIfNeeded()
      renderer.update(window)
    }
    return Rendering(
      markup: renderer.markup, css: renderer.styles.css, title: window.topViewController?.pageTitle, appName: appName,
      url: url,
      language: application.currentLanguage, hasTopHeading: renderer.hasTopHeading, circumstances: circumstances)
  }

  /// Lets the markup go, which the views can write again.
  func forgetMarkup() { renderer.forget() }

  /// What a page shows of a scene.
  struct Rendering: Sendable {
    let markup: Markup
    let css: String
    let title: String?
    let appName: String?
    let url: String
    let language: Language
    let hasTopHeading: Bool
    let circumstances: Circumstances
  }

  var window: UIWindow? { application.keyWindow }

  // MARK: - Waiting

  /// What is waited for.
  enum Purpose {
    case page
    /// What a form does; with what tells it from others, if it came from a page.
    case form(RecentAnswers.Key?)
  }

  /// Calls `body` in a turn when nothing that the scene started is left to run; or when the patience is over, with side
  /// effects still running. What changed is stored by then, or the session's `saveProblem` says why not.
  ///
  /// - Parameter hasPatience: Whether it may take for ever.
  func whenSettled(for purpose: Purpose = .page, hasPatience: Bool = false, _ body: @escaping () -> Void) {
    let waiter = Waiter(purpose, body)
    waiter.isTimed = hasPatience
    waiters.append(waiter)
  }

  private final class Waiter: @unchecked Sendable {
    // Safe because it is only touched in turns of the session.
    let purpose: Purpose
    let body: () -> Void
    var isTimed = false
    var isOutOfPatience = false
    init(_ purpose: Purpose, _ body: @escaping () -> Void) {
      self.purpose = purpose
      self.body = body
    }
  }

  /// Whether a waiter is told when what changed is stored. When the session has ended, all are.
  private func isReady(_ waiter: Waiter) -> Bool { !isWorking || waiter.isOutOfPatience || session.isRemoved }

  /// Those that are told when what changed is stored.
  private var readyWaiters: [Waiter] { waiters.filter(isReady) }

  /// Whether somebody is told when what changed is stored.
  var isToldNow: Bool { waiters.contains(where: isReady) }

  /// Whether that is somebody who waits for what a form does.
  var isToldOfForm: Bool {
    readyWaiters.contains { if case .form = $0.purpose { true } else { false } }
  }

  /// The session's work has run out, and what changed is about to be stored: finds out where those who are told of it are to
  /// be sent.
  func prepareWaiters() {
    guard isToldNow else { return }
    updateURL()
    for waiter in readyWaiters {
      if case .form(let key?) = waiter.purpose { session.answers.decide(key, url: url) }
    }
  }

  /// What changed is stored: tells those who wait, unless side effects are running.
  func tellWaiters() {
    // Not those who come meanwhile: what they wait for has not begun.
    for waiter in readyWaiters { finish(waiter) }
    guard isWorking else {
      // Nothing that was told of them is running any more.
      if !application.pickedFiles.isEmpty { application.pickedFiles = [] }
      return
    }
    for waiter in waiters where !waiter.isTimed {
      waiter.isTimed = true
      Timers.shared.after(runtime.options.effectPatience) { [self] in
        session.queue.submit { waiter.isOutOfPatience = true }  // it is told when the work that is left is done
      }
    }
  }

  private func finish(_ waiter: Waiter) {
    guard let index = waiters.firstIndex(where: { $0 === waiter }) else { return }
    waiters.remove(at: index)
    updateURL()
    waiter.body()
  }

  /// Something began that whoever waits for the scene waits for.
  func effectDidStart() { runningEffects += 1 }

  func effectDidEnd() { runningEffects -= 1 }
}

/// Why a scene could not be launched, or not be brought to its route.
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
