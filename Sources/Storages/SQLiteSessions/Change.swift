internal import Sessions
internal import Basics

/// A change of a stored session.
enum Change: Sendable {
  case save([EncodedSave])
  case touch(SessionKey, expiry: Int64)
  /// - version: Only this version is removed; nil for any.
  case remove(SessionKey, version: UInt64?)

  /// The approximate number of bytes to write.
  var size: Int {
    if case .save(let saves) = self { saves.reduce(0) { $0 + $1.content.count } } else { 0 }
  }

  enum Effect: Sendable {
    case saved(SavedSession)
    /// Whether the session was there.
    case found(Bool)
  }
}

/// A record to store, with its content as bytes.
typealias EncodedSave = (save: RecordSave, content: [UInt8])

/// A change in the queue, and the task that waits for its outcome.
struct RequestedChange: Sendable {
  let change: Change
  /// Since its arrival.
  let age = Stopwatch()
  let done: UnsafeContinuation<Result<Change.Effect, StorageError>?, Never>
}
