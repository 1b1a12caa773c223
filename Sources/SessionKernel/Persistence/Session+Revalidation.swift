package import Sessions

/// What the storage has of a session that is in memory.
package enum StoredCopy {
  /// What is in memory includes it.
  case known
  /// Another server gave the session another id.
  case renamed(RenamedSession)
  /// Another server removed the session, or it has expired.
  case removed
  /// The app cannot read it.
  case unreadable(SessionRecord, StateError)
  /// - save: Sets it aside; nil if nothing is left of it.
  case damaged(reason: String, RecordSave?)
  case noAnswer(StorageError)
}

extension Session {
  /// Asks the storage for the session, and takes over what is newer than in memory. Keeps the turn meanwhile.
  package func revalidate(_ turn: borrowing Turn) async -> StoredCopy {
    validity.willRevalidate()
    let copy = await storedCopy(turn)
    if case .known = copy {} else { validity.invalidate() }
    return copy
  }

  private func storedCopy(_ turn: borrowing Turn) async -> StoredCopy {
    let (key, storage, version) = (key, runtime.storage, storing.persistence.version)
    // An expired session may have begun again, with the same versions.
    let known = isExpired ? 0 : version
    switch await turn.ask({ () async throws(StorageError) in try await storage.load(key, unless: known) }) {
    case .success(.unchanged):
      slices?.mayHaveChanged()
      return .known
    case .success(.record(let record)):
      if let renamed = RenamedSession(record.content) { return .renamed(renamed) }
      do throws(StateError) { try adopt(record) } catch { return .unreadable(record, error) }
      return .known
    case .success(.unreadable(let reason, let save)): return .damaged(reason: reason, save)
    case .success(.none):
      // Nothing is stored of the one in memory either: its app has kept nothing yet.
      if version == 0 { return .known }
      didRemoveElsewhere()
      return .removed
    case .failure(let error): return .noAnswer(error)
    }
  }

  /// Whether the record in memory is expired, so that another server may have begun the session again.
  package var isExpired: Bool { storing.persistence.expiry.map { $0 <= runtime.time } ?? false }
}
