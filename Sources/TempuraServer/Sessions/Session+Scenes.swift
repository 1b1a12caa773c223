internal import Basics
internal import Synchronization
internal import TempuraUI

// Which scene a browser's tab gets, what is remembered of it, and when it ends. Used in turns of the session only.

extension Session {
  /// The live scene at a URL that a browser's tab may use: its own one, or one that belongs to no tab. The tab then takes that
  /// one.
  ///
  /// - Parameter tab: The name of the tab. A request without one uses any scene.
  func scene(at url: String, of tab: String? = nil) -> Scene? {
    var found: Int?
    for index in scenes.indices where scenes[index].url == url {
      if scenes[index].tab == tab {
        found = index
        break
      }
      if found == nil, tab == nil || scenes[index].tab == nil { found = index }
    }
    guard let index = found else { return nil }
    noteUse(ofSceneAt: index)
    let scene = scenes[0]
    scene.tabClosed = nil
    if let tab { give(scene, to: tab) }
    return scene
  }

  private func noteUse(ofSceneAt index: Int) {
    if index > 0 { scenes.insert(scenes.remove(at: index), at: 0) }
  }

  /// Gives a scene to a tab. Another scene of the tab then belongs to no tab.
  private func give(_ scene: Scene, to tab: String) {
    for other in scenes where other !== scene && other.tab == tab { other.tab = nil }
    scene.tab = tab
  }

  /// Notes that a browser's tab is closed. Its scene is ended a little later, because reloading a page closes the tab, too.
  func close(_ tab: String) {
    for scene in scenes where scene.tab == tab { scene.tabClosed = runtime.now }
    forgetPages()  // a request that is answered without a turn would not open the tab again
    hasClosedTabs.store(true, ordering: .relaxed)
  }

  /// Ends the scenes of tabs that were closed by `limit`, in seconds of `Runtime.now`.
  func dropScenes(closedBy limit: Int64) {
    let closed = scenes.filter { $0.tabClosed != nil }
    let due = closed.filter { !$0.isBusy && $0.tabClosed.map { $0 <= limit } == true }
    for scene in due { drop(scene) }
    hasClosedTabs.store(due.count < closed.count, ordering: .relaxed)
  }

  /// Adds a launched scene. It is accepted when its screens are there, or dropped.
  func keep(_ scene: Scene) { scenes.insert(scene, at: 0) }

  /// Accepts a scene whose screens are there. If another scene is at its URL already, the other one stays: it may have
  /// input of the user.
  ///
  /// - Returns: The scene that is at the URL.
  func accept(_ scene: Scene) -> Scene {
    scene.accept()
    defer { trimScenes() }
    if let tab = scene.tab { give(scene, to: tab) }
    let present = scenes.first { $0 !== scene && $0.url == scene.url && (scene.tab == nil || $0.tab == scene.tab) }
    guard let present else { return scene }
    drop(scene)
    return present
  }

  /// A scene grew or shrank, or ended.
  func sceneDidChangeSize() {
    let all = scenes.reduce(0) { $0 + $1.size }
    let spare = all - (scenes.first?.size ?? 0)
    let old = memory.withLock { memory in
      defer { memory = (all, spare) }
      return memory.all
    }
    if all > old { runtime.noteGrowth(all - old) }
  }

  /// Ends the scenes that can be made again, except for the one that was used last. Drops the cached markup of other scenes.
  func endSpareScenes() {
    rememberScenes()
    for scene in scenes.dropFirst() {
      if scene.canBeMadeAgain { drop(scene) } else { scene.forgetMarkup() }
    }
  }

  /// Ends the least recently used idle scenes if there are too many, and busy ones if there are far too many.
  private func trimScenes() {
    defer { sceneDidChangeSize() }
    let limit = runtime.options.scenesPerSession
    while scenes.count > limit {
      let idle = scenes.lastIndex { !$0.isBusy }
      guard let index = scenes.count > limit * 4 ? scenes.count - 1 : idle, index > 0 else { return }
      scenes.remove(at: index).end()
    }
  }

  /// Ends a scene.
  func drop(_ scene: Scene) {
    scenes.removeAll { $0 === scene }
    scene.end()
    sceneDidChangeSize()
  }

  /// A scene moved to another URL. Idle scenes that were there are ended, except for those of other tabs.
  func sceneDidMove(_ scene: Scene) {
    guard scene.isAccepted else { return }
    let others = scenes.filter {
      $0 !== scene && $0.url == scene.url && !$0.isBusy && ($0.tab == nil || $0.tab == scene.tab)
    }
    for other in others { drop(other) }
  }

  /// Notes that a page was used without a turn.
  func noteUse(of page: Scene.Rendering) {
    guard let index = scenes.firstIndex(where: { $0.url == page.url && $0.tab == page.tab }) else { return }
    noteUse(ofSceneAt: index)
  }

  // MARK: - Local states and unused input

  /// Remembers the local states and the unused input of the screens.
  func rememberScenes() {
    for (index, scene) in scenes.enumerated() {
      let hasNewLocalStates = scene.takeNewLocalStates()
      guard hasNewLocalStates || scene.mayHaveInput else { continue }
      for url in scene.takeHiddenURLs() { remembered.remember([:], at: url, of: scene.tab) }
      if let (url, input) = scene.inputLeftBehind { remembered.keep(input, at: url, of: scene.tab) }
      // Such a URL does not have all contexts of its screens, so it cannot be shown again.
      guard let location = scene.location, location.keptPlace == nil else { continue }
      // Of several scenes at one URL that belong to no tab, the one that was used last is remembered. Otherwise each would
      // replace the other's entry, and there would be a change to store each time.
      let isTaken = scenes[..<index].contains {
        $0.mayHaveInput && $0.tab == scene.tab && $0.location?.url == location.url
      }
      if isTaken { continue }
      let known = hasNewLocalStates ? nil : remembered.ownEntry(at: location.url, of: scene.tab)?.localStates
      remembered.remember(known ?? scene.localStates(), scene.keepInput(), at: location.url, of: scene.tab)
    }
  }

  /// Takes over the entries that another server stored. Idle scenes whose entries changed are ended: their screens are made
  /// again from the new ones.
  func replaceRememberedScenes(with entries: [RememberedScenes.Entry]) {
    let news = RememberedScenes(entries, limit: runtime.options.scenesPerSession)
    let stale = scenes.filter { scene in
      !scene.isBusy && news.entry(at: scene.url, of: scene.tab) != remembered.entry(at: scene.url, of: scene.tab)
    }
    for scene in stale { drop(scene) }
    for scene in scenes { scene.localStateDidChange() }
    remembered = news
  }
}
