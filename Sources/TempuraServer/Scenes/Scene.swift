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

  /// Where the navigator was when it was asked last.
  private var place = SceneLocation()
  private var hasNewLocalStates = false

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

  /// Whether side effects are running, or a request waits for the scene.
  var isBusy: Bool { isWorking || session.waiters.isWaiting(for: self) }

  /// Whether side effects are running.
  var isWorking: Bool { runningEffects > 0 }

  /// Whether all of them wait until fewer side effects run, in this session or in others.
  var isWaitingForTurn: Bool { isWorking && waitingEffects.load(ordering: .relaxed) >= runningEffects }

  // MARK: - Life

  /// Runs app code of this scene, in a turn.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    session.forgetPages()
    place.mayHaveChanged = true
    defer { place.mayHaveChanged = true }  // after it was asked for in between
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
      scene.session.leaveMemory()
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

  /// Brings the screens to a destination, with the local states that the session remembers of it. The screens that the app
  /// starts with are the destination of the empty route.
  ///
  /// What becomes of it is known when the scene has settled: see `routeProblem`.
  func bring(to destination: Destination) {
    guard !destination.route.isEmpty else { return restoreLocalStates() }
    guard let navigator else {
      routeProblem = SceneError.noNavigator
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

  /// The URL that the scene is known by in its session. Empty before it was brought anywhere.
  var url: String { place.url }

  /// Where the navigator was when it was asked last.
  var location: Destination? { place.destination }

  /// Asks the navigator where it is, if it may have moved.
  func updateLocation() {
    guard place.mayHaveChanged else { return }
    let (route, contexts) = enter { navigator?.location ?? ([], []) }
    if place.update(to: route, contexts, in: runtime.routes) { hasNewLocalStates = true }
  }

  /// Gives the scene the URL of where its navigator is now.
  func updateURL() {
    updateLocation()
    if place.updateURL() { session.sceneDidMove(self) }
  }

  /// Brings the screens up to date, such as the rows of lists, so that what a form names is sought among what there is.
  func layOut() {
    guard let window = application.keyWindow else { return }
    enter { window.layoutIfNeeded() }
  }

  func localStateDidChange() { hasNewLocalStates = true }

  /// The URLs that the scene left by hiding screens. Shown again, these begin anew.
  func takeHiddenURLs() -> [String] { place.takeHiddenURLs() }

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

  // MARK: - Work

  /// Notes the begin of work that a request for the scene waits for.
  func effectDidStart() { runningEffects += 1 }

  func effectDidEnd() { runningEffects -= 1 }

  /// Drops the files that users chose, which are kept as long as side effects may read them.
  func dropPickedFiles() {
    if !application.pickedFiles.isEmpty { application.pickedFiles = [] }
  }
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
