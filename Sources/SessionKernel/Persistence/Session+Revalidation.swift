package import Sessions

/// What the storage has of a session.
package enum StoredCopy {
  /// The version that the caller has.
  case unchanged
  /// A record whose content was decoded.
  case record(SessionRecord, StateContent)
  /// Another server gave the session another id.
  case renamed(RenamedSession)
  /// The session was removed, or has expired.
  case missing
  /// The app cannot read it.
  case unreadable(SessionRecord, StateError)
  /// - save: Quarantines it; nil if nothing is left of it.
  case damaged(reason: String, RecordSave?)
  case noAnswer(StorageError)

  package init(_ loaded: Result<LoadedSession, StorageError>, _ states: StateReader) {
    switch loaded {
    case .success(.unchanged): self = .unchanged
    case .success(.record(var record)):
      if let renamed = RenamedSession(record.content) {
        self = .renamed(renamed)
        return
      }
      do throws(StateError) {
        let content = try states.content(of: record)
        record.content = content
        self = .record(record, content)
      } catch { self = .unreadable(record, error) }
    case .success(.none): self = .missing
    case .success(.unreadable(let reason, let save)): self = .damaged(reason: reason, save)
    case .failure(let error): self = .noAnswer(error)
    }
  }
}

extension Session {
  /// Asks the storage for the session, and takes over what is newer than in memory. Keeps the turn meanwhile.
  ///
  /// - Returns: Why what is in memory may not be what is stored; nil if it is.
  package func revalidate(_ turn: borrowing Turn) async -> StoredCopy? {
    validity.willRevalidate()
    let (key, storage, version) = (key, runtime.storage, storing.persistence.version)
    // An expired session may have begun again, with the same versions.
    let known = isExpired ? 0 : version
    let loaded = await turn.ask { () async throws(StorageError) in try await storage.load(key, unless: known) }
    let copy = StoredCopy(loaded, runtime.states)
    switch copy {
    case .unchanged: slices?.mayHaveChanged()
    case .record(let record, let content): adopt(record, content)
    case .missing where version == 0: break  // its app has kept nothing yet
    case .missing, .renamed, .unreadable, .damaged, .noAnswer:
      if case .missing = copy { didRemoveElsewhere() }
      validity.invalidate()
      return copy
    }
    return nil
  }

  /// Whether the record in memory is expired, so that another server may have begun the session again.
  package var isExpired: Bool { storing.persistence.expiry.map { $0 <= runtime.time } ?? false }
}
