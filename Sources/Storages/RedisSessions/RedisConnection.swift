internal import Sessions
internal import Basics
internal import Glibc

/// A connection to a Redis that has accepted the password. Used by one thread.
final class RedisConnection {
  private let socket: RedisSocket
  private let timeouts: RedisTimeouts
  private let reader = RedisReplyReader()
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

  /// When bytes arrived last.
  private(set) var lastArrival = ContinuousClock.now

  /// Connects, sends the password, and waits until Redis answers a PING. With sentinels, asks them for the primary.
  convenience init(to destination: RedisDestination) throws(RedisError) {
    let url = destination.url
    var login = Login(user: url.user, password: url.password, database: url.database)
    let endpoint: RedisURL.Endpoint
    if let known = destination.endpoint {
      endpoint = known
    } else {
      endpoint = try RedisSentinels.primary(of: destination)
      login.needsPrimary = true
    }
    do throws(RedisError) {
      try self.init(to: endpoint, login, destination, until: .now + destination.timeouts.connect)
    } catch {
      throw destination.isOneOfSeveral ? .server("\(endpoint)", error) : error
    }
  }

  /// What is sent first.
  struct Login {
    var user: String?
    var password: String?
    var database = 0
    /// Whether the server must be a primary.
    var needsPrimary = false
  }

  /// - Parameter destination: The limits, and the authorities for TLS.
  init(
    to endpoint: RedisURL.Endpoint, _ login: Login, _ destination: RedisDestination,
    until deadline: ContinuousClock.Instant
  ) throws(RedisError) {
    timeouts = destination.timeouts
    socket = try RedisSocket(
      to: endpoint, authorities: destination.authorities, destination.lookup, until: deadline)
    var greeting: [RedisCommand] = []
    if let password = login.password {
      var command = RedisCommand("AUTH")
      if let user = login.user { command.append(user) }
      command.append(password)
      greeting.append(command)
    }
    if login.database != 0 { greeting.append(RedisCommand("SELECT", "\(login.database)")) }
    if login.needsPrimary { greeting.append(RedisCommand("ROLE")) }
    greeting.append(RedisCommand("PING"))
    do {
      try send(greeting)
    } catch .lost {
      // Redis may have sent the reason before it closed the connection.
    }
    do throws(RedisError) {
      try readGreeting(login, until: deadline)
    } catch .lost(let code) {
      guard case .host = endpoint, destination.authorities == nil else { throw .lost(code: code) }
      throw .lostAtOnce(code: code)
    }
  }

  private func readGreeting(_ login: Login, until deadline: ContinuousClock.Instant) throws(RedisError) {
    if login.password != nil, case .error(let text) = try reply(until: deadline) { throw Self.refusal(text) }
    if login.database != 0, case .error(let text) = try reply(until: deadline) {
      let problem = RedisError(answer: text)
      guard case .other = problem else { throw problem }
      throw text.contains("cluster mode") ? .databaseInCluster : .noSuchDatabase(login.database)
    }
    if login.needsPrimary {
      switch try reply(until: deadline) {
      case .error(let text): throw RedisError(answer: text)
      case .list(let parts) where parts.first?.text == "master": break
      default: throw .notPrimary
      }
    }
    switch try reply(until: deadline) {
    case .error(let text): throw RedisError(answer: text)
    case let answer where answer.text == "PONG": break
    default: throw .notRedis
    }
  }

  /// Why Redis refused a password. Its own text is never shown, because some servers repeat what they received.
  private static func refusal(_ text: String) -> RedisError {
    if text.contains("without any password") || text.contains("no password is set") { return .passwordNotExpected }
    if text.contains("wrong number of arguments") { return .usersUnknown }
    let problem = RedisError(answer: text)
    switch problem {
    case .other, .notPermitted: return .passwordWrong
    default: return problem
    }
  }

  // MARK: - Sending

  /// Sends commands in one write. Redis sends a reply to each, in the same order.
  func send(_ commands: [RedisCommand]) throws(RedisError) {
    var output: [UInt8] = []
    output.reserveCapacity(commands.reduce(0) { $0 + $1.size })
    for command in commands { command.write(to: &output) }
    // Typed errors do not pass through `withUnsafeBytes`.
    try output.withUnsafeBufferPointer { bytes throws(RedisError) in
      try socket.write(UnsafeRawBufferPointer(bytes), timeout: timeouts.reply)
    }
  }

  // MARK: - Receiving

  /// Waits for the next reply.
  ///
  /// - Throws: `.silent` if no bytes arrive for some time.
  func reply() throws(RedisError) -> RedisReply { try reply(until: nil) }

  func reply(until deadline: ContinuousClock.Instant?) throws(RedisError) -> RedisReply {
    while true {
      if let reply = try nextReply() { return reply }
      try receive(until: deadline ?? .now + timeouts.reply)
    }
  }

  /// The next reply that has arrived, without waiting; nil if there is none.
  func nextReply() throws(RedisError) -> RedisReply? { try reader.next() }

  /// Waits until bytes arrive or the waker wakes.
  ///
  /// - Throws: `.silent` at the deadline; nil for none.
  func wait(_ waker: Waker, until deadline: ContinuousClock.Instant?) throws(RedisError) {
    let descriptors = [(socket.descriptor, events: POLLIN), (waker.descriptor, events: POLLIN)]
    guard let isReady = Descriptors.wait(for: descriptors, until: deadline) else { throw .silent }
    if isReady[1] { waker.reset() }
    guard isReady[0] else { return }
    do {
      try receive(until: .now)
    } catch .silent {
      // The bytes were for TLS.
    }
  }

  private func receive(until deadline: ContinuousClock.Instant) throws(RedisError) {
    try buffer.withUnsafeMutableBufferPointer { buffer throws(RedisError) in
      let count = try socket.read(into: UnsafeMutableRawBufferPointer(buffer), until: deadline)
      lastArrival = .now
      try reader.feed(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<count])))
    }
  }
}
