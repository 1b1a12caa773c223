internal import AppData
internal import Hydra
internal import JSONEncoding
package import Katana
package import Sessions
internal import Basics
package import Synchronization

/// One browser's use of the app: one state, and over it a few scenes.
///
/// Everything in a session is confined to its turns: see ``TurnQueue``.
package final class Session: @unchecked Sendable {
  // Safe because all that is not immutable, atomic or locked is touched in turns of the queue only.

  /// The app, which makes what is attached.
  let host: any SessionHost
  package let runtime: SessionRuntime
  package let lifetime: Lifetime
  package internal(set) var life = Life.live
  /// Its id, whether the app wants another one, and who may learn that.
  package var rotation: SessionIDRotation

  package private(set) var queue: TurnQueue!
  /// The requests that wait for what the session does.
  package var waiters = Waiters()
  /// Where its side effects wait for their turn.
  package let sideEffects: SideEffectLane

  /// Its scenes.
  package private(set) var screens: (any SessionScreens)!
  /// The state; nil as long as the app has no store, and keeps nothing else.
  package private(set) var state: SessionState?
  /// What the app keeps outside of its state; nil as long as it keeps nothing. See `Session+Kept`.
  let keptValues = Locked<KeptValues?>(nil)
  /// Whether open pages are to be told of the session although its state has not changed since it began here.
  package var hasNews = false
  /// The slices of the state that it shares with other sessions; nil if the app shares none.
  package private(set) var slices: (any SharedSlices)?
  /// What else follows the session.
  package private(set) var attachments: [any SessionAttachment] = []
  /// Whether its changes are stored. Not those of a session that shows a step of the past.
  package let storesChanges: Bool
  /// The answers to recent forms, for a form that comes twice.
  package var answers: IdempotencyKeys
  /// What is stored of the session, and how that is kept up to date.
  var storing: Storing
  /// The bytes that were stored last.
  let earlier = EarlierJSON()
  /// Whether it is as the storage has it.
  package let validity = CacheValidity()
  /// The stored version when the session began here; 0 for none.
  package let firstVersion: UInt64

  /// From the first request to the end.
  package enum Life: Equatable {
    case live
    /// The app wants the session removed. That happens when its work has run out.
    case ending
    /// Nothing of it is stored any more, here or elsewhere. It is evicted when no request waits for it.
    ///
    /// - byApp: Whether the app of this server wanted that.
    /// - isTold: Whether the browser was told.
    case removed(byApp: Bool, isTold: Bool)
    /// It got another id elsewhere. It is evicted when no request waits for it.
    case renamed
    /// It was evicted. A request that still holds it has to look it up again.
    case evicted
  }

  /// When the session began, when it was used, and when it expires.
  package final class Lifetime: @unchecked Sendable {
    // Safe because what is not immutable or atomic is touched in turns of the session only.

    /// When the session began, in seconds since 1970.
    let created: Int64
    /// Tells it from sessions that began in the same second; 0 for none.
    let number: UInt64
    /// What its pages say of it.
    let mark: SessionMark
    /// When the session was last used, in seconds of `SessionRuntime.now`.
    package let lastUse = Atomic<Int64>(0)
    /// The last use after which it has given back what it can make again.
    let shrunkUse = Atomic<Int64>(.min)
    /// Whether a page of the session has opened a stream. Then the user is gone when no stream is open.
    package let hadStream = Atomic(false)
    /// When to extend the expiry in the storage, in the same seconds: after half of the lifetime.
    fileprivate let touchTime = Atomic<Int64>(.max)
    /// Whether the user of the session ever sent a form.
    package var isUsed: Bool
    /// Whether the next answer must set the cookie again.
    fileprivate var sendsCookie = false

    init(created: Int64, number: UInt64, isUsed: Bool = false) {
      self.created = created
      self.number = number
      mark = SessionMark(created: created, number: number)
      self.isUsed = isUsed
    }
  }

  /// A new session.
  package convenience init(id: SessionID, of host: any SessionHost) {
    let runtime = host.kernel
    let number = SessionMark.number(runtime.platform.number())
    self.init(id, Lifetime(created: runtime.time, number: number), nil, nil, host)
    for attachment in attachments { attachment.didBegin(self) }
  }

  /// A session that is stored.
  package convenience init(id: SessionID, record: SessionRecord, content: StateContent?, of host: any SessionHost) {
    var record = record
    if let content { record.content = content }
    let lifetime = Lifetime(created: record.created, number: content?.number ?? 0, isUsed: record.isUsed)
    self.init(id, lifetime, record, content, host)
    didSetExpiry(record.expiry)
    for attachment in attachments { attachment.didBegin(self) }
  }

  /// A session that shows a step of another one. It shares no slices: its state has their values of then.
  ///
  /// - Parameter replay: What is attached to it besides what is attached to the other one.
  package convenience init(showing content: StateContent, of original: Session, _ replay: any SessionAttachment) {
    self.init(original.id, original.lifetime, nil, content, original.host, replay)
  }

  private init(
    _ id: SessionID, _ lifetime: Lifetime, _ record: SessionRecord?, _ content: StateContent?,
    _ host: any SessionHost, _ replay: (any SessionAttachment)? = nil
  ) {
    let runtime = host.kernel
    self.host = host
    rotation = SessionIDRotation(id)
    self.lifetime = lifetime
    self.runtime = runtime
    storesChanges = replay == nil
    firstVersion = record?.version ?? 0
    sideEffects = SideEffectLane(of: runtime.longWork.queue, slots: runtime.limits.sideEffectsPerSession)
    answers = content?.answers.answered ?? IdempotencyKeys()
    storing = Storing(record, content, isUsed: lifetime.isUsed)
    queue = TurnQueue(session: self)
    screens = host.screens(of: self, content)
    attachments = (replay.map { [$0] } ?? []) + host.attachments(of: self)
    if storesChanges { slices = host.slices(of: self, content) }
    keepWhatIsStored()
  }

  /// Whether open pages do not know of the session as it is. True once.
  package func takeNews() -> Bool {
    defer { hasNews = false }
    return state?.takeNews() == true || hasNews
  }

  // A new session whose client went away was never evicted.
  deinit { host.didLeaveMemory(key) }

  /// The id in the browser's cookie. The app can renew it.
  package var id: SessionID { rotation.id }

  /// The key in the storage: a hash of the id.
  package var key: SessionKey { rotation.key }

  /// What its pages say of it.
  package var mark: SessionMark { lifetime.mark }

  /// The part of a URL by which the session may read a content. That of another session cannot be found out.
  package func mark(ofContent digest: String) -> String {
    SessionKey(ofClaim: [["picture", "\(lifetime.number)", "\(lifetime.created)", digest]]).hexadecimal
  }

  // MARK: - Requests that wait

  /// The forms that are answered at the end of this flush.
  var answeredForms: [Waiters.Waiter] { waiters.ready(in: self).filter(\.isForm) }

  /// Notes where the forms that are about to be answered lead. Their URLs are stored together with their changes. The URLs of
  /// forms that still wait for side effects are stored, too, if the forms have changed something: they must not do that again.
  func prepareAnswers() {
    let ready = waiters.ready(in: self)
    for waiter in ready {
      guard let scene = waiter.scene else { continue }
      scene.updateURL()
      if waiter.request.isUndone { continue }
      if case .form(let key?) = waiter.purpose { answers.decide(key, url: scene.url) }
    }
    guard ready.count < waiters.openCount else { return }
    for form in waiters.forms
    where state?.hasUpdaters(of: form.cause) == true
      || form.cause?.hasChangedLocalState.load(ordering: .relaxed) == true
    {
      answers.decide(form.key, url: form.scene.url)
    }
  }

  /// Whether it has had live pages, and none of them is shown any more. Can be called on any thread.
  var hasClosedPages: Bool { lifetime.hadStream.load(ordering: .relaxed) && !runtime.pages.has(key) }

  /// Whether the session is no longer stored under its id.
  package var isRemoved: Bool {
    switch life {
    case .removed, .renamed: true
    case .live, .ending, .evicted: false
    }
  }

  /// Removes the session when its work has run out, because the app wants that.
  package func end() {
    if life == .live { life = .ending }
  }

  /// Notes that another server removed the session. It is evicted at the end of the turn. A session that is not stored
  /// yet stays.
  package func didRemoveElsewhere() {
    if isStored, life == .live || life == .ending { life = .removed(byApp: life == .ending, isTold: false) }
  }

  /// Notes that another server gave the session another id. It is evicted at the end of the turn.
  package func didRenameElsewhere() {
    if life == .live || life == .ending { life = .renamed }
  }

  /// Notes that the browser is told of the end.
  package func didTellEnd() {
    if case .removed(let byApp, _) = life { life = .removed(byApp: byApp, isTold: true) }
  }

  /// Ends the scenes and drops the state. What is not stored is lost.
  package func evict() {
    life = .evicted
    screens.endAll()
    state = nil
    host.didLeaveMemory(key)
    rotation.forgetRequests()
    waiters.tellAll()
    slices?.didFlush(hasError: false)
  }

  /// Whether no request waits or goes on afterwards, and no side effect runs.
  var isIdle: Bool { !isVisited && waiters.isEmpty && !screens.isWorking }

  /// Whether submitted work runs in the middle of a visit. Access only in the session's turn.
  var isVisited = false

  // MARK: - Time

  /// Whether to extend the session's lifetime, which needs a turn.
  package var isDueForTouch: Bool { lifetime.touchTime.load(ordering: .relaxed) <= runtime.now }

  /// Extends the session's lifetime in the storage if half of it is over.
  package func touchIfDue() {
    guard isDueForTouch, isStored else { return }
    let expiry = expiry()
    didSetExpiry(expiry)
    lifetime.sendsCookie = true
    touch(expiry: expiry)
    slices?.prolong(to: expiry)
  }

  /// Whether the next answer must set the cookie again. True once.
  package func takeCookieRenewal() -> Bool {
    defer { lifetime.sendsCookie = false }
    return lifetime.sendsCookie
  }

  /// When the session expires if it is used now, in seconds since 1970.
  package func expiry() -> Int64 { runtime.expiry(isUsed: lifetime.isUsed, created: lifetime.created) }

  /// Notes when the session expires in the storage, in seconds since 1970.
  func didSetExpiry(_ expiry: Int64) {
    let length = runtime.lifetime(isUsed: lifetime.isUsed)
    let latest = runtime.time + length
    let isFinal = expiry < latest && expiry == self.expiry()
    // The stored time can be any number.
    let remaining = min(max(expiry, 0), latest) - runtime.time
    runtime.pages.extend(key, to: expiry)
    lifetime.touchTime.store(isFinal ? .max : runtime.now + remaining - length / 2, ordering: .relaxed)
  }

  // MARK: - The state

  /// The state that the session's stores share: the stored one if it has the type, else a new one.
  package func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S> {
    if let container = state?.container(type) { return container }
    let kept = state?.container(NoState.self).map { _ in state?.keptChanges ?? [] }
    precondition(
      state == nil || kept != nil,
      "A session has one state, and this one's is not a \(S.self). Make stores of other states outside the app delegate."
    )
    let first = storing.content?.state as? S ?? initial()
    let container = StateContainer(slices?.begin(on: first) as? S ?? first)
    state = SessionState(container, from: first, slices)
    state?.note(kept ?? [])
    takeKeptChanges()
    for attachment in attachments { attachment.didBeginState(of: self) }
    slices?.dropUnused()
    return container
  }

  // MARK: - The id

  /// Gives the session another id, which is stored.
  ///
  /// Another server may have told a browser the id already, whose request has loaded the session here. Then this object leaves, as
  /// if it had lost a race: what it has not stored is undone, and its requests are sent again.
  package func rename(to new: SessionIDRotation.NewID) {
    for attachment in attachments { attachment.willLeaveMemory(self) }
    guard runtime.sessions.rename(self, to: new.id) else { return life = .renamed }
    host.didRename(key, to: SessionKey(of: new.id))
    // The page whose answered code asked comes for the id.
    if asker == nil { runtime.pages.tell(key) }
    runtime.pages.close(key)
    rotation.didRename(to: new)
    for attachment in attachments { attachment.didRename(self) }
    slices?.mayHaveChanged()
  }

  /// The first waiting request whose code asked for a new id.
  package var asker: Waiters.Request? {
    rotation.isWanted ? waiters.first { rotation.isAskedBy($0) && rotation.mayBeKnown(to: $0) } : nil
  }

  /// Returns a new id if the app wants one and a request may have it that waits or will come; otherwise nil.
  ///
  /// The request whose code asked gets it at once, not when its side effects end. Otherwise requests with the old id could read
  /// what it changed.
  var newID: SessionIDRotation.NewID? {
    guard rotation.isWanted, life == .live else { return nil }
    let claim =
      asker?.claim ?? rotation.awaitedClaim
      ?? waiters.ready(in: self).lazy.filter { $0.scene != nil && self.rotation.mayBeKnown(to: $0.request) }
      .compactMap { self.rotation.claim(for: $0.request) }.first
    return claim.map { rotation.newID(for: $0, runtime.platform.newID) }
  }
}
