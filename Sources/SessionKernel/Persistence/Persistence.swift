package import Sessions

/// Decides what is stored of a session and when, and what follows if that fails or if another server has stored the session
/// meanwhile.
///
/// A value without storage, session or lock: ``handle(_:)`` is told what happened and returns what to do, in order.
/// `Session+Persistence` carries that out. Nothing of the session runs while the storage is asked.
///
/// | phase | event | next phase | effects |
/// |---|---|---|---|
/// | idle | work ran out, the app wants the end | removing | remove |
/// | idle | work ran out, a request may get a new id that waits or will come, something is stored | renaming | rename |
/// | idle | work ran out, a slice that the session shares is not known | loading slices | load slices |
/// | idle | the same, and a save has no reply | loading | load |
/// | idle | work ran out, something changed | saving | save |
/// | idle | work ran out, nothing changed | idle | answer; forget the last error |
/// | idle | a request found another record: a newer one, one after the present one has expired, or an older one after a failover | idle | take over |
/// | idle | a request found the same record | idle | – |
/// | saving | saved | idle | forget the journal, answer |
/// | saving | outdated: another server saved since, or the driver sent the save twice | loading | load; note the save as unanswered |
/// | saving | too large, with unused input | saving | save without the input |
/// | saving | failed: perhaps only the reply was lost | idle | note the save as unanswered; undo, answer |
/// | saving, renaming, removing | outdated more than a hundred times | idle | note a save as unanswered; undo, answer |
/// | loading | a record that is an unanswered save, or names one among the versions before it | idle | take over; what was saved is not run again |
/// | loading | any other record | idle | take over; all of the journal runs again on it. Saves without a reply are forgotten if they replace another version |
/// | loading | expired, or never used and replaced in a storage that no other server uses | idle | take the new id, if any |
/// | loading | removed | idle | end, undo, answer |
/// | loading | renamed by a call of this server without a reply | loading | take the new id, load |
/// | loading | renamed by another server | idle | leave, undo, answer |
/// | loading | failed | idle | undo, answer |
/// | loading slices | loaded | idle | – |
/// | loading slices | failed, or a slice cannot be read | idle | undo, answer |
/// | renaming | saved | idle | take the new id |
/// | renaming | outdated | loading | load |
/// | renaming | failed | idle | undo, answer. The next attempt uses the same id |
/// | removing | removed | idle | end, answer |
/// | removing | not removed: nothing or another version is stored | removing | load |
/// | removing | loaded: expired or removed | idle | end, answer |
/// | removing | loaded: anything else | as if loading | as if loading. The next attempt removes what was taken over |
/// | removing | failed | idle | undo, answer |
///
/// "Undo" is about the forms that are answered then: they are answered as not stored. What ran for others stays in the
/// journal. Each record that is taken over is searched for unanswered saves. If no effect asks the storage or answers, the
/// session runs its work, and the event "work ran out" comes again.
///
/// So if the reply to a save is lost and another server has saved since: the save has failed. The user is told that the form
/// was not stored, and the form is undone in memory. The next request asks the storage, because the save may have been
/// stored. The record names the last eight versions before it. If the lost save is among them, the form's updaters are in
/// the record, also if the form is never sent again. If not, they are nowhere: only those of other forms are in the journal,
/// and run on the record. A form that is sent again finds its answer in the record, or is applied then. After more than
/// eight saves by others, a stored save counts as not stored, and its form is applied twice if it is sent again.
struct Persistence {
  enum Phase {
    case idle, loading, loadingSlices
    /// Also while the session is loaded because another version of it is stored.
    case removing
    case renaming(to: SessionIDRotation.NewID)
    /// - hasInput: Whether the unused input of fields is stored, too.
    case saving(SavedVersions.Save, hasInput: Bool)
  }

  /// What a session needs when its work has run out.
  struct Needs {
    var end = false
    var newID: SessionIDRotation.NewID?
    /// Whether a slice that it shares is to be loaded.
    var slices = false
    var save = false
    /// How many updaters have run since the state was stored.
    var updaters = 0
    /// The answers to forms that are stored with them.
    var answers = IdempotencyKeys()
    /// Whether unused input is stored with them.
    var input = false
  }

  enum Event {
    /// The work has run out. Only in the phase `idle`.
    case workRanOut(Needs)
    /// The storage answered a save of a record.
    case saved(SessionRecord, Result<SavedSession, StorageError>)
    case loaded(Loaded)
    /// The error; nil if all slices are there.
    case slicesLoaded(StorageError?)
    case renamed(Result<SavedSession, StorageError>)
    case removed(Result<Bool, StorageError>)
    /// The storage was asked for the session before a request uses it. Only in the phase `idle`.
    ///
    /// - isExpired: Whether the record in memory has expired, so that the versions may have begun again.
    case found(SessionRecord, earlier: [UInt64], isExpired: Bool)
    /// Forms were undone, and their updaters removed from the journal.
    case discarded(forms: [IdempotencyKeys.Key], updaters: [Int])
    /// The expiry of what is stored is another one.
    case touched(expiry: Int64)
  }

  /// What a load found.
  enum Loaded {
    /// - earlier: The versions that were stored before.
    case record(SessionRecord, earlier: [UInt64])
    /// - to: The new id, if it was this server whose reply was lost, and a request may have it; otherwise nil.
    case renamed(to: SessionIDRotation.NewID?)
    /// Nothing, because the session expired, or because it was never used and no other server shares the storage.
    ///
    /// - newID: The id that it gets now, if the app wants another one.
    case expired(newID: SessionIDRotation.NewID?)
    /// Nothing, because another server removed the session.
    case removed
    case failed(StorageError)
  }

  enum Effect {
    case save(replacing: UInt64, after: UInt64, withInput: Bool)
    /// Loads the session and its slices.
    case load
    /// Loads the slices that are not known.
    case loadSlices
    case rename(to: SessionIDRotation.NewID, replacing: UInt64)
    /// - version: What is stored, as far as this server knows; 0 if nothing is.
    case remove(version: UInt64)
    /// All of the journal is stored.
    case forgetJournal
    /// Run the journal again on a loaded record.
    ///
    /// - stored: The save of this server that the record includes; nil if it includes none.
    case takeOver(stored: SavedVersions.Save?)
    /// The session has the id that was asked for.
    case takeNewID(SessionIDRotation.NewID)
    /// The session is not stored any more.
    case end(byApp: Bool)
    /// The session has another id elsewhere.
    case leave
    /// Undo what is done for forms that are about to be answered. Their answers say why.
    case undo(PersistenceError)
    /// Answer the requests that wait.
    case answer
  }

  private(set) var phase = Phase.idle

  /// What is stored, as far as this server knows; nil if nothing is.
  private(set) var record: SessionRecord? { didSet { (version, expiry) = (record?.version ?? 0, record?.expiry) } }

  // Apart, because they are asked for often, and to read them from the record copies all of it.
  /// Its version; 0 if nothing is stored.
  private(set) var version: UInt64 = 0
  /// When it expires, in seconds since 1970.
  private(set) var expiry: Int64?

  private var saves = SavedVersions()
  /// Whether something may be stored of which the session does not know.
  var hasUnanswered: Bool { saves.hasUnanswered }
  private var attempts = 0

  /// How often a change is tried again on what other servers stored meanwhile. A server with a steady queue of forms is faster
  /// than one that has to load first, and can win some ten times in a row.
  private static let maxAttempts = 100

  /// Why the last change was not stored; nil if it was.
  private(set) var error: PersistenceError?

  init(record: SessionRecord? = nil) { store(record) }

  /// Whether the storage was asked. For tests.
  var isWaiting: Bool { if case .idle = phase { false } else { true } }

  private mutating func store(_ new: SessionRecord?) {
    record = new
    if let new { saves.last = new.version }
  }

  // MARK: - Transitions

  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .workRanOut(let needs): return workRanOut(needs)
    case .saved(let record, let result): return saved(record, result)
    case .loaded(let loaded): return self.loaded(loaded)
    case .slicesLoaded(let error?): return fail(.failed(error))
    case .slicesLoaded(nil):
      phase = .idle
      return []
    case .renamed(let result): return renamed(result)
    case .removed(.success(true)): return end()
    case .removed(.success(false)): return retry(in: .removing)
    case .removed(.failure(let error)): return fail(.failed(error))
    case .found(let record, let earlier, let isExpired):
      return record.version != version || isExpired ? [takeOver(record, earlier)] : []
    case .discarded(let forms, let updaters):
      saves.undo(forms, removing: updaters)
      return []
    case .touched(let expiry):
      record?.expiry = expiry
      return []
    }
  }

  private mutating func workRanOut(_ needs: Needs) -> [Effect] {
    if needs.end {
      phase = .removing
      return [.remove(version: version)]
    }
    if needs.slices {
      attempts += 1
      // An updater that makes a new key each time that it runs would need another slice each time.
      guard attempts <= Self.maxAttempts else { return fail(.contended) }
      // The slices may include a save of which the session does not know that it is stored.
      phase = hasUnanswered ? .loading : .loadingSlices
      return [hasUnanswered ? .load : .loadSlices]
    }
    if let newID = needs.newID, record != nil {
      phase = .renaming(to: newID)
      return [.rename(to: newID, replacing: version)]
    }
    guard needs.save else {
      (attempts, error) = (0, nil)  // what it was about is undone
      return [.answer]
    }
    return [save(SavedVersions.Save(version: 0, updaters: needs.updaters, answers: needs.answers), needs.input)]
  }

  private mutating func save(_ save: SavedVersions.Save, _ hasInput: Bool) -> Effect {
    phase = .saving(save, hasInput: hasInput)
    return .save(replacing: version, after: saves.last, withInput: hasInput)
  }

  private mutating func saved(_ record: SessionRecord, _ result: Result<SavedSession, StorageError>) -> [Effect] {
    guard case .saving(var save, let hasInput) = phase else { return [] }
    save.version = record.version
    switch result {
    case .success(.saved):
      store(record)
      saves.forgetUnanswered()
      (phase, attempts, error) = (.idle, 0, nil)
      return [.forgetJournal, .answer]
    case .success(.outdated):
      saves.appendUnanswered(save)
      return retry()
    case .failure(let error) where error.isAboutSize && hasInput:
      // Unused input must not keep the changes from being stored.
      return [self.save(save, false)]
    case .failure(let error):
      saves.appendUnanswered(save)
      return fail(.failed(error))
    }
  }

  private mutating func loaded(_ loaded: Loaded) -> [Effect] {
    switch loaded {
    case .record(let record, let earlier):
      phase = .idle
      return [takeOver(record, earlier)]
    case .renamed(let newID?): return [.takeNewID(newID), .load]
    case .renamed(nil): return [.leave] + fail(.removed)
    case .expired where isRemoving, .removed where isRemoving: return end()
    case .expired(let newID):
      // The first save of a session may still arrive.
      if self.record != nil { saves.forgetUnanswered() }
      store(nil)
      phase = .idle
      return newID.map { [.takeNewID($0)] } ?? []
    case .removed: return [.end(byApp: false)] + fail(.removed)
    case .failed(let error): return fail(.failed(error))
    }
  }

  private mutating func takeOver(_ record: SessionRecord, _ earlier: [UInt64]) -> Effect {
    // As long as this version is stored, each of the saves may still arrive.
    let mayChange = record.version == version
    store(record)
    if mayChange { return .takeOver(stored: nil) }
    return .takeOver(stored: saves.takeStored(record.version, after: earlier))
  }

  private mutating func renamed(_ result: Result<SavedSession, StorageError>) -> [Effect] {
    guard case .renaming(let newID) = phase else { return [] }
    switch result {
    case .success(.saved):
      (phase, attempts) = (.idle, 0)
      return [.takeNewID(newID)]
    case .success: return retry()
    case .failure(let error): return fail(.failed(error))
    }
  }

  private var isRemoving: Bool { if case .removing = phase { true } else { false } }

  private mutating func end() -> [Effect] {
    (phase, attempts) = (.idle, 0)
    return [.end(byApp: true), .answer]
  }

  /// Loads what another server stored meanwhile. The change is then tried again.
  private mutating func retry(in phase: Phase = .loading) -> [Effect] {
    attempts += 1
    guard attempts <= Self.maxAttempts else { return fail(.contended) }
    self.phase = phase
    return [.load]
  }

  private mutating func fail(_ error: PersistenceError) -> [Effect] {
    (phase, attempts, self.error) = (.idle, 0, error)
    return [.undo(error), .answer]
  }
}

/// Why a change was not stored.
package enum PersistenceError: Error {
  case failed(StorageError)
  /// Other servers stored the session again and again meanwhile.
  case contended
  /// Another server removed the session.
  case removed
}
