internal import Sessions
internal import Basics

/// A change of a stored session.
enum Change: Sendable {
  case save(SessionRecord, content: [UInt8], key: SessionKey, replacing: UInt64)
  /// Several records as one: all or none. Only the first one may have an address.
  case saveAll([(save: RecordSave, content: [UInt8])])
  case touch(SessionKey, expiry: Int64)
  case rename(SessionKey, to: SessionKey, replacing: UInt64, leaving: SessionRecord, content: [UInt8])
  /// - version: Only this version is removed; nil for any.
  case remove(SessionKey, version: UInt64?)
  case setAside(SessionKey)

  /// The approximate number of bytes to write.
  var size: Int {
    switch self {
    case .save(_, let content, _, _): content.count
    case .saveAll(let saves): saves.reduce(0) { $0 + $1.content.count }
    default: 0
    }
  }

  enum Outcome: Sendable {
    case saved(SavedSession)
    /// Whether the session was there.
    case found(Bool)
  }
}

/// A change in the queue, and the task that waits for its outcome.
struct RequestedChange: Sendable {
  let change: Change
  /// Since its arrival.
  let age = Stopwatch()
  let done: UnsafeContinuation<Result<Change.Outcome, StorageError>?, Never>
}
