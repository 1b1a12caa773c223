internal import Sessions
internal import Basics
internal import Dispatch

/// A command for Redis, and the function that gets its reply.
struct RedisCall: Sendable {
  var command: RedisCommand
  /// Whether the command may be sent again if its reply was lost.
  var isRepeatable: Bool
  /// Whether it fails without the replicas that the URL asks for.
  var isChange = false
  /// The hash slot of its keys. Only for a cluster.
  var slot: RedisSlot = 0
  /// Whether it goes to a server that does not have the slot yet, but takes the slot over
  /// (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/, "ASK redirection").
  var isToImporter = false
  /// The message to send to subscribers if the importer runs the command.
  var message: RedisCommand?
  var answer: @Sendable (Result<RedisReply, RedisError>) -> Void
  fileprivate var wasRepeated = false
  /// Whether its reply waits for the number of replicas.
  fileprivate var isHeld = false
  /// Whether it counts the replicas that have the calls before it.
  fileprivate var countsReplicas = false
  /// When it was queued.
  fileprivate var start = ContinuousClock.now

  init(
    _ command: RedisCommand, isRepeatable: Bool,
    _ answer: @escaping @Sendable (Result<RedisReply, RedisError>) -> Void
  ) {
    self.command = command
    self.isRepeatable = isRepeatable
    self.answer = answer
  }
}

/// Sends calls to Redis on one connection, and does not wait for a reply before it sends the next call.
///
/// One thread connects, sends, receives and answers. More connections would make nothing faster: Redis runs one command
/// at a time, and replies come in the order of the calls.
final class RedisPipeline: Sendable {
  private struct State {
    /// The calls that were not sent yet.
    var queue = FIFO<RedisCall>()
    /// The size of these calls.
    var bytes = 0
    /// Whether the thread waits, and a new call has to wake it.
    var isIdle = false
    var isConnected = false
    var isClosing = false
    /// Why there is no connection.
    var problem: RedisError?
    /// Whether `failLateCalls` is going to run.
    var hasTimer = false
  }

  /// The limits of the queue.
  static let maxCalls = 10_000
  static let maxBytes = 64 * 1024 * 1024
  /// How many replies may be missing. The other calls wait in the queue.
  private static let maxUnanswered = 256
  /// How much is sent in one write.
  private static let maxBytesAtOnce = 1024 * 1024

  private let destination: RedisDestination
  private let state = Locked(State())
  private let waker: Waker
  private let timer = DispatchQueue(label: "tempura.redis")
  private let notice: @Sendable () -> Void

  /// - Parameter notice: Called after a connection was lost, or could not be made.
  init(_ destination: RedisDestination, _ notice: @escaping @Sendable () -> Void = {}) throws(RedisError) {
    do { waker = try Waker() } catch { throw RedisError(error) }
    self.destination = destination
    self.notice = notice
  }

  var isConnected: Bool { state.withLock(\.isConnected) }

  // MARK: - The queue

  func add(_ call: RedisCall) {
    let (problem, wakes) = state.withLock { state -> (RedisError?, Bool) in
      guard !state.isClosing else { return (.closed, false) }
      guard state.queue.count < Self.maxCalls, state.bytes + call.command.size <= Self.maxBytes else {
        return (.tooManyCalls(limit: state.queue.count), false)
      }
      append(call, to: &state)
      defer { state.isIdle = false }
      return (nil, state.isIdle)
    }
    // Outside the lock, which the thread needs at once.
    if wakes { waker.wake() }
    if let problem { call.answer(.failure(problem)) }
  }

  /// Queues a call. The thread takes it the next time that it looks.
  private func append(_ call: RedisCall, to state: inout State) {
    var call = call
    call.start = .now
    call.isHeld = false
    state.bytes += call.command.size
    state.queue.append(call)
    guard !state.hasTimer else { return }
    state.hasTimer = true
    failLateCalls(after: destination.timeouts.connection)
  }

  private func failLateCalls(after pause: Duration) {
    let (seconds, attoseconds) = max(pause, .zero).components
    let nanoseconds = Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    timer.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in failLateCalls() }
  }

  private func failLateCalls() {
    let (late, problem) = state.withLock { state -> ([RedisCall], RedisError) in
      let timeouts = destination.timeouts
      // With a connection, Redis may just be slow: queued calls wait as long as those that were sent.
      let longest = state.isConnected ? timeouts.reply : timeouts.connection
      let start = ContinuousClock.now - longest
      var late: [RedisCall] = []
      state.hasTimer = false
      while let call = state.queue.popFirst() {
        guard call.start <= start else {
          state.queue.prepend(call)
          state.hasTimer = true
          // The connection may be lost before this call is late.
          failLateCalls(after: min(call.start - start, timeouts.connection))
          break
        }
        state.bytes -= call.command.size
        late.append(call)
      }
      let reason = state.problem?.sentence(destination.place)
      return (late, .notConnected(because: reason))
    }
    for call in late { call.answer(.failure(problem)) }
  }

  /// Takes calls from the queue. If there are none, the next call wakes the waker.
  private func take(_ limit: Int) -> [RedisCall] {
    state.withLock { state in
      var calls: [RedisCall] = []
      var bytes = 0
      while calls.count < limit, bytes < Self.maxBytesAtOnce, let call = state.queue.popFirst() {
        bytes += call.command.size
        if call.isToImporter { calls.append(RedisCall(RedisCommand("ASKING"), isRepeatable: false) { _ in }) }
        calls.append(call)
      }
      state.bytes -= bytes
      state.isIdle = calls.isEmpty && limit > 0
      return calls
    }
  }

  // MARK: - The end

  private var isClosing: Bool { state.withLock(\.isClosing) }

  /// Refuses new calls, and ends the thread when the others are answered.
  func close() {
    state.withLock { $0.isClosing = true }
    waker.wake()
  }

  // MARK: - The thread

  func run() {
    var backoff = Backoff()
    repeat {
      do throws(RedisError) {
        let connection = try RedisConnection(to: destination)
        backoff = Backoff()
        state.withLock { state in
          state.isConnected = true
          state.problem = nil
        }
        try serve(connection)
      } catch {
        state.withLock { state in
          state.isConnected = false
          state.isIdle = false
          state.problem = error
        }
        notice()
        waker.pause(backoff.next()) { isClosing }
      }
    } while !isClosing
    let (calls, problem) = state.withLock { state -> (FIFO<RedisCall>, RedisError) in
      defer { state.queue = FIFO() }
      return (state.queue, state.problem.map { .notConnected(because: $0.sentence(destination.place)) } ?? .closed)
    }
    fail(calls, problem)
    timer.sync {}  // where late calls may just be answered
  }

  private func fail(_ calls: FIFO<RedisCall>, _ problem: RedisError) {
    var calls = calls
    while let call = calls.popFirst() { call.answer(.failure(problem)) }
  }

  /// - Throws: When the connection is lost, or another connection may reach another server. All calls that were sent are
  ///   answered then, or queued again.
  private func serve(_ connection: RedisConnection) throws(RedisError) {
    var sent = Sent()
    do throws(RedisError) {
      try exchange(on: connection, &sent)
    } catch {
      for var call in sent.all {
        if case .lost = error, call.isRepeatable, !call.wasRepeated {
          call.wasRepeated = true
          state.withLock { append(call, to: &$0) }
        } else {
          call.answer(.failure(error))
        }
      }
      throw error
    }
  }

  /// The calls that were sent and not answered.
  private struct Sent {
    /// Those whose replies are missing.
    var calls = FIFO<RedisCall>()
    /// The others, which wait for the number of replicas that have them.
    var replied: [(call: RedisCall, reply: RedisReply)] = []
    /// Whether there were too few replicas.
    var lacksReplicas = false

    var all: [RedisCall] {
      var all = replied.map(\.call)
      var rest = calls
      while let call = rest.popFirst() { all.append(call) }
      return all
    }
  }

  private func exchange(on connection: RedisConnection, _ sent: inout Sent) throws(RedisError) {
    /// Why this server cannot be used: it has become a replica, or was restarted. Its name may be that of another now.
    var wrongServer: RedisError?
    var start = ContinuousClock.now
    /// When the last reply was complete.
    var lastReply = start
    let needsReplicas = destination.url.replicas > 0
    while true {
      // One batch at a time if replicas are counted: Redis runs nothing else of the connection while it waits for them, so
      // that many batches would keep loads waiting for many times as long.
      let room = needsReplicas && !sent.calls.isEmpty ? 0 : Self.maxUnanswered - sent.calls.count
      var calls = wrongServer == nil ? take(room) : []
      if sent.calls.isEmpty {
        if let wrongServer { throw wrongServer }
        if calls.isEmpty, isClosing { return }
        start = .now
      }
      if calls.isEmpty {
        let timeout = destination.timeouts.reply
        // Bytes may arrive for ever without a reply being complete: if the length of one is wrong, those of later calls.
        let end = min(max(start, connection.lastArrival) + timeout, max(start, lastReply) + timeout * 3)
        try connection.wait(waker, until: sent.calls.isEmpty ? nil : end)
        // An answer may add a call. It does not have to wake this thread.
        state.withLock { $0.isIdle = false }
      } else {
        // While replicas are missing, loads do not wait for them again and again.
        if needsReplicas, !sent.lacksReplicas || calls.contains(where: \.isChange) {
          for index in calls.indices { calls[index].isHeld = true }
          calls.append(replicaCount)
        }
        for call in calls { sent.calls.append(call) }
        try connection.send(calls.map(\.command))
      }
      while let reply = try connection.nextReply() {
        guard let call = sent.calls.popFirst() else { throw .unexpectedAnswer }
        lastReply = .now
        if call.countsReplicas {
          if let problem = receive(&sent, replicas: reply) { wrongServer = problem }
        } else if call.isHeld {
          sent.replied.append((call, reply))
        } else if let problem = receive(reply, for: call) {
          wrongServer = problem
        }
      }
    }
  }

  // MARK: - Replicas

  /// The call after each batch. Its reply comes when enough replicas have all changes before it: those of other clients,
  /// too. So even a load shows only what the replicas have.
  private var replicaCount: RedisCall {
    let milliseconds = Int(destination.timeouts.replication / .milliseconds(1))
    let command = RedisCommand("WAIT", "\(destination.url.replicas)", "\(max(milliseconds, 1))")
    var call = RedisCall(command, isRepeatable: false) { _ in }
    call.countsReplicas = true
    return call
  }

  /// Answers the calls of a batch. If replicas are missing, its changes fail, and loads do not.
  private func receive(_ sent: inout Sent, replicas reply: RedisReply) -> RedisError? {
    let batch = sent.replied
    sent.replied = []
    var problem: RedisError?
    let expected = destination.url.replicas
    switch reply {
    case .integer(let count): if count < expected { problem = .tooFewReplicas(count, of: expected) }
    case .error(let text): problem = RedisError(answer: text)
    default: problem = .unexpectedAnswer
    }
    sent.lacksReplicas = problem != nil
    var wrongServer: RedisError?
    for (call, reply) in batch {
      if let problem, call.isChange, !reply.isError {
        call.answer(.failure(problem))
      } else if let problem = receive(reply, for: call) {
        wrongServer = problem
      }
    }
    return wrongServer
  }

  /// - Returns: Why another connection has to be made, if so.
  private func receive(_ reply: RedisReply, for call: RedisCall) -> RedisError? {
    guard case .error(let text) = reply else {
      call.answer(.success(reply))
      return nil
    }
    if !call.command.sendsScript, text.hasPrefix("NOSCRIPT") {
      // Redis forgets its scripts when it is restarted. EVAL stores them again.
      var call = call
      call.command.sendsScript = true
      state.withLock { append(call, to: &$0) }
      return nil
    }
    let problem = RedisError(answer: text)
    call.answer(.failure(problem))
    return problem == .readOnly || problem == .loading ? problem : nil
  }
}
