internal import Basics
internal import Hydra
internal import Sessions
internal import Synchronization

// Tells sessions what has changed outside of them: see `Server.changed`.

extension Runtime {
  /// Something has changed, which this server is the first one to know.
  func didChange(_ name: String) { tellObservers(of: name, isOwn: true) }

  /// - Parameters:
  ///   - name: `Observers.anyName` if changes of any name may have been missed.
  ///   - isOwn: Whether the other servers are to be told.
  func tellObservers(of name: String, isOwn: Bool = false) {
    let pages = storage.isShared ? streams.sessions : []
    // Another server may have launched the app of an open page. This server does not know its names, and tells the page of each change.
    let (keys, others) = observers.withLock { observers in
      (observers.change(name, isOwn: isOwn), pages.filter { !observers.has($0) })
    }
    for key in keys { sessions.session(of: key)?.willRunObservers(of: name) }
    let open = keys.filter(streams.has).union(others)
    guard !open.isEmpty || isOwn, observers.withLock({ $0.begin(pagesOf: open) }) else { return }
    tellNextObservers()
  }

  private func tellNextObservers() {
    let (keys, changes, hasMore) = observers.withLock { $0.next() }
    let server = attendance.withLock(\.server)
    if !changes.isEmpty { storage.publish(changes.map { ServerMessage(server, 0, .changed(name: $0)).text }) }
    for key in keys {
      guard let session = sessions.session(of: key) else {
        streams.tell(key)  // so that the page asks, and the app is launched again
        continue
      }
      session.queue.submit { [streams] in
        if session.life == .evicted || session.scenes.isEmpty { streams.tell(key) } else { session.runObservers() }
      }
    }
    if hasMore { platform.after(Announcement.interval) { [weak self] in self?.tellNextObservers() } }
  }
}

extension Session {
  /// Notes that observers are to run. Can be called on any thread.
  ///
  /// - Parameter name: `Observers.anyName` for all observers.
  func willRunObservers(of name: String) {
    let names = name == Observers.anyName ? runtime.observers.withLock { $0.names(of: key) } : [name]
    guard !names.isEmpty else { return }
    missed.withLock { $0.formUnion(names) }
    freshness.hasMissedChanges.store(true, ordering: .sequentiallyConsistent)
  }

  /// Lets all observers run if something has changed since the session began here: it was not found then.
  func runObserversIfLate() {
    if runtime.observers.withLock(\.changeCount) != firstChange { willRunObservers(of: Observers.anyName) }
  }

  /// Runs the observers of what has changed, in a turn. What they start belongs to no form, which may be undone.
  ///
  /// - Returns: Whether there were any.
  @discardableResult func runObservers() -> Bool {
    guard freshness.hasMissedChanges.exchange(false, ordering: .sequentiallyConsistent) else { return false }
    let names = missed.withLock { names in
      defer { names = [] }
      return names
    }
    var hasRun = false
    Origin.none.run {
      for scene in scenes where scene.runObservers(of: names) { hasRun = true }
    }
    return hasRun
  }

  /// Says again what is observed, because another object of the session has ended.
  func observeAgain() {
    queue.submit { [self] in
      for scene in scenes { scene.observations.withLock { $0 }.compactMap(\.observation).forEach(scene.note) }
    }
  }
}

extension Scene {
  func didObserve(_ observation: Observation) {
    observations.withLock { observations in
      observations.removeAll { $0.observation == nil }
      observations.append(WeakObservation(observation: observation))
    }
    note(observation)
  }

  fileprivate func note(_ observation: Observation) {
    runtime.observers.withLock { $0.add(session.key, to: observation.name) }
  }

  /// - Returns: Whether there are any.
  fileprivate func runObservers(of names: Set<String>) -> Bool {
    let due = observations.withLock { $0.compactMap(\.observation).filter { names.contains($0.name) } }
    if due.isEmpty { return false }
    run { for observation in due { observation.run() } }
    return true
  }
}

/// What a scene observes, as long as the app does not remove the observer.
struct WeakObservation: Sendable {
  weak var observation: Observation?
}
