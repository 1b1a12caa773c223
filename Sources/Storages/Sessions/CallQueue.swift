package import Basics
internal import Dispatch

/// A call of a server that stores sessions, and the function that gets its reply.
package protocol QueuedCall: Sendable {
  associatedtype Reply: Sendable
  associatedtype Failure: StorageServerError

  /// In bytes.
  var size: Int { get }
  /// When the call was queued. Only the queue sets it.
  var start: ContinuousClock.Instant { get set }
  var answer: @Sendable (Result<Reply, Failure>) -> Void { get }
}

/// The calls that wait for a connection to a server, and the threads that send them. Each thread has a connection.
///
/// A call fails if it waits too long. A thread whose connection is lost connects again, until the queue is closed.
package final class CallQueue<Call: QueuedCall>: Sendable {
  private struct State {
    var calls = FIFO<Call>()
    /// The size of the calls.
    var bytes = 0
    /// The threads that wait for a call, which has to wake one of them.
    var idle: [Int] = []
    /// The number of connections.
    var connections = 0
    /// The number of threads that have not ended.
    var threads: Int
    var isClosing = false
    /// Why there is no connection.
    var problem: Call.Failure?
    /// Whether `failLateCalls` is going to run.
    var hasTimer = false
  }

  /// The limits of the calls that wait.
  package static var maxCalls: Int { 10_000 }
  package static var maxBytes: Int { 64 * 1024 * 1024 }

  private let location: String
  private let connectionTimeout: Duration
  private let replyTimeout: Duration
  private let state: Locked<State>
  /// A waker for each thread.
  package let wakers: [Waker]
  private let timer = DispatchQueue(label: "tempura.sessions.calls")

  /// - Parameters:
  ///   - location: The server's, for messages.
  ///   - connection: How long a call waits for a connection.
  ///   - reply: How long a call waits while there is a connection.
  ///   - threads: The number of threads. `run` has to be called on each.
  package init(of location: String, connection: Duration, reply: Duration, threads: Int = 1) throws(SystemError) {
    self.location = location
    connectionTimeout = connection
    replyTimeout = reply
    var wakers: [Waker] = []
    for _ in 0..<threads { wakers.append(try Waker()) }
    self.wakers = wakers
    state = Locked(State(threads: threads))
  }

  package var isConnected: Bool { state.withLock { $0.connections > 0 } }

  // MARK: - Calls

  package func add(_ call: Call) {
    let (problem, woken) = state.withLock { state -> (Call.Failure?, Int?) in
      if state.isClosing { return (.closed, nil) }
      let fits = state.calls.count < Self.maxCalls && state.bytes + call.size <= Self.maxBytes
      return fits ? (nil, append(call, to: &state)) : (.tooManyCalls(limit: state.calls.count), nil)
    }
    wake(woken)
    if let problem { call.answer(.failure(problem)) }
  }

  /// Queues a call again that was taken. The limits do not apply to it.
  package func addAgain(_ call: Call) { wake(state.withLock { append(call, to: &$0) }) }

  /// - Returns: The thread to wake: outside the lock, which it needs at once.
  private func append(_ call: Call, to state: inout State) -> Int? {
    var call = call
    call.start = .now
    state.bytes += call.size
    state.calls.append(call)
    if !state.hasTimer { startTimer(connectionTimeout, &state) }
    return state.idle.popLast()
  }

  private func wake(_ thread: Int?) { if let thread { wakers[thread].wake() } }

  private func startTimer(_ pause: Duration, _ state: inout State) {
    state.hasTimer = true
    timer.asyncAfter(pause) { [self] in failLateCalls() }
  }

  private func failLateCalls() {
    let (late, problem) = state.withLock { state -> ([Call], Call.Failure) in
      // With a connection, the server may just be slow: queued calls wait as long as those that were sent.
      let start = ContinuousClock.now - (state.connections > 0 ? replyTimeout : connectionTimeout)
      var late: [Call] = []
      state.hasTimer = false
      while let call = state.calls.popFirst() {
        guard call.start <= start else {
          state.calls.prepend(call)
          // The connections may be lost before this call is late.
          startTimer(min(call.start - start, connectionTimeout), &state)
          break
        }
        state.bytes -= call.size
        late.append(call)
      }
      return (late, .notConnected(because: state.problem?.sentence(location)))
    }
    for call in late { call.answer(.failure(problem)) }
  }

  /// Takes calls in their order. If there are none, the next call may wake the thread.
  ///
  /// - Parameter bytes: No further call is taken when those that were taken have this size.
  package func take(_ limit: Int, bytes maxBytes: Int, for thread: Int = 0) -> [Call] {
    state.withLock { state in
      state.idle.removeAll { $0 == thread }
      var calls: [Call] = []
      var bytes = 0
      while calls.count < limit, bytes < maxBytes, let call = state.calls.popFirst() {
        bytes += call.size
        calls.append(call)
      }
      state.bytes -= bytes
      if calls.isEmpty, limit > 0 { state.idle.append(thread) }
      return calls
    }
  }

  /// Says that the thread is going to take calls. So it does not have to be woken.
  package func resume(_ thread: Int = 0) { state.withLock { $0.idle.removeAll { $0 == thread } } }

  // MARK: - The threads

  package var isClosing: Bool { state.withLock(\.isClosing) }

  /// Refuses new calls, and ends the threads when the others are answered.
  package func close() {
    state.withLock { $0.isClosing = true }
    for waker in wakers { waker.wake() }
  }

  /// Connects, and sends calls, until the queue is closed.
  ///
  /// - Parameters:
  ///   - serve: Takes and sends calls until the queue is closed and empty. Throws if another connection is needed. All
  ///     calls that were sent are answered then, or queued again.
  ///   - notice: Called after a connection was lost, or could not be made.
  package func run<Connection>(
    _ thread: Int = 0, connect: () throws(Call.Failure) -> Connection,
    serve: (Connection) throws(Call.Failure) -> Void, notice: () -> Void = {}
  ) {
    var backoff = Backoff()
    repeat {
      var isConnected = false
      do throws(Call.Failure) {
        let connection = try connect()
        isConnected = true
        backoff = Backoff()
        state.withLock { state in
          state.connections += 1
          state.problem = nil
        }
        try serve(connection)
      } catch {
        // A call may have woken this thread only.
        let woken = state.withLock { state -> Int? in
          if isConnected { state.connections -= 1 }
          state.idle.removeAll { $0 == thread }
          if state.connections == 0 { state.problem = error }
          return state.calls.isEmpty ? nil : state.idle.popLast()
        }
        wake(woken)
        notice()
        wakers[thread].pause(backoff.next()) { isClosing }
      }
    } while !isClosing
    end()
  }

  /// Ends a thread. The last one fails the calls that could not be sent.
  private func end() {
    let (calls, problem) = state.withLock { state -> (FIFO<Call>, Call.Failure) in
      state.threads -= 1
      guard state.threads == 0 else { return (FIFO(), .closed) }
      defer { state.calls = FIFO() }
      return (state.calls, state.problem.map { .notConnected(because: $0.sentence(location)) } ?? .closed)
    }
    var rest = calls
    while let call = rest.popFirst() { call.answer(.failure(problem)) }
    timer.sync {}  // where late calls may just be answered
  }
}
