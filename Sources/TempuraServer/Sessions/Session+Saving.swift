internal import Katana
internal import Sessions
internal import Synchronization
internal import TempuraUI

// What is stored of a session, and when.
//
// Whenever its work has run out, what changed is stored, and only then those are told who wait. Meanwhile nothing of the
// session runs. If somebody else has stored it since it was read, what happened here happens again to what they stored.

extension Session {
  /// What the storage was asked last.
  enum Phase {
    case none
    case saving(SessionRecord, Wait<Result<SavedSession, StorageError>>)
    case loading(Wait<Result<LoadedSession, StorageError>>)
    case renaming(SessionID, Wait<Result<Bool, StorageError>>)
    case removing(Wait<Result<Bool, StorageError>>)
  }

  /// Why something was not stored.
  enum SaveProblem {
    case failed(StorageError)
    /// Others stored the session again and again meanwhile.
    case contended
    /// The session was removed by somebody else.
    case removed
    case tooManyOfAddress
  }

  /// How often a change is tried again on what others stored meanwhile.
  private static let mostAttempts = 10

  // MARK: - When work runs out

  /// Called in a turn whenever no work is left, before the next request and before the session is idle; and again when the
  /// storage has answered.
  func settle() -> Settling {
    switch phase {
    case .none: return save()
    case .saving(let record, let wait):
      guard let result = wait.value else { return waiting(wait) }
      phase = .none
      return didSave(record, result)
    case .loading(let wait):
      guard let result = wait.value else { return waiting(wait) }
      phase = .none
      return didLoad(result)
    case .renaming(let id, let wait):
      guard let result = wait.value else { return waiting(wait) }
      phase = .none
      return didRename(to: id, result)
    case .removing(let wait):
      guard let result = wait.value else { return waiting(wait) }
      phase = .none
      return didRemove(result)
    }
  }

  private func waiting<Value>(_ wait: Wait<Value>) -> Settling { .waiting { wait.whenOver($0) } }

  /// Tells those who wait.
  private func tell() -> Settling {
    for scene in scenes { scene.tellWaiters() }
    let isWaitedFor = scenes.contains { $0.isWaitedFor && (isRemoved || !$0.isWorking) }
    if isRemoved, !isEnded, !isWaitedFor {
      runtime.sessions.remove(self)
      if isToBeRemoved, !isEndTold { runtime.sessions.noteEnded(key) }
      end()
    }
    return .settled(hasMore: isWaitedFor)
  }

  // MARK: - Storing

  private func save() -> Settling {
    for scene in scenes { scene.prepareWaiters() }
    guard !isEnded, !runtime.longWork.isClosed else { return tell() }
    if isToBeRemoved, !isRemoved { return askToRemove() }
    guard let state else { return tell() }
    rememberScenes()
    if let newID = takeNewID() { return askToRename(newID) }
    guard isUnsaved else {
      saveProblem = nil  // what it was about is undone
      return tell()
    }
    return store(state, remembered.entries)
  }

  private func store(_ state: SessionState, _ scenes: [RememberedScenes.Entry]) -> Settling {
    let version = stored?.version ?? 0
    let record = SessionRecord(
      version: version + 1,
      content: StateContent(
        state: state.current, stateVersion: runtime.stateVersion, scenes: scenes, answers: answers.stored,
        language: languagePreference.tag),
      created: created, expiry: expiry(), isUsed: isUsed, address: address)
    let wait = Wait<Result<SavedSession, StorageError>>()
    phase = .saving(record, wait)
    runtime.storage.save(record, for: key, replacing: version) { wait.end(with: $0) }
    return settle()
  }

  private func didSave(_ record: SessionRecord, _ result: Result<SavedSession, StorageError>) -> Settling {
    switch result {
    case .success(.saved):
      didStore(record)
      return tell()
    case .success(.outdated):
      attempts += 1
      guard attempts <= Self.mostAttempts else { return fail(.contended) }
      let wait = Wait<Result<LoadedSession, StorageError>>()
      phase = .loading(wait)
      runtime.storage.load(key, unless: 0) { wait.end(with: $0) }
      return settle()
    case .success(.tooManyOfAddress): return fail(.tooManyOfAddress)
    case .failure(let error):
      // What was typed and not used must not keep what was done from being stored.
      if error.isAboutSize, let state, let content = record.content as? StateContent,
        content.scenes == remembered.entries, let scenes = remembered.entriesWithoutInput
      {
        return store(state, scenes)
      }
      return fail(.failed(error))
    }
  }

  private func didLoad(_ result: Result<LoadedSession, StorageError>) -> Settling {
    switch result {
    case .success(.record(let record)):
      do {
        try goOn(from: record)
      } catch {
        return fail(.failed(.unavailable("\(error)")))
      }
      return .settled(hasMore: true)  // to be stored, after what the screens do about it
    case .success(.unreadable(let reason)):
      mayBeOld.store(true, ordering: .relaxed)  // the next request sets it aside
      return fail(.failed(.unavailable("It cannot be read: \(reason).")))
    case .success:
      guard let stored, stored.expiry > runtime.time else {
        self.stored = nil  // its time was up meanwhile: it begins again
        return .settled(hasMore: true)
      }
      isRemoved = true
      return fail(.removed)
    case .failure(let error): return fail(.failed(error))
    }
  }

  /// Something was not stored. What a form did is undone; what happened by itself is kept, and tried again.
  private func fail(_ problem: SaveProblem) -> Settling {
    attempts = 0
    saveProblem = problem
    if case .failed(let error) = problem {
      runtime.log.report("Session \(key.shortened) could not be stored: \(error)")
    }
    if scenes.contains(where: \.isToldOfForm) { undo() }
    return tell()
  }

  private func undo() {
    answers.undecide()
    guard let start = formStart else { return }
    formStart = nil
    guard let state, let content = stored?.content as? StateContent else { return }
    let undone = state.strikeOut(after: start)
    _ = state.rebase(on: content.state)
    if !undone.isEmpty {
      let names = undone.map(\.debugDescription).joined(separator: ", ")
      runtime.log.report("Session \(key.shortened) is as it was before \(names).")
    }
    remembered.replace(with: content.scenes)
  }

  // MARK: - What others stored

  /// Goes on from what somebody else has stored. What is not stored yet happens to that again.
  ///
  /// - Throws: ``StateProblem`` if it cannot be read.
  func adopt(_ record: SessionRecord) throws {
    if record.version > stored?.version ?? 0 { try goOn(from: record) }
  }

  private func goOn(from record: SessionRecord) throws {
    let content = try runtime.content(of: record)
    let news = RememberedScenes(content.scenes, most: runtime.options.scenesPerSession)
    // Its screens are brought up again from what is stored, unless they have nothing that is.
    let stale = scenes.filter { !$0.isBusy && news.entry(at: $0.url) != remembered.entry(at: $0.url) }
    for scene in stale { drop(scene) }
    for scene in scenes { scene.localStateDidChange() }
    remembered = news
    didStoreScenes()
    if languagePreference.replace(with: content.language) { scenes.first?.preferredLanguageDidChange() }
    if answers.merge(content.answers), let start = formStart {
      _ = state?.strikeOut(after: start)  // it was applied by whoever was asked, too
      formStart = nil
    }
    var record = record
    record.content = content
    stored = record
    guard let state else { return }
    for error in state.rebase(on: content.state) {
      runtime.log.report("In session \(key.shortened) an updater could not run again on a newer state: \(error)")
    }
    forgetPages()
  }

  // MARK: - Another id, and the end

  private func askToRename(_ id: SessionID) -> Settling {
    let wait = Wait<Result<Bool, StorageError>>()
    phase = .renaming(id, wait)
    runtime.storage.rename(key, to: SessionKey(of: id)) { wait.end(with: $0) }
    return settle()
  }

  private func didRename(to id: SessionID, _ result: Result<Bool, StorageError>) -> Settling {
    switch result {
    case .success(true): take(id)
    case .success(false):
      stored = nil  // its time was up, or it was removed: it begins again under the new one
      take(id)
    case .failure(let error):
      wantsNewID = true
      return fail(.failed(error))
    }
    return settle()
  }

  private func askToRemove() -> Settling {
    let wait = Wait<Result<Bool, StorageError>>()
    phase = .removing(wait)
    runtime.storage.remove(key) { wait.end(with: $0) }
    return settle()
  }

  private func didRemove(_ result: Result<Bool, StorageError>) -> Settling {
    if case .failure(let error) = result { return fail(.failed(error)) }
    isRemoved = true
    return tell()
  }
}
