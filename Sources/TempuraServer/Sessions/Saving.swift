internal import Basics
internal import Hydra
internal import JSONEncoding
internal import Katana
internal import Sessions
internal import Synchronization
internal import TempuraMetrics
internal import TempuraUI

/// Keeps what is stored of a session up to date, and the session up to date with what other servers stored.
///
/// `begin` is called when the session's work has run out. Nothing of the session runs while the storage is asked; `resume`
/// is called when it has answered. If another server has stored the session in between, the updaters that ran here run
/// again on the state that it stored.
///
/// Used in turns of the session only, except for the atomics.
final class Saving {
  /// What the storage was asked, and its answer.
  private enum Request {
    case none
    case save(SessionRecord, Wait<Result<SavedSession, StorageError>>)
    case load(Wait<Result<LoadedSession, StorageError>>)
    case rename(Renewal.NewID, Wait<Result<SavedSession, StorageError>>)
    case remove(Wait<Result<Bool, StorageError>>)
  }

  enum Outcome {
    /// The storage is asked. The function is that of a ``Wait``.
    case waiting(whenOver: (@escaping @Sendable () -> Void) -> Bool)
    /// What is in memory is stored.
    case saved
    /// It is not stored; `problem` says why. What forms did is undone. What happened by itself is kept, and is tried again.
    case undone
    /// The session was brought up to date with what another server stored. Its screens run before it is stored again.
    case rebased
  }

  /// Why a change was not stored.
  enum PersistenceError {
    case failed(StorageError)
    /// Other servers stored the session again and again meanwhile.
    case contended
    /// Another server removed the session.
    case removed
    case tooManyOfAddress
  }

  private unowned let session: Session  // which owns this
  private var request = Request.none

  /// How often a change is tried again on what other servers stored meanwhile. A server with a steady queue of forms is faster
  /// than one that has to load first, and can win some ten times in a row.
  private static let maxAttempts = 100
  private var attempts = 0

  /// What is stored, as far as this server knows; nil if nothing is.
  private(set) var record: SessionRecord? {
    didSet { didSetRecord() }
  }

  /// The version of `record`, 0 if nothing is stored. Can be read on any thread.
  let version = Atomic<UInt64>(0)

  // The last version that was stored, perhaps by an earlier session with this id.
  private var lastVersion: UInt64 = 0

  // Its expiry in seconds since 1970.
  private let expiry = Atomic<Int64>(.max)

  // How many changes by others may have happened, and how many of them the session in memory has taken in.
  private let changes = Atomic<UInt64>(0)
  private let knownChanges = Atomic<UInt64>(0)

  /// Why the last change was not stored; nil if it was.
  private(set) var problem: PersistenceError? {
    didSet { isTroubled.store(problem != nil, ordering: .relaxed) }
  }

  /// Whether there is a problem. Can be read on any thread.
  let isTroubled = Atomic(false)

  private var unanswered = UnansweredSaves()

  /// The texts of large arrays in what was stored last.
  private let arrayTexts = ArrayTexts()

  private var savedScenes: UInt64 = 0
  private var savedAnswers: UInt64 = 0

  init(of session: Session, record: SessionRecord?) {
    self.session = session
    self.record = record
    didSetRecord()
  }

  private func didSetRecord() {
    if let record { lastVersion = record.version }
    expiry.store(record?.expiry ?? .max, ordering: .relaxed)
    version.store(record?.version ?? 0, ordering: .releasing)
  }

  // MARK: - Changes by others

  /// Notes that what is stored may have changed. Can be called on any thread.
  func mayHaveChanged() { changes.add(1, ordering: .acquiringAndReleasing) }

  /// The number of changes so far: read before the storage is asked, for ``confirm(asOf:)``. Can be read on any thread.
  var changeCount: UInt64 { changes.load(ordering: .acquiring) }

  /// Notes that what is in memory is as new as the answer of the storage. Can be called on any thread.
  ///
  /// - Parameter count: The changes when the storage was asked. Others may have come meanwhile.
  func confirm(asOf count: UInt64) { knownChanges.store(count, ordering: .releasing) }

  /// Whether the session in memory includes all changes that this server knows of. If not, ask the storage before using the
  /// session. Can be read on any thread.
  var isCurrent: Bool { changes.load(ordering: .acquiring) == knownChanges.load(ordering: .acquiring) }

  /// Whether the record in memory is expired, so that another server may have begun the session again, and its versions with
  /// it. Can be read on any thread.
  var isExpired: Bool { expiry.load(ordering: .relaxed) <= runtime.time }

  private var runtime: Runtime { session.runtime }
  private var content: StateContent? { record?.content as? StateContent }

  /// Whether something has changed that is to be stored. A new state is: it may have random ids, which the next tap has to
  /// find.
  var isNeeded: Bool {
    guard let state = session.state, !session.isRemoved else { return false }
    guard let record else { return true }
    return !state.journal.isEmpty || session.remembered.version != savedScenes
      || session.answers.version != savedAnswers || session.isUsed != record.isUsed
      || session.languagePreference.tag != content?.language
  }

  /// Drops the kept texts of arrays. The next save encodes all elements again.
  func forgetTexts() { arrayTexts.removeAll() }

  // MARK: - One step after the other

  /// Whether the storage was asked and `resume` is to be called.
  var isWaiting: Bool { if case .none = request { false } else { true } }

  /// Stores what changed, or removes the session or gives it another id if the app wants that.
  func begin() -> Outcome {
    guard session.life != .evicted, !runtime.longWork.isClosed else { return .saved }
    if session.life == .ending { return startRemove() }
    guard let state = session.state else { return .saved }
    if state.hasUndone { dropUndone() }
    session.rememberScenes()
    if let record, let new = session.newID { return startRename(record, to: new) }
    guard isNeeded else {
      problem = nil  // what it was about is undone
      return .saved
    }
    return startSave(state, session.remembered.entries)
  }

  /// Continues with the answer of the storage, if it is there.
  func resume() -> Outcome {
    switch request {
    case .none: return .saved
    case .save(let record, let wait): return resume(wait) { didSave(record, $0) }
    case .load(let wait): return resume(wait, didLoad)
    case .rename(let new, let wait): return resume(wait) { didRename(to: new, $0) }
    case .remove(let wait): return resume(wait, didRemove)
    }
  }

  private func resume<Value>(_ wait: Wait<Value>, _ body: (Value) -> Outcome) -> Outcome {
    guard let value = wait.value else { return .waiting { wait.whenOver($0) } }
    request = .none
    return body(value)
  }

  // MARK: - Storing

  private func startSave(_ state: SessionState, _ scenes: [RememberedScenes.Entry]) -> Outcome {
    let version = record?.version ?? 0
    let record = SessionRecord(
      version: Versions.next(after: lastVersion, runtime.platform.number()),
      content: StateContent(
        state: state.current, stateVersion: runtime.stateVersion, scenes: scenes, answers: session.answers,
        language: session.languagePreference.tag,
        earlierVersions: self.record.map(Versions.earlier) ?? [], arrayTexts: arrayTexts),
      created: session.created, expiry: session.expiry(), isUsed: session.isUsed, address: session.address)
    let wait = Wait<Result<SavedSession, StorageError>>()
    request = .save(record, wait)
    runtime.storage.save(record, for: session.key, replacing: version) { wait.end(with: $0) }
    return resume()
  }

  private func didSave(_ record: SessionRecord, _ result: Result<SavedSession, StorageError>) -> Outcome {
    switch result {
    case .success(.saved):
      self.record = record
      unanswered.removeAll()
      session.state?.didSave()
      if !session.waiters.isEmpty, let content { session.answers.didStore(content.answers) }
      savedScenes = session.remembered.version
      savedAnswers = session.answers.version
      attempts = 0
      problem = nil
      session.didSetExpiry(record.expiry)
      return .saved
    case .success(.outdated):
      // The storage may have repeated a call that was carried out, and stored by others since.
      unanswered.append(record, updaters: session.state?.journal.count ?? 0)
      return retry()
    case .success(.tooManyOfAddress): return fail(.tooManyOfAddress)
    case .failure(let error):
      // Unused input must not keep the changes from being stored: they are stored without it.
      if error.isAboutSize, let state = session.state, let content = record.content as? StateContent,
        content.scenes == session.remembered.entries, let scenes = session.remembered.entriesWithoutInput
      {
        return startSave(state, scenes)
      }
      unanswered.append(record, updaters: session.state?.journal.count ?? 0)
      return fail(.failed(error))
    }
  }

  private func fail(_ problem: PersistenceError) -> Outcome {
    attempts = 0
    self.problem = problem
    if case .failed(let error) = problem {
      mayHaveChanged()  // only the reply may have been lost
      runtime.log.report("Session \(session.key.shortened) could not be stored: \(error)", session: session.key)
    }
    session.answers.clearUnstoredDecisions()
    let forms = session.answeredForms
    if !forms.isEmpty {
      for form in forms { form.request.cause?.isUndone.store(true, ordering: .relaxed) }
      dropUndone(forms.compactMap(\.formKey))
      if let content { session.remembered.replace(with: content.scenes) }
    }
    return .undone
  }

  /// Undoes what was done for forms that are answered as not stored, and what their side effects do from then on. What is done
  /// for others is kept, and stored later.
  ///
  /// - Parameter keys: Those of the forms.
  private func dropUndone(_ keys: [RecentAnswers.Key] = []) {
    guard let state = session.state, let content else { return }
    let undone = state.discardUndoneUpdaters()
    unanswered.undo(keys, removing: undone.map(\.place))
    _ = state.rebase(on: content.state)
    if !undone.isEmpty {
      let names = undone.map(\.updater.debugDescription).joined(separator: ", ")
      runtime.log.report("Session \(session.key.shortened) is as it was before \(names).", session: session.key)
    }
  }

  // MARK: - What other servers stored

  /// Loads what another server stored meanwhile. The change is then tried again.
  private func retry() -> Outcome {
    attempts += 1
    guard attempts <= Self.maxAttempts else { return fail(.contended) }
    runtime.metrics.retries.increment()
    return startLoad()
  }

  private func startLoad() -> Outcome {
    let wait = Wait<Result<LoadedSession, StorageError>>()
    request = .load(wait)
    runtime.storage.load(session.key, unless: 0) { wait.end(with: $0) }
    return resume()
  }

  private func didLoad(_ result: Result<LoadedSession, StorageError>) -> Outcome {
    switch result {
    case .success(.record(let record)):
      if let renamed = RenamedSession(record.content) {
        if session.renewal.isOwn(renamed), let new = session.newID {
          session.rename(to: new)
          return startLoad()
        }
        session.didRenameElsewhere(session.key)
        return fail(.removed)
      }
      do { try rebase(on: record) } catch { return fail(.failed(.unavailable("\(error)"))) }
      return .rebased
    case .success(.unreadable(let reason)):
      // The next request sets it aside.
      return fail(.failed(.unavailable("It cannot be read: \(reason).")))
    case .success:
      guard beginsAgain() else { return fail(.removed) }
      if let new = session.newID { session.rename(to: new) }
      return .rebased
    case .failure(let error): return fail(.failed(error))
    }
  }

  /// Notes that the session is not stored any more.
  ///
  /// - Returns: Whether it begins again, because it expired, or because a new one of its address has replaced it. No other
  ///   server can have ended it before it was used. If false, it was removed.
  private func beginsAgain() -> Bool {
    if let record, record.expiry > runtime.time, record.isUsed || runtime.storage.isShared {
      session.didRemoveElsewhere(session.key)
      return false
    }
    record = nil
    unanswered.removeAll()
    return true
  }

  /// Takes over a record that was loaded, unless it is older than the one in memory. Updaters whose changes are not stored
  /// run again on its state.
  ///
  /// - Parameters:
  ///   - version: The version in memory when the storage was asked. If it is the same now, the answer is not out of date: a
  ///     smaller version comes from a failover that lost later ones.
  ///   - count: The changes when the storage was asked; nil if it was asked for another session of the same id.
  /// - Throws: ``StateError`` if it cannot be read.
  func adopt(_ record: SessionRecord, askedWith version: UInt64, asOf count: UInt64?) throws {
    let present = self.record?.version ?? 0
    if isExpired || record.version > present || record.version < present && version == present {
      try rebase(on: record)
    }
    if let count { confirm(asOf: count) }
  }

  private func rebase(on record: SessionRecord) throws {
    let content = try runtime.content(of: record)
    if record.isUsed { session.isUsed = true }  // as another server has noticed
    session.replaceRememberedScenes(with: content.scenes)
    savedScenes = session.remembered.version
    if session.languagePreference.replace(with: content.language) {
      session.scenes.first?.preferredLanguageDidChange()
    }
    if let save = unanswered.takeStored(record.version, content) {
      session.state?.didSave(first: save.updaters)
      session.answers.didStore(save.answers)
    }
    let applied = session.answers.merge(content.answers, at: runtime.time)
    if !applied.isEmpty {
      // Another server applied the same forms, and runs their side effects, too.
      for form in session.waiters.forms where applied.contains(form.key) {
        form.cause?.isUndone.store(true, ordering: .relaxed)
      }
      _ = session.state?.discardUndoneUpdaters()
    }
    var record = record
    record.content = content
    // First, because a page that was kept is sent without a turn if the version is that of the browser.
    session.forgetPages()
    self.record = record
    guard let state = session.state else { return }
    for error in state.rebase(on: content.state) {
      runtime.log.report(
        "In session \(session.key.shortened) an updater could not run again on a newer state: \(error)",
        session: session.key)
    }
  }

  // MARK: - More time, another id, and the end

  /// Gives the session more time in the storage.
  func touch(expiry: Int64) {
    record?.expiry = expiry
    let (log, name) = (runtime.log, session.key.shortened)
    runtime.storage.touch(session.key, expiry: expiry) { result in
      if case .failure(let error) = result { log.report("Session \(name) could not be given more time: \(error)") }
    }
  }

  private func startRename(_ record: SessionRecord, to new: Renewal.NewID) -> Outcome {
    let expiry = runtime.time + RenamedSession.lifetime
    let renamed = SessionRecord(
      version: Versions.next(after: record.version, runtime.platform.number()),
      content: RenamedSession(from: session.id, to: new.id, for: new.claim, expiry: expiry), created: record.created,
      expiry: expiry, isUsed: true)
    let wait = Wait<Result<SavedSession, StorageError>>()
    request = .rename(new, wait)
    runtime.storage.rename(session.key, to: SessionKey(of: new.id), replacing: record.version, leaving: renamed) {
      wait.end(with: $0)
    }
    return resume()
  }

  private func didRename(to new: Renewal.NewID, _ result: Result<SavedSession, StorageError>) -> Outcome {
    if case .success(.saved) = result {
      session.rename(to: new)
      return begin()
    }
    guard case .failure(let error) = result else { return retry() }
    session.renewal.noReply(to: new)
    return fail(.failed(error))
  }

  private func startRemove() -> Outcome {
    let wait = Wait<Result<Bool, StorageError>>()
    request = .remove(wait)
    runtime.storage.remove(session.key) { wait.end(with: $0) }
    return resume()
  }

  private func didRemove(_ result: Result<Bool, StorageError>) -> Outcome {
    if case .failure(let error) = result { return fail(.failed(error)) }
    session.life = .removed(byApp: true, isTold: false)
    return .saved
  }

  /// Removes what is stored of a session whose id no browser was given.
  func discard() {
    guard record != nil else { return }
    let (log, name) = (runtime.log, session.key.shortened)
    runtime.storage.remove(session.key) { result in
      if case .failure(let error) = result { log.report("Session \(name) could not be removed: \(error)") }
    }
  }
}
