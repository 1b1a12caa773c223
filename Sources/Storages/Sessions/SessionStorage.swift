/// A storage of sessions. Sessions in a file or in a database outlive the process.
///
/// The server has storages in memory, in a file and in databases. An app can bring its own: it names a
/// `SessionStorageScheme` in its configuration, and an operator chooses it with `--sessions`. The module `SessionsTesting`
/// has the checks that each storage has to pass.
///
/// No call blocks a thread for long. Calls come from any task, and many at a time. A call goes on if its task is cancelled. If several
/// servers save a version of a session at the same time, only one of these saves may succeed.
///
/// A call that fails throws a ``StorageError``. The server then answers 503, and the next request tries again. A
/// storage that cannot tell whether a change was stored, because a connection was lost for example, throws
/// ``StorageError/unavailable(_:)``. The server then loads the session again, and finds there whether it has the change.
public protocol SessionStorage: AnyObject, Sendable {
  /// Whether other servers change sessions, too.
  var isShared: Bool { get }

  /// Whether observers were told of all changes by other servers that are older than two seconds, see ``subscribe(_:)``. If false, the server loads a
  /// session again before each use. Always true if the storage is not shared.
  var isInTouch: Bool { get }

  /// The number of stored sessions, expired ones and those that were quarantined included; nil if the storage cannot tell it
  /// without much work. It may block for some milliseconds. For metrics.
  var storedCount: Int? { get }

  /// Loads a session.
  ///
  /// - Parameter version: The version that the caller has; 0 for none. The result is `.unchanged` if it is the stored one.
  func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession

  /// Stores records if all stored versions are the expected ones (compare-and-swap): all of them or none.
  ///
  /// Nearly all saves are of one record. Several are a session and the parts of its state that it shares with other sessions, or a
  /// session under a new key and the record that is left under its old one. If the process or a connection ends meanwhile, either all
  /// records are stored or none, and later loads agree about that. The observers of other servers get the keys of changed records
  /// that these servers have, and of each new record except the first one: see ``subscribe(_:)``.
  ///
  /// A storage that needs bytes encodes the contents before it waits for anything.
  ///
  /// - Parameter saves: At least one, each of another key.
  func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession

  /// Sets the expiry of a session, in seconds since 1970. Does nothing if the session is missing or expired.
  func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError)

  /// Removes a session, also one that is expired or quarantined. The result is false if there is no such session.
  ///
  /// - Parameter version: Only this version is removed; nil for any version.
  @discardableResult func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool

  /// Removes expired sessions. Returns their number; 0 from a storage that removes them by itself.
  @discardableResult func removeExpired() async throws(StorageError) -> Int

  /// Calls an observer after another process has changed a session, perhaps with a delay.
  ///
  /// A storage that many servers use can leave out sessions that this object does not have: those of which it has neither loaded nor
  /// saved the latest version. A new record of ``save(_:)`` that is not the first one must be reported to all, as servers may wait
  /// for it.
  ///
  /// - Parameter observer: Gets the key of the session; nil if any session may have changed.
  /// - Returns: An object. Its release ends the subscription.
  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject

  /// Sends texts to the other servers that use the storage. Each of them gets them at once and in their order, or never, if a connection
  /// is lost. Nothing is stored.
  ///
  /// Servers tell each other so which users share a part. Without this method each server knows only its own users.
  ///
  /// - Parameter messages: Each has at most 7,900 bytes of UTF-8, without NUL. Others are not sent.
  func publish(_ messages: [String])

  /// Calls an observer for each message of another server. After a lost connection, the observers of ``subscribe(_:)`` are called
  /// with nil.
  ///
  /// - Returns: An object. Its release ends the subscription.
  func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject

  /// Lists sessions in the order of their keys, for operators. Includes sessions that were quarantined, and may include
  /// expired ones.
  ///
  /// - Parameters:
  ///   - key: Only sessions with larger keys are listed; nil for all.
  ///   - limit: The greatest number of sessions. Fewer are listed only if there are no more.
  func list(after key: SessionKey?, limit: Int) async throws(StorageError) -> [StoredSession]

  /// Waits until all calls are answered, and closes files and connections. Later calls fail.
  func close()
}

extension SessionStorage {
  public var storedCount: Int? { nil }

  public func publish(_ messages: [String]) {}
  public func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject { self }
}

/// A record to store.
public struct RecordSave: Sendable {
  /// The record. Its version is greater than `version`.
  public var record: SessionRecord
  public var key: SessionKey
  /// The version that is expected in the storage; 0 for none. Sessions that are expired, or were quarantined, or whose versions are out of
  /// ``SessionRecord/versions``, are none: a save replaces them.
  public var version: UInt64

  public init(_ record: SessionRecord, for key: SessionKey, replacing version: UInt64) {
    self.record = record
    self.key = key
    self.version = version
  }

  /// Quarantines a session that cannot be read.
  ///
  /// - Parameter version: The version to replace; nil for that of the record.
  public init(quarantining record: SessionRecord, for key: SessionKey, replacing version: UInt64? = nil) {
    self.init(record, for: key, replacing: version ?? record.version)
    self.record.version = self.version + 1
    self.record.isQuarantined = true
  }
}

/// The result of loading a session.
public enum LoadedSession: Sendable {
  /// There is no such session, or it is expired or quarantined.
  case none
  /// The caller has the stored version.
  case unchanged
  case record(SessionRecord)
  /// The session has a value that no server stores. The text names it: it is the end of a sentence.
  ///
  /// - quarantine: Quarantines the session; nil if nothing is left of it.
  case unreadable(String, quarantine: RecordSave?)

  /// A session that other programs may have written: `.record`, or `.unreadable` if its version is out of range.
  public init(stored record: SessionRecord, for key: SessionKey) {
    self =
      SessionRecord.versions.contains(record.version)
      ? .record(record)
      : .unreadable(
        "its version \(record.version) is out of range",
        quarantine: RecordSave(quarantining: record, for: key, replacing: 0))
  }
}

/// The result of saving a session.
public enum SavedSession: Sendable, Equatable {
  case saved
  /// The stored version is not the expected one, or there is no stored session. Nothing was stored.
  case outdated
}

/// A session in a list for operators.
public struct StoredSession: Sendable {
  public var key: SessionKey
  public var record: SessionRecord
  /// The number of bytes of its content.
  public var size: Int

  public init(key: SessionKey, record: SessionRecord, size: Int) {
    self.key = key
    self.record = record
    self.size = size
  }
}

/// The limits of a storage.
public struct StorageLimits: Sendable {
  /// The greatest number of bytes of a session's content, in a storage that keeps bytes.
  public var contentBytes: Int

  public init(contentBytes: Int = 1024 * 1024) { self.contentBytes = contentBytes }
}
