package import Hydra
package import Sessions
internal import Synchronization

/// The requests of a session that wait until its work is done and its changes are stored. Each is told once. Used in turns
/// of the session only. A session with waiters stays in memory.
package struct Waiters {
  /// What is waited for.
  package enum Purpose {
    /// A page of a scene.
    case page
    /// What a form does, with its key if it came from a page.
    case form(IdempotencyKeys.Key?)
    /// The answer to a form that was sent again while the first one is being worked on.
    case repeatedForm(IdempotencyKeys.Key)
  }

  /// A waiting request, as the session sees it.
  package final class Request {
    /// The id by which its session was found; nil before that.
    package var id: SessionID?
    /// The name of the tab of a live page.
    package let tab: String?
    /// The stream of a live page, whose page learns of all changes by the answer; nil if it has none, or if it is to be told.
    package let stream: String?
    /// Whether it sends a form to a screen.
    let hasForm: Bool
    /// Given to the code that it runs.
    package let cause: Cause
    /// The claims in the request's cookies. Most requests need none.
    fileprivate lazy var claims = cookieClaims.take()?() ?? []
    private var cookieClaims: (() -> [RenamedSession.Claim])?
    /// Proves that a later request is the same one, or that its browser got the answer to this one.
    package private(set) lazy var claim = formClaim() ?? tabClaim ?? SessionKey(of: .random())
    /// The claim to an id that its code asks for after the answer, which sets a cookie with it. A live page has it in its tab's name, too.
    package var lateClaim: RenamedSession.Claim { tabClaim ?? claim }
    private lazy var tabClaim = tab.map(SessionIDRotation.claim(ofTab:))
    /// A hash of its form and nonce, which only the sender can repeat; nil if there is none.
    private let formClaim: () -> RenamedSession.Claim?

    package init(
      id: SessionID? = nil, tab: String? = nil, stream: String? = nil, hasForm: Bool = false,
      cause: Cause = Cause(trace: nil), cookieClaims: @escaping () -> [RenamedSession.Claim] = { [] },
      formClaim: @escaping () -> RenamedSession.Claim? = { nil }
    ) {
      self.id = id
      self.tab = tab
      self.stream = stream
      self.hasForm = hasForm
      self.cause = cause
      self.cookieClaims = cookieClaims
      self.formClaim = formClaim
    }

    /// Whether what it did was undone.
    package var isUndone: Bool { cause.isUndone.load(ordering: .relaxed) }

    /// Whether it has started a side effect.
    package var hasSideEffects: Bool { cause.hasSideEffects.load(ordering: .relaxed) }

    /// Whether it can prove more than a GET without a script and cookies.
    package var hasClaim: Bool { hasForm || tab != nil || !claims.isEmpty }

    /// All that it can prove.
    private var provenClaims: [RenamedSession.Claim] { claims + [claim] + [tabClaim].compactMap(\.self) }

    func proves(_ claim: RenamedSession.Claim) -> Bool { provenClaims.contains(claim) }

    /// Returns the new id of a session that was renewed; nil if the request may not learn it.
    package func newID(in renamed: RenamedSession, from id: SessionID) -> SessionIDRotation.NewID? {
      provenClaims.lazy.compactMap { claim in
        renamed.id(from: id, for: claim).map { SessionIDRotation.NewID(id: $0, claim: claim) }
      }.first
    }
  }

  /// A request that waits, and what it waits for.
  package final class Waiter: @unchecked Sendable {
    // Safe because it is only touched in turns of the session.
    let purpose: Purpose
    /// The scene whose side effects are waited for; nil for a repeated form.
    let scene: (any SessionScene)?
    let request: Request
    /// How many side effects of the scene ran before the request. The wait is over when no more than these run; the end of an
    /// earlier one counts, too.
    let effectsBefore: Int
    /// How long to wait for side effects, in seconds. Nil: there is no limit, or the timer runs already.
    fileprivate var timeout: Double?
    /// How long to wait after that for a launched scene to come to its screens, in seconds; nil for not at all.
    fileprivate var arrivalTimeout: Double?
    /// Whether side effects are not waited for any longer.
    var hasTimedOut = false
    /// Whether what was done for the request is stored; nil as long as it waits.
    fileprivate(set) var result: Result<Void, PersistenceError>?
    /// Resumes the request's turn, which is paused.
    var continuation: TurnQueue.Continuation?

    package init(
      _ purpose: Purpose, _ scene: (any SessionScene)?, _ request: Request, timeout: Double?,
      arrivalTimeout: Double? = nil,
      effectsBefore: Int = 0
    ) {
      self.purpose = purpose
      self.scene = scene
      self.request = request
      self.timeout = timeout
      self.arrivalTimeout = arrivalTimeout
      self.effectsBefore = effectsBefore
    }

    /// Whether side effects run that are waited for.
    fileprivate var isWaiting: Bool { scene.map { $0.isArriving || $0.runningEffects > effectsBefore } ?? false }

    /// The timer has fired: returns whether the wait ends, or goes on for the time of an arrival.
    fileprivate func endsWait() -> Bool {
      guard scene?.isArriving == true, let more = arrivalTimeout else { return true }
      (timeout, arrivalTimeout) = (more, nil)
      return false
    }

    /// The key of a form that came from a page.
    var formKey: IdempotencyKeys.Key? { if case .form(let key) = purpose { key } else { nil } }

    var isForm: Bool { if case .form = purpose { true } else { false } }
  }

  private var all: [Waiter] = []

  /// Those that were not told.
  private var open: some Collection<Waiter> { all.lazy.filter { $0.result == nil } }

  mutating func add(_ waiter: Waiter) {
    _ = waiter.request.claims  // read now, because the cookies are gone when its client leaves
    all.append(waiter)
  }

  mutating func remove(_ waiter: Waiter) { all.removeAll { $0 === waiter } }

  /// Whether a request waits for a scene.
  package func isWaiting(for scene: any SessionScene) -> Bool { all.contains { $0.scene === scene } }

  var isEmpty: Bool { all.isEmpty }

  /// How many were not told.
  var openCount: Int { open.count }

  /// The streams of the pages that wait for answers.
  package var streams: [String] { all.compactMap(\.request.stream) }

  /// How many forms wait for the answer of the same form. For tests.
  func count(ofFormsLike key: IdempotencyKeys.Key) -> Int {
    all.count { if case .repeatedForm(key) = $0.purpose { true } else { false } }
  }

  /// The waiters that are told when what changed is stored, in the order in which they came.
  func ready(in session: Session) -> [Waiter] { open.filter { isReady($0, session) } }

  /// Tells waiters that are ready.
  ///
  /// - Parameter error: Why what changed could not be stored; nil if it is.
  func tell(_ ready: [Waiter], _ error: PersistenceError?) {
    for waiter in ready { waiter.result = error.map { .failure($0) } ?? .success(()) }
  }

  /// Tells all waiters, whose session is evicted although they wait: its server was killed in a simulation.
  func tellAll() { tell(Array(open), .removed) }

  /// Returns the turn of the first waiter that was told, to resume it.
  func nextTold() -> TurnQueue.Continuation? {
    guard let waiter = all.first(where: { $0.result != nil && $0.continuation != nil }) else { return nil }
    defer { waiter.continuation = nil }
    return waiter.continuation
  }

  /// The forms that came from pages.
  var forms: [(key: IdempotencyKeys.Key, scene: any SessionScene, cause: Cause?)] {
    open.compactMap { waiter in
      guard case .form(let key?) = waiter.purpose, let scene = waiter.scene else { return nil }
      return (key, scene, waiter.request.cause)
    }
  }

  /// The first request that fulfils a condition.
  func first(where condition: (Request) -> Bool) -> Request? { open.lazy.map(\.request).first(where: condition) }

  /// The forms whose requests fulfil a condition, in the order in which they came.
  func forms(where condition: (Request) -> Bool) -> [Waiter] { open.filter { $0.isForm && condition($0.request) } }

  private func isReady(_ waiter: Waiter, _ session: Session) -> Bool {
    switch waiter.purpose {
    case .repeatedForm(let key): !session.answers.isPending(key) || waiter.hasTimedOut || session.isRemoved
    case .page, .form: !waiter.isWaiting || waiter.hasTimedOut || session.isRemoved
    }
  }

  /// Limits how long requests wait for side effects that are still running.
  func startTimers(in session: Session) {
    for waiter in all where waiter.isWaiting {
      guard let timeout = waiter.timeout else { continue }
      waiter.timeout = nil
      session.runtime.platform.after(timeout) {
        // It is told when the work that is left is done.
        session.queue.submit { if waiter.endsWait() { waiter.hasTimedOut = true } }
      }
    }
  }
}
