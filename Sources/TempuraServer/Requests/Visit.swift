internal import HTTPServer
internal import Sessions
internal import Synchronization
internal import Tempura

/// A request to a screen, in its session's turn: which session, which scene, and then what the request is about.
struct Visit {
  let exchange: any Exchange
  let session: Session
  let isNewSession: Bool

  // Where the visit was sent on from, and whether the app's guard did that.
  private var trail: [String] = []
  private var isGuards = false

  /// What the page that the visit ends at says at its top.
  var message: String?

  /// Whether the browser's last session has ended, and the browser was not told.
  var isAfterEnd = false

  /// What tells the form that the visit is about from others; nil if it is not about a form.
  var formKey: RecentAnswers.Key?

  var runtime: Runtime { session.runtime }

  private var circumstances: Circumstances { Circumstances(exchange, languages: runtime.options.languages) }

  init(exchange: any Exchange, session: Session, isNewSession: Bool) {
    self.exchange = exchange
    self.session = session
    self.isNewSession = isNewSession
  }

  init(_ exchange: any Exchange, newSessionOf runtime: Runtime) {
    runtime.warnOfProxy(exchange)
    let address = exchange.networkAddress.flatMap { NetworkAddress($0) }?.number ?? 0
    self.init(
      exchange: exchange, session: Session(id: .random(), runtime: runtime, address: address), isNewSession: true)
  }

  // MARK: - Scenes

  /// Finds the scene at the request's URL, or launches one and brings it there; then runs `body` in a turn. Answers the
  /// request itself if there is no such screen, or it may not be shown, or the app is elsewhere by then.
  func withScene(_ body: @escaping (Scene) -> Void) {
    if let scene = session.scene(at: exchange.url) { return use(scene, body) }
    let destination = runtime.routes.destination(segments: exchange.pathSegments, query: exchange.queryItems)
    guard let destination else { return fail(.notFound, Self.noSuchPage) }
    if let scene = session.scene(at: destination.url) { return use(scene, body) }
    if let place = destination.keptPlace { return goBelow(place, of: destination) }
    open(destination, body)
  }

  /// Runs `body` with a live scene at the request's URL, or with a new one in its place if the language is another one now:
  /// texts that views were given once stay as they are, so that the app is launched again, as on a phone. A scene that has
  /// something that is not in its URL, or is busy, stays.
  private func use(_ scene: Scene, _ body: @escaping (Scene) -> Void) {
    scene.adopt(circumstances)
    guard scene.isInOldLanguage, !scene.isBusy, let location = scene.location, location.keptPlace == nil else {
      return admit(scene, body)
    }
    session.drop(scene)
    open(location, insteadOf: scene, body)
  }

  private static let noSuchPage = "There is no such page."

  /// The screen at a place of the route was shown with something that is not in the URL, and its scene is gone: the browser
  /// is sent to the screen below it.
  private func goBelow(_ place: Int, of destination: Destination) {
    var visit = self
    visit.message = "That page cannot be shown again: what it was about is gone. Nothing was changed."
    let contexts = (0..<place).map { destination.contexts[$0].map { ScreenContext($0) } }
    visit.go(to: runtime.routes.destination(route: Array(destination.route.prefix(place)), contexts: contexts))
  }

  /// Sends the browser to a destination when it is certain that there is something to see.
  private func go(to destination: Destination) {
    if let scene = session.scene(at: destination.url) { return admit(scene, redirect) }
    open(destination, redirect)
  }

  /// Runs `body` if the app's guard allows the screens of a scene.
  func admit(_ scene: Scene, _ body: (Scene) -> Void) {
    scene.adopt(circumstances)
    guard scene.routeGuard != nil else { return body(scene) }
    switch access(to: scene.route, of: scene) {
    case .allowed: body(scene)
    case .refused: refuse(scene.route, scene)
    case .redirect(let route): follow(to: route, from: scene.url, scene)
    }
  }

  /// Nobody gets that deep into an app, except by typing URLs: each screen takes longer to show than the one below it.
  private static let deepestRoute = 32

  /// - Parameter old: The scene that was there before, whose news the next page still has to tell.
  func open(_ destination: Destination, insteadOf old: Scene? = nil, _ body: @escaping (Scene) -> Void) {
    guard destination.route.count <= Self.deepestRoute else { return fail(.notFound, Self.noSuchPage) }
    let scene = Scene(session: session)
    scene.adopt(circumstances)
    do {
      try scene.launch(runtime.app)
    } catch {
      scene.end()
      runtime.log.report("\(error)")
      return fail(.internalServerError, "The app could not be started.")
    }
    guard !destination.route.isEmpty || scene.route.isEmpty else {
      return openHome(scene)
    }
    switch access(to: destination.route, of: scene) {
    case .allowed: break
    case .refused:
      scene.end()
      return refuse(destination.route, scene)
    case .redirect(let route):
      scene.end()
      return follow(to: route, from: destination.url, scene)
    }
    session.keep(scene)
    scene.bring(to: destination)
    scene.whenSettled { [self] in
      guard scene.routeProblem == nil else {
        session.drop(scene)
        return fail(.notFound, Self.noSuchPage)
      }
      scene.restoreInput()
      let scene = session.accept(scene)
      if let old { scene.takeNews(of: old) }
      if let message { scene.message = message }
      arrive(scene, comingFrom: destination.url, body)
    }
  }

  /// The address without a path leads to the screen that the app starts with, whose URL is its route.
  private func openHome(_ scene: Scene) {
    session.keep(scene)
    scene.restoreLocalStates()
    scene.whenSettled { [self] in
      scene.restoreInput()
      arrive(session.accept(scene), comingFrom: "/", redirect)
    }
  }

  /// A scene came to its screens, which may be others than those that it was to come to.
  private func arrive(_ scene: Scene, comingFrom url: String, _ body: @escaping (Scene) -> Void) {
    if scene.url == url { return admit(scene, body) }
    var visit = self
    visit.trail.append(url)
    visit.admit(scene, visit.redirect)
  }

  // MARK: - The app's guard

  private func access(to route: Route, of scene: Scene) -> RouteAccess {
    guard let routeGuard = scene.routeGuard, let state = session.state?.current else { return .allowed }
    return scene.run { routeGuard.decide(route, in: state) }
  }

  /// The guard sends the browser elsewhere: what is there is found out before the browser is told, so that it never goes
  /// in circles.
  private func follow(to route: Route, from url: String, _ scene: Scene) {
    var visit = self
    visit.trail.append(url)
    visit.isGuards = true
    let destination = runtime.routes.destination(route: route)
    guard !visit.trail.contains(destination.url), visit.trail.count <= Self.mostRedirects else {
      return visit.fail(GuardContradiction(scene, trail: visit.trail + [destination.url], isCircle: true))
    }
    visit.go(to: destination)
  }

  private static let mostRedirects = 8

  private func refuse(_ route: Route, _ scene: Scene) {
    guard !isGuards else {
      let url = runtime.routes.destination(route: route).url
      return fail(GuardContradiction(scene, trail: trail + [url], isCircle: false))
    }
    fail(.forbidden, "You cannot see this page right now.")
  }

  private func fail(_ contradiction: GuardContradiction) {
    runtime.log.report("\(contradiction)")
    fail(.internalServerError, "The app does not know where to go from here.")
  }

  // MARK: - Answers

  /// Answers, with the cookie of a session that is new.
  func respond(_ response: HTTPResponse) {
    var response = response
    if let formKey { settleForm(formKey, isApplied: false) }  // unless it was settled before, with what became of it
    if isAfterEnd { response.headers.append("Clear-Site-Data", "\"cache\", \"storage\"") }
    if session.isRemoved {
      session.isEndTold = true
      if !isNewSession {
        // Has the browser forget all that it has of the app (W3C Clear Site Data, section 3.1), the cookie also where it does
        // not know that.
        response.headers.append("Clear-Site-Data", "\"cache\", \"cookies\", \"storage\"")
        response.headers.append("Set-Cookie", SessionCookie.deletion(for: exchange))
      }
    } else if isNewSession, session.stored == nil, session.saveProblem != nil {
      session.discard()
      return exchange.respond(notStored)
    } else if isNewSession, response.status.code < 400 || Self.keepsSession.contains(response.status) {
      session.lastUse.store(Runtime.now, ordering: .relaxed)
      _ = runtime.sessions.insert(session)
      runtime.cleanUpIfCrowded()
      response.headers.append("Set-Cookie", cookie)
    } else if isNewSession {
      session.discard()
    } else if session.takeCookieRenewal() {
      response.headers.append("Set-Cookie", cookie)
    }
    exchange.respond(response)
  }

  /// Refusals that show a page of the session.
  private static let keepsSession: [HTTPStatus] = [.conflict, .unprocessableContent]

  /// What is said of a change that was not stored.
  var notStored: HTTPResponse {
    let (status, message) = session.saveProblem?.answer ?? (.serviceUnavailable, "")
    return error(status, message)
  }

  private var cookie: String {
    SessionCookie.field(session.id, lifetime: runtime.options.sessionLifetime, for: exchange)
  }

  /// Sends the browser to a URL, or to where the app's guard says instead. Refused screens say so themselves.
  func redirect(to url: String) {
    guard let scene = session.scene(at: url), scene.routeGuard != nil,
      case .redirect = access(to: scene.route, of: scene)
    else {
      return respond(.seeOther(url, shared: SecurityHeaders.redirect))
    }
    admit(scene, redirect)
  }

  private func redirect(to scene: Scene) {
    if let message { scene.message = message }
    respond(.seeOther(scene.url, shared: SecurityHeaders.redirect))
  }

  func fail(_ status: HTTPStatus, _ message: String) { respond(error(status, message)) }

  private func error(_ status: HTTPStatus, _ message: String) -> HTTPResponse {
    runtime.pages.error(
      status, message: message, requestID: exchange.requestID,
      language: runtime.language(of: exchange, preference: session.languagePreference))
  }
}
