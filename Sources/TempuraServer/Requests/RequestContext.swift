internal import Basics
internal import HTTPServer
internal import Hydra
internal import Katana
internal import SessionKernel
internal import Sessions
internal import TempuraUI

/// A request that is for a session: ``answer()`` is all of it, from its cookies to the answer. The steps on the way are in
/// `+Session` (find the session), `+Scene` (find the scene that is at its URL), `+Form` (what a form does there), and `+Answer`.
final class RequestContext: @unchecked Sendable {
  // Safe because only its task uses it.

  /// What the request is for.
  enum Purpose {
    /// To show the screens at its URL: GET or HEAD.
    case show
    /// To apply a form to them.
    case apply(FormInput)
    /// To show the screen that takes another site's form, with the fields.
    case receive([String: String])
    /// Not for a screen, as to send a file of the session's user. Begins no session.
    ///
    /// - answer: Answers the request, in a turn of the session.
    /// - withoutSession: Makes the answer if there is no session.
    case other(
      answer: (RequestContext, borrowing Turn) async throws(Answer) -> Void, withoutSession: () -> HTTPResponse)
  }

  /// The session of a request, and how it was when the request entered it.
  struct Entry {
    let session: Session
    let isNew: Bool
    /// The value of `SessionTable.changeCount`.
    let changes: UInt64
  }

  let exchange: any Exchange
  let runtime: Runtime
  private let handler: RequestHandler
  let purpose: Purpose
  /// The request's URL.
  let url: String
  /// What a live request says of its page; nil for a request that wants a page.
  let live: LiveRequest?
  /// What the request says of its browser.
  lazy var hints = ClientHints(
    languages: runtime.options.languages, isLive: live != nil, isShow: isShow, header: { exchange.header($0) })
  /// Started when the request came.
  let watch = Stopwatch()
  /// What the session knows of the request.
  let request: Waiters.Request
  /// Runs the request's task.
  private let executor: AddressExecutor

  /// Which ids were tried.
  var search = SessionSearch()
  /// The session that could not be read last.
  var loss = Loss()
  /// Set when the session was found.
  var entry: Entry!
  /// Why the changes that it waited for last could not be stored; nil if they are.
  var problem: PersistenceError?
  /// Tells the user that the session of the request's page is gone. If it is set, the request changes nothing.
  var notice: ServerText?
  /// The key in `session.answers` of the form that this request applies; nil for a GET, and for a form without a nonce.
  var formKey: IdempotencyKeys.Key?
  /// The scene that runs code for the request; nil before that.
  var sceneOfCode: Scene?
  /// The screen that the request was for first.
  var screen: String?
  /// The class of the control that was tapped; nil if none was.
  var control: UIView.Type?
  /// Whether observers have run because something has changed outside of the session.
  var hasRunObservers = false
  /// Why the app has not come to the request's screens, for its developer.
  var arrivalReport: DevelopmentReport?
  /// How many redirects of a live request were followed here.
  var redirects = 0

  init(_ exchange: any Exchange, _ handler: RequestHandler, for purpose: Purpose) {
    self.exchange = exchange
    (self.handler, runtime) = (handler, handler.runtime)
    self.purpose = purpose
    executor = AddressExecutor(runtime.turns, client: exchange.client)
    url = exchange.url
    live = LiveRequest(exchange)
    let form: FormInput? = if case .apply(let form) = purpose { form } else { nil }
    let isShow = if case .show = purpose { true } else { false }
    request = Waiters.Request(
      tab: live?.tab, stream: isShow ? nil : live?.stream, hasForm: form != nil,
      cause: Cause(
        trace: exchange.trace, client: exchange.client,
        requestTrace: handler.watchers.lazy.compactMap { $0.trace(of: exchange) }.first),
      cookieClaims: { SessionCookie.claims(in: exchange) },
      formClaim: { form?.claim })
  }

  var watchers: [any RequestWatcher] { handler.watchers }

  var newSessions: NewSessions { handler.newSessions }

  /// The session, once it was found. Used in its turns only.
  var session: Session { entry.session }

  var isNewSession: Bool { entry.isNew }

  /// The form that it sends to a screen.
  var form: FormInput? { if case .apply(let form) = purpose { form } else { nil } }

  /// Whether the request is a GET or HEAD of a screen.
  var isShow: Bool { if case .show = purpose { true } else { false } }

  /// Whether the request is for a screen. Others begin no session.
  var isForScreen: Bool { if case .other = purpose { false } else { true } }

  // MARK: - From top to bottom

  /// Answers the request, on the threads for turns.
  func start() {
    _ = Origin(cause: request.cause).run { Task(executorPreference: executor) { await self.answer() } }
  }

  private func answer() async {
    var obstacle: SessionSearch.Finding?
    while let found = await findSession(after: obstacle) {
      obstacle = await inTurn(of: found.session) { turn in
        if let obstacle = await enter(found, turn) { return obstacle }
        await use(turn)
        return nil
      }
      if obstacle == nil { return }
    }
  }

  /// Runs `body` in a turn of a session.
  func inTurn<Result>(of session: Session, _ body: (borrowing Turn) async -> Result) async -> Result {
    await executor.inTurn(of: session, body)
  }

  /// Does what the request is for, in a turn of its session.
  private func use(_ turn: borrowing Turn) async {
    if exchange.isAnswered { return }  // its client has left, so nothing is begun for it
    if session.rotation.isWithheld(from: request), !isNewSession {
      return exchange.respond(unavailable(.sessionRenewed))
    }
    // Before anything is begun, so that the same form can be sent again.
    if isForScreen, !isShow || isNewSession, session.sideEffects.isFull(for: exchange.client) {
      return exchange.refuse(.overloaded)
    }
    for watcher in watchers { watcher.didEnterTurn(self) }
    if isForScreen {
      session.scenes.endThoseWithOldValues()
      hasRunObservers = session.scenes.runObservers()
    }
    do throws(Answer) {
      switch purpose {
      case .show: await respond(turn, with: .page(try await show(turn)))
      case .apply(let form): await respond(turn, with: try await apply(form, turn))
      case .receive(let fields): await respond(turn, with: .page(try await receive(fields, turn)))
      case .other(let answer, _): try await answer(self, turn)
      }
    } catch {
      await respond(turn, with: error)
    }
  }

  /// GET: brings the screens to the URL.
  ///
  /// - Throws: The answer, if it is not the page of a scene.
  private func show(_ turn: borrowing Turn) async throws(Answer) -> Scene {
    checkSession(of: nil)
    try willRunCode()
    if let live { await goBack(live, turn) }
    let scene = try await scene(turn)
    exchange.note { $0.group = scene.requests }
    // A side effect of this page wants another id. The session gets it when a request waits, whose answer tells the browser.
    let wantsID = session.rotation.claim(for: request) != nil && !isNewSession
    // A page that is loaded has no fingers of the page before.
    let endsTouches = live == nil && scene.window?.hasTouches == true
    if endsTouches { scene.run { scene.window?.cancelTouches() } }
    if wantsID || endsTouches || hasRunObservers && scene.isWorking { await pause(turn, for: .page, of: scene) }
    if scene.isLost { throw .redirect(to: self.url) }  // it was ended meanwhile
    // Its screens may have moved on their own since they were looked at.
    let url = scene.url
    scene.updateURL()
    if scene.url != url { throw try await redirect(turn, to: scene.url) }
    return scene
  }

  /// A POST of another site's form: launches the app, and shows it the screen that takes the form. The URL of that screen does
  /// not have the fields, and so the browser is redirected there.
  ///
  /// - Throws: The answer, which is no page.
  private func receive(_ fields: [String: String], _ turn: borrowing Turn) async throws(Answer) -> Scene {
    try willRunCode()
    return try await scene(turn, from: .noScene(at: runtime.app.routes.destination(url: url, form: fields)))
  }

  /// Call it before code of the app runs for the request.
  ///
  /// - Parameter form: Nil for a GET.
  /// - Throws: The answer, if it must not run.
  func willRunCode(of form: FormInput? = nil) throws(Answer) {
    for watcher in watchers { try watcher.willRunCode(of: form, self) }
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

  /// Runs the session's work and stores what it changed. Returns when the request can be answered: see ``Turn/pause(until:for:)``.
  /// Sets `problem`.
  ///
  /// A live page learns by its stream what side effects change later. So its tap waits only for its own side effects, and for
  /// them only ``ServerConfiguration/liveTimeout``.
  ///
  /// - Parameters:
  ///   - effectsBefore: The running side effects of the scene that the request did not start.
  ///   - isArrival: Whether a launched scene is navigated to its screens, without which there is no answer.
  func pause(
    _ turn: borrowing Turn, for purpose: Waiters.Purpose, of scene: Scene?, effectsBefore: Int = 0,
    isArrival: Bool = false
  ) async {
    let (timeout, isLive) = (runtime.options.sideEffectTimeout, live != nil)
    problem = await turn.pause(
      until: Waiters.Waiter(
        purpose, scene, request, timeout: isLive ? min(runtime.options.liveTimeout, timeout) : timeout,
        arrivalTimeout: isArrival && isLive ? timeout : nil, effectsBefore: isLive ? effectsBefore : 0),
      for: exchange)
  }

  /// Whether the answer may show the session. An attacker may have planted the id that the request came with.
  var mayShowSession: Bool {
    isNewSession || session.life != .renamed && session.rotation.mayBeKnown(to: request)
  }

  /// The id of the trace that the request is a part of, for the log.
  var traceID: String? { Main.trace?.parent.traceID }
}
