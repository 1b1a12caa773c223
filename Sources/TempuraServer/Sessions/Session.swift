internal import Hydra
internal import Katana
internal import Sessions
internal import Locks
internal import Synchronization
internal import Tempura
internal import TempuraUI

/// One browser's use of the app: one state, and over it a few scenes.
///
/// All that is in a session is confined to its turns.
final class Session: @unchecked Sendable {
  // Safe because what is not immutable, atomic or in a lock is only touched in turns of the queue.

  let id: SessionID
  let runtime: Runtime
  private(set) var queue: TurnQueue!

  /// The live scenes, the most recently used one first.
  private(set) var scenes: [Scene] = []

  /// The language that the user chose, in whichever tab.
  let languagePreference = UIApplication.LanguagePreference()

  /// What forms were answered with, for those that come twice.
  var answers = RecentAnswers()

  /// What recent scenes had for themselves, those that are gone included.
  private(set) var remembered: RememberedScenes

  private var stateHome: (any StateHome)?
  private var stored: SessionRecord?
  private var savedStateVersion: UInt64?
  private var savedSceneVersion: UInt64 = 0
  private var isUsed = false

  /// Whether the session left memory. Whoever still has it has to look it up again.
  private(set) var isEnded = false

  /// When the session was last used, in seconds of `Runtime.now`.
  let lastUse = Atomic<Int64>(0)

  // From when on the session has to be given more time, in the same seconds: past half of the time it was given.
  private let touchTime = Atomic<Int64>(.max)

  /// Whether the browser's cookie is to be given more time, too.
  private var renewsCookie = false

  /// - Parameter record: What is stored of the session; nil for a new one.
  init(id: SessionID, record: SessionRecord?, runtime: Runtime) {
    self.id = id
    self.runtime = runtime
    stored = record
    remembered = RememberedScenes(
      Self.scenes(in: record?.content, runtime.log), most: runtime.options.scenesPerSession)
    isUsed = (record?.version ?? 0) > 1  // the first version is what the app began with
    queue = TurnQueue(session: self)
    if let record { setTouchTime(expiry: record.expiry) }
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
    stateHome = nil
  }

  /// Lets everything go, and forgets what is stored: nobody was given the session's id.
  func discard() {
    end()
    guard stored != nil else { return }
    do {
      try runtime.storage.remove(id)
    } catch {
      runtime.log.report("Session \(id.shortened) could not be removed: \(error)")
    }
  }

  /// Whether nothing is going on that would be lost with the session's scenes.
  var isIdle: Bool { scenes.allSatisfy { !$0.isBusy } }

  // MARK: - Pages

  private struct Pages {
    var all: [(page: Scene.Rendering, lastUse: UInt64)] = []
    var uses: UInt64 = 0
  }

  private let pages = Mutex(Pages())

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

  // MARK: - Time

  /// Whether the session is to be given more time, which only a turn can do.
  var isDueForTouch: Bool { touchTime.load(ordering: .relaxed) <= Runtime.now }

  /// Gives the session more time in the storage, if half of it is over.
  func touchIfDue() {
    guard isDueForTouch, stored != nil else { return }
    let expiry = runtime.expiry(isUsed: isUsed)
    do {
      try runtime.storage.touch(id, expiry: expiry)
      stored?.expiry = expiry
      setTouchTime(expiry: expiry)
      renewsCookie = true
    } catch {
      runtime.log.report("Session \(id.shortened) could not be given more time: \(error)")
    }
  }

  /// Whether the next answer gives the browser's cookie more time; true once.
  func takeCookieRenewal() -> Bool {
    defer { renewsCookie = false }
    return renewsCookie
  }

  private func setTouchTime(expiry: Int64) {
    let remaining = expiry - runtime.expiry(isUsed: isUsed) + runtime.lifetime(isUsed: isUsed)
    touchTime.store(Runtime.now + remaining - runtime.lifetime(isUsed: isUsed) / 2, ordering: .relaxed)
  }

  // MARK: - The state

  /// The state that the session's stores share: the stored one, if it is of the type, or else a new one.
  func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S> {
    if let home = stateHome as? StateContainer<S> { return home }
    precondition(
      stateHome == nil,
      "A session has one state, and this one's is not a \(S.self). Make stores of other states outside the app delegate."
    )
    let container: StateContainer<S>
    if let state = storedState(type) {
      container = StateContainer(state)
      savedStateVersion = container.version
    } else {
      container = StateContainer(initial())
    }
    stateHome = container
    return container
  }

  private func storedState<S: State>(_ type: S.Type) -> S? {
    switch stored?.content {
    case let content as StateContent: return content.state as? S
    case let content as EncodedContent:
      do {
        return try content.state(type)
      } catch {
        runtime.log.report("The state of session \(id.shortened) could not be read, so that it begins anew: \(error)")
        return nil
      }
    default: return nil
    }
  }

  private static func scenes(in content: (any SessionContent)?, _ log: Log) -> [RememberedScenes.Entry] {
    switch content {
    case let content as StateContent: return content.scenes
    case let content as EncodedContent:
      do {
        return try content.scenes()
      } catch {
        log.report("The local states of a session could not be read, so that they begin anew: \(error)")
        return []
      }
    default: return []
    }
  }

  /// The state at this moment, nil if the app has no store.
  var state: (any State)? { stateHome?.anyState }

  // MARK: - Turns

  /// Called in a turn whenever no work is left, before the next request and before the session is idle: what changed is
  /// stored, then those who wait for it are told.
  ///
  /// - Returns: Whether somebody waits again, and nothing is left that would tell them.
  func settle() -> Bool {
    isSaved = save()
    for scene in scenes { scene.settle() }
    return scenes.contains { $0.isWaitedFor && !$0.isWorking }
  }

  /// Whether the state, as it was when the session's work last ran out, is safe.
  private(set) var isSaved = true

  /// Takes note of what screens have for themselves.
  private func rememberScenes() {
    for scene in scenes where scene.takeNewLocalStates() {
      for url in scene.takeHiddenURLs() { remembered.remember([:], at: url) }
      // A URL that does not say all that its screens were shown with cannot be shown again.
      guard let location = scene.location, location.keptPlace == nil else { continue }
      remembered.remember(scene.localStates(), at: location.url)
    }
  }

  /// Stores the session if it changed, or is new: a new state may have random ids, which the next tap has to find.
  ///
  /// - Returns: Whether the session is stored as it is.
  func save() -> Bool {
    rememberScenes()
    guard let stateHome, stateHome.version != savedStateVersion || remembered.version != savedSceneVersion else {
      return true
    }
    isUsed = isUsed || savedStateVersion != nil
    let version = stored?.version ?? 0
    let record = SessionRecord(
      version: version + 1, content: StateContent(state: stateHome.anyState, scenes: remembered.entries),
      expiry: runtime.expiry(isUsed: isUsed))
    do {
      guard try runtime.storage.save(record, for: id, replacing: version) else {
        if version > 0, try runtime.storage.load(id) == nil {
          stored = nil  // its time was up meanwhile: it begins again
          return save()
        }
        runtime.log.report("Session \(id.shortened) was stored by someone else meanwhile; this state was not.")
        return false
      }
      stored = record
      savedStateVersion = stateHome.version
      savedSceneVersion = remembered.version
      setTouchTime(expiry: record.expiry)
      return true
    } catch {
      runtime.log.report("Session \(id.shortened) could not be stored: \(error)")
      return false
    }
  }
}

/// The container of a session's state, whatever its type.
private protocol StateHome: AnyObject {
  var anyState: any State { get }
  var version: UInt64 { get }
}

extension StateContainer: StateHome {
  fileprivate var anyState: any State { state }
}
