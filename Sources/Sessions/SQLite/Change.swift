/// Something to be done to a stored session.
enum Change: Sendable {
  case save(SessionRecord, content: [UInt8], key: SessionKey, replacing: UInt64)
  case touch(SessionKey, expiry: Int64)
  case rename(SessionKey, to: SessionKey)
  case remove(SessionKey)
  case setAside(SessionKey)

  /// About how many bytes are written.
  var size: Int {
    if case .save(_, let content, _, _) = self { content.count } else { 0 }
  }

  /// What it came to.
  enum Outcome {
    case saved(SavedSession)
    case found(Bool)
  }
}

/// A change that somebody waits for.
struct RequestedChange: Sendable {
  let change: Change
  let answer: @Sendable (Result<Change.Outcome, StorageError>) -> Void
}
