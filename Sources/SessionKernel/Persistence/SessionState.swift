internal import AppData
internal import Hydra
package import Katana
internal import Synchronization

/// The state that the stores of a session share, and the updaters that changed it since it was stored.
package final class SessionState {
  private let home: any StateHome
  /// The stored or first state, on which the journal runs again, without the values of shared slices. Nil if the app shares none.
  private var base: (any State)?
  private let slices: (any SharedSlices)?

  /// An updater, and the form that it works for.
  struct Entry {
    let updater: any AnyStateUpdater
    fileprivate(set) var cause: Cause?

    fileprivate var isUndone: Bool { cause?.isUndone.load(ordering: .relaxed) == true }
  }

  /// The updaters that have run since the state was stored, and changes of kept values, in their order.
  private(set) var journal: [Entry] = []

  /// - Parameters:
  ///   - first: The state that is stored, or a new one.
  ///   - slices: The slices of it that are shared; nil if the app shares none.
  init<S: State>(_ container: StateContainer<S>, from first: S, _ slices: (any SharedSlices)?) {
    home = container
    base = slices.map { _ in first }
    self.slices = slices
    slices?.follow(container)
    // Unowned until `deinit`: a weak reference would make each use slower.
    container.onUpdate = { [unowned self] in
      let cause = Main.cause
      cause?.hasRun.store(true, ordering: .relaxed)
      journal.append(Entry(updater: $0, cause: cause))
    }
  }

  // Side effects may still use a store whose session has ended.
  deinit { home.detach() }

  /// The container, if its state has the type.
  func container<S: State>(_ type: S.Type) -> StateContainer<S>? { home as? StateContainer<S> }

  /// The state at this moment.
  package var current: any State { home.anyState }

  /// How often the state has changed.
  package var version: UInt64 { home.version }

  /// Runs an updater, in a turn of the session.
  package func apply(_ updater: any AnyStateUpdater) throws { try home.apply(updater) }

  /// Notes changes of what the app keeps outside of the state.
  func note(_ changes: [KeptValues.Change]) {
    journal += changes.map { Entry(updater: KeptChange(change: $0), cause: $0.cause) }
  }

  /// Notes that all but the state is forgotten.
  func noteForgetting(for cause: Cause?) { journal.append(Entry(updater: Forgetting(), cause: cause)) }

  /// Whether that is to be stored.
  var hasForgotten: Bool { journal.contains { $0.updater is Forgetting } }

  /// The journal's changes of what the app keeps outside of the state.
  var keptChanges: [KeptValues.Change] { journal.compactMap { ($0.updater as? KeptChange)?.change } }

  // How often the state had changed when streams were told last.
  private var toldVersion: UInt64 = 0

  /// Whether streams do not know of the state as it is. True once.
  func takeNews() -> Bool {
    let version = home.version
    defer { toldVersion = version }
    return version != toldVersion
  }

  /// Notes that the state is stored.
  ///
  /// - Parameter stored: The state without the values of shared slices.
  func didSave(_ stored: any State) {
    if base != nil { base = stored }
    journal.removeAll()
  }

  /// Replaces the stored state below the journal: runs the updaters that are not stored again on another state.
  ///
  /// - Parameter base: The state; nil for the same one, with other values of shared slices.
  /// - Returns: The errors of updaters that failed on it.
  func rebase(on base: (any State)? = nil) -> [any Error] {
    guard let base = base ?? self.base else { return [] }
    if self.base != nil { self.base = base }
    return home.replay(journal.map(\.updater), onAny: slices?.begin(on: base) ?? base)
  }

  /// Notes that the first updaters of the journal are stored.
  func didSave(first count: Int) { journal.removeFirst(min(count, journal.count)) }

  /// Whether updaters of a form have run and are not stored.
  func hasUpdaters(of cause: Cause?) -> Bool { cause != nil && journal.contains { $0.cause === cause } }

  /// Whether the journal has updaters of forms that were undone.
  var hasUndone: Bool { journal.contains { $0.isUndone } }

  /// Marks updaters as undone.
  func undo(where condition: (Cause?) -> Bool) {
    let undone = Cause(trace: nil)
    undone.isUndone.store(true, ordering: .relaxed)
    for index in journal.indices where condition(journal[index].cause) { journal[index].cause = undone }
  }

  /// Removes the updaters of forms that were undone from the journal, so that they are not run again.
  ///
  /// - Returns: Their indices in the journal, and the updaters.
  func discardUndoneUpdaters() -> [(index: Int, updater: any AnyStateUpdater)] {
    defer { journal.removeAll { $0.isUndone } }
    return journal.enumerated().filter { $0.element.isUndone }.map { ($0.offset, $0.element.updater) }
  }
}

/// Notes in the journal of the state that all else is forgotten, also what another server has stored meanwhile.
struct Forgetting: AnyStateUpdater {
  func updatedState(currentState: any State) -> any State { currentState }
}

/// A change of what the app keeps outside of its state, in the journal of the state.
struct KeptChange: AnyStateUpdater {
  let change: KeptValues.Change

  func updatedState(currentState: any State) -> any State { currentState }

  var debugDescription: String { "a change of \(change.domain)" }
}

/// The state of an app that has no store, and keeps values all the same.
package struct NoState: State, Codable {
  package init() {}
}

/// The container of a session's state, whatever its type.
private protocol StateHome: AnyObject {
  var anyState: any State { get }
  var version: UInt64 { get }
  func apply(_ updater: any AnyStateUpdater) throws
  func detach()
  func replay(_ updaters: [any AnyStateUpdater], onAny base: any State) -> [any Error]
}

extension StateContainer: StateHome {
  fileprivate var anyState: any State { state }

  fileprivate func detach() { (refine, onUpdate) = (nil, nil) }

  fileprivate func replay(_ updaters: [any AnyStateUpdater], onAny base: any State) -> [any Error] {
    guard let base = base as? S else { return [] }  // one session has states of one type
    return replay(updaters, on: base)
  }
}
