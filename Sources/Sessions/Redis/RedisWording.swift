internal import Glibc

// Every sentence that the storage in Redis says to someone.

extension RedisURLProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .noScheme:
      "The URL of Redis has to begin with redis://, rediss:// (for TLS) or unix://, such as redis://localhost:6379."
    case .notEncoded:
      "The URL of Redis has characters that have to be written with a percent sign where they do not separate: / as "
        + "%2F, ? as %3F, # as %23, @ as %40."
    case .invalidEncoding:
      "The URL of Redis has a percent sign without two hexadecimal digits, or its bytes are no text. Write a percent "
        + "sign itself as %25."
    case .noPassword:
      "The URL of Redis names a user without a password. Write redis://USER:PASSWORD@HOST, or redis://:PASSWORD@HOST."
    case .invalidHost:
      "The URL of Redis has no host, or a malformed one. Write redis://HOST:PORT, and an IPv6 address in brackets."
    case .invalidPort: "The port in the URL of Redis is no number from 1 to 65535."
    case .invalidDatabase: "The database in the URL of Redis is no number. Write redis://HOST:PORT/0 for the first one."
    case .noPath: "The URL of Redis names no socket. Write unix:///PATH, with three slashes."
    case .pathTooLong(let most):
      "The path of the socket in the URL of Redis is longer than the \(most) bytes that the system allows."
    case .noValue(let name): "The parameter \"\(name)\" in the URL of Redis has no value. Write \(name)=VALUE."
    case .unknownParameter(let name):
      "The URL of Redis has no parameter \"\(name)\" here. There are prefix and connections, for rediss:// ca, and for "
        + "unix:// database."
    case .invalidPrefix:
      "The prefix in the URL of Redis may have up to 100 letters, digits, and the characters - _ . : only."
    case .invalidConnections:
      "The number of connections in the URL of Redis is none from 1 to \(RedisURL.mostConnections)."
    case .authoritiesWithoutTLS: "The parameter \"ca\" in the URL of Redis is for TLS only. Write rediss://."
    }
  }
}

extension RedisProblem {
  /// - Parameter place: The URL's, without its password.
  func sentence(_ place: String) -> String {
    switch self {
    case .unknownHost(let reason): "The host of Redis at \(place) is not found (\(reason)). Check its name."
    case .unreachable(let code):
      "Redis at \(place) cannot be reached (\(Self.reason(code))). Check that it runs, and that it listens there."
    case .notConnectedInTime: "Redis at \(place) cannot be reached in time. Check that it runs, and the network."
    case .system(let operation, let code):
      "There is no connection to Redis at \(place): \(operation) failed (\(Self.reason(code)))."
    case .lost(let code):
      "The connection to Redis at \(place) was lost (\(code.map(Self.reason) ?? "it was closed there"))."
    case .lostAtOnce(let code):
      Self.lost(code: code).sentence(place) + " If it expects TLS, the URL has to begin with rediss://."
    case .silent: "Redis at \(place) does not answer in time."

    case .authorities(let file?, let reason):
      "The file \(file), which the URL of Redis names with \"ca\", has no certificates that can be read (\(reason))."
    case .authorities(nil, let reason):
      "The system has no certificates of authorities (\(reason)). Install its ca-certificates, or name a file with "
        + "?ca=FILE."
    case .certificate(let reason):
      "The certificate of Redis at \(place) is not accepted: \(reason) The URL has to have the host that the "
        + "certificate is for, and ?ca=FILE if its authority is not one of the system's."
    case .tls(let reason):
      "There is no TLS with Redis at \(place) (\(reason)). Without TLS the URL begins with redis://."
    case .silentInTLS:
      "Redis at \(place) does not answer in time. If it expects no TLS, the URL has to begin with redis://."
    case .notRedis:
      "What is at \(place) does not answer as Redis does. If it expects TLS, the URL has to begin with rediss://."
    case .passwordMissing: "Redis at \(place) wants a password. Write it into the URL: redis://:PASSWORD@HOST."
    case .passwordWrong: "Redis at \(place) refuses the user or the password that are in the URL."
    case .passwordNotExpected:
      "Redis at \(place) has no password, but the URL has one. Set Redis's requirepass, or leave the password out."
    case .usersUnknown:
      "Redis at \(place) knows no users before its version 6, but the URL has one. Write redis://:PASSWORD@HOST."
    case .protected:
      "Redis at \(place) is in its protected mode, and takes no connections from other machines. Set its requirepass, "
        + "and write the password into the URL."
    case .tooManyClients: "Redis at \(place) has too many clients. Raise its maxclients, or take fewer connections."
    case .noSuchDatabase(let number):
      "Redis at \(place) has no database \(number). Choose a smaller number, or raise Redis's setting \"databases\"."
    case .tooOld(let version): "Redis at \(place) has version \(version). It has to be 5 or newer."
    case .cluster:
      "Redis at \(place) is part of a cluster, which sessions cannot be stored in. Use a single server, with replicas "
        + "if you like."

    case .loading: "Redis at \(place) is reading its data, and will be ready soon."
    case .readOnly: "Redis at \(place) is a replica, which takes no changes. The URL has to name the primary server."
    case .outOfMemory: "Redis at \(place) has no memory left. Raise its maxmemory."
    case .notSaving:
      "Redis at \(place) takes no changes, as it cannot write its disk or has too few replicas. See its log."
    case .busy: "Redis at \(place) is busy with a script. It has to be stopped with SCRIPT KILL if it does not end."
    case .notPermitted(let text): "Redis at \(place) does not permit the URL's user what is needed: \(text)"
    case .movedElsewhere: "Redis at \(place) is part of a cluster that has the session elsewhere or is down."
    case .otherType: "Redis at \(place) has something else under the session's name. Choose another prefix in the URL."
    case .other(let text): "Redis at \(place) answered with an error: \(text)"
    case .unexpectedAnswer: "Redis at \(place) gave an answer that nobody expects. Is it a Redis, version 5 or newer?"

    case .tooManyCalls(let most): "Redis at \(place) is too slow: \(most) calls are waiting for it already."
    case .notConnected(let reason): reason ?? "Redis at \(place) did not take the call in time."
    case .closed: "The connections to Redis at \(place) are closed already."
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
