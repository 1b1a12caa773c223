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

  /// The live scenes, the most recently used one first.
  private(set) var scenes: [Scene] = []

  /// The language that the user chose, in whichever tab.
  let languagePreference = UIApplication.LanguagePreference()

  /// What forms were answered with, for those that come twice.
  var answers = RecentAnswers()

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

  /// Whether the session left memory. Whoever still has it has to look it up again.
  private(set) var isEnded = false

  /// When the session was last used, in seconds of `Runtime.now`.
  let lastUse = Atomic<Int64>(0)

  // From when on the session has to be given more time, in the same seconds: past half of the time it was given.
  private let touchTime = Atomic<Int64>(.max)

  /// Whether the browser has to be sent the cookie again: for another id, or for more time.
  private var sendsCookie = false

  // MARK: What is stored

  /// What is stored of the session, as far as is known here; nil if nothing is.
  var stored: SessionRecord? {
    didSet { storedVersion.store(stored?.version ?? 0, ordering: .relaxed) }
  }

  /// The version of that, 0 if nothing is stored. Can be read anywhere.
  let storedVersion = Atomic<UInt64>(0)

  /// Whether others may have changed it since, so that the storage has to be asked before the session is used.
  let mayBeOld = Atomic(false)

  /// What the storage was asked last: nothing of the session runs until it answers.
  var phase = Phase.none
  /// How often the last change was tried to be stored.
  var attempts = 0
  /// Why the last change was not stored; nil if it was.
  var saveProblem: SaveProblem? {
    didSet { isTroubled.store(saveProblem != nil, ordering: .relaxed) }
  }
  /// Whether there is one. Can be read anywhere.
  let isTroubled = Atomic(false)
  /// How many updaters had run when the first form began that is not stored yet; nil if none has begun.
  var formStart: Int?
  private var savedScenes: UInt64 = 0
  private var savedAnswers: UInt64 = 0

  /// Whether the app wants the browser to know the session by another id.
  var wantsNewID = false
  /// Whether the app wants the session forgotten.
  var isToBeRemoved = false
  /// Whether it is: nothing of it is stored, here or elsewhere. It leaves memory when all who wait were told.
  var isRemoved = false
  /// Whether the browser was told of the end.
  var isEndTold = false

  /// A new session.
  convenience init(id: SessionID, runtime: Runtime, address: UInt64 = 0) {
    self.init(id: id, created: runtime.time, isUsed: false, address: address, scenes: [], runtime)
  }

  /// A session that is stored.
  convenience init(id: SessionID, record: SessionRecord, content: StateContent?, runtime: Runtime) {
    self.init(
      id: id, created: record.created, isUsed: record.isUsed, address: record.address, scenes: content?.scenes ?? [],
      runtime)
    answers = RecentAnswers(content?.answers ?? [])
    _ = languagePreference.replace(with: content?.language)
    var record = record
    if let content { record.content = content }
    stored = record
    storedVersion.store(record.version, ordering: .relaxed)
    setTouchTime(expiry: record.expiry)
  }

  private init(
    id: SessionID, created: Int64, isUsed: Bool, address: UInt64, scenes: [RememberedScenes.Entry], _ runtime: Runtime
  ) {
    self.id = id
    key = SessionKey(of: id)
    self.runtime = runtime
    self.created = created
    self.isUsed = isUsed
    self.address = address
    sideEffects = SideEffectLane(of: runtime.sideEffects, places: runtime.options.sideEffectsPerSession)
    remembered = RememberedScenes(scenes, most: runtime.options.scenesPerSession)
    queue = TurnQueue(session: self)
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

  /// Lets everything go. The state is stored.
  func end() {
    isEnded = true
    for scene in scenes { scene.end() }
    scenes = []
    state = nil
  }

  /// Lets everything go, and forgets what is stored: nobody was given the session's id.
  func discard() {
    end()
    guard stored != nil, !isRemoved else { return }
    let (log, name) = (runtime.log, key.shortened)
    runtime.storage.remove(key) { result in
      if case .failure(let error) = result { log.report("Session \(name) could not be removed: \(error)") }
    }
  }

  /// Whether nothing is going on that would be lost with the session's scenes.
  var isIdle: Bool { scenes.allSatisfy { !$0.isBusy } }

  // MARK: - Pages

  private struct Pages {
    var all: [(page: Scene.Rendering, lastUse: UInt64)] = []
    var uses: UInt64 = 0
  }

  private let pages = Locked(Pages())

  /// What the screens at a URL look like, if nothing has happened since they were rendered. Needs no turn.
  func page(where isURL: (String) -> Bool) -> Scene.Rendering? {
    pages.withLock { pages in
      guard let index = pages.all.firstIndex(where: { isURL($0.page.url) }) else { return nil }
      pages.uses += 1
      pages.all[index].lastUse = pages.uses
      return pages.all[index].page
    }
  }

  /// Keeps what the screens at a URL look like, until any code of the app runs again.
  func keepPage(_ page: Scene.Rendering) {
    pages.withLock { pages in
      pages.all.removeAll { $0.page.url == page.url }
      pages.uses += 1
      pages.all.append((page, pages.uses))
    }
  }

  func forgetPages() {
    let forgotten = pages.withLock { pages in
      var all: [(page: Scene.Rendering, lastUse: UInt64)] = []
      swap(&all, &pages.all)
      return all
    }
    // Their scenes were used without a turn.
    for (page, _) in forgotten.sorted(by: { $0.lastUse < $1.lastUse }) { _ = scene(at: page.url) }
  }

  /// Lets go of what can be made again.
  func forgetMarkup() {
    forgetPages()
    for scene in scenes { scene.forgetMarkup() }
  }

  // MARK: - Time

  /// Whether the session is to be given more time, which only a turn can do.
  var isDueForTouch: Bool { touchTime.load(ordering: .relaxed) <= Runtime.now }

  /// Gives the session more time in the storage, if half of it is over.
  func touchIfDue() {
    guard isDueForTouch, stored != nil else { return }
    let expiry = expiry()
    stored?.expiry = expiry
    setTouchTime(expiry: expiry)
    sendsCookie = true
    let (log, name) = (runtime.log, key.shortened)
    runtime.storage.touch(key, expiry: expiry) { result in
      if case .failure(let error) = result { log.report("Session \(name) could not be given more time: \(error)") }
    }
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

  private func setTouchTime(expiry: Int64) {
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
    let content = stored?.content as? StateContent
    let container = StateContainer(content?.state as? S ?? initial())
    state = SessionState(container)
    return container
  }

  // MARK: - What is stored

  /// Whether something has changed that is to be stored. What is new is: a new state may have random ids, which the next tap
  /// has to find.
  var isUnsaved: Bool {
    guard let state, !isRemoved else { return false }
    guard let stored else { return true }
    return !state.journal.isEmpty || remembered.version != savedScenes || answers.version != savedAnswers
      || isUsed != stored.isUsed || languagePreference.tag != (stored.content as? StateContent)?.language
  }

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

  /// The session is stored as it is.
  func didStore(_ record: SessionRecord) {
    stored = record
    state?.didSave()
    didStoreScenes()
    savedAnswers = answers.version
    formStart = nil
    attempts = 0
    saveProblem = nil
    setTouchTime(expiry: record.expiry)
  }

  func didStoreScenes() { savedScenes = remembered.version }

  /// The session is known by another id from now on.
  func take(_ id: SessionID) {
    runtime.sessions.rename(self, to: id)
    self.id = id
    key = SessionKey(of: id)
    sendsCookie = true
  }

  /// The id that the session is to be known by from now on, if the app wants another one and somebody waits to be told.
  func takeNewID() -> SessionID? {
    guard wantsNewID, stored != nil, scenes.contains(where: \.isToldNow) else { return nil }
    wantsNewID = false
    return .random()
  }
}
