internal import Basics
internal import Katana
internal import SessionKernel
internal import Sessions
internal import Synchronization

/// The slices of its state that a session shares with others: which ones, what is stored of them, and what its updaters have done to
/// them since. Used in turns of the session only, where nothing else is said.
///
/// In the state in memory each shared property has the slice's value. In the stored state of the session it has that of a new
/// state, as the slice is a stored value of its own. `SessionSlices+Storage` loads and stores them.
final class SessionSlices<S: State>: @unchecked Sendable {
  // Safe because all that is not immutable or atomic is touched in turns of the session only.

  let definitions: [SharedPart<S>]
  /// Its properties are stored in the place of shared ones.
  let empty: S
  // Unowned, because the session owns its slices.
  unowned let session: Session
  let runtime: SharingRuntime

  /// What is stored, by where it is.
  var bases: [SessionKey: SliceBase] = [:]
  /// The slice that each property of the state is now, by the index of its definition; nil for one that is not shared.
  private var attached: [SliceID?]
  /// The attached slices that updaters have changed.
  var changed: Set<SessionKey> = []
  /// The changed values of slices that the session does not share any more.
  var left: [SessionKey: any Codable] = [:]
  /// The slices that were stored when the session's record was written.
  private var storedKeys: Set<SessionKey> = []
  /// Who shares each slice, as the state says, by the index of its definition.
  private var presences: [VersionedPresence?]

  /// Those that are being loaded.
  var loading: [SliceID] = []
  /// Those that are being stored with the session.
  var saving: [(id: SliceID, slice: StoredSlice)] = []
  /// The session's turn to store a slice.
  var place: SliceTurns.Place?
  /// Whether the screens do not know of slices as they are stored.
  var needsRebase = false
  /// The slices' versions of which open pages were told since the session began here.
  var toldVersions: [SessionKey: UInt64] = [:]
  var versions: [SessionKey: UInt64] { bases.mapValues(\.stored.version) }
  /// Whether a slice may have changed that the session has not taken in. Can be used on any thread.
  let mayHaveNews = Atomic(false)
  /// Whether a turn for that is due. Can be used on any thread.
  let isUpdating = Atomic(false)

  init(
    _ definitions: [SharedPart<S>], empty: S, of session: Session, _ content: StateContent?, in runtime: SharingRuntime
  ) {
    self.definitions = definitions
    self.empty = empty
    self.session = session
    self.runtime = runtime
    attached = Array(repeating: nil, count: definitions.count)
    presences = Array(repeating: nil, count: definitions.count)
    noteStored(content?.slices ?? [:])
    // The slices are loaded before code of the app runs. A new session most likely shares those of the app's first state.
    if let state = content?.state ?? runtime.firstState { _ = begin(on: state) }
  }

  /// Those that are to be loaded before the session goes on.
  var stale: [SliceID] { bases.values.compactMap { $0.isStale && isUsed($0.id) ? $0.id : nil } }

  /// Whether the state has the slice, or a changed value of it is to be stored.
  private func isUsed(_ id: SliceID) -> Bool { attached[id.index]?.key == id.key || left[id.key] != nil }

  /// All slices that the session shares, or shared since it was stored.
  var ids: [SliceID] { bases.values.map { $0.id } }

  var stored: [String: String] {
    var keys: [String: String] = [:]
    for case let id? in attached
    where changed.contains(id.key) || storedKeys.contains(id.key) || (bases[id.key]?.stored.version ?? 0) > 0 {
      keys[id.name] = id.text
    }
    return keys
  }

  func noteStored(_ keys: [String: String]) { storedKeys = Set(keys.map { SessionKey(ofPart: $0, $1) }) }

  /// A slice whose record is gone although the session's record has its key. It stays stale.
  var missing: SliceID? { bases.values.first { isMissing($0.stored, $0.id) && isUsed($0.id) }?.id }

  private func isMissing(_ slice: StoredSlice, _ id: SliceID) -> Bool {
    slice.isKnown && slice.version == 0 && storedKeys.contains(id.key)
  }

  func begin(on state: any State) -> any State {
    guard var typed = state as? S else { return state }
    (changed, left) = ([], [:])
    for index in definitions.indices {
      let (definition, last) = (definitions[index], attached[index])
      attached[index] = nil
      // A stored key can be of an earlier build, with other limits. The state then has a value of its own.
      guard let key = try? definition.checkedKey(typed) else {
        fillPresence(index, nil, &typed)
        continue
      }
      attach(last.flatMap { $0.text == key ? $0 : nil } ?? SliceID(index, definition.name, of: key), &typed)
    }
    return typed
  }

  func follow<T: State>(_ container: StateContainer<T>) {
    guard let container = container as? StateContainer<S> else { return }
    container.refine = { [unowned self] in try didUpdate($0, &$1) }
  }

  /// Follows an updater. A change by an updater that also changes the key is one of the slice that the updater has seen.
  ///
  /// - Parameters:
  ///   - old: The state before it.
  ///   - new: The state after it. Gets the values of slices that the session shares from here on.
  /// - Throws: ``SharedPartError`` if a key is not possible. Nothing is changed then.
  private func didUpdate(_ old: S, _ new: inout S) throws {
    var next = attached
    for index in definitions.indices {
      let definition = definitions[index]
      let key = try definition.checkedKey(new)
      if key != next[index]?.text { next[index] = key.map { SliceID(index, definition.name, of: $0) } }
    }
    for index in definitions.indices {
      let (definition, id, nextID) = (definitions[index], attached[index], next[index])
      if let id {
        if !definition.isSame(old, new) { changed.insert(id.key) }
        if id.key == nextID?.key {
          restorePresence(index, &new)
          continue
        }
        if changed.remove(id.key) != nil { left[id.key] = definition.value(new) }
        attached[index] = nil
        if nextID == nil {
          definition.replace(&new, definition.value(empty))
          fillPresence(index, nil, &new)
        }
      }
      if let nextID { attach(nextID, &new) } else { restorePresence(index, &new) }
    }
  }

  private func attach(_ id: SliceID, _ state: inout S) {
    let base = bases[id.key] ?? newBase(id, state)
    bases[id.key] = base
    attached[id.index] = id
    let definition = definitions[id.index]
    if let value = left.removeValue(forKey: id.key) {
      changed.insert(id.key)
      definition.replace(&state, value)
    } else {
      definition.replace(&state, base.stored.value ?? definition.value(empty))
    }
    fillPresence(id.index, id, &state)
  }

  /// The user of the session may have seen a change by another server that has not been reported yet.
  private func newBase(_ id: SliceID, _ state: S) -> SliceBase {
    let name = definitions[id.index].presence?.name(state)
    var base = SliceBase(id, runtime.sliceTable.watch(id, by: session.key, as: name), name: name)
    if runtime.storage.isShared || isMissing(base.stored, id) { base.isStale = true }
    return base
  }

  func keep(of present: any State, in state: any State) -> any State {
    guard let present = present as? S, var state = state as? S else { return state }
    for case let id? in attached { definitions[id.index].replace(&state, definitions[id.index].value(present)) }
    return state
  }

  func own(_ state: any State) -> any State {
    guard var own = state as? S else { return state }
    for case let id? in attached { definitions[id.index].replace(&own, definitions[id.index].value(empty)) }
    return own
  }

  /// Takes over what is stored of a slice.
  ///
  /// - Returns: Whether it differs from what was known.
  func take(_ slice: StoredSlice, for id: SliceID) -> Bool {
    guard let base = bases[id.key] else { return false }
    bases[id.key] = SliceBase(id, slice, name: base.name)
    guard !isMissing(slice, id) else {
      bases[id.key]?.isStale = true
      return false
    }
    // A slice that is still unknown is no news: a session that shares it no more would be run on it for ever.
    return base.stored.version != slice.version || slice.isKnown && !base.stored.isKnown
  }

  func dropUnused() {
    if !bases.values.allSatisfy({ isUsed($0.id) }) { bases = bases.filter { isUsed($0.value.id) } }
    runtime.sliceTable.retain(ids.map(\.key), by: session.key)
  }

  // MARK: - Presence

  /// - Parameter id: The slice that the state is; nil for none.
  private func fillPresence(_ index: Int, _ id: SliceID?, _ state: inout S) {
    if definitions[index].presence == nil { return }
    if let id {
      if let news = runtime.presence(of: id, after: presences[index]?.version, for: session.key) {
        presences[index] = news
      }
    } else {
      presences[index] = nil
    }
    restorePresence(index, &state)
  }

  /// An updater may have replaced the whole state.
  private func restorePresence(_ index: Int, _ state: inout S) {
    if let property = definitions[index].presence {
      state[keyPath: property.path] = presences[index]?.value ?? Presence()
    }
  }

  /// Whether other users share the slices than the state says.
  var isPresenceOld: Bool {
    attached.contains { id in
      guard let id, let known = presences[id.index] else { return false }
      return runtime.presence(of: id, after: known.version, for: session.key) != nil
    }
  }

  /// Lets those who share slices know what the app says of the user now.
  func tellNames() {
    guard runtime.hasPresence, let state = session.state?.current as? S else { return }
    for case let id? in attached {
      guard let name = definitions[id.index].presence?.name(state), name != bases[id.key]?.name else { continue }
      bases[id.key]?.name = name
      _ = runtime.sliceTable.watch(id, by: session.key, as: name)
    }
  }
}

/// What is stored of a slice, as far as a session knows. Not in the generic class: dictionaries of it would be slow.
struct SliceBase {
  let id: SliceID
  var stored: StoredSlice
  /// Whether the storage is to be asked before the session goes on.
  var isStale: Bool
  /// What the users of the slice were told of this one; nil if the app does not ask who shares it.
  var name: String?

  init(_ id: SliceID, _ stored: StoredSlice, name: String?) {
    (self.id, self.stored, isStale, self.name) = (id, stored, !stored.isKnown, name)
  }
}
