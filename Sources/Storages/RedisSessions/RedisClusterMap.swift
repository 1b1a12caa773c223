/// Which server of a cluster has which slots: the reply of CLUSTER SLOTS (https://redis.io/docs/latest/commands/cluster-slots/).
struct RedisClusterMap: Sendable, Equatable {
  struct Part: Sendable, Equatable {
    let slots: ClosedRange<Int>
    let primary: RedisURL.Endpoint
  }

  private(set) var parts: [Part] = []
  /// All servers, the replicas included.
  private(set) var servers: [RedisURL.Endpoint] = []

  var missingSlots: Int { RedisNames.slots - parts.reduce(0) { $0 + $1.slots.count } }

  /// Asks a server, and waits for the reply.
  init(askedOn connection: RedisConnection, to server: RedisDestination) throws(RedisError) {
    try connection.send([RedisCommand("CLUSTER", "SLOTS")])
    try self.init(try connection.reply(), from: server.endpoint)
  }

  /// - Parameter server: The server that has sent the reply.
  init(_ reply: RedisReply, from server: RedisURL.Endpoint?) throws(RedisError) {
    if case .error(let text) = reply { throw RedisError(answer: text) }
    guard case .list(let entries) = reply else { throw .unexpectedAnswer }
    for entry in entries {
      guard case .list(let fields) = entry, fields.count >= 3, let first = fields[0].number(as: Int.self),
        let last = fields[1].number(as: Int.self), 0 <= first, first <= last, last < RedisNames.slots
      else { throw .unexpectedAnswer }
      let found = fields[2...].compactMap { Self.endpoint($0, from: server) }
      // A primary without an address cannot be reached. Its slots are missing.
      guard let primary = Self.endpoint(fields[2], from: server) else { continue }
      parts.append(Part(slots: first...last, primary: primary))
      for server in found where !servers.contains(server) { servers.append(server) }
    }
  }

  private static func endpoint(_ reply: RedisReply, from server: RedisURL.Endpoint?) -> RedisURL.Endpoint? {
    guard case .list(let fields) = reply, fields.count >= 2, let port = fields[1].number(as: UInt16.self), port > 0
    else { return nil }
    let host = fields[0].text ?? ""
    return endpoint(host: host, port: port, from: server)
  }

  /// A server by the name that another one has for it. It has none if all servers share a host, or if it is not known
  /// ("?").
  private static func endpoint(
    host: String, port: UInt16, from server: RedisURL.Endpoint?
  ) -> RedisURL.Endpoint? {
    guard host.isEmpty else { return host == "?" ? nil : .host(host, port: port) }
    guard case .host(let host, _) = server else { return nil }
    return .host(host, port: port)
  }

  /// The server in a redirection: `HOST:PORT`.
  static func endpoint(_ text: String, from server: RedisURL.Endpoint?) -> RedisURL.Endpoint? {
    guard case .host(let host, let port) = RedisURL.Endpoint(text) else { return nil }
    return endpoint(host: host, port: port, from: server)
  }
}
