internal import Sessions
internal import Basics

/// A command for Redis.
struct RedisCall: QueuedCall {
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
  fileprivate(set) var answer: @Sendable (Result<RedisReply, RedisError>) -> Void = { _ in }
  fileprivate var wasRepeated = false
  /// Whether it counts the replicas that have the calls before it.
  fileprivate var countsReplicas = false
  /// The text that the last call of a batch is answered with; nil for other calls.
  fileprivate var check: String?
  var start = ContinuousClock.now

  var size: Int { command.size }

  init(_ command: RedisCommand, isRepeatable: Bool) {
    self.command = command
    self.isRepeatable = isRepeatable
  }
}

/// Sends calls to Redis on one connection, and does not wait for a reply before it sends the next call.
///
/// One thread connects, sends, receives and answers. More connections would make nothing faster: Redis runs one command
/// at a time, and replies come in the order of the calls.
final class RedisPipeline: Sendable {
  /// How many replies may be missing. The other calls wait in the queue.
  private static let maxUnanswered = 256
  /// How much is sent in one write.
  private static let maxBytesAtOnce = 1024 * 1024

  private let destination: RedisDestination
  private let queue: CallQueue<RedisCall>
  private let notice: @Sendable () -> Void

  /// - Parameter notice: Called after a connection was lost, or could not be made.
  init(_ destination: RedisDestination, _ notice: @escaping @Sendable () -> Void = {}) throws(RedisError) {
    let timeouts = destination.timeouts
    do {
      queue = try CallQueue(
        of: destination.location, connection: timeouts.connection, reply: timeouts.reply)
    } catch {
      throw RedisError(error)
    }
    self.destination = destination
    self.notice = notice
  }

  var isConnected: Bool { queue.isConnected }

  /// Sends a call, and waits for the reply.
  func reply(to call: RedisCall) async throws(RedisError) -> RedisReply {
    try await withUnsafeContinuation { done in
      var call = call
      call.answer = { done.resume(returning: $0) }
      queue.add(call)
    }.get()
  }

  /// Refuses new calls, and ends the thread when the others are answered.
  func close() { queue.close() }

  // MARK: - The thread

  func run() {
    queue.run(
      connect: { () throws(RedisError) in try RedisConnection(to: destination) },
      serve: { connection throws(RedisError) in try serve(connection) }, notice: notice)
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
          queue.addAgain(call)
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
    /// The others, which wait for the end of their batch.
    var replied: [(call: RedisCall, reply: RedisReply)] = []
    /// The reply to the call that counts replicas; nil if the batch has no such call.
    var replicas: RedisReply?
    /// The number of the last batch. It begins at random, so that no reply of another connection has it.
    var batches = UInt64.random(in: 0 ... .max)
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
      var calls = wrongServer == nil ? queue.take(room, bytes: Self.maxBytesAtOnce) : []
      if sent.calls.isEmpty {
        if let wrongServer { throw wrongServer }
        if calls.isEmpty, queue.isClosing { return }
        start = .now
      }
      if calls.isEmpty {
        let timeout = destination.timeouts.reply
        // Bytes may arrive for ever without a reply being complete: if the length of one is wrong, those of later calls.
        let end = min(max(start, connection.lastArrival) + timeout, max(start, lastReply) + timeout * 3)
        try connection.wait(queue.wakers[0], until: sent.calls.isEmpty ? nil : end)
        // An answer may add a call. It does not have to wake this thread.
        queue.resume()
      } else {
        if calls.contains(where: \.isToImporter) { calls = calls.flatMap { $0.isToImporter ? [asking, $0] : [$0] } }
        if needsReplicas {
          // While replicas are missing, loads do not wait for them again and again.
          if !sent.lacksReplicas || calls.contains(where: \.isChange) { calls.append(replicaCount) }
        }
        sent.batches &+= 1
        calls.append(check("\(sent.batches)"))
        for call in calls { sent.calls.append(call) }
        try connection.send(calls.map(\.command))
      }
      while let reply = try connection.nextReply() {
        guard let call = sent.calls.popFirst() else { throw .unexpectedAnswer }
        lastReply = .now
        if let check = call.check {
          // Replies come in the order of the calls, and do not say to which call they belong. If there was one too many or too few,
          // none of the batch is used: a session might be that of another user.
          guard reply.text == check else { throw .unexpectedAnswer }
          if let problem = receive(&sent) { wrongServer = problem }
        } else if call.countsReplicas {
          sent.replicas = reply
        } else {
          sent.replied.append((call, reply))
        }
      }
    }
  }

  /// Lets an importer run the next call.
  private var asking: RedisCall { RedisCall(RedisCommand("ASKING"), isRepeatable: false) }

  /// The last call of each batch, whose reply repeats a text.
  private func check(_ text: String) -> RedisCall {
    var call = RedisCall(RedisCommand("PING", text), isRepeatable: false)
    call.check = text
    return call
  }

  // MARK: - Replicas

  /// The call after those of a batch. Its reply comes when enough replicas have all changes before it: those of other clients,
  /// too. So even a load shows only what the replicas have.
  private var replicaCount: RedisCall {
    let milliseconds = Int(destination.timeouts.replication / .milliseconds(1))
    let command = RedisCommand("WAIT", "\(destination.url.replicas)", "\(max(milliseconds, 1))")
    var call = RedisCall(command, isRepeatable: false)
    call.countsReplicas = true
    return call
  }

  /// Answers the calls of a batch. If replicas are missing, its changes fail, and loads do not.
  private func receive(_ sent: inout Sent) -> RedisError? {
    var problem: RedisError?
    let expected = destination.url.replicas
    let replicas = Swift.exchange(&sent.replicas, with: nil)
    switch replicas {
    case nil: break
    case .integer(let count): if count < expected { problem = .tooFewReplicas(count, of: expected) }
    case .error(let text): problem = RedisError(answer: text)
    default: problem = .unexpectedAnswer
    }
    if replicas != nil { sent.lacksReplicas = problem != nil }
    var wrongServer: RedisError?
    for (call, reply) in Swift.exchange(&sent.replied, with: []) {
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
      queue.addAgain(call)
      return nil
    }
    let problem = RedisError(answer: text)
    call.answer(.failure(problem))
    return problem == .readOnly || problem == .loading ? problem : nil
  }
}
