internal import PostgresConnections
internal import Sessions
internal import Basics

/// A transaction for PostgreSQL, and the function that gets its results.
struct PostgresCall: QueuedCall {
  /// What other calls can be in the same transaction.
  enum BatchPolicy: Sendable {
    /// Those that read.
    case reading
    /// Those that change one row that exists.
    case changing(SessionKey)
    case none
  }

  private let steps: [PostgresStep]
  private let checks: [PostgresStep]
  fileprivate let batchPolicy: BatchPolicy
  fileprivate let isRepeatable: Bool
  let answer: @Sendable (Result<[PostgresRows], PostgresError>) -> Void
  /// How often the call was queued again.
  fileprivate var repeats = 0
  var start = ContinuousClock.now
  let size: Int

  fileprivate init(
    _ steps: [PostgresStep], checks: [PostgresStep], _ batchPolicy: BatchPolicy, isRepeatable: Bool,
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
  /// How many calls a connection takes at a time.
  private static let maxAtOnce = 32
  private static let maxBytesAtOnce = 4 * 1024 * 1024

  private let destination: PostgresDestination
  private let statements: [PostgresStatement]
  private let queue: CallQueue<PostgresCall>

  init(_ destination: PostgresDestination, _ statements: [PostgresStatement]) throws(PostgresError) {
    self.destination = destination
    self.statements = statements
    let timeouts = destination.timeouts
    do {
      queue = try CallQueue(
        of: destination.url.description, connection: timeouts.connection, reply: timeouts.reply,
        threads: destination.url.pool)
    } catch {
      throw PostgresError(error)
    }
  }

  /// Runs the statements of a transaction, which is queued before the call suspends.
  ///
  /// - Parameters:
  ///   - checks: What is added to the statements if they are run again.
  ///   - isRepeatable: Whether they may be run again if their results were lost.
  func run(
    _ steps: [PostgresStep], checks: [PostgresStep] = [], _ batchPolicy: PostgresCall.BatchPolicy, isRepeatable: Bool
  ) async throws(PostgresError) -> [PostgresRows] {
    try await withUnsafeContinuation { done in
      queue.add(
        PostgresCall(steps, checks: checks, batchPolicy, isRepeatable: isRepeatable) { done.resume(returning: $0) })
    }.get()
  }

  /// Refuses new calls, and ends the threads when the others are answered.
  func close() { queue.close() }

  // MARK: - The threads

  /// The numbers of the threads, for `run`.
  var threads: Range<Int> { queue.wakers.indices }

  func run(_ thread: Int) {
    queue.run(
      thread,
      connect: { () throws(PostgresError) in
        let connection = try PostgresConnection(to: destination)
        try connection.prepare(statements)
        return connection
      },
      serve: { connection throws(PostgresError) in try serve(connection, thread) })
  }

  /// - Throws: When the connection is lost, or another connection may reach another server. All calls that were sent are
  ///   answered then, or queued again.
  private func serve(_ connection: PostgresConnection, _ thread: Int) throws(PostgresError) {
    while true {
      let calls = queue.take(Self.maxAtOnce, bytes: Self.maxBytesAtOnce, for: thread)
      if !calls.isEmpty {
        try exchange(Self.transactions(calls), connection)
      } else if queue.isClosing {
        return
      } else {
        try connection.wait(queue.wakers[thread], until: nil)
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
    guard call.repeats < threads.count else { return call.answer(.failure(problem)) }
    var call = call
    call.repeats += 1
    queue.addAgain(call)
  }
}
