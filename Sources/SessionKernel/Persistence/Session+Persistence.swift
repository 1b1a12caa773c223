internal import AppData
internal import Hydra
package import Katana
package import Sessions
internal import Synchronization
internal import TempuraMetrics

// Carries out what `Persistence` decides. Used in turns of the session only.

/// What is stored of a session, and what the storage is asked.
struct Storing {
  var persistence: Persistence
  /// What was stored last: the state below the journal. It stays if the session has to begin again.
  var content: StateContent?
  /// All but the state, as it was stored last.
  var snapshot: Snapshot
  /// Why files that the app keeps cannot be stored; nil if they can.
  var unreadFiles: StorageError?

  /// What is stored besides the state, to find out whether it has changed.
  struct Snapshot: Equatable {
    var scenes: UInt64 = 0
    var answers: UInt64 = 0
    var isUsed = false
    var language: String?
    var timeZone: String?
  }

  init(_ record: SessionRecord?, _ content: StateContent?, isUsed: Bool) {
    persistence = Persistence(record: record)
    self.content = content
    snapshot = Snapshot(isUsed: isUsed, language: content?.language, timeZone: content?.timeZone)
  }
}

extension Session {
  private var snapshot: Storing.Snapshot {
    Storing.Snapshot(
      scenes: screens.remembered.version, answers: answers.version, isUsed: lifetime.isUsed,
      language: screens.language, timeZone: screens.timeZone)
  }

  /// What is stored, as far as this server knows; nil if nothing is.
  package var record: SessionRecord? { storing.persistence.record }

  /// Whether something is stored. Copies no record.
  package var isStored: Bool { version > 0 }

  /// The stored version; 0 for none.
  package var version: UInt64 { storing.persistence.version }

  /// Whether the storage has not replied to a save.
  package var hasUnansweredSave: Bool { storing.persistence.hasUnanswered }

  /// Why the last change was not stored; nil if it was.
  package var persistenceError: PersistenceError? { storing.persistence.error }

  /// What was stored last, decoded; nil if nothing was.
  package var content: StateContent? { storing.content }

  /// Whether something has changed that is to be stored. A new state is: it may have random ids, which the next tap has to
  /// find.
  package var isUnsaved: Bool {
    guard let state, !isRemoved, storesChanges else { return false }
    return !isStored || !state.journal.isEmpty || snapshot != storing.snapshot
  }

  /// Runs the session's work, stores what changed, and tells the requests that wait for that.
  func flush(_ turn: borrowing Turn) async {
    repeat { await queue.runWork() } while await store(turn) == .runWork
    slices?.didFlush(hasError: persistenceError != nil)
    waiters.tell(waiters.ready(in: self), persistenceError)
  }

  private enum AfterStoring {
    /// Answer the requests.
    case answer
    /// The screens have something to show before anything is stored.
    case runWork
  }

  /// Stores what changed.
  private func store(_ turn: borrowing Turn) async -> AfterStoring {
    // Nothing is stored any more: requests are answered as if all was.
    if life == .evicted || runtime.longWork.isClosed { return .answer }
    noteKeptFiles()
    // The session could not be loaded with them. Saved now, the old values would replace the new ones.
    if let slices {
      if slices.takeNews(isStorageAsked: false) { return .runWork }
      if life == .live, isUnsaved, await slices.takeTurn(turn) { return .runWork }  // which may have come meanwhile
    }
    undoLateAskers()
    prepareAnswers()
    var hadError = persistenceError != nil
    var effects = handle(.workRanOut(needs()))
    while !effects.isEmpty {
      var next: [Persistence.Effect] = []
      for effect in effects {
        if case .answer = effect {
          // Other servers, which may have been asked meanwhile, did not know of it before.
          if hadError, persistenceError == nil { hasNews = true }
          return .answer
        }
        hadError = persistenceError != nil
        next = await perform(effect, turn)
      }
      effects = next
    }
    slices?.takeNews(isStorageAsked: false)
    return .runWork
  }

  private func handle(_ event: Persistence.Event) -> [Persistence.Effect] {
    let version = storing.persistence.version
    let effects = storing.persistence.handle(event)
    // After an own rename whose reply was lost, the version is that in memory.
    if case .takeOver(nil) = effects.first, isUnsaved, storing.persistence.version != version {
      runtime.metrics.retries.increment()
    }
    validity.hasError.store(persistenceError != nil, ordering: .relaxed)
    return effects
  }

  private func needs() -> Persistence.Needs {
    var needs = Persistence.Needs()
    needs.end = life == .ending
    if !needs.end, state?.hasUndone == true { discardUndone() }
    needs.slices = life == .live && slices?.isStale == true
    guard !needs.end, let state else { return needs }
    screens.remember()
    needs.newID = newID
    needs.save = isUnsaved
    needs.updaters = state.journal.count
    needs.answers = answers
    needs.input = screens.remembered.hasInput
    return needs
  }

  /// - Returns: What follows from the storage's answer, if it was asked.
  private func perform(_ effect: Persistence.Effect, _ turn: borrowing Turn) async -> [Persistence.Effect] {
    let storage = runtime.storage
    switch effect {
    case .save(let version, let last, let withInput):
      guard let current = state?.current else { return [] }
      let record = record(of: current, after: last, replacing: version, withInput: withInput)
      let saves = [RecordSave(record, for: key, replacing: version)] + (slices?.saves(in: current) ?? [])
      let saved =
        if let error = storing.unreadFiles { Result<SavedSession, StorageError>.failure(error) } else {
          await turn.ask { () async throws(StorageError) in try await storage.save(saves) }
        }
      for attachment in attachments { attachment.didStore(saved, self) }
      return handle(.saved(record, saved))
    case .load: return handle(.loaded(await load(turn)))
    case .loadSlices:
      guard let slices else { return handle(.slicesLoaded(nil)) }
      slices.willLoad()
      let loaded = await turn.ask { () async throws(StorageError) in try await slices.load() }
      return handle(.slicesLoaded(slices.didLoad(loaded)))
    case .rename(let id, let version):
      guard let record else { return [] }
      let moved = RecordSave(record, for: SessionKey(of: id.id), replacing: 0)
      let left = RecordSave(renamed(to: id, replacing: version), for: key, replacing: version)
      let renamed = await turn.ask { () async throws(StorageError) in try await storage.save([moved, left]) }
      return handle(.renamed(renamed))
    case .remove(let version):
      let key = key
      let removed = await turn.ask { () async throws(StorageError) in try await storage.remove(key, version: version) }
      return handle(.removed(removed))
    case .forgetJournal: didSave()
    case .takeOver(let stored): takeOver(stored)
    case .takeNewID(let id): rename(to: id)
    case .end(byApp: true): life = .removed(byApp: true, isTold: false)
    case .end(byApp: false): didRemoveElsewhere()
    case .leave: didRenameElsewhere()
    case .undo(let error): undo(because: error)
    case .answer: break
    }
    return []
  }

  /// All that has changed is stored.
  private func didSave() {
    keepContent()
    slices?.didSave()
    if let stored = storing.content?.state { state?.didSave(stored) }
    if !waiters.isEmpty, let stored = storing.content?.answers { answers.didStore(stored) }
    storing.snapshot = snapshot
    if let expiry = storing.persistence.expiry {
      didSetExpiry(expiry)
      slices?.prolong(to: expiry)
    }
  }

  /// Keeps what is stored now.
  private func keepContent() {
    guard let content = record?.content as? StateContent else { return }
    storing.content = content
    slices?.noteStored(content.slices)
  }

  // MARK: - Storing

  /// What is to be stored.
  private func record(
    of state: any State, after last: UInt64, replacing version: UInt64, withInput: Bool
  ) -> SessionRecord {
    let remembered = screens.remembered
    return SessionRecord(
      version: SavedVersions.next(after: last, runtime.platform.number()),
      content: StateContent(
        state: slices?.own(state) ?? state, stateVersion: runtime.states.stateVersion,
        scenes: withInput || !remembered.hasInput ? remembered.entries : remembered.entriesWithoutInput,
        answers: answers, language: screens.language, timeZone: screens.timeZone,
        earlierVersions: isStored ? SavedVersions.earlier(storing.content?.earlierVersions ?? [], version) : [],
        slices: slices?.stored ?? [:], kept: kept?.settled ?? [:], number: lifetime.number,
        unknownMembers: content?.unknownMembers ?? .none, earlier: earlier),
      created: lifetime.created, expiry: expiry(), isUsed: lifetime.isUsed)
  }

  /// Undoes what was done for the forms that are about to be answered as not stored, and what their side effects do from then
  /// on. What is done for others is kept, and stored later.
  private func undo(because error: PersistenceError) {
    if case .failed(let error) = error {
      validity.invalidate()  // only the reply may have been lost
      slices?.didNotSave()
      runtime.log.report("Session \(key.shortened) could not be stored: \(error)", session: key)
      // Changes of no form are undone, too: otherwise every later form would be too large.
      let forms = waiters.forms { _ in true }
      if error.isAboutSize { state?.undo { cause in !forms.contains { $0.request.cause === cause } } }
    }
    // Until the id is another one, requests with the old id would see what those forms did.
    for form in waiters.forms(where: rotation.isAskedBy) { form.hasTimedOut = true }
    let forms = answeredForms
    undo(forms)
    if let content, !forms.isEmpty { screens.restore(content.scenes) }
  }

  /// Undoes what was done for some forms, and what their side effects do from then on.
  private func undo(_ forms: [Waiters.Waiter]) {
    answers.clearUnstoredDecisions()
    guard !forms.isEmpty || state?.hasUndone == true else { return }
    for form in forms { form.request.cause.isUndone.store(true, ordering: .relaxed) }
    discardUndone(forms.compactMap(\.formKey))
  }

  /// Undoes forms that ask for a new id if another request got one which their senders may not know.
  ///
  /// One of both senders may have planted the old id. So neither may get what the other one does then: the session keeps
  /// the id that it has, and what such a form did is not stored. It is answered with 503. It is sent again with the
  /// id that its browser has by then.
  private func undoLateAskers() {
    let late = rotation.takeLateAskers()
    guard rotation.isWanted || !late.isEmpty else { return }
    let forms = waiters.forms { request in
      (rotation.isAskedBy(request) || late.contains { $0 === request.cause }) && !rotation.mayBeKnown(to: request)
    }
    guard !forms.isEmpty else { return }
    for form in forms {
      rotation.withdraw(form.request.cause)
      form.hasTimedOut = true
    }
    undo(forms)
  }

  /// - Parameter forms: The keys of the forms that are undone now.
  private func discardUndone(_ forms: [IdempotencyKeys.Key] = []) {
    // An app without a store has the same state before it has kept anything.
    let base = content?.state ?? (runtime.states.type == nil ? NoState() : nil)
    guard let state, base != nil || slices != nil else { return }
    let undone = state.discardUndoneUpdaters()
    _ = handle(.discarded(forms: forms, updaters: undone.map(\.index)))
    rebase(state, on: base)
    if let content, undone.contains(where: { $0.updater is Forgetting }) { screens.restore(content.scenes) }
    if !undone.isEmpty {
      let names = undone.map { ($0.updater as? KeptChange)?.debugDescription ?? $0.updater.debugDescription }.joined(
        separator: ", ")
      runtime.log.report("Session \(key.shortened) is as it was before \(names).", session: key)
    }
  }

  // MARK: - What others stored

  /// Loads the session and the slices that it shares.
  private func load(_ turn: borrowing Turn) async -> Persistence.Loaded {
    let (version, key, storage, slices) = (storing.persistence.version, key, runtime.storage, slices)
    slices?.expire()
    slices?.willLoad()
    let loaded = await turn.ask { () async throws(StorageError) in
      // First, so that they do not include a save of the session that the session does not include.
      try await slices?.load()
      let loaded = try await storage.load(key, unless: 0)
      // Again, so that they include what the session was stored with.
      if case .record(let record) = loaded, record.version == version {} else { try await slices?.load() }
      return loaded
    }
    // The slices alone may include a save of the session that the session does not include.
    if case .success = loaded { slices?.takeLoaded() }
    return read(loaded)
  }

  /// Runs the journal again.
  ///
  /// - Parameter base: The state on which it runs; nil for the same one, with other values of slices.
  package func rebase(_ state: SessionState, on base: (any State)? = nil) {
    if base != nil { rebaseKept() }
    defer { for attachment in attachments { attachment.didReplaceState(of: self, isShared: base == nil) } }
    for error in state.rebase(on: base) {
      runtime.log.report(
        "In session \(key.shortened) an updater could not run again on a newer state: \(error)", session: key)
    }
    slices?.didRebase(isUnchanged: state.journal.isEmpty)
  }

  private func read(_ result: Result<LoadedSession, StorageError>) -> Persistence.Loaded {
    switch StoredCopy(result, runtime.states) {
    case .record(let record, let content): return .record(record, earlier: content.earlierVersions)
    case .renamed(let renamed): return .renamed(to: rotation.isOwn(renamed) ? newID : nil)
    case .unreadable(_, let error): return .failed(.unavailable("\(error)"))
    // The next request quarantines it.
    case .damaged(let reason, _): return .failed(.unavailable("It cannot be read: \(reason)."))
    case .missing, .unchanged:
      // If other servers share the storage, they may have given it more time, and then removed it.
      let isOver = record.map { !runtime.storage.isShared && ($0.expiry <= runtime.time || !$0.isUsed) } ?? true
      return isOver ? .expired(newID: newID) : .removed
    case .noAnswer(let error): return .failed(error)
    }
  }

  /// Takes over a record that was loaded, unless it is older than the one in memory. Updaters whose changes are not stored
  /// run again on its state.
  func adopt(_ record: SessionRecord, _ content: StateContent) {
    for case .takeOver(let stored) in handle(
      .found(record, earlier: content.earlierVersions, isExpired: isExpired))
    {
      // The slices that it was stored with may not have been reported yet.
      slices?.expire()
      takeOver(stored)
    }
  }

  /// - Parameter save: The save of this server that the record includes.
  private func takeOver(_ save: SavedVersions.Save?) {
    let scenesBefore = storing.content?.scenes ?? []
    keepContent()
    keepWhatIsStored()
    guard let record, let content else { return }
    if record.isUsed { lifetime.isUsed = true }  // as another server has noticed
    let knowsTimeZone = screens.timeZone != storing.snapshot.timeZone
    storing.snapshot = Storing.Snapshot(
      scenes: screens.remembered.version, answers: storing.snapshot.answers, isUsed: record.isUsed,
      language: content.language, timeZone: content.timeZone)
    if let save {
      state?.didSave(first: save.updaters)
      answers.didStore(save.answers)
    }
    screens.adopt(
      content, from: scenesBefore, isForgotten: state?.hasForgotten == true, knowsTimeZone: knowsTimeZone)
    let applied = answers.merge(content.answers, at: runtime.time)
    if !applied.isEmpty {
      // Another server applied the same forms, runs their side effects, too, and has given the new ids that they asked for.
      for form in waiters.forms where applied.contains(form.key) {
        form.cause?.isUndone.store(true, ordering: .relaxed)
        rotation.withdraw(form.cause)
      }
      _ = state?.discardUndoneUpdaters()
    }
    // Without a state, nothing knows what the open pages show.
    guard let state else {
      rebaseKept()
      // Its open pages are to be told of changes of the slices that it shares now.
      if let slices {
        _ = slices.begin(on: content.state)
        slices.dropUnused()
      }
      return runtime.pages.tell(key)
    }
    rebase(state, on: content.state)
  }

  // MARK: - More time, another id, and the end

  /// Gives the session more time in the storage.
  func touch(expiry: Int64) {
    _ = handle(.touched(expiry: expiry))
    tellStorage("could not be given more time") { [runtime, key] () async throws(StorageError) in
      try await runtime.storage.touch(key, expiry: expiry)
    }
  }

  /// What is stored under the old id of a session that gets another one.
  private func renamed(to new: SessionIDRotation.NewID, replacing version: UInt64) -> SessionRecord {
    // The request that gets the id may still wait for side effects.
    let expiry = runtime.time + RenamedSession.lifetime + Int64(runtime.limits.sideEffectTimeout.rounded(.up))
    return SessionRecord(
      version: SavedVersions.next(after: version, runtime.platform.number()),
      content: RenamedSession(from: id, to: new.id, for: new.claim, expiry: expiry), created: lifetime.created,
      expiry: expiry, isUsed: true)
  }

  /// Removes a session whose id no browser was given, from the storage and from memory.
  package func removeUnclaimed() {
    if let record {
      tellStorage("could not be removed") { [runtime, key] () async throws(StorageError) in
        _ = try await runtime.storage.remove(key, version: record.version)
      }
    }
    evict()
  }

  /// Calls the storage without waiting for its answer.
  ///
  /// - Parameter problem: What the log says of the session if the call fails.
  private func tellStorage(_ problem: String, _ call: @escaping @Sendable () async throws(StorageError) -> Void) {
    let (log, name) = (runtime.log, key.shortened)
    runtime.turns.run {
      do throws(StorageError) { try await call() } catch { log.report("Session \(name) \(problem): \(error)") }
    }
  }
}
