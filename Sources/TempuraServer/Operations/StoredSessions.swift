internal import Dispatch
internal import Basics
internal import Sessions

extension StoredKind {
  func contains(_ record: SessionRecord) -> Bool {
    switch self {
    case .sessions: RenamedSession(record.content) == nil && !SliceContent.isPart(record)
    case .parts: SliceContent.isPart(record) && !SliceContent.isDeleted(record)
    }
  }
}

/// The sessions of a storage, or its shared parts. Its calls block until the storage answers.
struct StoredSessions {
  let storage: any SessionStorage
  var kind = StoredKind.sessions

  /// The number of concurrent calls at most.
  static let maxAtOnce = 256

  /// Calls the storage, on a thread that may wait.
  static func wait<Value: Sendable>(
    _ call: @escaping @Sendable () async throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let result = Locked<Result<Value, StorageError>?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    Task.detached {
      let value = await Result(of: call)
      result.withLock { $0 = value }
      isOver.signal()
    }
    isOver.wait()
    guard let result = result.withLock(\.self) else {
      preconditionFailure("A call of the storage ended without a result.")
    }
    return try result.get()
  }

  /// Calls the storage for all items at once.
  static func waitForAll<Item: Sendable, Value: Sendable>(
    _ items: [Item], _ call: @escaping @Sendable (Item) async throws(StorageError) -> Value
  ) throws(StorageError) -> [Value] {
    try wait { () async throws(StorageError) in
      let calls = items.map { item in
        Task.detached { await Result(of: { () async throws(StorageError) in try await call(item) }) }
      }
      var values: [Value] = []
      for call in calls { values.append(try await call.value.get()) }
      return values
    }
  }

  // The approximate size of a page in bytes, and its number of sessions.
  private static let pageBytes = 16 * 1_048_576
  private static let pageSizes = 100...10_000

  /// Returns sessions or parts in the order of their keys, and the last key. Leaves out what is stored under old keys.
  ///
  /// - Parameter limit: The number of keys at most.
  static func list(
    _ storage: any SessionStorage, _ kind: StoredKind = .sessions, after key: SessionKey?, limit: Int
  ) throws(StorageError)
    -> (sessions: [StoredSession], count: Int, last: SessionKey?)
  {
    let page = try wait { () async throws(StorageError) in try await storage.list(after: key, limit: limit) }
    return (page.filter { kind.contains($0.record) }, page.count, page.last?.key)
  }

  /// Calls `body` for each session, in the order of their keys, until it returns false.
  func forEach(_ body: (StoredSession) throws -> Bool) throws {
    var last = kind == .parts ? SessionKey.beforeParts : nil
    var size = Self.pageSizes.lowerBound
    while true {
      let page = try Self.list(storage, kind, after: last, limit: size)
      for session in page.sessions { guard try body(session) else { return } }
      guard page.count >= size else { return }
      last = page.last
      let mean = max(page.sessions.reduce(0) { $0 + $1.size } / page.count, 1)
      size = min(max(Self.pageBytes / mean, Self.pageSizes.lowerBound), Self.pageSizes.upperBound)
    }
  }

  /// Returns the session whose key begins with some digits.
  ///
  /// - Throws: ``NoSuchSession``, `CommandLineError.ambiguousKey`, or a `StorageError`.
  func session(beginningWith digits: String) throws -> StoredSession {
    let first = SessionKey(digits + String(repeating: "0", count: 32 - digits.utf8.count))
    // A few more than two, as some may be old keys.
    let found = try Self.list(storage, kind, after: first?.predecessor, limit: 8).sessions
      .filter { $0.key.hexadecimal.hasPrefix(digits) }
    guard let session = found.first else { throw NoSuchSession(kind: kind, digits: digits) }
    guard found.count == 1 else { throw CommandLineError.ambiguousKey(digits, of: kind) }
    return session
  }

  /// Replaces what is stored under a key, also if a server stores it at the same time.
  ///
  /// - Parameter make: Makes the new record from the stored one, which is nil if there is none that can be read. Returns nil to
  ///   keep the stored one.
  /// - Returns: Whether it was replaced.
  static func replace(
    _ key: SessionKey, in storage: any SessionStorage, _ make: (SessionRecord?) throws -> SessionRecord?
  ) throws -> Bool {
    for _ in 0..<100 {
      var old: SessionRecord?
      let loaded = try wait { () async throws(StorageError) in try await storage.load(key, unless: 0) }
      if case .record(let record) = loaded { old = record }
      if case .unreadable = loaded {
        _ = try wait { () async throws(StorageError) in try await storage.remove(key, version: nil) }
      }
      guard let new = try make(old) else { return false }
      let version = old?.version ?? 0
      let result = try wait { () async throws(StorageError) in
        try await storage.save([RecordSave(new, for: key, replacing: version)])
      }
      if result == .saved { return true }
    }
    throw StorageError.unavailable("A server stores \(key.shortened) again and again. Try later.")
  }
}

/// No session or part has a key that begins with the digits.
struct NoSuchSession: Error, CustomStringConvertible {
  let kind: StoredKind
  let digits: String

  var description: String { "No stored \(kind.noun) has a key that begins with \(digits)." }
}

extension SessionKey {
  /// The previous key in the order of keys. Nil for the first.
  fileprivate var predecessor: SessionKey? {
    var bytes = bytes
    guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return nil }
    bytes[last] -= 1
    for index in bytes.indices where index > last { bytes[index] = 0xff }
    return bytes.withUnsafeBytes { SessionKey(bytes: $0) }
  }
}
