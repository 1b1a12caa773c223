internal import Katana

/// The state that the stores of a session share, and what has changed it since it was stored.
final class SessionState {
  private let home: any StateHome

  /// The updaters that have run since the state was stored, in their order.
  private(set) var journal: [any AnyStateUpdater] = []

  init<S: State>(_ container: StateContainer<S>) {
    home = container
    // Side effects may go on with a store whose session has ended.
    container.onUpdate = { [weak self] in self?.journal.append($0) }
  }

  /// The container, if its state is of a type.
  func container<S: State>(_ type: S.Type) -> StateContainer<S>? { home as? StateContainer<S> }

  /// The state at this moment.
  var current: any State { home.anyState }

  /// The state is stored as it is.
  func didSave() { journal.removeAll() }

  /// Goes on from another state: what has not been stored happens to it again.
  ///
  /// - Returns: What went wrong with updaters that could not be run again.
  func rebase(on base: any State) -> [any Error] { home.replay(journal, onAny: base) }

  /// Strikes out what is not stored, so that it is not run again.
  ///
  /// - Parameter count: How many of the first updaters stay.
  /// - Returns: Those that were struck out.
  func strikeOut(after count: Int) -> [any AnyStateUpdater] {
    let first = min(count, journal.count)
    defer { journal.removeSubrange(first...) }
    return Array(journal[first...])
  }
}

/// The container of a session's state, whatever its type.
private protocol StateHome: AnyObject {
  var anyState: any State { get }
  func replay(_ updaters: [any AnyStateUpdater], onAny base: any State) -> [any Error]
}

extension StateContainer: StateHome {
  fileprivate var anyState: any State { state }

  fileprivate func replay(_ updaters: [any AnyStateUpdater], onAny base: any State) -> [any Error] {
    guard let base = base as? S else { return [] }  // one session has states of one type
    return replay(updaters, on: base)
  }
}
