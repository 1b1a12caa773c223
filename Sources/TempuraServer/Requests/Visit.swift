internal import Basics
internal import HTTPServer
internal import Hydra
internal import Sessions
internal import Tempura
internal import TempuraMetrics
internal import TempuraUI

/// A request that is for a session: from its cookies to the session (`Visit+Session`), from its URL to the scene that is there,
/// what a form does in it (`Visit+Form`), and the answer (`Visit+Answer`).
///
/// A visit runs until it is answered, or until it waits. ``State`` says what it waits for, and what it knows then; ``resume()``
/// continues from there.
final class Visit: @unchecked Sendable {
  // Safe because one thread at a time uses it: the one that runs it, or the one that resumes it.

  /// What the request is for.
  enum Purpose {
    /// To show the screens at its URL: GET or HEAD.
    case show
    /// To apply a form to them.
    case apply(FormInput)
    /// To open a stream of this name, which tells of changes.
    case stream(String, HTTPExchange)
    /// To note that a tab was closed.
    case close(tab: String)
    /// To send a file of its user.
    case file(String)
  }

  /// What a visit waits for.
  enum State {
    /// Nothing: it runs, or is answered.
    case running

    // To find the session.
    /// A thread on which turns may run.
    case thread
    /// The storage loads a session.
    case load(Question, Wait<Result<LoadedSession, StorageError>>)
    /// The storage sets an unreadable session aside.
    case setAside(SessionKey, Wait<Result<Void, StorageError>>)
    /// The storage saves a new session that begins with a copied page.
    case copy(Copy, Wait<Result<SavedSession, StorageError>>)
    /// A turn of the session in memory that still has its old id. The new one is nil if the request may not learn it.
    case oldTurn(Session, RenamedSession, Renewal.NewID?, Question)
    /// A turn of the session that was found.
    case turn(Candidate)

    // In turns of the session.
    /// The storage loads parts that the session shares with others.
    case parts
    /// The app was launched, and comes to its screens. When they are there, the goal is followed further.
    ///
    /// - insteadOf: The scene that was there before, whose messages the next page still has to show.
    case arrival(Scene, at: Destination, insteadOf: Scene?, after: Step<Scene>.Trail, Goal)
    /// An earlier request applies the same form.
    case sameForm(FormInput)
    /// The form's side effects run, and then its changes are stored.
    ///
    /// - from: Where the scene was before.
    case effects(of: FormInput, Scene, from: Destination?)
    /// What was typed is being stored. Then a page of the scene is shown.
    case page(Scene, HTTPStatus, ServerText?)
    /// The session gets another id, or observers load what they show. Then the screens are shown.
    case news(Scene)
  }

  /// Why a visit needs a scene.
  enum Goal {
    /// To show the screens at the request's URL.
    case show
    /// To apply the form.
    case apply(FormInput)
    /// To show a page, in answer to a form.
    case page(HTTPStatus, ServerText?)
    /// To show the screen with what was typed. What the form did was undone.
    case loss(FormInput, PersistenceError)
    /// To redirect the browser to the scene.
    case redirect
    /// To follow a redirect for a live request, and answer with a patch.
    case follow
  }

  /// The session of a visit, and how it was when the visit entered it.
  struct Entry {
    let session: Session
    let isNew: Bool
    /// The value of `SessionTable.changeCount`.
    let changes: UInt64
  }

  let exchange: any Exchange
  let runtime: Runtime
  let purpose: Purpose
  /// The request's URL.
  let url: String
  /// What a live request says of its page; nil for a request that wants a page.
  let live: LiveRequest?
  /// What the request says of its browser.
  private lazy var circumstances = Circumstances(
    exchange, languages: runtime.options.languages, isLive: live != nil)
  /// What the session knows of the request.
  let request: Waiters.Request

  var state = State.running
  /// Which ids were tried.
  var search = SessionSearch()
  /// Set when the session was found.
  var entry: Entry!
  /// Why the session is not that of the request's page; nil if it is. The answer shows it at its top, and the request changes
  /// nothing.
  var notice: ServerText?
  /// The key in `session.answers` of the form that this visit applies; nil for a GET, and for a form without a nonce.
  var formKey: RecentAnswers.Key?
  /// Why the form was refused when its control was used.
  var refusal: Refusal?
  /// The scene in which code of the request runs; nil if the request has begun none.
  var workplace: Scene?
  /// Whether observers have run because something has changed outside of the session.
  private var hasRunObservers = false
  /// In development, why the app has not come to the request's screens.
  var deadEnd: DevelopmentReport?
  /// How many redirects of a live request were followed here.
  var redirects = 0

  init(_ exchange: any Exchange, _ runtime: Runtime, for purpose: Purpose) {
    self.exchange = exchange
    self.runtime = runtime
    self.purpose = purpose
    url = exchange.url
    live = LiveRequest(exchange)
    let (form, isShow): (FormInput?, Bool) =
      switch purpose {
      case .show: (nil, true)
      case .apply(let form): (form, false)
      case .stream, .close, .file: (nil, false)
      }
    request = Waiters.Request(
      tab: live?.tab, stream: isShow ? nil : live?.stream, form: form,
      cause: Cause(trace: exchange.trace, story: runtime.app.development.map { _ in Story() }),
      claims: SessionCookie.claims(in: exchange))
  }

  /// The session, once it was found. Used in its turns only.
  var session: Session { entry.session }

  var isNewSession: Bool { entry.isNew }

  /// Whether the request is a GET or HEAD of a screen.
  var isShow: Bool { if case .show = purpose { true } else { false } }

  /// Whether the request is for a screen. Others begin no session.
  var isForScreen: Bool {
    switch purpose {
    case .show, .apply: true
    case .stream, .close, .file: false
    }
  }

  /// What the log says of the request if it takes long.
  var progress: VisitProgress { request.progress }

  /// Starts what the request is for, in a turn of its session.
  func begin() {
    if session.renewal.isWithheld(from: request, now: runtime.now), !isNewSession {
      return exchange.respond(runtime.retryResponse(to: exchange, isShow: isShow))
    }
    // What they start belongs to no form, which may be undone.
    if isForScreen { hasRunObservers = Main.$cause.withValue(nil) { session.runObservers() } }
    switch purpose {
    case .show:
      guard noteForCrash() else { return }
      checkSession(of: nil)
      findScene(.show)
    case .apply(let form): apply(form)
    case .stream(let name, let exchange): LivePath.open(name, of: session, exchange)
    case .close(let tab):
      session.scenes.close(tab)
      exchange.respond(.noContent)
    case .file(let name):
      guard noteForCrash() else { return }
      UserFilePath.answer(exchange, named: name, for: session)
    }
  }

  /// Answers a request that needs a session, of which there is none.
  func answerWithoutSession(isAfterEnd: Bool) {
    var response: HTTPResponse
    switch purpose {
    case .stream: return exchange.respond(LivePath.lastChange(isAfterEnd: isAfterEnd))
    case .file: response = UserFilePath.refusal(of: exchange, runtime)
    case .close, .show, .apply: response = .noContent
    }
    if isAfterEnd { response.headers.appendClearAfterEnd() }
    exchange.respond(response)
  }

  /// Continues when what was waited for is over.
  func resume() {
    switch Swift.exchange(&state, with: .running) {  // which copies nothing
    case .running: assertionFailure("A visit that does not wait was resumed.")
    case .thread: look()
    case .load(let question, let wait): if let result = wait.value { didLoad(result, question) }
    case .setAside(let key, let wait): if let result = wait.value { didSetAside(key, result) }
    case .copy(let copy, let wait): if let result = wait.value { didStore(copy, result) }
    case .oldTurn(let session, let renamed, let newID, let question):
      followRename(renamed, to: newID, session, question)
    case .turn(let candidate): enter(candidate)
    case .parts: beginWithParts()
    case .arrival(let scene, let destination, let old, let trail, let goal):
      didArrive(scene, at: destination, insteadOf: old, after: trail, goal)
    case .sameForm(let form): apply(form)
    case .effects(let form, let scene, let origin): didApply(form, to: scene, from: origin)
    case .page(let scene, let status, let message): showPage(of: scene, status, message)
    case .news(let scene): show(scene)
    }
  }

  /// Continues with the goal, as the scene is there and the app's guard allows its screens.
  private func reach(_ goal: Goal, with scene: Scene) {
    switch goal {
    case .show:
      exchange.group = scene.requests
      // A side effect of this page wants another id. The session gets it when a request waits, whose answer tells the browser.
      let wantsID = session.renewal.claim(for: request) != nil && !isNewSession
      guard wantsID || hasRunObservers && scene.isWorking else { return show(scene) }
      wait(.news(scene), for: .page, of: scene)
    case .apply(let form):
      exchange.group = scene.requests
      apply(form, to: scene)
    case .page(let status, let message): answer(.page(scene, status: status, message: message))
    case .loss(let form, let error): showLoss(of: form, error, scene)
    case .redirect: answer(.redirect(to: scene.url))
    case .follow:
      scene.updateURL()
      answer(.page(scene))
    }
  }

  private func show(_ scene: Scene) {
    // Its screens may have moved on their own since they were looked at.
    let url = scene.url
    scene.updateURL()
    if scene.url == url { answer(.page(scene)) } else { redirect(to: scene.url) }
  }

  /// Sets `notice` if the request comes from a page of another session, which has ended or which the browser left.
  ///
  /// - Parameter form: Nil for a GET.
  func checkSession(of form: FormInput?) {
    guard notice == nil else { return }
    let isOther: Bool
    if isNewSession {
      // A page comes with a cookie. Without a session of that cookie, the session of the page is gone.
      isOther = live != nil || form?.nonce?.isEmpty == false
    } else {
      isOther = (form?.mark ?? live?.mark).map { $0 != session.mark } == true
    }
    if isOther { notice = .pageSessionEnded }
  }

  // MARK: - Finding the scene

  /// Finds the scene of the request's URL, or launches the app and brings it there. The goal is reached in a turn, unless the
  /// request is answered already: there is no such screen, it may not be shown, or the app is elsewhere by then.
  func findScene(_ goal: Goal) {
    if let scene = session.scenes.scene(at: url, of: live?.tab) {
      return find(from: position(at: scene, mayRelaunch: true), goal)
    }
    let destination = runtime.app.routes.destination(url: url)
    let scene = destination.flatMap { session.scenes.scene(at: $0.url, of: live?.tab) }
    find(from: scene.map { position(at: $0, mayRelaunch: true) } ?? .noScene(at: destination), goal)
  }

  /// Shows a page of a scene if the app's guard still allows its screens; otherwise answers as the guard says.
  func admit(_ scene: Scene, _ status: HTTPStatus, _ message: ServerText?) {
    find(from: position(at: scene), .page(status, message))
  }

  /// Redirects the browser to a URL, or to where the app's guard says instead.
  func redirect(to url: String) {
    guard let scene = session.scenes.scene(at: url, of: live?.tab), scene.launched.routeGuard != nil else {
      return answer(.redirect(to: url))
    }
    find(from: .applied(scene, url: url), .redirect)
  }

  /// Goes where a redirect leads, as a browser would, and answers with a patch to the screens there.
  func follow(to url: String) {
    redirects += 1
    let scene = session.scenes.scene(at: url, of: live?.tab)
    find(
      from: scene.map { position(at: $0, mayRelaunch: true) } ?? .noScene(at: runtime.app.routes.destination(url: url)),
      .follow)
  }

  /// - Parameter mayRelaunch: Whether the scene may be replaced by a new launch of the app.
  private func position(at scene: Scene, mayRelaunch: Bool = false) -> Step<Scene>.Position {
    adoptCircumstances(in: scene)
    // Texts that views were given once stay in their language, and so do sizes that were computed once for a guessed width. If the
    // browser wants another language now, or tells another width after the first page, the app is launched again, as on a phone,
    // unless the scene is busy or shows something that is not in its URL. What a launch dispatches is then dispatched again.
    let isOutdated = scene.isInOldLanguage || isShow && scene.hasWrongWidth
    let canRelaunch = mayRelaunch && isOutdated && !scene.isBusy && scene.location?.keptIndex == nil
    return .live(scene, url: scene.url, relaunch: canRelaunch ? scene.location : nil)
  }

  /// Carries out one step after the other. Waits only while an app that was launched comes to its screens.
  ///
  /// - Parameters:
  ///   - trail: The URLs that the visit was sent on from: if there are any, the browser is redirected to the scene.
  ///   - goal: What follows once the scene is there.
  func find(from start: Step<Scene>.Position, after startTrail: Step<Scene>.Trail = .init(), _ goal: Goal) {
    var (position, trail) = (start, startTrail)
    var replaced: Scene?
    while true {
      switch Step.next(position, after: trail, in: runtime.app.routes, access: access) {
      case .show(let scene):
        if let message = notice ?? (trail.hasLostContext ? .pageCannotBeShownAgain : nil) { scene.say(message) }
        if let screen = scene.screen {
          exchange.note(screen: screen)
          progress.screen = progress.screen ?? screen
        }
        return trail.urls.isEmpty ? reach(goal, with: scene) : answer(.redirect(to: scene.url))
      case .launch(let destination, let old):
        if let old { session.scenes.end(old) }
        replaced = old
        do throws(SceneError) {
          position = .launched(try launch(), for: destination)
        } catch {
          return answer(.refusal(.notLaunched(error)))
        }
      case .navigate(let scene, let destination):
        session.scenes.add(scene)
        scene.navigate(to: destination)
        return wait(
          .arrival(scene, at: destination, insteadOf: replaced, after: trail, goal), for: .page, of: scene,
          isArrival: true)
      case .redirect(let destination, let reason):
        switch position {
        case .launched(let scene, _): scene.end()
        // The guard forbids screens that have appeared already. A later request launches new ones.
        case .arrived(let scene, _, _) where reason == .routeGuard: session.scenes.end(scene)
        default: break
        }
        trail.append(position.url, because: reason)
        position = self.position(at: destination)
      case .refuse(let refusal):
        if case .launched(let scene, _) = position { scene.end() }
        return answer(.refusal(refusal))
      }
    }
  }

  private func position(at destination: Destination) -> Step<Scene>.Position {
    session.scenes.scene(at: destination.url, of: live?.tab).map { position(at: $0) } ?? .noScene(at: destination)
  }

  /// Asks the app's guard.
  ///
  /// - Parameter destination: Where an app that was just launched is to be navigated to; nil for where the scene is.
  private func access(of scene: Scene, to destination: Destination?) -> RouteAccess {
    guard let routeGuard = scene.launched.routeGuard, let state = session.state?.current else { return .allowed }
    let route = destination?.route ?? scene.route
    return scene.run { routeGuard.decide(route, in: state) }
  }

  private func launch() throws(SceneError) -> Scene {
    runtime.metrics.launches.increment()
    let scene = Scene(session: session)
    workplace = scene
    scene.tab = live?.tab
    adoptCircumstances(in: scene, completedBy: session.scenes.circumstances)
    do {
      try scene.launch(runtime.app.type)
    } catch {
      scene.end()
      throw error
    }
    if runtime.storage.isShared { runtime.observers.withLock { $0.add(session.key) } }
    return scene
  }

  /// A launched app has come to its screens, or cannot come there.
  private func didArrive(
    _ scene: Scene, at destination: Destination, insteadOf old: Scene?, after trail: Step<Scene>.Trail, _ goal: Goal
  ) {
    guard !scene.isLost else {
      if runtime.app.development != nil { deadEnd = routeReport(of: scene) }
      session.scenes.end(scene)
      return find(from: .arrived(scene, at: nil, for: destination), after: trail, goal)
    }
    scene.restoreInput()
    let scene = session.scenes.accept(scene)
    if let old { scene.takeMessages(of: old) }
    find(from: .arrived(scene, at: scene.location, for: destination), after: trail, goal)
  }

  /// Waits until the request can be answered: see ``Session/wait(for:of:_:timeout:arrivalTimeout:others:_:)``.
  ///
  /// A live page learns by its stream what side effects change later. So its tap waits only for its own side effects, and for
  /// them only ``ServerConfiguration/liveTimeout``.
  ///
  /// - Parameters:
  ///   - others: The running side effects of the scene that the request did not start.
  ///   - isArrival: Whether a launched scene is navigated to its screens, without which there is no answer.
  func wait(
    _ next: State, for purpose: Waiters.Purpose, of scene: Scene?, others: Int = 0, isArrival: Bool = false
  ) {
    state = next
    let (cause, timeout, isLive) = (request.cause, runtime.options.sideEffectTimeout, live != nil)
    session.wait(
      for: purpose, of: scene, request, timeout: isLive ? min(runtime.options.liveTimeout, timeout) : timeout,
      arrivalTimeout: isArrival && isLive ? timeout : nil, others: isLive ? others : 0
    ) {
      Main.$cause.withValue(cause, operation: self.resume)
    }
  }

  /// Whether the session got another id since the request came.
  var isOfOldID: Bool { request.id != session.id || session.life == .renamed }

  /// Whether the answer may show the session. An attacker may have planted the id that the request came with.
  var mayShowSession: Bool {
    isNewSession || session.life != .renamed && session.renewal.mayBeKnown(to: request)
  }

  /// The id of the trace that the request is a part of, for the log.
  var traceID: String? { Main.trace?.parent.traceID }

  /// Takes over what the request says about its browser.
  ///
  /// - Parameter known: What earlier requests of the browser said, for a scene that has had none.
  private func adoptCircumstances(in scene: Scene, completedBy known: Circumstances? = nil) {
    session.scenes.circumstances = circumstances.completed(by: session.scenes.circumstances)
    scene.adopt(known.map(circumstances.completed(by:)) ?? circumstances)
  }
}
