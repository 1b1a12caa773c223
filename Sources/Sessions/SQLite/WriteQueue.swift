internal import Dispatch
internal import Basics
internal import Synchronization

/// Changes that wait to be written, and whose turn it is to write.
///
/// Whoever adds a change while nobody writes takes the turn, writes what is there in one transaction, and goes on with
/// what was added meanwhile: a change on its own is written without another thread, and many share a commit. Nobody
/// writes for others for long, waits for a lock or for the disk: then a thread of the queue goes on.
final class WriteQueue: @unchecked Sendable {
  // Safe because `writer` is only touched by who has the turn, and everything else is locked or constant.

  /// Something else to be done with the connection that writes, between two transactions.
  typealias Task = @Sendable (SessionWriter) -> Void

  private struct State {
    var changes: [RequestedChange] = []
    var tasks: [Task] = []
    /// Whether somebody has the turn.
    var isTaken = false
    var isClosed = false
    /// What is done when all else is.
    var last: Task?
    /// Is signalled after that.
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

  /// Who has the turn.
  private enum Place: Equatable {
    case caller
    case background
  }

  private let state = Locked(State())
  /// Until it is closed.
  private var writer: SessionWriter?
  private let checkpoints: Checkpoints
  private let path: String
  private let now: @Sendable () -> Int64
  /// Whether the threads that add changes may write, which is so if that does not wait for the disk.
  private let callersWrite: Bool
  private let background = DispatchQueue(label: "tempura.sessions.write", qos: .userInitiated)

  /// How many transactions there were.
  let commits = Atomic<Int>(0)

  /// How much is written at once at most.
  static let mostChanges = 256
  static let mostBytes = 4 * 1024 * 1024
  /// How many transactions a caller writes, its own included.
  static let mostGroupsOfCaller = 3
  /// How long to wait for other processes in the background.
  private static let patience: Int32 = 5000

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

  /// Has a change written. The answer comes once it is.
  func add(_ change: RequestedChange) {
    let isAdded = take { state in
      guard !state.isClosed else { return false }
      state.changes.append(change)
      return true
    }
    if !isAdded { change.answer(.failure(SQLiteProblem.closed.unavailable(path))) }
  }

  /// Has a task done in the background.
  ///
  /// - Returns: False if the queue was closed, and the task is not done.
  @discardableResult func add(_ task: @escaping Task) -> Bool {
    take { state in
      guard !state.isClosed else { return false }
      state.tasks.append(task)
      return true
    }
  }

  /// Waits until everything that was added is done and then a last task, and closes the connection.
  func close(_ task: @escaping Task) {
    let done = DispatchSemaphore(value: 0)
    let closes = take { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      state.last = task
      state.closed = done
      return true
    }
    if closes { done.wait() }
  }

  /// Adds something, and takes the turn if nobody has it.
  private func take(_ add: (inout State) -> Bool) -> Bool {
    let (isAdded, takesTurn) = state.withLock { state in
      guard add(&state) else { return (false, false) }
      defer { state.isTaken = true }
      return (true, !state.isTaken)
    }
    if takesTurn { if callersWrite { work(in: .caller) } else { handOver() } }
    return isAdded
  }

  // MARK: - For who has the turn

  private func handOver() { background.async { self.work(in: .background) } }

  private func work(in place: Place) {
    guard writeAll(in: place) else { return }
    writer = nil
    state.withLock { $0.closed.take() }?.signal()
  }

  /// - Returns: Whether it was the last that was done.
  private func writeAll(in place: Place) -> Bool {
    var groups = 0
    var lastWasTask = false
    guard let writer else { return false }
    while true {
      let mayGoOn = place == .background || groups < Self.mostGroupsOfCaller
      switch next(in: place, mayGoOn: mayGoOn, lastWasTask: lastWasTask) {
      case .nothing: return false
      case .handOver:
        handOver()
        return false
      case .last(let task):
        task(writer)
        return true
      case .task(let task):
        writer.connection.setPatience(milliseconds: Self.patience)
        task(writer)
        lastWasTask = true
      case .group(let group):
        guard write(group, writer, in: place) else {
          state.withLock { $0.changes.insert(contentsOf: group, at: 0) }
          handOver()
          return false
        }
        groups += 1
        lastWasTask = false
      }
    }
  }

  private func next(in place: Place, mayGoOn: Bool, lastWasTask: Bool) -> Next {
    state.withLock { state in
      if state.isEmpty {
        state.isTaken = false
        return .nothing
      }
      // In turns: a task may add another, as removing many sessions does.
      let isForTask = state.changes.isEmpty || !(lastWasTask || state.tasks.isEmpty)
      guard mayGoOn, place == .background || !isForTask else { return .handOver }
      guard isForTask else { return .group(Self.takeGroup(&state.changes)) }
      if state.tasks.isEmpty, let last = state.last.take() { return .last(last) }
      return .task(state.tasks.removeFirst())
    }
  }

  private static func takeGroup(_ changes: inout [RequestedChange]) -> [RequestedChange] {
    var bytes = 0
    let end = changes.firstIndex { change in
      bytes += change.change.size
      return bytes > mostBytes
    }
    let count = min(max(end ?? changes.count, 1), mostChanges)
    guard count < changes.count else {
      defer { changes = [] }
      return changes
    }
    defer { changes.removeFirst(count) }
    return Array(changes.prefix(count))
  }

  /// - Returns: False if it would have to wait for another process's lock.
  private func write(_ group: [RequestedChange], _ writer: SessionWriter, in place: Place) -> Bool {
    writer.connection.setPatience(milliseconds: place == .caller ? 0 : Self.patience)
    let outcomes: [Change.Outcome]
    do throws(SQLiteFailure) {
      outcomes = try writer.apply(group, now: now())
    } catch {
      if error.isLocked, place == .caller { return false }
      let problem = SQLiteProblem(error).unavailable(path)
      for requested in group { requested.answer(.failure(problem)) }
      return true
    }
    commits.add(1, ordering: .relaxed)
    for (requested, outcome) in zip(group, outcomes) { requested.answer(.success(outcome)) }
    checkpoints.written(writer.connection.takeWrittenPages(), self)
    return true
  }
}
