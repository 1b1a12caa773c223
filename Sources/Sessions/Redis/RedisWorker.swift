/// Takes calls from the queue, as many as there are, and sends them in one write. Runs on a thread of its own, on
/// which it also answers.
final class RedisWorker: Sendable {
  let bell: RedisBell
  private let destination: RedisDestination
  private let queue: RedisQueue

  init(_ destination: RedisDestination, _ queue: RedisQueue) throws(RedisProblem) {
    bell = try RedisBell()
    self.destination = destination
    self.queue = queue
  }

  func run() {
    var backoff = RedisBackoff()
    while !queue.isClosing {
      var isConnected = false
      do throws(RedisProblem) {
        let connection = try RedisConnection(to: destination)
        isConnected = true
        queue.connected()
        backoff = RedisBackoff()
        return try serve(connection)
      } catch {
        queue.disconnected(bell, because: error, wasConnected: isConnected)
      }
      bell.pause(backoff.next()) { queue.isClosing }
    }
  }

  private func serve(_ connection: RedisConnection) throws(RedisProblem) {
    while true {
      switch queue.take(bell) {
      case .calls(let calls): try exchange(calls, connection)
      case .none: if try connection.message(bell, silence: nil) != nil { throw .unexpectedAnswer }
      case .end: return
      }
    }
  }

  private func exchange(_ calls: [RedisCall], _ connection: RedisConnection) throws(RedisProblem) {
    var stale: RedisProblem?
    let withoutScript = try exchange(calls, whole: false, &stale, connection)
    // Redis has forgotten its scripts, as after a restart. EVAL teaches it again.
    if !withoutScript.isEmpty { _ = try exchange(withoutScript, whole: true, &stale, connection) }
    if let stale { throw stale }
  }

  /// - Parameter stale: Set to why another connection may have more luck: the name may mean another server by now.
  /// - Returns: The calls whose scripts Redis does not have.
  private func exchange(
    _ calls: [RedisCall], whole: Bool, _ stale: inout RedisProblem?, _ connection: RedisConnection
  ) throws(RedisProblem) -> [RedisCall] {
    var open = calls[...]
    var withoutScript: [RedisCall] = []
    do throws(RedisProblem) {
      try connection.send(calls.map(\.command), whole: whole)
      while let call = open.first {
        let reply = try connection.reply()
        open.removeFirst()
        guard case .error(let text) = reply else {
          call.answer(.success(reply))
          continue
        }
        if !whole, text.hasPrefix("NOSCRIPT") {
          withoutScript.append(call)
          continue
        }
        let problem = RedisProblem(answer: text)
        if problem == .readOnly || problem == .loading { stale = problem }
        call.answer(.failure(problem))
      }
    } catch {
      fail(withoutScript + open, error)
      throw error
    }
    return withoutScript
  }

  private func fail(_ calls: [RedisCall], _ problem: RedisProblem) {
    var repeatable: [RedisCall] = []
    for call in calls {
      if case .lost = problem, call.isRepeatable, !call.wasRepeated {
        repeatable.append(call)
      } else {
        call.answer(.failure(problem))
      }
    }
    if !repeatable.isEmpty { queue.repeatCalls(repeatable) }
  }
}
