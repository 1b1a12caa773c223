internal import Sessions
internal import Basics
internal import Dispatch

/// A transaction for PostgreSQL, and the function that gets its results.
struct PostgresCall: Sendable {
  /// What other calls can be in the same transaction.
  enum BatchPolicy: Sendable {
    /// Those that read.
    case reading
    /// Those that change one row that exists.
    case changing(SessionKey)
    case none
  }

  let steps: [PostgresStep]
  /// What is added to the steps if the call is repeated.
  var checks: [PostgresStep] = []
  let batchPolicy: BatchPolicy
  /// Whether the call may be sent again if its results were lost.
  let isRepeatable: Bool
  let answer: @Sendable (Result<[PostgresRows], PostgresError>) -> Void
  /// How often the call was queued again.
  fileprivate var repeats = 0
  /// When it was queued.
  fileprivate var start = ContinuousClock.now
  fileprivate let size: Int

  init(
    _ steps: [PostgresStep], checks: [PostgresStep] = [], _ batchPolicy: BatchPolicy, isRepeatable: Bool,
    _ answer: @escaping @Sendable (Result<[PostgresRows], PostgresError>) -> Void
  ) {
    self.steps = steps
    self.checks = checks
    self.batchPolicy = batchPolicy
    self.isRepeatable = isRepeatable
    self.answer = answer
    size = steps.reduce(0) { $0 + $1.size }
  }

  fileprivate var sent: [PostgresStep] { repeats > 0 ? steps + checks : steps }
}

/// Sends calls to PostgreSQL on a few connections, each with a thread.
///
/// A connection that is free takes the calls that are waiting, sends them all, and then reads all results: one round trip.
/// Many saves are one transaction, because the disk and notifications cost PostgreSQL about as much for one as for many.
/// Rows are changed in the order of their keys, so that two such transactions never wait for each other in a circle.
final class PostgresPool: Sendable {
  private struct State {
    /// The calls that were not sent yet.
    var queue = FIFO<PostgresCall>()
    /// The size of these calls.
    var bytes = 0
    /// The members that wait for a call.
    var idle: [Int] = []
    /// The number of connections.
    var connections = 0
    /// The number of threads that have not ended.
    var members: Int
    var isClosing = false
    /// Why there is no connection.
    var problem: PostgresError?
    /// Whether `failLateCalls` is going to run.
    var hasTimer = false
  }

  /// The limits of the queue.
  static let maxCalls = 10_000
  static let maxBytes = 64 * 1024 * 1024
  /// How many calls a connection takes at a time.
  private static let maxAtOnce = 32
  private static let maxBytesAtOnce = 4 * 1024 * 1024

  private let destination: PostgresDestination
  private let statements: [PostgresStatement]
  private let state: Locked<State>
  private let wakers: [Waker]
  private let timer = DispatchQueue(label: "tempura.postgres")

  init(_ destination: PostgresDestination, _ statements: [PostgresStatement]) throws(PostgresError) {
    self.destination = destination
    self.statements = statements
    var wakers: [Waker] = []
    for _ in 0..<destination.url.pool {
      do { wakers.append(try Waker()) } catch { throw PostgresError(error) }
    }
    self.wakers = wakers
    state = Locked(State(members: wakers.count))
  }

  // MARK: - The queue

  func add(_ call: PostgresCall) {
    let (problem, woken) = state.withLock { state -> (PostgresError?, Int?) in
      guard !state.isClosing else { return (.closed, nil) }
      guard state.queue.count < Self.maxCalls, state.bytes + call.size <= Self.maxBytes else {
        return (.tooManyCalls(limit: state.queue.count), nil)
      }
      append(call, to: &state)
      return (nil, state.idle.popLast())
    }
    // Outside the lock, which the thread needs at once.
    if let woken { wakers[woken].wake() }
    if let problem { call.answer(.failure(problem)) }
  }

  /// Queues a call. A thread takes it the next time that it looks.
  private func append(_ call: PostgresCall, to state: inout State) {
    var call = call
    call.start = .now
    state.bytes += call.size
    state.queue.append(call)
    guard !state.hasTimer else { return }
    state.hasTimer = true
    failLateCalls(after: destination.timeouts.connection)
  }

  private func failLateCalls(after pause: Duration) {
    let nanoseconds = Int(max(pause, .zero) / .nanoseconds(1))
    timer.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in failLateCalls() }
  }

  private func failLateCalls() {
    let (late, problem) = state.withLock { state -> ([PostgresCall], PostgresError) in
      let timeouts = destination.timeouts
      // With a connection, PostgreSQL may just be slow: queued calls wait as long as those that were sent.
      let longest = state.connections > 0 ? timeouts.reply : timeouts.connection
      let start = ContinuousClock.now - longest
      var late: [PostgresCall] = []
      state.hasTimer = false
      while let call = state.queue.popFirst() {
        guard call.start <= start else {
          state.queue.prepend(call)
          state.hasTimer = true
          // The connections may be lost before this call is late.
          failLateCalls(after: min(call.start - start, timeouts.connection))
          break
        }
        state.bytes -= call.size
        late.append(call)
      }
      let reason = state.problem?.sentence(destination.url.description)
      return (late, .notConnected(because: reason))
    }
    for call in late { call.answer(.failure(problem)) }
  }

  /// Takes calls from the queue. If there are none, the next call may wake the member.
  private func take(for member: Int) -> [PostgresCall] {
    state.withLock { state in
      state.idle.removeAll { $0 == member }
      var calls: [PostgresCall] = []
      var bytes = 0
      while calls.count < Self.maxAtOnce, bytes < Self.maxBytesAtOnce, let call = state.queue.popFirst() {
        bytes += call.size
        calls.append(call)
      }
      state.bytes -= bytes
      if calls.isEmpty { state.idle.append(member) }
      return calls
    }
  }

  /// Queues a call again whose transaction was not committed, or may be repeated.
  private func repeatCall(_ call: PostgresCall) {
    var call = call
    call.repeats += 1
    let woken = state.withLock { state in
      append(call, to: &state)
      return state.idle.popLast()
    }
    if let woken { wakers[woken].wake() }
  }

  // MARK: - The end

  private var isClosing: Bool { state.withLock(\.isClosing) }

  /// Refuses new calls, and ends the threads when the others are answered.
  func close() {
    state.withLock { $0.isClosing = true }
    for waker in wakers { waker.wake() }
  }

  // MARK: - The threads

  /// The numbers of the threads, for `run`.
  var members: Range<Int> { wakers.indices }

  func run(_ member: Int) {
    var backoff = Backoff()
    repeat {
      do throws(PostgresError) {
        let connection = try PostgresConnection(to: destination)
        try connection.prepare(statements)
        state.withLock { state in
          state.connections += 1
          state.problem = nil
        }
        defer {
          state.withLock { state in
            state.connections -= 1
            state.idle.removeAll { $0 == member }
          }
        }
        backoff = Backoff()
        try serve(connection, member)
      } catch {
        let woken = state.withLock { state -> Int? in
          if state.connections == 0 { state.problem = error }
          // A call may have woken this thread only.
          return state.queue.isEmpty ? nil : state.idle.popLast()
        }
        if let woken { wakers[woken].wake() }
        wakers[member].pause(backoff.next()) { isClosing }
      }
    } while !isClosing
    leave()
  }

  /// The last thread fails the calls that could not be sent.
  private func leave() {
    let (calls, problem) = state.withLock { state -> (FIFO<PostgresCall>, PostgresError) in
      state.members -= 1
      guard state.members == 0 else { return (FIFO(), .closed) }
      defer { state.queue = FIFO() }
      return (state.queue, state.problem ?? .closed)
    }
    var rest = calls
    while let call = rest.popFirst() { call.answer(.failure(problem)) }
    timer.sync {}  // where late calls may just be answered
  }

  /// - Throws: When the connection is lost, or another connection may reach another server. All calls that were sent are
  ///   answered then, or queued again.
  private func serve(_ connection: PostgresConnection, _ member: Int) throws(PostgresError) {
    while true {
      let calls = take(for: member)
      if !calls.isEmpty {
        try exchange(Self.transactions(calls), connection)
      } else if isClosing {
        return
      } else {
        try connection.wait(wakers[member], until: nil)
      }
    }
  }

  /// Puts calls into as few transactions as possible.
  private static func transactions(_ calls: [PostgresCall]) -> [[PostgresCall]] {
    var reading: [PostgresCall] = []
    var changing: [(key: SessionKey, call: PostgresCall)] = []
    var others: [[PostgresCall]] = []
    for call in calls {
      switch call.batchPolicy {
      case .reading: reading.append(call)
      case .changing(let key): changing.append((key, call))
      case .none: others.append([call])
      }
    }
    changing.sort { $0.key < $1.key }
    return [reading, changing.map(\.call)].filter { !$0.isEmpty } + others
  }

  private func exchange(
    _ transactions: [[PostgresCall]], _ connection: PostgresConnection
  ) throws(PostgresError) {
    var answered = 0
    /// Why this connection cannot be used.
    var wrongServer: PostgresError?
    /// Calls whose transaction failed, perhaps because of another call in it.
    var again: [[PostgresCall]] = []
    do throws(PostgresError) {
      try connection.run(transactions.map { $0.flatMap(\.sent) }) { index, result in
        answered = index + 1
        let calls = transactions[index]
        switch result {
        case .success(var rows):
          for call in calls {
            let count = call.sent.count
            call.answer(.success(Array(rows.prefix(count))))
            rows.removeFirst(count)
          }
        case .failure(let problem) where problem.isOfConnection:
          wrongServer = problem
          for call in calls { refuse(call, problem) }
        case .failure where calls.count > 1: again += calls.map { [$0] }
        case .failure(.locked): refuse(calls[0], .locked)
        case .failure(let problem): calls[0].answer(.failure(problem))
        }
      }
    } catch {
      for call in transactions[answered...].joined() {
        if case .lost = error, call.isRepeatable { refuse(call, error) } else { call.answer(.failure(error)) }
      }
      for call in again.joined() { refuse(call, error) }
      throw error
    }
    if let wrongServer {
      for call in again.joined() { refuse(call, wrongServer) }
      throw wrongServer
    }
    if !again.isEmpty { try exchange(again, connection) }
  }

  /// Queues a call again that has changed nothing, or may be repeated. It fails after as many attempts as there are
  /// connections, and one more: all of them may be lost at the same time.
  private func refuse(_ call: PostgresCall, _ problem: PostgresError) {
    if call.repeats < wakers.count { repeatCall(call) } else { call.answer(.failure(problem)) }
  }
}
