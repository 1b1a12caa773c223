package import Hydra
package import Sessions
internal import Synchronization

/// The id of a session, and its rotation: whether the app wants another one, and which requests may learn that.
///
/// The rule: an app that signs a user in asks for a new id. The request whose code asked gets it with its answer, and no other one
/// learns it, because an attacker may have planted the present id. A sender proves by a claim that it sends this request again, or from
/// the same page: a hash of the form with its nonce, a hash of the name of a live page's tab, or a cookie that the answer to a form has
/// set whose code still ran. So a lost answer signs no user out: for a minute the old id leads to the new one, for the same claim. If the
/// code asks when its request is answered already, the id is stored at once with what the code has done, for the claim of its tab or
/// cookie. Of two requests that ask, the first one gets the id, and what the other one does is undone: either may be the attacker's.
package struct SessionIDRotation {
  /// An id that the session is to get.
  package struct NewID {
    package let id: SessionID
    /// That of the requests whose answers bring the id.
    let claim: RenamedSession.Claim
  }

  /// A request that was answered before its code has ended. Its tab's name or a cookie has its claim.
  private struct AnsweredRequest {
    weak var cause: Cause?
    let claim: RenamedSession.Claim
    /// The id that its browser has.
    let id: SessionID
  }

  /// Code that asked: of a scene, and of a request if it is a part of one.
  private struct Asker {
    /// Nil if its page has no script.
    let tab: String?
    let scene: any SessionScene
    let cause: Cause?
    /// That of its tab, or of the request if it is in a cookie.
    let claim: RenamedSession.Claim?
    /// Whether its page comes again by itself: it has a script, or loads until the code has ended.
    let isAwaited: Bool
  }

  /// The id in the browser's cookie.
  private(set) var id: SessionID
  /// The key in the storage: a hash of the id.
  private(set) var key: SessionKey

  // The code that asked for the next id.
  private var askers: [Asker] = []
  // The requests that asked for the present id, but did not get it.
  private var lateAskers: [Cause] = []
  private var answered: [AnsweredRequest] = []
  // The same one until the session has it, because a reply of the storage may get lost.
  private var next: SessionID?
  // The claim with which the session got its id.
  private var latestClaim: RenamedSession.Claim?

  init(_ id: SessionID) {
    self.id = id
    key = SessionKey(of: id)
  }

  /// Whether the app wants another id.
  package var isWanted: Bool { !askers.isEmpty }

  /// Notes that a request is answered, and that its code still runs.
  package mutating func didAnswer(_ request: Waiters.Request) {
    answered.removeAll { $0.cause == nil }
    answered.append(AnsweredRequest(cause: request.cause, claim: request.lateClaim, id: id))
  }

  /// The claim of the requests of a live page: a hash of its tab's name, which only the page and the server know.
  static func claim(ofTab tab: String) -> RenamedSession.Claim { SessionKey(ofClaim: [["tab", tab]]) }

  /// Notes that code of a scene wants another id. Code of a request that was undone cannot.
  package mutating func ask(for scene: any SessionScene, cause: Cause?) {
    guard cause?.isUndone.load(ordering: .relaxed) != true else { return }
    let request = answered.first { $0.cause === cause && cause != nil }
    let claim = request?.claim ?? (cause == nil ? nil : scene.tab.map(Self.claim(ofTab:)))
    let asker = Asker(
      tab: scene.tab, scene: scene, cause: cause, claim: claim,
      isAwaited: claim != nil && (scene.tab != nil || scene.isWorking))
    if let request, request.id != id, request.claim != latestClaim { return undo(asker) }
    // A scene ends when its form was undone. The form asks again when it is sent again.
    askers.removeAll { $0.scene === scene && $0.cause === cause || $0.scene.isLost }
    askers.append(asker)
  }

  /// Whether a request has to come again, because it may not see what the code that asked has done: the new id is for another page, and
  /// is not stored yet, as the storage does not answer.
  package func isWithheld(from request: Waiters.Request) -> Bool {
    askers.contains(where: \.isAwaited) && claim(for: request) == nil
  }

  /// Undoes what an answered request does from now on, because another one got the new id: see `Session.undoLateAskers`.
  private func undo(_ asker: Asker) {
    asker.cause?.isUndone.store(true, ordering: .relaxed)
    asker.scene.noteFailure("What a form did later was undone, because the session had got a new id")
  }

  /// Notes that code of a form was undone for good: it gets no new id.
  mutating func withdraw(_ cause: Cause?) {
    guard let cause else { return }
    askers.removeAll { $0.cause === cause }
  }

  /// Whether code of a request asked for the new id.
  func isAskedBy(_ request: Waiters.Request) -> Bool { askers.contains { $0.cause === request.cause } }

  /// Returns the requests that asked before the session got its present id, once.
  mutating func takeLateAskers() -> [Cause] {
    guard !lateAskers.isEmpty else { return [] }
    defer { lateAskers = [] }
    return lateAskers
  }

  /// The claim of a page that comes again by itself after its code has asked. It follows to the new id.
  var awaitedClaim: RenamedSession.Claim? { askers.first(where: \.isAwaited)?.claim }

  /// Returns the claim with which a request gets the new id; nil if it may not learn that. A live request must name a tab that
  /// asked, which only its page knows. Without a script, it must have the cookie of a request that asked.
  package func claim(for request: Waiters.Request) -> RenamedSession.Claim? {
    for asker in askers {
      if asker.tab != nil, asker.tab == request.tab { return request.claim }
      if let claim = asker.claim, request.proves(claim) { return claim }
    }
    return nil
  }

  /// The new id for the requests with a claim.
  ///
  /// - Parameter id: Makes an id.
  package mutating func newID(for claim: RenamedSession.Claim, _ id: () -> SessionID) -> NewID {
    let new = NewID(id: next ?? id(), claim: claim)
    next = new.id
    return new
  }

  /// Drops what is known of requests. The session is evicted.
  mutating func forgetRequests() { self = SessionIDRotation(id) }

  /// Whether a record shows that the storage has renewed this session, although its reply was lost.
  package func isOwn(_ renamed: RenamedSession) -> Bool { next.map(renamed.leads(to:)) == true }

  /// Notes that the session has a new id.
  mutating func didRename(to new: NewID) {
    (id, key) = (new.id, SessionKey(of: new.id))
    for asker in askers where asker.tab == nil && asker.claim != nil && asker.claim != new.claim { undo(asker) }
    // The answer that brings the id deletes the cookie.
    answered.removeAll { $0.claim == new.claim }
    lateAskers = askers.compactMap(\.cause)
    (askers, next, latestClaim) = ([], nil, new.claim)
  }

  /// Whether a request may know the present id: it came with that, or its answer brings it.
  package func mayBeKnown(to request: Waiters.Request) -> Bool {
    request.id == id || latestClaim.map(request.proves) == true
  }
}
