internal import AppData
internal import Basics
internal import Foundation
internal import SessionKernel
internal import Synchronization
internal import TempuraUI

/// The live scenes of a session, the most recently used one first: which one a browser's tab gets, what is remembered of it, and
/// when it ends.
final class SceneList: @unchecked Sendable, Sequence {
  // Safe because all that is not atomic or locked is touched in turns of the session only.

  // Unowned, because the session owns its scenes.
  unowned let session: Session
  let runtime: Runtime
  private var all: [Scene] = []

  /// The local states and unused input of recent scenes, also of those that have ended.
  private(set) var remembered: RememberedScenes

  /// What the browser told last about itself.
  var hints = ClientHints()

  /// The language that the user chose. One choice for all tabs.
  let languagePreference = LanguagePreference()

  /// Messages of ended scenes, for the next page.
  private var untold = (messages: SceneMessages(), reports: [DevelopmentReport]())

  private let hasClosed = Atomic(false)
  private let memory = Locked<(all: Int, spare: Int)>((0, 0))

  /// Whether it is rendered for its streams.
  var telling = Telling.idle
  /// The changes outside of the session whose observers are still to run.
  let missed = Locked<Set<String>>([])
  let hasMissed = Atomic(false)
  /// The number of such changes when the session began here.
  let firstChange: UInt64
  /// What ran a short time ago, for the log of slow requests.
  let recentRuns = RecentRuns()

  /// Whether scenes are rendered for their streams. An app that dispatches whenever it is rendered would do so without end. After
  /// that, streams only announce changes, until a page has asked.
  enum Telling {
    case idle
    case rendering
    /// The app has begun something in a rendering for streams.
    case madeWork
  }

  init(_ content: StateContent?, of session: Session, _ runtime: Runtime) {
    self.session = session
    self.runtime = runtime
    firstChange = runtime.changeSubscriptions.withLock(\.changeCount)
    remembered = RememberedScenes(content?.scenes ?? [], limit: runtime.options.scenesPerSession)
    _ = languagePreference.replace(with: content?.language)
    adopt(timeZone: content?.timeZone)
  }

  /// Takes over the time zone that is stored, for all scenes: another server may have sent their pages with it.
  func adopt(timeZone identifier: String?) {
    var news = ClientHints()
    news.timeZone = identifier.flatMap(TimeZone.init(identifier:))
    hints = news.completed(by: hints)
    for scene in self { scene.adopt(news) }
  }

  var first: Scene? { all.first }
  var count: Int { all.count }
  var isEmpty: Bool { all.isEmpty }
  subscript(index: Int) -> Scene { all[index] }
  // Of a copy, because scenes may end while code of the app runs in a loop.
  func makeIterator() -> IndexingIterator<[Scene]> { all.makeIterator() }

  /// The live scene at a URL that a browser's tab may use: its own one. If it has none, and nothing of its own is remembered there,
  /// it takes one that belongs to no tab.
  ///
  /// - Parameter tab: The name of the tab. A request without one uses any scene.
  func scene(at url: String, of tab: String? = nil) -> Scene? {
    var found = all.firstIndex { $0.isAccepted && $0.url == url && $0.tab == tab }
    if found == nil, tab.map({ !remembered.hasEntry(at: url, of: $0) }) ?? true {
      found = all.firstIndex { $0.isAccepted && $0.url == url && (tab == nil || $0.tab == nil) }
    }
    guard let index = found else { return nil }
    noteUse(ofSceneAt: index)
    let scene = all[0]
    scene.tabClosed = nil
    if let tab { scene.tab = tab }
    return scene
  }

  private func noteUse(ofSceneAt index: Int) {
    if index > 0 { all.insert(all.remove(at: index), at: 0) }
  }

  /// Notes that a browser's tab is closed. Its scene is ended a little later, because reloading a page closes the tab, too.
  func close(_ tab: String) {
    for scene in all where scene.tab == tab { scene.tabClosed = runtime.now }
    hasClosed.store(true, ordering: .relaxed)
  }

  /// Ends the scenes of tabs that were closed by `limit`, in seconds of `Runtime.now`.
  func endClosed(by limit: Int64) {
    let closed = all.filter { $0.tabClosed != nil }
    let due = closed.filter { !$0.isBusy && $0.tabClosed.map { $0 <= limit } == true }
    for scene in due { end(scene) }
    hasClosed.store(due.count < closed.count, ordering: .relaxed)
  }

  /// Adds a launched scene. It is accepted when its screens are there, or ended.
  func add(_ scene: Scene) { all.insert(scene, at: 0) }

  /// Accepts a scene whose screens are there. If another scene is at its URL already, the other one stays: it may have
  /// input of the user.
  ///
  /// - Returns: The scene that is at the URL.
  func accept(_ scene: Scene) -> Scene {
    scene.accept()
    defer { trim() }
    let present = all.first {
      $0 !== scene && $0.isAccepted && $0.url == scene.url && (scene.tab == nil || $0.tab == scene.tab)
    }
    if present != nil { end(scene) }
    let shown = present ?? scene
    shown.page.messages.add(untold.messages)
    for report in untold.reports { shown.reports?.add(report) }
    untold = (SceneMessages(), [])
    return shown
  }

  /// A scene grew or shrank, or ended.
  func didChangeSize() {
    let size = all.reduce(0) { $0 + $1.page.size }
    let spare = size - (all.first?.page.size ?? 0)
    let old = memory.withLock { memory in
      defer { memory = (size, spare) }
      return memory.all
    }
    if size > old { runtime.kernel.noteGrowth(size - old) }
  }

  /// Ends the scenes that can be made again, except for the one that was used last. Drops the cached markup of other scenes.
  func endSpare() {
    remember()
    for scene in all.dropFirst() {
      if scene.canBeMadeAgain { end(scene) } else { scene.page.forgetMarkup() }
    }
  }

  /// Ends the least recently used idle scenes if there are too many, and busy ones if there are far too many.
  private func trim() {
    defer { didChangeSize() }
    let limit = runtime.options.scenesPerSession
    while all.count > limit {
      let idle = all.lastIndex { !$0.isBusy }
      guard let index = all.count > limit * 4 ? all.count - 1 : idle, index > 0 else { return }
      end(all[index])
    }
  }

  /// Ends a scene.
  func end(_ scene: Scene) {
    all.removeAll { $0 === scene }
    untold.messages.add(scene.page.messages)
    untold.reports += scene.reports?.take() ?? []
    scene.end()
    didChangeSize()
  }

  /// Ends all scenes of a session that is evicted.
  func endAll() {
    for scene in all { scene.end() }
    all = []
  }

  /// A scene moved to another URL. Idle scenes that were there are ended, except for those of other tabs.
  func didMove(_ scene: Scene) {
    guard scene.isAccepted else { return }
    let others = all.filter {
      $0 !== scene && $0.url == scene.url && !$0.isBusy && ($0.tab == nil || $0.tab == scene.tab)
    }
    for other in others { end(other) }
  }

  // MARK: - Local states and unused input

  /// What a new scene at a URL takes over: the entry of its tab. The scene of a request without a tab takes over the entry that was
  /// used last at the URL, except those of tabs that have a scene. The scene then gets the entry's tab.
  func remembered(at url: String, for scene: Scene) -> RememberedScenes.Entry? {
    if scene.tab != nil { return remembered.entry(at: url, of: scene.tab) }
    let entry = remembered.entries.first { entry in
      entry.url == url && (entry.tab == nil || !all.contains { $0.tab == entry.tab })
    }
    scene.tab = entry?.tab
    return entry
  }

  /// Remembers the local states and the unused input of the screens.
  func remember() {
    for (index, scene) in all.enumerated() {
      let hasNewLocalStates = scene.takeNewLocalStates()
      guard hasNewLocalStates || scene.mayHaveInput else { continue }
      for url in scene.takeHiddenURLs() { remembered.remember([:], at: url, of: scene.tab) }
      if let (url, input) = scene.inputLeftBehind { remembered.keep(input, at: url, of: scene.tab) }
      // Such a URL does not have all contexts of its screens, so it cannot be shown again.
      guard let location = scene.location, location.keptIndex == nil else { continue }
      // Of several scenes at one URL that belong to no tab, the one that was used last is remembered. Otherwise each would
      // replace the other's entry, and there would be a change to store each time.
      let isTaken = all[..<index].contains {
        $0.mayHaveInput && $0.tab == scene.tab && $0.location?.url == location.url
      }
      if isTaken { continue }
      remembered.remember(scene.localStates(), scene.keepInput(), at: location.url, of: scene.tab)
    }
  }

  /// Takes over the entries that another server stored, except for those that have changed here. An idle scene whose entry is another
  /// one then is ended: its screens are made again. The screens of a busy one take the local states.
  ///
  /// - Parameter base: The entries that were stored before.
  private func merge(_ entries: [RememberedScenes.Entry], from base: [RememberedScenes.Entry]) {
    remember()
    let old = remembered
    remembered.merge(entries, from: base)
    for scene in self
    where remembered.entry(at: scene.url, of: scene.tab) != old.entry(at: scene.url, of: scene.tab) {
      if scene.isBusy { scene.restoreLocalStates() } else { end(scene) }
    }
  }

  /// Forgets what is remembered. Requests get new scenes, also for that of `asker`, unless that is being launched.
  func forget(for asker: Scene) {
    remembered.replace(with: [])
    for scene in self where scene !== asker || scene.isAccepted {
      (scene.isForgotten, scene.showsOldValues) = (true, true)
      if scene !== asker, !scene.isBusy { end(scene) }
    }
  }

  /// Ends the scenes that may show old kept values, except for busy ones.
  func endThoseWithOldValues() {
    for scene in self where scene.showsOldValues && !scene.isBusy { end(scene) }
  }
}

// MARK: - What the session's kernel calls

extension SceneList: SessionScreens {
  var language: String? { languagePreference.tag }
  var timeZone: String? { hints.timeZone?.identifier }
  var isWorking: Bool { all.contains(where: \.isWorking) }
  var canBeMadeAgain: Bool { all.allSatisfy(\.canBeMadeAgain) }
  var size: (all: Int, spare: Int) { memory.withLock { $0 } }
  var hasClosedTabs: Bool { hasClosed.load(ordering: .relaxed) }

  func restore(_ entries: [RememberedScenes.Entry]) {
    remembered.replace(with: entries)
    for scene in all { scene.localStatesMayHaveChanged() }  // what was done for others is remembered again
  }

  func adopt(_ content: StateContent, from base: [RememberedScenes.Entry], isForgotten: Bool, knowsTimeZone: Bool) {
    // One that was told here and is not stored yet is newer.
    if !knowsTimeZone { adopt(timeZone: content.timeZone) }
    if languagePreference.replace(with: content.language) { first?.preferredLanguageDidChange() }
    merge(isForgotten ? [] : content.scenes, from: base)
  }

  func didChangeKept(_ domain: String, by changer: AnyObject?) {
    guard let notification = KeptValues.notification(of: domain) else { return }
    // Safe because the notification is not changed.
    nonisolated(unsafe) let posted = notification
    for scene in all where scene !== changer { scene.async { NotificationCenter.default.post(posted) } }
  }

  func didReplaceKept(_ domains: Set<String>) {
    remember()
    for scene in self { scene.showsOldValues = true }
    endThoseWithOldValues()
    for scene in self {
      for notification in domains.compactMap(KeptValues.notification) {
        scene.run { NotificationCenter.default.post(notification) }
      }
    }
  }

  func willPassTurn(isLast: Bool) {
    for scene in all where !scene.isWorking { scene.dropPickedFiles() }
    if isLast { tellStreams() }
  }

  func dropMarkup() {
    for scene in all { scene.page.forgetMarkup() }
  }
}

extension Session {
  /// Its scenes.
  var scenes: SceneList {
    // Safe because `Runtime` makes the screens of all sessions, and they are this.
    unsafeDowncast(screens, to: SceneList.self)
  }
}
