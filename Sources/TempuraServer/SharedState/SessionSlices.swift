internal import Katana
internal import Sessions

/// The parts that a session shares with others: which ones, what is stored of them, and what its updaters have done to them since.
/// Used in turns of the session only.
///
/// In the state in memory each shared property has the part's value. In the stored state of the session it has that of a new
/// state, as the part is a stored value of its own.
protocol SessionParts: AnyObject {
  /// The parts that are to be loaded before the session goes on.
  var stale: [PartID] { get }

  /// All parts that the session shares, or shared since it was stored.
  var ids: [PartID] { get }

  /// The keys of the parts that are stored, by the names of the parts. The session's record has these keys, so that such a part does
  /// not begin anew if its own record is gone.
  var stored: [String: String] { get }

  /// Takes over the keys that the session's record has: ``stored`` when it was written.
  func noteStored(_ keys: [String: String])

  /// The parts whose records are gone although the session's record has their keys. They stay stale.
  var missing: [PartID] { get }

  /// Puts the shared values into a state without them, such as a stored one. What updaters did since is forgotten.
  func begin(on state: any State) -> any State

  /// Lets the parts be loaded again, or compared with what is stored.
  func expire()

  /// What the app says of the user to those who share a part; nil if it does not ask who they are.
  func name(for id: PartID) -> String?

  /// Finds out what the app says of the user in a state.
  ///
  /// - Returns: The parts for which it says something else than before.
  func updateNames(in state: any State) -> [PartID]

  /// Whether other users share the parts than the state says.
  var isPresenceOld: Bool { get }

  /// Takes over what is stored of a part.
  ///
  /// - Returns: Whether it differs from what was known.
  func take(_ part: StoredPart, for id: PartID) -> Bool

  /// The parts that updaters have changed, with their values, and what was stored before.
  func changes(in state: any State) -> [PartChange]

  /// Where a part is stored that updaters have changed; nil if they have changed none.
  var changedPart: SessionKey? { get }

  /// The state as it is stored for the session: without the values of parts.
  func own(_ state: any State) -> any State

  /// Returns another state with the values of parts that the present one has.
  func keep(of present: any State, in state: any State) -> any State

  /// Notes that the changes are stored.
  func didSave(_ saved: [(id: PartID, part: StoredPart)])

  /// Forgets the parts that the session does not share any more.
  func dropUnused()
}

/// A part that a session has changed.
struct PartChange {
  let id: PartID
  let base: StoredPart
  let value: any Codable
  /// The version of the value's format.
  let format: Int
}

/// What is stored of a part, as far as a session knows. Not in the generic class: dictionaries of it would be slow.
private struct Base {
  let id: PartID
  var stored: StoredPart
  /// Whether the storage is to be asked before the session goes on.
  var isStale: Bool
  /// What the users of the part were told of this one; nil if the app does not ask who shares it.
  var name: String?

  init(_ id: PartID, _ stored: StoredPart, name: String?) {
    (self.id, self.stored, isStale, self.name) = (id, stored, !stored.isKnown, name)
  }
}

final class TypedParts<S: State>: SessionParts {
  private let definitions: [SharedPart<S>]
  /// Its properties are stored in the place of shared ones.
  private let empty: S
  private let source: PartSource
  /// Whether other servers may have changed a part that this server knows.
  private let isStorageShared: Bool

  /// What is stored, by where it is.
  private var bases: [SessionKey: Base] = [:]
  /// The part that each property of the state is now, by the index of its definition; nil for one that is not shared.
  private var attached: [PartID?]
  /// The attached parts that updaters have changed.
  private var changed: Set<SessionKey> = []
  /// The changed values of parts that the session does not share any more.
  private var left: [SessionKey: any Codable] = [:]
  /// The parts that were stored when the session's record was written.
  private var storedKeys: Set<SessionKey> = []
  /// Who shares each part, as the state says, by the index of its definition.
  private var presences: [VersionedPresence?]

  /// - Parameters:
  ///   - empty: A new state.
  ///   - isStorageShared: Whether other servers may have changed a part that this server knows.
  init(_ definitions: [SharedPart<S>], empty: S, isStorageShared: Bool, from source: PartSource) {
    self.definitions = definitions
    self.empty = empty
    self.isStorageShared = isStorageShared
    self.source = source
    attached = Array(repeating: nil, count: definitions.count)
    presences = Array(repeating: nil, count: definitions.count)
  }

  var stale: [PartID] { bases.values.compactMap { $0.isStale && isUsed($0.id) ? $0.id : nil } }

  /// Whether the state has the part, or a changed value of it is to be stored.
  private func isUsed(_ id: PartID) -> Bool { attached[id.index]?.key == id.key || left[id.key] != nil }

  var ids: [PartID] { bases.values.map { $0.id } }

  var stored: [String: String] {
    var keys: [String: String] = [:]
    for case let id? in attached
    where changed.contains(id.key) || storedKeys.contains(id.key) || (bases[id.key]?.stored.version ?? 0) > 0 {
      keys[id.name] = id.text
    }
    return keys
  }

  func noteStored(_ keys: [String: String]) { storedKeys = Set(keys.map { SessionKey(ofPart: $0, $1) }) }

  var missing: [PartID] { bases.values.compactMap { isMissing($0.stored, $0.id) && isUsed($0.id) ? $0.id : nil } }

  private func isMissing(_ part: StoredPart, _ id: PartID) -> Bool {
    part.isKnown && part.version == 0 && storedKeys.contains(id.key)
  }

  func begin(on state: any State) -> any State {
    guard var typed = state as? S else { return state }
    begin(on: &typed)
    return typed
  }

  func begin(on state: inout S) {
    (changed, left) = ([], [:])
    for index in definitions.indices {
      let (part, last) = (definitions[index], attached[index])
      attached[index] = nil
      // A stored key can be of an earlier build, with other limits. The state then has a value of its own.
      guard let key = try? part.checkedKey(state) else {
        fillPresence(index, nil, &state)
        continue
      }
      attach(last.flatMap { $0.text == key ? $0 : nil } ?? PartID(index, part.name, of: key), &state)
    }
  }

  /// Follows an updater. A change by an updater that also changes the key is one of the part that the updater has seen.
  ///
  /// - Parameters:
  ///   - old: The state before it.
  ///   - new: The state after it. Gets the values of parts that the session shares from here on.
  /// - Throws: ``SharedPartError`` if a key is not possible. Nothing is changed then.
  func didUpdate(_ old: S, _ new: inout S) throws {
    var next = attached
    for index in definitions.indices {
      let part = definitions[index]
      let key = try part.checkedKey(new)
      if key != next[index]?.text { next[index] = key.map { PartID(index, part.name, of: $0) } }
    }
    for index in definitions.indices {
      let (part, id, nextID) = (definitions[index], attached[index], next[index])
      if let id {
        if !part.isSame(old, new) { changed.insert(id.key) }
        if id.key == nextID?.key {
          restorePresence(index, &new)
          continue
        }
        if changed.remove(id.key) != nil { left[id.key] = part.value(new) }
        attached[index] = nil
        if nextID == nil {
          part.replace(&new, part.value(empty))
          fillPresence(index, nil, &new)
        }
      }
      if let nextID { attach(nextID, &new) } else { restorePresence(index, &new) }
    }
  }

  private func attach(_ id: PartID, _ state: inout S) {
    let base = bases[id.key] ?? newBase(id, state)
    bases[id.key] = base
    attached[id.index] = id
    let part = definitions[id.index]
    if let value = left.removeValue(forKey: id.key) {
      changed.insert(id.key)
      part.replace(&state, value)
    } else {
      part.replace(&state, base.stored.value ?? part.value(empty))
    }
    fillPresence(id.index, id, &state)
  }

  /// - Parameter id: The part that the state is; nil for none.
  private func fillPresence(_ index: Int, _ id: PartID?, _ state: inout S) {
    if definitions[index].presence == nil { return }
    if let id {
      if let news = source.presence(id, presences[index]?.version) { presences[index] = news }
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

  func name(for id: PartID) -> String? { bases[id.key]?.name }

  func updateNames(in state: any State) -> [PartID] {
    guard let state = state as? S else { return [] }
    return attached.compactMap { id in
      guard let id, let name = definitions[id.index].presence?.name(state), name != bases[id.key]?.name
      else { return nil }
      bases[id.key]?.name = name
      return id
    }
  }

  var isPresenceOld: Bool {
    attached.contains { id in
      guard let id, let known = presences[id.index] else { return false }
      return source.presence(id, known.version) != nil
    }
  }

  /// The user of the session may have seen a change by another server that has not been reported yet.
  private func newBase(_ id: PartID, _ state: S) -> Base {
    let name = definitions[id.index].presence?.name(state)
    var base = Base(id, source.watch(id, name), name: name)
    if isStorageShared || isMissing(base.stored, id) { base.isStale = true }
    return base
  }

  func expire() {
    for key in bases.keys { bases[key]?.isStale = true }
  }

  func take(_ part: StoredPart, for id: PartID) -> Bool {
    guard let base = bases[id.key] else { return false }
    bases[id.key] = Base(id, part, name: base.name)
    guard !isMissing(part, id) else {
      bases[id.key]?.isStale = true
      return false
    }
    // A part that is still unknown is no news: a session that shares it no more would be run on it for ever.
    return base.stored.version != part.version || part.isKnown && !base.stored.isKnown
  }

  var changedPart: SessionKey? { changed.first ?? left.keys.first }

  func changes(in state: any State) -> [PartChange] {
    guard !changed.isEmpty || !left.isEmpty, let state = state as? S else { return [] }
    var changes: [PartChange] = []
    for (key, base) in bases {
      let part = definitions[base.id.index]
      guard let value = changed.contains(key) ? part.value(state) : left[key] else { continue }
      changes.append(PartChange(id: base.id, base: base.stored, value: value, format: part.version))
    }
    return changes
  }

  func own(_ state: any State) -> any State {
    guard var own = state as? S else { return state }
    for case let id? in attached { definitions[id.index].replace(&own, definitions[id.index].value(empty)) }
    return own
  }

  func keep(of present: any State, in state: any State) -> any State {
    guard let present = present as? S, var state = state as? S else { return state }
    for case let id? in attached { definitions[id.index].replace(&state, definitions[id.index].value(present)) }
    return state
  }

  func didSave(_ saved: [(id: PartID, part: StoredPart)]) {
    for (id, part) in saved { bases[id.key] = Base(id, part, name: bases[id.key]?.name) }
    (changed, left) = ([], [:])
  }

  func dropUnused() {
    if !bases.values.allSatisfy({ isUsed($0.id) }) { bases = bases.filter { isUsed($0.value.id) } }
  }
}
