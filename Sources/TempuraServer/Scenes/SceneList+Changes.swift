internal import Basics
internal import Hydra
internal import SessionKernel
internal import Synchronization
internal import TempuraUI

// Runs the app's observers of what has changed outside of the session: see `Server.changed`.

extension SceneList {
  func didEnterMemory() { runtime.runObserversIfLate(session, since: firstChange) }

  func willRunObservers(of names: Set<String>) {
    missed.withLock { $0.formUnion(names) }
    hasMissed.store(true, ordering: .sequentiallyConsistent)
  }

  // What they start belongs to no form, which may be undone.
  @discardableResult func runObservers() -> Bool {
    guard hasMissed.exchange(false, ordering: .sequentiallyConsistent) else { return false }
    let names = missed.withLock { exchange(&$0, with: []) }
    var hasRun = false
    Origin.none.run {
      for scene in self where scene.runObservers(of: names) { hasRun = true }
    }
    return hasRun
  }

  func observeAgain() {
    for scene in self { scene.observations.withLock { $0 }.compactMap(\.observation).forEach(scene.note) }
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
    runtime.changeSubscriptions.withLock { $0.add(session.key, to: observation.name) }
  }

  /// - Returns: Whether there are any.
  fileprivate func runObservers(of names: Set<String>) -> Bool {
    let due = observations.withLock { $0.compactMap(\.observation).filter { names.contains($0.name) } }
    if due.isEmpty { return false }
    run { for observation in due { observation.run() } }
    return true
  }
}

extension Scene: ChangeReceiver {
  func didChange(_ name: String) { runtime.didChange(name) }
}

/// What a scene observes, as long as the app does not remove the observer.
struct WeakObservation: Sendable {
  weak var observation: Observation?
}
