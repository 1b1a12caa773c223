private import Glibc
private import Synchronization

/// Runs work on threads that it may block: so much at a time, of each key and of all.
///
/// Keys, such as clients' addresses, take turns. The work of one key starts in the order of submission. If work waits and
/// none of what it waits for ends for a while, one more runs, until one of those ends that have run so long.
package final class FairExecutor: Sendable {
  /// How much runs at a time.
  package struct Limit: Sendable {
    let usual: Int
    /// If work blocks.
    let ceiling: Int
    /// The seconds without an end after which one more runs.
    let patience: Double

    package init(usual: Int, ceiling: Int, patience: Double) {
      (self.usual, self.ceiling, self.patience) = (usual, ceiling, patience)
    }

    package static let none = Limit(usual: .max, ceiling: .max, patience: 0)
  }

  /// The number of the machine's processor cores.
  package static let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Runs bodies of promises, and the server's work in the background.
  package static let shared = FairExecutor(all: Limit(usual: max(4, cores), ceiling: 64, patience: 0.1))

  /// What runs of a key, or of all.
  struct Share {
    let limit: Limit
    private(set) var running = 0
    /// How much of it only waits, so that other work has its place: see ``FairExecutor/waiting(_:)``.
    var lent = 0
    /// More than usual if work blocked.
    private(set) var places: Int
    var watch = StallWatch()

    init(_ limit: Limit) {
      self.limit = limit
      places = limit.usual
    }

    var hasRoom: Bool { running - lent < places }
    var mayGrow: Bool { !hasRoom && places < limit.ceiling }

    mutating func begin() { running += 1 }

    /// - Parameter start: When the work that ended was started.
    mutating func end(of start: UInt64) {
      running -= 1
      watch.noteProgress()
      if places > limit.usual, Double(Clock.now() &- start) >= limit.patience * 1e9 { places -= 1 }
    }

    mutating func grow() { places += 1 }
  }

  private struct Work {
    let job: Job
    let key: UInt64
    /// When it was submitted, and then when it was started.
    var since = Clock.now()
  }

  private struct State {
    /// Work without a key: it comes first.
    var first = FIFO<Work>()
    var others = FairQueue<Work>()
    var all: Share
    /// Of keys with running work.
    var ofKeys: [UInt64: Share] = [:]

    /// - Parameter key: Nil for all.
    subscript(key: UInt64?) -> Share? {
      get { if let key { ofKeys[key] } else { all } }
      set { if let key { ofKeys[key] = newValue } else if let newValue { all = newValue } }
    }

    func hasRoom(_ key: UInt64) -> Bool { ofKeys[key]?.hasRoom ?? true }

    /// The work that starts as soon as there is room for all.
    var next: Work? { first.first ?? others.first(where: hasRoom) }

    /// Whether work waits only because too much runs of a key, or of all.
    func isHeldUp(_ key: UInt64?) -> Bool {
      guard self[key]?.mayGrow == true else { return false }
      return (key.map { others.first(of: $0) } ?? next) != nil
    }
  }

  private let all: Limit
  private let ofKey: Limit
  private let state: Locked<State>
  /// Whether work waits. Can be read without the lock.
  private let hasWaiting = Atomic(false)
  private let threads: (@Sendable (@escaping () -> Void) -> Void)?
  private let after: @Sendable (Double, @escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - threads: Runs work instead of the process's threads.
  ///   - after: Calls a closure after some seconds.
  package init(
    all: Limit, ofKey: Limit = .none, on threads: (@Sendable (@escaping () -> Void) -> Void)? = nil,
    after: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void = { Timers.shared.after($0, $1) }
  ) {
    state = Locked(State(all: Share(all)))
    (self.all, self.ofKey) = (all, ofKey)
    (self.threads, self.after) = (threads, after)
  }

  /// Runs `work` as soon as the limits allow it.
  ///
  /// - Parameter key: Whose work it is; 0 for work without a limit of its own, which comes before other work.
  package func start(for key: UInt64 = 0, _ work: @escaping () -> Void) {
    let work = Work(job: Job(work), key: key)
    let starts = state.withLock { state in
      // Nothing else may start now, or it would have started already.
      if state.all.hasRoom, state.hasRoom(key) {
        begin(key, in: &state)
        return true
      }
      if key == 0 { state.first.append(work) } else { state.others.append(work, of: key) }
      hasWaiting.store(true, ordering: .relaxed)
      return false
    }
    if starts { run(work) } else { watchAll(with: key) }
  }

  private func begin(_ key: UInt64, in state: inout State) {
    state.all.begin()
    if key != 0 { state.ofKeys[key, default: Share(ofKey)].begin() }
  }

  private func takeNext(in state: inout State) -> Work? {
    guard hasWaiting.load(ordering: .relaxed), state.all.hasRoom else { return nil }
    let ofKeys = state.ofKeys
    guard var next = state.first.popFirst() ?? state.others.popFirst(where: { ofKeys[$0]?.hasRoom ?? true })
    else { return nil }
    begin(next.key, in: &state)
    next.since = Clock.now()
    hasWaiting.store(!(state.first.isEmpty && state.others.isEmpty), ordering: .relaxed)
    return next
  }

  private func run(_ first: Work) {
    if let threads {
      return threads { [self] in if let next = runOne(first) { run(next) } }
    }
    ThreadPool.shared.start { [self] in
      let onThread = Self.onThread.value
      onThread.executor = self
      defer { onThread.executor = nil }
      var next: Work? = first
      while let work = next { next = runOne(work) }
    }
  }

  private final class OnThread { var executor: FairExecutor? }
  /// The executor whose work a thread runs.
  private static let onThread = ThreadLocal<OnThread> { OnThread() }

  /// Runs `body`, which waits for something else than a processor. Other work has the place of the running work meanwhile.
  package static func waiting<Result>(_ body: () -> Result) -> Result {
    guard let executor = onThread.existing?.executor else { return body() }
    executor.lend(1)
    defer { executor.lend(-1) }
    return body()
  }

  private func lend(_ places: Int) {
    let next = state.withLock { state in
      state.all.lent += places
      return takeNext(in: &state)
    }
    if let next { run(next) }
  }

  /// - Returns: What its thread runs next.
  private func runOne(_ work: Work) -> Work? {
    work.job.run()
    let next = state.withLock { state in
      state.all.end(of: work.since)
      if work.key != 0 {
        state.ofKeys[work.key]?.end(of: work.since)
        if state.ofKeys[work.key]?.running == 0 { state.ofKeys[work.key] = nil }
      }
      return takeNext(in: &state)
    }
    if hasWaiting.load(ordering: .relaxed) { watchAll(with: work.key) }
    return next
  }

  // MARK: - Work that waits

  /// How long work of a key would wait if it came now, by that which waits already, in nanoseconds.
  package func wait(for key: UInt64) -> UInt64 {
    // Every request asks.
    guard hasWaiting.load(ordering: .relaxed) else { return 0 }
    let since = state.withLock { state in min(state.next?.since ?? .max, state.others.first(of: key)?.since ?? .max) }
    return since == .max ? 0 : Clock.now() &- since
  }

  private func watchAll(with key: UInt64) {
    watch(nil)
    if key != 0 { watch(key) }
  }

  /// Runs one more of a key, or of all for nil, each time that none ends for too long, as long as work waits only for that.
  private func watch(_ key: UInt64?) {
    let beginning = state.withLock { state -> Int? in
      let isHeldUp = state.isHeldUp(key)
      return state[key]?.watch.begin(if: isHeldUp) ?? nil
    }
    guard let beginning else { return }
    after(key == nil ? all.patience : ofKey.patience) { [self] in
      let next = state.withLock { state -> Work? in
        guard state[key]?.watch.end(beginning) == true, state.isHeldUp(key) else { return nil }
        state[key]?.grow()
        return takeNext(in: &state)
      }
      if let next { run(next) }
      watch(key)
    }
  }
}
