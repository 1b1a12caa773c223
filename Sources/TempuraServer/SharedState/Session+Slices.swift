internal import Katana
internal import Sessions
internal import Synchronization

// What a session does with the parts of its state that it shares. Used in turns of the session only.

extension Session {
  /// Forgets the parts that the session does not share any more, and those that it left at another server.
  func dropUnusedParts() {
    guard let parts else { return }
    parts.dropUnused()
    runtime.parts.retain(parts.ids.map(\.key), by: key)
  }

  // MARK: - Loading

  /// The parts to load.
  func watchStaleParts() -> [PartID] {
    let stale = parts?.stale ?? []
    // Another object may have been this session, and left memory after this one was made.
    for id in stale { _ = runtime.parts.watch(id, by: key, as: parts?.name(for: id)) }
    return stale
  }

  /// Takes over what was loaded of shared parts.
  ///
  /// - Returns: Why they could not be loaded.
  func take(_ ids: [PartID], _ result: Result<Void, StorageError>) -> StorageError? {
    if case .failure(let error) = result {
      scenes.forgetPages()  // the next request has to load them
      return error
    }
    takeKnown(ids)
    // Shown as new, it would soon be stored as new.
    if let id = parts?.missing.first {
      scenes.forgetPages()
      return .unavailable(
        "The stored value of \(id.description) is gone. Import it from a backup, or let it begin anew: parts delete "
          + id.key.hexadecimal)
    }
    // The session may have been given more time before its parts were known.
    if isStored { for id in ids { runtime.prolong(id, to: expiry()) } }
    return nil
  }

  func takeKnown(_ ids: [PartID]) {
    guard let parts else { return }
    for id in ids where parts.take(runtime.parts.known(id), for: id) { storing.hasNewParts = true }
  }

  /// Takes over what other sessions of this server have stored of shared parts. Call it before a request is answered.
  ///
  /// - Parameter isStorageAsked: Whether the storage was asked for the session, and is to be asked for its parts.
  /// - Returns: Whether there were any.
  @discardableResult func takeNewParts(isStorageAsked: Bool) -> Bool {
    guard let parts else { return false }
    if isStorageAsked { parts.expire() }
    // First, because a page that was kept is sent without a turn.
    if !parts.stale.isEmpty || freshness.partsMayHaveChanged.load(ordering: .sequentiallyConsistent) {
      scenes.forgetPages()
    }
    guard freshness.partsMayHaveChanged.exchange(false, ordering: .sequentiallyConsistent) else { return false }
    if storing.persistence.hasUnanswered {
      // They may include a save of which the session does not know that it is stored: both are loaded.
      parts.expire()
      return false
    }
    let stale = parts.stale
    // Until they are loaded, which may fail, no page is sent without a turn.
    if !stale.isEmpty { partsMayHaveChanged() }
    takeKnown(parts.ids.filter { id in !stale.contains { $0.key == id.key } })
    if parts.isPresenceOld { storing.hasNewParts = true }
    return runOnNewParts()
  }

  /// Lets the state have the shared parts as they are stored. Updaters that are not stored run again on them.
  ///
  /// - Returns: Whether there was anything new.
  @discardableResult func runOnNewParts() -> Bool {
    guard storing.hasNewParts else { return false }
    storing.hasNewParts = false
    guard let state else { return false }
    scenes.forgetPages()
    rebase(state)
    return true
  }

  // MARK: - Storing

  /// The changes of shared parts, which are stored with the session: all of it or nothing.
  func saves(ofPartsIn current: any State) -> [RecordSave] {
    guard let parts else { return [] }
    storing.parts = []
    var saves: [RecordSave] = []
    for change in parts.changes(in: current) {
      let (id, base) = (change.id, change.base)
      // A part that was removed and begun again must not have the version of the one before.
      let version = Versions.next(after: max(base.version, 1), runtime.platform.number())
      let part = StoredPart(
        version: version, value: change.value, created: base.version > 0 ? base.created : runtime.time,
        expiry: runtime.partExpiry, unknownMembers: base.unknownMembers)
      storing.parts.append((id, part))
      let content = PartContent(
        name: id.name, text: id.text, version: change.format, value: change.value, unknownMembers: base.unknownMembers)
      let record = SessionRecord(
        version: version, content: content, created: part.created, expiry: part.expiry, isUsed: true)
      saves.append(RecordSave(record, for: id.key, replacing: base.version))
    }
    return saves
  }

  /// The changes of shared parts are stored: lets other sessions know.
  func didSaveParts() {
    guard let parts else { return }
    parts.didSave(storing.parts)
    for (id, part) in storing.parts { runtime.learn(part, of: id, asked: part.version, by: key) }
    storing.parts = []
    dropUnusedParts()
    tellNames()
  }

  /// Lets those who share parts know what the app says of the user now.
  func tellNames() {
    guard let parts, runtime.app.parts?.hasPresence == true, let state else { return }
    for id in parts.updateNames(in: state.current) { _ = runtime.parts.watch(id, by: key, as: parts.name(for: id)) }
  }
}
