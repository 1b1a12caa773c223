internal import Katana
internal import SessionKernel
internal import Sessions
internal import Synchronization

// How a session loads and stores the slices that it shares: what its kernel calls.

extension SessionSlices: SharedSlices {
  var isStale: Bool { !stale.isEmpty }

  func expire() {
    for key in bases.keys { bases[key]?.isStale = true }
  }

  func mayHaveChanged() { mayHaveNews.store(true, ordering: .sequentiallyConsistent) }

  // MARK: - Loading

  func willLoad() {
    loading = stale
    // Another object may have been this session, and left memory after this one was made.
    for id in loading { _ = runtime.sliceTable.watch(id, by: session.key, as: bases[id.key]?.name) }
  }

  func load() async throws(StorageError) { try await runtime.load(loading) }

  func didLoad(_ result: Result<Void, StorageError>) -> StorageError? {
    if case .failure(let error) = result { return error }
    takeLoaded()
    // Shown as new, it would soon be stored as new.
    if let id = missing {
      return .unavailable(
        "The stored value of \(id.description) is gone. Import it from a backup, or let it begin anew: parts delete "
          + id.key.hexadecimal)
    }
    // The session may have been given more time before its slices were known.
    if session.isStored { for id in loading { runtime.prolong(id, to: session.expiry()) } }
    return nil
  }

  func takeLoaded() { takeKnown(loading) }

  private func takeKnown(_ ids: [SliceID]) {
    for id in ids where take(runtime.sliceTable.known(id), for: id) { needsRebase = true }
  }

  @discardableResult func takeNews(isStorageAsked: Bool) -> Bool {
    if isStorageAsked { expire() }
    if runOnNews() { return true }
    guard mayHaveNews.exchange(false, ordering: .sequentiallyConsistent) else { return false }
    if session.hasUnansweredSave {
      // They may include a save of which the session does not know that it is stored: both are loaded.
      expire()
      return false
    }
    let stale = stale
    if !stale.isEmpty { mayHaveChanged() }  // until they are loaded, which may fail
    takeKnown(ids.filter { id in !stale.contains { $0.key == id.key } })
    if isPresenceOld { needsRebase = true }
    // The session may have begun with the news. Pages that it showed before it left memory do not have them.
    if toldVersions != versions { session.hasNews = true }
    toldVersions = versions
    return runOnNews()
  }

  /// Runs the updaters that are not stored again on the slices as they are stored.
  ///
  /// - Returns: Whether there was anything new.
  private func runOnNews() -> Bool {
    guard needsRebase else { return false }
    needsRebase = false
    guard let state = session.state else { return false }
    session.rebase(state)
    return true
  }

  func didRebase(isUnchanged: Bool) {
    needsRebase = false
    toldVersions = versions
    // If the updaters are undone, the session shares again what it shared before.
    guard isUnchanged else { return }
    dropUnused()
    tellNames()
  }

  /// Takes in what other sessions have stored, in a turn, which tells the open pages. Can be called on any thread.
  ///
  /// Many sessions that share a slice do this a few at a time, like the requests of one address.
  func takeInNews() {
    guard !isUpdating.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let session = session
    let executor = AddressExecutor(runtime.turns, client: AddressExecutor.updates)
    Task.detached(executorPreference: executor) { [self] in
      await executor.inTurn(of: session) { _ in
        isUpdating.store(false, ordering: .sequentiallyConsistent)
        // No page can be told: the session has left memory, has no state, or has to ask the storage for slices.
        if session.life == .evicted || session.state == nil || isStale { runtime.streams.tell(session.key) }
      }
    }
  }

  // MARK: - Storing

  // It waits before it has the turn of any slice, so no two sessions wait for each other. It keeps the turn until its requests are told.
  func takeTurn(_ turn: borrowing Turn) async -> Bool {
    guard place == nil, let slice = changed.first ?? left.keys.first else { return false }
    place = await turn.hold { [runtime] in await runtime.sliceTurns.take(slice) }
    return true
  }

  func didFlush(hasError: Bool) {
    if hasError { place?.endAllWaits() }
    place = nil
  }

  func saves(in state: any State) -> [RecordSave] {
    saving = []
    guard !changed.isEmpty || !left.isEmpty, let state = state as? S else { return [] }
    var saves: [RecordSave] = []
    for (key, base) in bases {
      let (id, definition, known) = (base.id, definitions[base.id.index], base.stored)
      guard let value = changed.contains(key) ? definition.value(state) : left[key] else { continue }
      // A slice that was removed and begun again must not have the version of the one before.
      let version = SavedVersions.next(after: max(known.version, 1), runtime.platform.number())
      let slice = StoredSlice(
        version: version, value: value, created: known.version > 0 ? known.created : runtime.time,
        expiry: runtime.sliceExpiry, unknownMembers: known.unknownMembers)
      saving.append((id, slice))
      let content = SliceContent(
        name: id.name, text: id.text, version: definition.version, value: value, unknownMembers: known.unknownMembers)
      let record = SessionRecord(
        version: version, content: content, created: slice.created, expiry: slice.expiry, isUsed: true)
      saves.append(RecordSave(record, for: key, replacing: known.version))
    }
    return saves
  }

  func didSave() {
    for (id, slice) in saving { bases[id.key] = SliceBase(id, slice, name: bases[id.key]?.name) }
    (changed, left) = ([], [:])
    for (id, slice) in saving { runtime.learn(slice, of: id, asked: slice.version, by: session.key) }
    saving = []
    dropUnused()
    tellNames()
  }

  func didNotSave() {
    runtime.slicesMayChangeLate(saving.map(\.id))
    saving = []
  }

  func prolong(to expiry: Int64) {
    for id in ids { runtime.prolong(id, to: expiry) }
  }

  func forget() { runtime.sliceTable.forget(session.key) }
}
