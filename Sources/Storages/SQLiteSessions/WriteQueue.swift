internal import Sessions
internal import Dispatch
internal import Basics
internal import SQLiteConnections
internal import Synchronization
internal import TempuraMetrics

/// The queue of changes, which are written in groups. One thread at a time has the turn to write.
///
/// A thread that adds a change takes the turn if it is free. It writes all queued changes in one transaction, then those
/// that were added in the meantime. So a single change needs no other thread and does not suspend its task, and many
/// changes share a commit. A caller writes only a few transactions, and does not wait for a lock or for the disk. Then the
/// background thread of the queue takes the turn.
final class WriteQueue: @unchecked Sendable {
  // Safe because only the thread with the turn uses `writer`, and everything else is locked or constant.

  private struct State {
    var changes: [RequestedChange] = []
    /// Other work with the writer's connection, between two transactions.
    var tasks: [@Sendable (SessionWriter) -> Void] = []
    /// Whether a thread has the turn.
    var isTaken = false
    var isClosed = false
    /// Signalled when no thread has the turn of the closed queue.
    var ended: DispatchSemaphore?

    var isEmpty: Bool { changes.isEmpty && tasks.isEmpty }
  }

  private enum Next {
    case nothing
    case handOver
    case task(@Sendable (SessionWriter) -> Void)
    case group([RequestedChange])
  }

  /// The kind of thread that has the turn.
  private enum TurnHolder {
    case caller
    case background
  }

  private let state = Locked(State())
  /// Nil after `close(_:)`. No thread keeps it after its turn: the file is closed with it.
  private var writer: SessionWriter?
  private let checkpoints: Checkpoints
  private let file: SQLiteFile
  private let damage: Damage
  private let now: @Sendable () -> Int64
  /// Whether callers may write: whether that does not wait for the disk.
  private let callersWrite: Bool
  private let background = DispatchQueue(label: "tempura.sessions.write", qos: .userInitiated)

  /// The number of transactions.
  let commits = Atomic<Int>(0)
  /// The seconds that changes waited for their transactions.
  let waits = Histogram(bounds: Histogram.ofWork)

  /// The limits of a transaction.
  static let maxChanges = 256
  static let maxBytes = 4 * 1024 * 1024
  /// The number of transactions that a caller writes, its own included.
  static let maxGroupsOfCaller = 3
  /// How long the background thread waits for locks of other processes, in milliseconds.
  private static let busyTimeout: Int32 = 5000

  init(
    _ writer: SessionWriter, _ checkpoints: Checkpoints, _ file: SQLiteFile, _ damage: Damage, durability: Durability,
    now: @escaping @Sendable () -> Int64
  ) {
    self.writer = writer
    self.file = file
    self.damage = damage
    self.now = now
    callersWrite = durability == .crash
    self.checkpoints = checkpoints
  }

  /// Adds a change, and waits for its transaction.
  ///
  /// - Returns: Whether the session was there, in the version that is replaced.
  func write(_ change: Change) async throws(StorageError) -> Bool {
    let result = await queued { $0.changes.append(RequestedChange(change: change, done: $1)) }
    guard let result else { throw SQLiteError.closed.unavailable(file.path) }
    return try result.get()
  }

  /// Runs other work with the writer's connection, between two transactions, on the background thread.
  ///
  /// - Returns: Nil if the queue is closed. Then the work is not done.
  @discardableResult
  func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable (SessionWriter) throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    try await queued { (state, done: UnsafeContinuation<Result<Value, Failure>?, Never>) in
      state.tasks.append { writer in
        done.resume(returning: Result { () throws(Failure) in try work(writer) })
      }
    }?.get()
  }

  /// Adds to the queue, and takes the turn if it is free.
  ///
  /// - Returns: Nil if the queue is closed.
  private func queued<Value>(_ add: (inout State, UnsafeContinuation<Value?, Never>) -> Void) async -> Value? {
    await withUnsafeContinuation { done in
      let (isAdded, takesTurn) = state.withLock { state in
        guard !state.isClosed else { return (false, false) }
        add(&state, done)
        return (true, !exchange(&state.isTaken, with: true))
      }
      if !isAdded { done.resume(returning: nil) }
      if takesTurn { if callersWrite { work(as: .caller) } else { handOver() } }
    }
  }

  /// Waits until all changes and tasks are done, runs a last task, and closes the connection.
  func close(_ last: (SessionWriter) -> Void) {
    let ended = DispatchSemaphore(value: 0)
    let isTaken = state.withLock { state -> Bool? in
      if exchange(&state.isClosed, with: true) { return nil }
      state.ended = ended
      return state.isTaken
    }
    guard let isTaken else { return }
    if isTaken { ended.wait() }
    if let writer { last(writer) }
    writer = nil
  }

  // MARK: - The thread with the turn

  private func handOver() { background.async { self.work(as: .background) } }

  private func work(as holder: TurnHolder) {
    var groups = 0
    var lastWasTask = false
    while true {
      let mayGoOn = holder == .background || groups < Self.maxGroupsOfCaller
      switch next(as: holder, mayGoOn: mayGoOn, lastWasTask: lastWasTask) {
      case .nothing: return
      case .handOver: return handOver()
      case .task(let task):
        run(task)
        lastWasTask = true
      case .group(let group):
        guard write(group, as: holder) else {
          state.withLock { $0.changes.insert(contentsOf: group, at: 0) }
          return handOver()
        }
        groups += 1
        lastWasTask = false
      }
    }
  }

  private func next(as holder: TurnHolder, mayGoOn: Bool, lastWasTask: Bool) -> Next {
    state.withLock { state in
      if state.isEmpty {
        state.isTaken = false
        state.ended?.signal()
        return .nothing
      }
      // Tasks and changes alternate, because a task may be followed by another one: those of `Sweep` are.
      let isForTask = state.changes.isEmpty || !(lastWasTask || state.tasks.isEmpty)
      guard mayGoOn, holder == .background || !isForTask else { return .handOver }
      return isForTask ? .task(state.tasks.removeFirst()) : .group(Self.takeGroup(&state.changes))
    }
  }

  private static func takeGroup(_ changes: inout [RequestedChange]) -> [RequestedChange] {
    var bytes = 0
    let end = changes.firstIndex { change in
      bytes += change.change.size
      return bytes > maxBytes
    }
    let count = min(max(end ?? changes.count, 1), maxChanges)
    guard count < changes.count else { return exchange(&changes, with: []) }
    defer { changes.removeFirst(count) }
    return Array(changes.prefix(count))
  }

  private func run(_ task: (SessionWriter) -> Void) {
    guard let writer else { return }
    writer.connection.setBusyTimeout(milliseconds: Self.busyTimeout)
    task(writer)
  }

  /// - Returns: False if a caller would have to wait for a lock of another process.
  private func write(_ group: [RequestedChange], as holder: TurnHolder) -> Bool {
    guard let writer else { return true }
    // What is written to a damaged file is copied from the log, which waits for the disk.
    let isDamaged = damage.isFound
    if isDamaged, holder == .caller { return false }
    writer.connection.setBusyTimeout(milliseconds: holder == .caller ? 0 : Self.busyTimeout)
    let ages = group.map(\.age.seconds)
    let outcomes: [Bool]
    do throws(SQLiteCallError) {
      outcomes = try writer.apply(group, now: now())
    } catch {
      if error.kind == .locked, holder == .caller { return false }
      let problem = damage.unavailable(SQLiteError(error))
      for requested in group { requested.done.resume(returning: .failure(problem)) }
      return true
    }
    commits.add(1, ordering: .relaxed)
    for age in ages { waits.observe(age) }
    let reader = isDamaged ? Result { () throws(SQLiteCallError) in try readerOfFile(writer) } : nil
    for (requested, outcome) in zip(group, outcomes) {
      let isLost = reader.map { !Self.isReadable(requested.change, outcome, $0) } ?? false
      requested.done.resume(
        returning: isLost ? .failure(SQLiteError.notReadBack.unavailable(file.path)) : .success(outcome))
    }
    checkpoints.addPages(writer.connection.takeWrittenPages(), self)
    return true
  }
}

extension WriteQueue {
  /// Returns a reader of a damaged file, which has the whole log, without pages in memory.
  private func readerOfFile(_ writer: SessionWriter) throws(SQLiteCallError) -> SessionReader {
    try writer.copyLog(.truncating)
    return try SessionReader(file.connect(.crash))
  }

  /// Whether a change is in a damaged file: whether the records of a save can be read there.
  private static func isReadable(
    _ change: Change, _ isDone: Bool, _ reader: Result<SessionReader, SQLiteCallError>
  ) -> Bool {
    guard let reader = try? reader.get() else { return false }
    guard case .save(let saves) = change, isDone else { return true }
    return saves.allSatisfy { (try? reader.has($0)) == true }
  }
}

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
}

/// A record to store, with its content as bytes.
typealias EncodedSave = (save: RecordSave, content: [UInt8])

/// A change in the queue, and the task that waits for its outcome.
struct RequestedChange: Sendable {
  let change: Change
  /// Since its arrival.
  let age = Stopwatch()
  let done: UnsafeContinuation<Result<Bool, StorageError>?, Never>
}
