internal import Hydra
internal import Sessions
internal import Synchronization

/// The id of a session, and its renewal: whether the app wants that, and which requests may learn the new id.
///
/// An attacker may have planted the present id. So the new one goes only to the page whose code asked for it, as far as the
/// server can tell that from requests with the same id.
struct Renewal {
  /// An id that the session is to get.
  struct NewID {
    let id: SessionID
    /// That of the request whose answer brings the id; nil if it has none.
    let claim: RenamedSession.Claim?
    /// That request, if it is at this server.
    let request: VisitProgress?
  }

  /// Code that asked: of a scene, and of a form if it is a part of one.
  private struct Asker {
    /// Nil if its page has no script.
    let tab: String?
    let scene: Scene
    let cause: Cause?
  }

  /// The id in the browser's cookie.
  private(set) var id: SessionID
  /// The key in the storage: a hash of the id.
  private(set) var key: SessionKey

  // Since the session got its id.
  private var askers: [Asker] = []
  // The forms that asked before that.
  private var lateAskers: [Cause] = []
  // An id that the storage was given without a reply.
  private var unanswered: SessionID?
  // What the session got last.
  private var latest: NewID?

  init(_ id: SessionID) {
    self.id = id
    key = SessionKey(of: id)
  }

  /// Whether the app wants another id.
  var isWanted: Bool { !askers.isEmpty }

  /// Notes that code of a scene wants another id. Code of a form that was undone cannot.
  mutating func ask(for scene: Scene, cause: Cause?) {
    guard cause?.isUndone.load(ordering: .relaxed) != true else { return }
    // A scene ends when its form was undone. The form asks again when it is sent again.
    askers.removeAll { $0.scene === scene && $0.cause === cause || $0.scene.isLost }
    askers.append(Asker(tab: scene.tab, scene: scene, cause: cause))
  }

  /// Notes that code of a form was undone for good: it gets no new id.
  mutating func withdraw(_ cause: Cause?) {
    guard let cause else { return }
    askers.removeAll { $0.cause === cause }
  }

  /// Whether code of a request asked for the new id.
  func isAskedBy(_ request: Waiters.Request) -> Bool {
    request.cause != nil && askers.contains { $0.cause === request.cause }
  }

  /// Returns the forms that asked before the session got its present id, once.
  mutating func takeLateAskers() -> [Cause] {
    guard !lateAskers.isEmpty else { return [] }
    defer { lateAskers = [] }
    return lateAskers
  }

  /// Whether the new id may go to a live request of a tab.
  func isFor(tab: String?) -> Bool { tab != nil && askers.contains { $0.tab == tab } }

  /// Whether a request may learn the new id.
  ///
  /// A live request must name a tab that asked, which only its page knows. Without a script, it must be the request that
  /// launched the scene, or any form once the form that asked was answered.
  func isFor(_ request: Waiters.Request, waitingFor scene: Scene?) -> Bool {
    askers.contains { asker in
      guard asker.tab == request.tab else { return false }
      return asker.tab != nil || request.form != nil || asker.scene === scene && !asker.scene.isAccepted
    }
  }

  /// The new id for a request: after a lost reply the same one again.
  ///
  /// - Parameter id: Makes an id.
  func newID(for request: Waiters.Request, _ id: () -> SessionID) -> NewID {
    NewID(id: unanswered ?? id(), claim: request.claim, request: request.progress)
  }

  /// Notes that the storage did not say whether it stored an id.
  mutating func noReply(to new: NewID) { unanswered = new.id }

  /// Drops what is known of requests. The session is evicted.
  mutating func forgetRequests() { self = Renewal(id) }

  /// Whether a record shows that the storage has renewed this session, although its reply was lost.
  func isOwn(_ renamed: RenamedSession) -> Bool { unanswered.map(renamed.leads(to:)) == true }

  /// Notes that the session has a new id.
  mutating func didRename(to new: NewID) {
    (id, key) = (new.id, SessionKey(of: new.id))
    lateAskers = askers.compactMap(\.cause)
    askers = []
    unanswered = nil
    latest = new
  }

  /// Whether a request may know the present id: it came with that, or its answer brings it.
  func mayBeKnown(to request: Waiters.Request) -> Bool { request.id == id || isTold(to: request) }

  /// Whether the answer to a request that came with an earlier id has the present one.
  func isTold(to request: Waiters.Request) -> Bool {
    guard let latest else { return false }
    return latest.request === request.progress || latest.claim != nil && latest.claim == request.claim
  }
}
