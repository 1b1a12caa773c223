internal import Glibc

/// One connection, on which Redis has said that it is ready. Used by one thread.
final class RedisConnection {
  private let socket: RedisSocket
  private let timeouts: RedisTimeouts
  private let reader = RedisReplyReader()
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

  /// Connects, and says who we are.
  init(to destination: RedisDestination) throws(RedisProblem) {
    timeouts = destination.timeouts
    let deadline = ContinuousClock.now + timeouts.connect
    socket = try RedisSocket(to: destination.url.endpoint, authorities: destination.authorities, until: deadline)
    var greeting: [RedisCommand] = []
    if let password = destination.url.password {
      var command = RedisCommand("AUTH")
      if let user = destination.url.user { command.append(user) }
      command.append(password)
      greeting.append(command)
    }
    if destination.url.database != 0 { greeting.append(RedisCommand("SELECT", "\(destination.url.database)")) }
    greeting.append(RedisCommand("PING"))
    do {
      try send(greeting)
    } catch .lost {
      // Redis may have said why before it closed the connection.
    }
    do throws(RedisProblem) {
      try readGreeting(of: destination.url, until: deadline)
    } catch .lost(let code) where destination.url.isUnencrypted {
      throw .lostAtOnce(code: code)
    }
  }

  private func readGreeting(
    of url: RedisURL, until deadline: ContinuousClock.Instant
  ) throws(RedisProblem) {
    if url.password != nil, case .error(let text) = try reply(until: deadline) { throw Self.refusal(text) }
    if url.database != 0, case .error(let text) = try reply(until: deadline) {
      let problem = RedisProblem(answer: text)
      if case .other = problem { throw .noSuchDatabase(url.database) }
      throw problem
    }
    switch try reply(until: deadline) {
    case .error(let text): throw RedisProblem(answer: text)
    case let answer where answer.text == "PONG": break
    default: throw .notRedis
    }
  }

  /// Why a password was refused. Redis's own text is never shown, as some servers repeat what they were sent.
  private static func refusal(_ text: String) -> RedisProblem {
    if text.contains("without any password") || text.contains("no password is set") { return .passwordNotExpected }
    if text.contains("wrong number of arguments") { return .usersUnknown }
    let problem = RedisProblem(answer: text)
    switch problem {
    case .other, .notPermitted: return .passwordWrong
    default: return problem
    }
  }

  // MARK: - Commands

  /// Sends several commands in one write. As many replies are to be read.
  func send(_ commands: [RedisCommand], whole: Bool = false) throws(RedisProblem) {
    var output: [UInt8] = []
    output.reserveCapacity(commands.reduce(0) { $0 + $1.size })
    for command in commands { command.write(to: &output, isWhole: whole) }
    // Typed errors do not pass through the array's closure.
    let problem = output.withUnsafeBytes { bytes -> RedisProblem? in
      do throws(RedisProblem) { try socket.write(bytes, patience: timeouts.answer) } catch { return error }
      return nil
    }
    if let problem { throw problem }
  }

  /// The next reply. Each time that something arrives, there is time again for the rest.
  func reply() throws(RedisProblem) -> RedisReply { try reply(until: nil) }

  private func reply(until deadline: ContinuousClock.Instant?) throws(RedisProblem) -> RedisReply {
    while true {
      if let reply = try reader.next() { return reply }
      let patience = deadline.map { max($0 - .now, .zero) } ?? timeouts.answer
      try receive(patience)
    }
  }

  private func receive(_ patience: Duration) throws(RedisProblem) {
    let problem = buffer.withUnsafeMutableBytes { buffer -> RedisProblem? in
      do throws(RedisProblem) {
        let count = try socket.read(into: buffer, patience: patience)
        try reader.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } catch {
        return error
      }
      return nil
    }
    if let problem { throw problem }
  }

  // MARK: - Waiting

  /// A reply that came without a question, nil if the bell rang or nothing came.
  ///
  /// - Parameter silence: How long to wait; nil for as long as it takes.
  func message(_ bell: RedisBell, silence: Duration?) throws(RedisProblem) -> RedisReply? {
    let deadline = silence.map { ContinuousClock.now + $0 }
    while true {
      if let reply = try reader.next() { return reply }
      guard
        RedisSocket.wait(
          for: [(socket.descriptor, events: POLLIN), (bell.descriptor, events: POLLIN)], until: deadline)
      else { return nil }
      if bell.isRinging { return nil }
      do {
        try receive(.zero)
      } catch .silent {
        // TLS has messages of its own.
      }
    }
  }
}
