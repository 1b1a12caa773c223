internal import Sessions
internal import Dispatch
internal import Basics
internal import Synchronization
internal import TempuraMetrics

/// The queue of changes, which are written in groups. One thread at a time has the turn to write.
///
/// A thread that adds a change takes the turn if it is free. It writes all queued changes in one transaction, then those
/// that were added in the meantime. So a single change needs no other thread, and many changes share a commit. A caller
/// writes only a few transactions, and does not wait for a lock or for the disk. Then the background thread of the queue
/// takes the turn.
final class WriteQueue: @unchecked Sendable {
  // Safe because only the thread with the turn uses `writer`, and everything else is locked or constant.

  /// Other work with the writer's connection, between two transactions.
  typealias Task = @Sendable (SessionWriter) -> Void

  private struct State {
    var changes: [RequestedChange] = []
    var tasks: [Task] = []
    /// Whether a thread has the turn.
    var isTaken = false
    var isClosed = false
    /// The task after all others.
    var last: Task?
    /// Signalled after the last task.
    var closed: DispatchSemaphore?

    var isEmpty: Bool { changes.isEmpty && tasks.isEmpty && last == nil }
  }

  private enum Next {
    case nothing
    case handOver
    case task(Task)
    case last(Task)
    case group([RequestedChange])
  }

  /// The kind of thread that has the turn.
  private enum TurnHolder {
    case caller
    case background
  }

  private let state = Locked(State())
  /// Nil after `close(_:)`.
  private var writer: SessionWriter?
  private let checkpoints: Checkpoints
  private let path: String
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
    _ writer: SessionWriter, _ checkpoints: Checkpoints, path: String, durability: Durability,
    now: @escaping @Sendable () -> Int64
  ) {
    self.writer = writer
    self.path = path
    self.now = now
    callersWrite = durability == .crash
    self.checkpoints = checkpoints
  }

  /// Adds a change. It is answered after its transaction.
  func add(_ change: RequestedChange) {
    let isAdded = enqueue { state in
      guard !state.isClosed else { return false }
      state.changes.append(change)
      return true
    }
    if !isAdded { change.answer(.failure(SQLiteError.closed.unavailable(path))) }
  }

  /// Adds a task for the background thread.
  ///
  /// - Returns: False if the queue is closed. Then the task does not run.
  @discardableResult func add(_ task: @escaping Task) -> Bool {
    enqueue { state in
      guard !state.isClosed else { return false }
      state.tasks.append(task)
      return true
    }
  }

  /// Waits until all changes and tasks are done, runs a last task, and closes the connection.
  func close(_ task: @escaping Task) {
    let done = DispatchSemaphore(value: 0)
    let closes = enqueue { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      state.last = task
      state.closed = done
      return true
    }
    if closes { done.wait() }
  }

  /// Adds to the queue, and takes the turn if it is free.
  ///
  /// - Parameter add: Returns false if the queue is closed.
  private func enqueue(_ add: (inout State) -> Bool) -> Bool {
    let (isAdded, takesTurn) = state.withLock { state in
      guard add(&state) else { return (false, false) }
      return (true, !exchange(&state.isTaken, with: true))
    }
    if takesTurn { if callersWrite { work(as: .caller) } else { handOver() } }
    return isAdded
  }

  // MARK: - The thread with the turn

  private func handOver() { background.async { self.work(as: .background) } }

  private func work(as holder: TurnHolder) {
    guard writeAll(as: holder) else { return }
    writer = nil
    state.withLock { $0.closed.take() }?.signal()
  }

  /// - Returns: Whether the last task is done.
  private func writeAll(as holder: TurnHolder) -> Bool {
    var groups = 0
    var lastWasTask = false
    guard let writer else { return false }
    while true {
      let mayGoOn = holder == .background || groups < Self.maxGroupsOfCaller
      switch next(as: holder, mayGoOn: mayGoOn, lastWasTask: lastWasTask) {
      case .nothing: return false
      case .handOver:
        handOver()
        return false
      case .last(let task):
        task(writer)
        return true
      case .task(let task):
        writer.connection.setBusyTimeout(milliseconds: Self.busyTimeout)
        task(writer)
        lastWasTask = true
      case .group(let group):
        guard write(group, writer, as: holder) else {
          state.withLock { $0.changes.insert(contentsOf: group, at: 0) }
          handOver()
          return false
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
        return .nothing
      }
      // Tasks and changes alternate, because a task may add another task: `Sweep` does.
      let isForTask = state.changes.isEmpty || !(lastWasTask || state.tasks.isEmpty)
      guard mayGoOn, holder == .background || !isForTask else { return .handOver }
      guard isForTask else { return .group(Self.takeGroup(&state.changes)) }
      if state.tasks.isEmpty, let last = state.last.take() { return .last(last) }
      return .task(state.tasks.removeFirst())
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

  /// - Returns: False if a caller would have to wait for a lock of another process.
  private func write(_ group: [RequestedChange], _ writer: SessionWriter, as holder: TurnHolder) -> Bool {
    writer.connection.setBusyTimeout(milliseconds: holder == .caller ? 0 : Self.busyTimeout)
    let ages = group.map(\.age.seconds)
    let outcomes: [Change.Outcome]
    do throws(SQLiteCallError) {
      outcomes = try writer.apply(group, now: now())
    } catch {
      if error.isLocked, holder == .caller { return false }
      let problem = SQLiteError(error).unavailable(path)
      for requested in group { requested.answer(.failure(problem)) }
      return true
    }
    commits.add(1, ordering: .relaxed)
    for age in ages { waits.observe(age) }
    for (requested, outcome) in zip(group, outcomes) { requested.answer(.success(outcome)) }
    checkpoints.addPages(writer.connection.takeWrittenPages(), self)
    return true
  }
}
