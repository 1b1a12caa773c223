/// Where the states of sessions live while nobody uses them, and between a process and the next.
///
/// Nothing here blocks. An answer comes once, on any thread, perhaps before the call returns; what it calls must not
/// take long.
package protocol SessionStorage: AnyObject, Sendable {
  typealias Answer<Value> = @Sendable (Result<Value, StorageError>) -> Void

  /// Whether other processes change sessions, too, at any time: whoever has one in memory then asks for it before each
  /// use.
  var isShared: Bool { get }

  /// Whether answers come on threads of the storage's own, which are few and there for all sessions: long work goes on
  /// elsewhere then.
  var answersOnOwnThreads: Bool { get }

  /// Reads a session.
  ///
  /// - Parameter version: The version that the caller has already, which is not read again; 0 for none.
  func load(_ key: SessionKey, unless version: UInt64, _ answer: @escaping Answer<LoadedSession>)

  /// Stores a session if nobody else did since it was read: a compare-and-swap on the version.
  ///
  /// The content is encoded in this call, if the storage needs its bytes.
  ///
  /// - Parameters:
  ///   - record: What to store; its version is more than `version`.
  ///   - version: The version that was read, 0 for a session that is not stored yet.
  func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, _ answer: @escaping Answer<SavedSession>)

  /// Sets when a session may be forgotten, in seconds since 1970. One that is not stored, or whose time is up, is left
  /// alone.
  func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Answer<Void>)

  /// Stores a session under another key, and no longer under this one.
  ///
  /// - Returns: False if there is no such session.
  func rename(_ key: SessionKey, to newKey: SessionKey, _ answer: @escaping Answer<Bool>)

  /// Forgets a session.
  ///
  /// - Returns: False if there is no such session.
  func remove(_ key: SessionKey, _ answer: @escaping Answer<Bool>)

  /// Takes a session whose content cannot be read out of use, and keeps it for an operator until its time is up.
  func setAside(_ key: SessionKey, _ answer: @escaping Answer<Void>)

  /// Forgets the sessions whose time is up. A storage that does so by itself returns 0.
  func removeExpired(_ answer: @escaping Answer<Int>)

  /// Tells of sessions that were changed by other processes, which it may learn late.
  ///
  /// - Parameter observer: Is given nil if any session may have changed.
  /// - Returns: What ends the subscription when it is released.
  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject

  /// Reads sessions in the order of their keys, those set aside included, for operators. Their time may be up.
  ///
  /// - Parameters:
  ///   - key: Where to go on: only sessions with larger keys are read.
  ///   - most: How many are read at most. Fewer are only returned when there are no more.
  func list(after key: SessionKey?, most: Int, _ answer: @escaping Answer<[StoredSession]>)

  /// Finishes what was begun, and lets go of files and connections. Nothing else may be called afterwards.
  func close()
}

/// What reading a session came to.
package enum LoadedSession: Sendable {
  /// There is none, or its time is up, or it was set aside.
  case none
  /// It has the version that the caller has already.
  case unchanged
  case record(SessionRecord)
  /// There is one with values that no server stores. The text says which, as the end of a sentence.
  case unreadable(String)

  /// A session that was read outside this process, where anything may have been written.
  init(stored record: SessionRecord) {
    self =
      SessionRecord.versions.contains(record.version)
      ? .record(record) : .unreadable("its version \(record.version) is out of range")
  }
}

/// What storing a session came to.
package enum SavedSession: Sendable, Equatable {
  case saved
  /// The stored version is not the one that was to be replaced, or there is no stored one any more. Nothing was stored.
  case outdated
  /// The session would be new, and there are as many as allowed of its address already, none of which was only looked
  /// at. Nothing was stored.
  case tooManyOfAddress
}

/// A session as an operator sees it.
package struct StoredSession: Sendable {
  package var key: SessionKey
  package var record: SessionRecord
  /// The bytes of its content.
  package var size: Int
  package var isSetAside: Bool

  package init(key: SessionKey, record: SessionRecord, size: Int, isSetAside: Bool) {
    self.key = key
    self.record = record
    self.size = size
    self.isSetAside = isSetAside
  }
}

/// How much a storage takes.
package struct StorageLimits: Sendable {
  /// How many sessions there are of one address at most; 0 for any number. For one more, the one of the address goes
  /// that was only looked at and whose time is up first.
  package var sessionsPerAddress: Int
  /// How many bytes the content of a session has at most, where it is stored as bytes.
  package var contentBytes: Int

  package init(sessionsPerAddress: Int = 0, contentBytes: Int = 1024 * 1024) {
    self.sessionsPerAddress = sessionsPerAddress
    self.contentBytes = contentBytes
  }
}
