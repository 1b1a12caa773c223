internal import Katana

/// The state that the stores of a session share, and the updaters that changed it since it was stored.
final class SessionState {
  private let home: any StateHome

  /// The updaters that have run since the state was stored, in their order.
  private(set) var journal: [any AnyStateUpdater] = []

  init<S: State>(_ container: StateContainer<S>) {
    home = container
    // Weak, because side effects may still use a store whose session has ended.
    container.onUpdate = { [weak self] in self?.journal.append($0) }
  }

  /// The container, if its state has the type.
  func container<S: State>(_ type: S.Type) -> StateContainer<S>? { home as? StateContainer<S> }

  /// The state at this moment.
  var current: any State { home.anyState }

  /// How often it was changed in this process.
  var version: UInt64 { home.version }

  /// Notes that the state is stored.
  func didSave() { journal.removeAll() }

  /// Replaces the stored state below the journal: runs the updaters that are not stored again on another state.
  ///
  /// - Returns: The errors of updaters that failed on it.
  func rebase(on base: any State) -> [any Error] { home.replay(journal, onAny: base) }

  /// Removes updaters from the journal, so that they are not run again.
  ///
  /// - Parameter count: How many of the first updaters stay.
  /// - Returns: The updaters that were removed.
  func strikeOut(after count: Int) -> [any AnyStateUpdater] {
    let first = min(count, journal.count)
    defer { journal.removeSubrange(first...) }
    return Array(journal[first...])
  }
}

/// The container of a session's state, whatever its type.
private protocol StateHome: AnyObject {
  var anyState: any State { get }
  var version: UInt64 { get }
  func replay(_ updaters: [any AnyStateUpdater], onAny base: any State) -> [any Error]
}

extension StateContainer: StateHome {
  fileprivate var anyState: any State { state }

  fileprivate func replay(_ updaters: [any AnyStateUpdater], onAny base: any State) -> [any Error] {
    guard let base = base as? S else { return [] }  // one session has states of one type
    return replay(updaters, on: base)
  }
}
