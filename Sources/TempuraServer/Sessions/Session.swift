internal import Hydra
internal import Katana
internal import Sessions
internal import Basics
internal import Synchronization
internal import Tempura
internal import TempuraUI

/// One browser's use of the app: one state, and over it a few scenes.
///
/// All that is in a session is confined to its turns.
final class Session: @unchecked Sendable {
  // Safe because what is not immutable, atomic or in a lock is only touched in turns of the queue.

  /// What the browser knows the session by. Another one when the app says so.
  private(set) var id: SessionID
  /// What it is stored under.
  private(set) var key: SessionKey
  let runtime: Runtime
  private(set) var queue: TurnQueue!
  /// Where its side effects wait for their turn.
  let sideEffects: SideEffectLane
  /// Its pages, for requests that need no turn.
  let pages = PageCache()

  /// The live scenes, the most recently used one first.
  private(set) var scenes: [Scene] = []

  /// The language that the user chose, in whichever tab.
  let languagePreference = UIApplication.LanguagePreference()

  /// The requests that wait for what the session does.
  private(set) var waiters = Waiters()

  /// What forms were answered with, for those that come twice.
  var answers: RecentAnswers

  /// What recent scenes had for themselves, those that are gone included.
  var remembered: RememberedScenes

  /// The state; nil as long as the app has no store.
  private(set) var state: SessionState?

  /// When the session began, in seconds since 1970.
  let created: Int64
  /// A number for the network address that it began at; 0 for one that is not counted.
  let address: UInt64
  /// Whether its user did anything but look.
  var isUsed: Bool

  /// When the session was last used, in seconds of `Runtime.now`.
  let lastUse = Atomic<Int64>(0)

  // From when on the session has to be given more time, in the same seconds: past half of the time it was given.
  private let touchTime = Atomic<Int64>(.max)

  /// Whether the browser has to be sent the cookie again: for another id, or for more time.
  private var sendsCookie = false

  /// What is stored of the session, and how that is kept up to date.
  private(set) var saving: Saving!

  /// From the first request to the end.
  enum Life: Equatable {
    case live
    /// The app wants the session removed. That happens when its work has run out.
    case ending
    /// Nothing of it is stored any more, here or elsewhere. It leaves memory when no request waits for it.
    ///
    /// - byApp: Whether the app of this server wanted that.
    /// - isTold: Whether the browser was told.
    case removed(byApp: Bool, isTold: Bool)
    /// It left memory. A request that still holds it has to look it up again.
    case left
  }

  var life = Life.live

  /// Whether the app wants the browser to know the session by another id.
  var wantsNewID = false

  /// A new session.
  convenience init(id: SessionID, runtime: Runtime, address: UInt64 = 0) {
    self.init(id: id, created: runtime.time, isUsed: false, address: address, record: nil, content: nil, runtime)
  }

  /// A session that is stored.
  convenience init(id: SessionID, record: SessionRecord, content: StateContent?, runtime: Runtime) {
    var record = record
    if let content { record.content = content }
    self.init(
      id: id, created: record.created, isUsed: record.isUsed, address: record.address, record: record,
      content: content, runtime)
    didSetExpiry(record.expiry)
  }

  private init(
    id: SessionID, created: Int64, isUsed: Bool, address: UInt64, record: SessionRecord?, content: StateContent?,
    _ runtime: Runtime
  ) {
    self.id = id
    key = SessionKey(of: id)
    self.runtime = runtime
    self.created = created
    self.isUsed = isUsed
    self.address = address
    sideEffects = SideEffectLane(of: runtime.sideEffects, places: runtime.options.sideEffectsPerSession)
    remembered = RememberedScenes(content?.scenes ?? [], most: runtime.options.scenesPerSession)
    answers = RecentAnswers(content?.answers ?? [])
    _ = languagePreference.replace(with: content?.language)
    queue = TurnQueue(session: self)
    saving = Saving(of: self, record: record)
  }

  // MARK: - Turns

  /// Stores what changed, and then tells the requests that wait. Called in a turn whenever no work is left, before the next
  /// request and before the session is idle; and again when the storage has answered.
  func settle() -> Settling {
    if !saving.isWaiting { prepareAnswers() }
    switch saving.isWaiting ? saving.resume() : saving.begin() {
    case .waiting(let whenOver): return .waiting(whenOver: whenOver)
    case .rebased: return .settled(hasMore: true)
    case .saved, .undone: return .settled(hasMore: tellWaiters())
    }
  }

  /// Calls `body` in a turn when nothing that a scene started is left to run; or when the patience is over, with side
  /// effects still running. What changed is stored by then, or `saving.problem` says why not.
  ///
  /// - Parameter isPatient: Whether it may take for ever.
  func wait(for purpose: Waiters.Purpose, of scene: Scene?, isPatient: Bool = false, _ body: @escaping () -> Void) {
    waiters.add(purpose, scene, isPatient: isPatient, body)
  }

  /// Whether a form is answered when what changed is stored.
  var isAnsweringForm: Bool { waiters.ready(in: self).contains(where: \.isForm) }

  /// Finds out where the forms that are about to be answered lead: that is stored together with what they changed.
  private func prepareAnswers() {
    for waiter in waiters.ready(in: self) {
      guard let scene = waiter.scene else { continue }
      scene.updateURL()
      if case .form(let key?) = waiter.purpose { answers.decide(key, url: scene.url) }
    }
  }

  /// - Returns: Whether more is to be settled, which nothing else would bring about.
  private func tellWaiters() -> Bool {
    // Not those that are added meanwhile: what they wait for has not begun.
    for waiter in waiters.ready(in: self) {
      waiters.remove(waiter)
      waiter.scene?.updateURL()
      waiter.body()
    }
    for scene in scenes where !scene.isWorking { scene.dropPickedFiles() }
    waiters.startTimers(in: self)
    let hasMore = waiters.hasReady(in: self)
    if case .removed(let byApp, let isTold) = life, !hasMore {
      runtime.sessions.remove(self)
      if byApp, !isTold { runtime.sessions.noteEnded(key) }
      leaveMemory()
    }
    return hasMore
  }

  var isRemoved: Bool { if case .removed = life { true } else { false } }

  /// Whether the app has ended the session.
  var isEndedByApp: Bool {
    switch life {
    case .ending, .removed(byApp: true, _): true
    case .live, .removed, .left: false
    }
  }

  /// Notes that another server removed the session.
  func didRemoveElsewhere() {
    if life == .live || life == .ending { life = .removed(byApp: life == .ending, isTold: false) }
  }

  /// Notes that the browser is told of the end.
  func didTellEnd() {
    if case .removed(let byApp, _) = life { life = .removed(byApp: byApp, isTold: true) }
  }

  // MARK: - Scenes

  /// The live scene that is at a URL.
  func scene(at url: String) -> Scene? {
    guard let index = scenes.firstIndex(where: { $0.url == url }) else { return nil }
    if index > 0 { scenes.insert(scenes.remove(at: index), at: 0) }
    return scenes[0]
  }

  /// Keeps a scene that was launched, until it is accepted or dropped.
  func keep(_ scene: Scene) { scenes.insert(scene, at: 0) }

  /// Accepts a scene that has come to its screens. If there is one at its URL already, that one stays and not this: it may
  /// have what its user typed.
  ///
  /// - Returns: The scene that stays.
  func accept(_ scene: Scene) -> Scene {
    scene.isAccepted = true
    defer { trimScenes() }
    guard let present = scenes.first(where: { $0 !== scene && $0.url == scene.url }) else { return scene }
    drop(scene)
    return present
  }

  /// Lets the least recently used scenes go if there are too many: those that nothing is going on in, unless there are
  /// far too many.
  private func trimScenes() {
    let most = runtime.options.scenesPerSession
    while scenes.count > most {
      let idle = scenes.lastIndex { !$0.isBusy }
      guard let index = scenes.count > most * 4 ? scenes.count - 1 : idle, index > 0 else { return }
      scenes.remove(at: index).end()
    }
  }

  /// Lets a scene go.
  func drop(_ scene: Scene) {
    scenes.removeAll { $0 === scene }
    scene.end()
  }

  /// A scene moved to another URL: it is the one there now.
  func sceneDidMove(_ scene: Scene) {
    guard scene.isAccepted else { return }
    let others = scenes.filter { $0 !== scene && $0.url == scene.url && !$0.isBusy }
    for other in others { drop(other) }
  }

  /// Ends the scenes and drops the state, which is stored.
  func leaveMemory() {
    life = .left
    for scene in scenes { scene.end() }
    scenes = []
    state = nil
  }

  /// Ends a session whose id no browser was given.
  func discard() {
    saving.discard()
    leaveMemory()
  }

  /// Whether nothing is going on that would be lost with the session's scenes.
  var isIdle: Bool { waiters.isEmpty && scenes.allSatisfy { !$0.isWorking } }

  /// Drops the pages that were kept, because code of the app runs or another server changed the session.
  func forgetPages() {
    // Their scenes were used without a turn: they are recent ones.
    for url in pages.removeAll() { _ = scene(at: url) }
  }

  /// Drops cached markup. It is rendered again on the next request.
  func forgetMarkup() {
    forgetPages()
    for scene in scenes { scene.forgetMarkup() }
  }

  // MARK: - Time

  /// Whether the session is to be given more time, which only a turn can do.
  var isDueForTouch: Bool { touchTime.load(ordering: .relaxed) <= Runtime.now }

  /// Gives the session more time in the storage, if half of it is over.
  func touchIfDue() {
    guard isDueForTouch, saving.record != nil else { return }
    let expiry = expiry()
    didSetExpiry(expiry)
    sendsCookie = true
    saving.touch(expiry: expiry)
  }

  /// Whether the next answer has the cookie in it; true once.
  func takeCookieRenewal() -> Bool {
    defer { sendsCookie = false }
    return sendsCookie
  }

  /// When the session may be forgotten if it is used now, in seconds since 1970.
  func expiry() -> Int64 {
    let expiry = runtime.time + runtime.lifetime(isUsed: isUsed)
    guard let longest = runtime.options.longestSessionLifetime else { return expiry }
    // What is stored as its beginning may be anything.
    let (end, isTooLate) = created.addingReportingOverflow(Int64(longest))
    return isTooLate ? expiry : min(expiry, end)
  }

  /// The session was given time until `expiry` in the storage, in seconds since 1970.
  func didSetExpiry(_ expiry: Int64) {
    let lifetime = runtime.lifetime(isUsed: isUsed)
    let latest = runtime.time + lifetime
    let isFinal = expiry < latest && expiry == self.expiry()
    // What is stored may be anything.
    let remaining = min(max(expiry, 0), latest) - runtime.time
    touchTime.store(isFinal ? .max : Runtime.now + remaining - lifetime / 2, ordering: .relaxed)
  }

  // MARK: - The state

  /// The state that the session's stores share: the stored one, if it is of the type, or else a new one.
  func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S> {
    if let container = state?.container(type) { return container }
    precondition(
      state == nil,
      "A session has one state, and this one's is not a \(S.self). Make stores of other states outside the app delegate."
    )
    let content = saving.record?.content as? StateContent
    let container = StateContainer(content?.state as? S ?? initial())
    state = SessionState(container)
    return container
  }

  // MARK: - What scenes have for themselves

  /// Takes note of what screens have for themselves.
  func rememberScenes() {
    for scene in scenes {
      let hasNewLocalStates = scene.takeNewLocalStates()
      guard hasNewLocalStates || scene.mayHaveInput else { continue }
      for url in scene.takeHiddenURLs() { remembered.remember([:], at: url) }
      if let (url, input) = scene.inputLeftBehind { remembered.keep(input, at: url) }
      // A URL that does not say all that its screens were shown with cannot be shown again.
      guard let location = scene.location, location.keptPlace == nil else { continue }
      let known = hasNewLocalStates ? nil : remembered.entry(at: location.url)?.localStates
      remembered.remember(known ?? scene.localStates(), scene.keepInput(), at: location.url)
    }
  }

  /// Goes on from what another server stored of the scenes. Idle scenes for which that is news are ended: their screens are
  /// made again from it.
  func replaceRememberedScenes(with entries: [RememberedScenes.Entry]) {
    let news = RememberedScenes(entries, most: runtime.options.scenesPerSession)
    let stale = scenes.filter { !$0.isBusy && news.entry(at: $0.url) != remembered.entry(at: $0.url) }
    for scene in stale { drop(scene) }
    for scene in scenes { scene.localStateDidChange() }
    remembered = news
  }

  // MARK: - The id

  /// The browser knows the session by another id from now on.
  func rename(to id: SessionID) {
    runtime.sessions.rename(self, to: id)
    self.id = id
    key = SessionKey(of: id)
    sendsCookie = true
  }

  /// A new id, if the app wants one and a request is about to be answered, which tells the browser.
  func takeNewID() -> SessionID? {
    guard wantsNewID, saving.record != nil, waiters.ready(in: self).contains(where: { $0.scene != nil }) else {
      return nil
    }
    wantsNewID = false
    return .random()
  }
}
