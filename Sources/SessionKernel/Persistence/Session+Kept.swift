package import AppData
internal import Basics
package import Hydra
internal import Katana
internal import Sessions

// What the app keeps outside of its state: defaults, files, items of the keychain. Its changes are entries of the state's
// journal.

extension Session {
  /// What the app keeps; nil as long as the app has asked for nothing, and nothing is stored.
  package var kept: KeptValues? { keptValues.withLock { $0 } }

  /// What the app keeps, for code that may change it. Can be called on any thread.
  package func keep() -> KeptValues { keep([:]) }

  private func keep(_ stored: [String: KeptValues.Domain]) -> KeptValues {
    keptValues.withLock { kept in
      let values = kept ?? KeptValues(stored) { [weak self] domain in self?.keptDidChange(domain, by: Main.scoped) }
      kept = values
      return values
    }
  }

  /// Gives the app the stored values.
  func keepWhatIsStored() {
    if let stored = storing.content?.kept, !stored.isEmpty { _ = keep(stored) }
  }

  /// - Parameter changer: The scene whose code made the change. It gets no notification.
  private func keptDidChange(_ domain: String, by changer: (any MainExecutor)?) {
    guard queue.isCurrent else { return queue.submit { self.keptDidChange(domain, by: changer) } }
    takeKeptChanges()
    screens.didChangeKept(domain, by: changer)
  }

  /// Moves changes to the journal of the state. An app without a store gets a state for that.
  func takeKeptChanges() {
    guard let changes = kept?.takePending(), !changes.isEmpty else { return }
    if state == nil, runtime.states.type == nil, life != .evicted { _ = stateContainer(NoState.self) { NoState() } }
    state?.note(changes)
  }

  /// Notes which files have changed.
  ///
  /// - Returns: False if that is not known. Then nothing of the session is stored.
  @discardableResult
  func noteKeptFiles() -> Bool {
    guard let kept else { return true }
    // Which of several forms has changed a file is not known.
    let forms = waiters.forms { _ in true }
    do {
      try kept.noteFiles(
        limit: runtime.limits.sessionBytes, for: forms.count == 1 ? forms[0].request.cause : nil)
      storing.unreadFiles = nil
    } catch {
      storing.unreadFiles = .unavailable("A file that the app keeps cannot be read: \(error)")
    }
    return storing.unreadFiles == nil
  }

  /// Makes the changes of the journal again on what is stored. If the app then has other values than before, its screens may
  /// show old ones, and would keep those again. So they are made again: the busy ones later, which are told.
  func rebaseKept() {
    noteKeptFiles()
    let base = state?.hasForgotten == true ? [:] : storing.content?.kept ?? [:]
    guard let changed = kept?.rebase(on: base, state?.keptChanges ?? []), !changed.isEmpty else { return }
    screens.didReplaceKept(changed)
  }

  /// Replaces all that the app keeps.
  package func replaceKept(by domains: [String: KeptValues.Domain], for cause: Cause? = Main.cause) {
    guard kept != nil || !domains.isEmpty else { return }
    let kept = keep()
    for name in Set(kept.settled.keys).union(domains.keys) {
      kept.change(name, .replaceAll(domains[name] ?? [:]), for: cause)
    }
    kept.removeFolder()
  }

  /// Forgets all but the state: see `UIApplication.renewSession(forgettingAllButState:)`.
  package func forgetAllButState(for cause: Cause?) {
    takeKeptChanges()
    replaceKept(by: [:], for: cause)
    state?.noteForgetting(for: cause)
  }
}
