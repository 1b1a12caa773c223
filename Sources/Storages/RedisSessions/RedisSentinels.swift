/// Asks sentinels which server is the primary (https://redis.io/docs/latest/develop/reference/sentinel-clients/).
///
/// They are asked before each connection, so that a connection that was lost in a failover leads to the new primary.
enum RedisSentinels {
  /// - Throws: `.unknownPrimary` if no sentinel that answers knows the name, `.noSentinel` if none answers.
  static func primary(of destination: RedisDestination) throws(RedisError) -> RedisURL.Endpoint {
    let url = destination.url
    guard let sentinels = url.sentinels else { preconditionFailure("The URL must have sentinels.") }
    let login = RedisConnection.Login(user: sentinels.user, password: sentinels.password)
    let deadline = ContinuousClock.now + destination.timeouts.connect
    var problem: RedisError?
    for (index, endpoint) in url.endpoints.enumerated() {
      // A sentinel that never answers must leave time for the others.
      let share = (deadline - .now) / (url.endpoints.count - index)
      do throws(RedisError) {
        let end = min(.now + share, deadline)
        let connection = try RedisConnection(to: endpoint, login, destination, until: end)
        try connection.send([RedisCommand("SENTINEL", "get-master-addr-by-name", sentinels.name)])
        switch try connection.reply(until: end) {
        case .list(let parts):
          guard parts.count == 2, let host = parts[0].text, let port = parts[1].number(as: UInt16.self) else {
            throw .unexpectedAnswer
          }
          return .host(host, port: port)
        case .none: throw .unknownPrimary(sentinels.name)
        case .error(let text): throw RedisError(answer: text)
        default: throw .unexpectedAnswer
        }
      } catch {
        // What a sentinel says is more useful than that another one is not there.
        switch problem {
        case nil, .noSentinel?: problem = reason(error, of: endpoint)
        default: break
        }
      }
    }
    throw problem ?? .silent
  }

  private static func reason(_ problem: RedisError, of endpoint: RedisURL.Endpoint) -> RedisError {
    switch problem {
    case .unknownPrimary: .server("\(endpoint)", problem)
    case .passwordMissing: .server("\(endpoint)", .sentinelPasswordMissing)
    case .passwordWrong: .server("\(endpoint)", .sentinelPasswordWrong)
    case .passwordNotExpected: .server("\(endpoint)", .sentinelPasswordNotExpected)
    case .other: .server("\(endpoint)", .notSentinel)
    default: .noSentinel(because: problem.sentence("\(endpoint)"))
    }
  }
}
