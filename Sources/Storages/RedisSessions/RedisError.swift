internal import Sessions
internal import Basics
internal import Glibc

/// Why a call of Redis failed, or a connection to it.
enum RedisError: StorageServerError, Equatable {
  // Connecting
  case unknownHost(reason: String)
  case hostNotFoundInTime
  case unreachable(code: Int32)
  case notConnectedInTime
  case system(operation: String, code: Int32)
  /// The connection ended. The code is nil if Redis closed it.
  case lost(code: Int32?)
  /// A connection without TLS ended before the first reply.
  case lostAtOnce(code: Int32?)
  /// Nothing arrived in time.
  case silent

  // TLS
  case authorities(file: String?, reason: String)
  case certificate(reason: String)
  case tls(reason: String)
  case silentInTLS

  // The first commands
  case notRedis
  case passwordMissing
  case passwordWrong
  case passwordNotExpected
  case usersUnknown
  case protected
  case tooManyClients
  case noSuchDatabase(Int)
  case tooOld(version: String)
  case otherFormat(Int)

  // Sentinels
  case noSentinel(because: String)
  case notSentinel
  case unknownPrimary(String)
  case notPrimary
  case sentinelPasswordMissing
  case sentinelPasswordWrong
  case sentinelPasswordNotExpected

  // Clusters
  case severalServers
  case databaseInCluster
  case clusterTooOld(version: String)
  case clusterDown
  /// A number of hash slots has no server.
  case slotsMissing(Int)
  /// The server with the session's slot: `HOST:PORT`, with an empty host for that of the server that says so.
  case moved(to: String)
  /// The server to which the session's slot moves now.
  case ask(String)
  /// The session's slot moves now.
  case tryAgain

  // Replies to calls
  case loading
  case readOnly
  case outOfMemory
  case notSaving
  case busy
  case notPermitted(String)
  case otherType
  case tooFewReplicas(Int, of: Int)
  case other(String)
  case unexpectedAnswer

  // Calls that were not sent
  case tooManyCalls(limit: Int)
  case notConnected(because: String?)
  case closed

  /// A problem of one of several servers.
  indirect case server(String, RedisError)
}

extension RedisError {
  var needsOperator: Bool {
    switch self {
    case .authorities, .certificate, .tls, .notRedis, .passwordMissing, .passwordWrong,
      .passwordNotExpected, .usersUnknown, .protected, .noSuchDatabase, .tooOld, .otherFormat, .notPermitted,
      .notSentinel, .unknownPrimary, .sentinelPasswordMissing, .sentinelPasswordWrong, .sentinelPasswordNotExpected,
      .severalServers, .databaseInCluster, .clusterTooOld:
      true
    case .server(_, let problem): problem.needsOperator
    default: false
    }
  }

  /// The problem behind an error that Redis replied with.
  ///
  /// If a script failed, Redis before version 7 has the code in the middle of the text.
  init(answer text: String) {
    let words = text.split(separator: " ")
    func says(_ code: String) -> Bool { words.first == code[...] || words.contains("-" + code) }
    self =
      if let known = Self.answers.first(where: { says($0.code) }) {
        known.problem
      } else if text.hasPrefix("ERR max number of clients") {
        .tooManyClients
      } else if says("NOPERM") {
        .notPermitted(Self.shown(text))
      } else if says("MOVED"), let server = words.last {
        .moved(to: String(server))
      } else if says("ASK"), let server = words.last {
        .ask(String(server))
      } else if words.contains("WRONGTYPE") {
        .otherType
      } else {
        .other(Self.shown(text))
      }
  }

  /// The codes of errors that mean the same whatever follows.
  private static let answers: [(code: String, problem: RedisError)] = [
    ("LOADING", .loading), ("READONLY", .readOnly), ("MASTERDOWN", .readOnly), ("OOM", .outOfMemory),
    ("MISCONF", .notSaving), ("NOREPLICAS", .notSaving), ("BUSY", .busy), ("NOAUTH", .passwordMissing),
    ("WRONGPASS", .passwordWrong), ("DENIED", .protected), ("TRYAGAIN", .tryAgain), ("CLUSTERDOWN", .clusterDown),
    ("WRONGTYPE", .otherType),
  ]

  /// The text without arguments, which Redis repeats in some errors: they may be the content of a session.
  private static func shown(_ text: String) -> String {
    let end = text.firstRange(of: ", with args")?.lowerBound ?? text.endIndex
    return String(text[..<end].prefix(200))
  }
}

extension RedisError {
  func sentence(_ location: String) -> String {
    switch self {
    case .unknownHost(let reason): "The host of Redis at \(location) was not found (\(reason)). Check its name."
    case .hostNotFoundInTime:
      "The address of the host of Redis at \(location) was not found in time. Check that the name servers of this machine "
        + "answer."
    case .unreachable(let code):
      "Redis at \(location) cannot be reached (\(Self.reason(code))). Check that it runs and listens there."
    case .notConnectedInTime:
      "Redis at \(location) does not accept connections in time. Check that it runs, and the network."
    case .system(let operation, let code):
      "The connection to Redis at \(location) failed: \(operation) failed (\(Self.reason(code)))."
    case .lost(let code):
      "The connection to Redis at \(location) was lost (\(code.map(Self.reason) ?? "Redis closed it"))."
    case .lostAtOnce(let code):
      Self.lost(code: code).sentence(location) + " If it expects TLS, the URL must begin with rediss://."
    case .silent: "Redis at \(location) does not answer in time."

    case .authorities(let file?, let reason):
      "No certificates can be read from the file \(file) (\(reason)). The parameter \"ca\" in the URL of Redis names it."
    case .authorities(nil, let reason):
      "The system has no certificates of authorities (\(reason)). Install the package ca-certificates, or name a file "
        + "with ?ca=FILE."
    case .certificate(let reason):
      "The certificate of Redis at \(location) is not accepted: \(reason) The host in the URL must be the one in the "
        + "certificate. If the system does not trust its authority, add ?ca=FILE."
    case .tls(let reason):
      "TLS with Redis at \(location) failed (\(reason)). If it does not use TLS, the URL must begin with redis://."
    case .silentInTLS:
      "Redis at \(location) does not answer in time. If it does not use TLS, the URL must begin with redis://."
    case .notRedis:
      "The server at \(location) does not answer like Redis. If it expects TLS, the URL must begin with rediss://."
    case .passwordMissing: "Redis at \(location) requires a password. Write it into the URL: redis://:PASSWORD@HOST."
    case .passwordWrong: "Redis at \(location) refuses the user or the password in the URL."
    case .passwordNotExpected:
      "Redis at \(location) has no password, but the URL has one. Set requirepass in Redis, or remove the password from the "
        + "URL."
    case .usersUnknown:
      "Redis at \(location) has no users before version 6, but the URL has one. Write redis://:PASSWORD@HOST."
    case .protected:
      "Redis at \(location) is in protected mode and refuses other machines. Set its requirepass, and write the password "
        + "into the URL."
    case .tooManyClients: "Redis at \(location) has too many clients. Raise its maxclients."
    case .noSuchDatabase(let number):
      "Redis at \(location) has no database \(number). Choose a smaller number, or raise \"databases\" in Redis."
    case .otherFormat(let version):
      "Redis at \(location) has sessions of another release: they have version \(version), and this release knows version "
        + "\(SessionRecord.format). Use that release, or another prefix."
    case .tooOld(let version): "Redis at \(location) has version \(version). Version 5 or newer is needed."

    case .noSentinel(let reason): "No sentinel tells where Redis is. \(reason)"
    case .notSentinel:
      "The server at \(location) is not a sentinel of Redis. For Redis itself, the URL must begin with redis:// or rediss://."
    case .unknownPrimary(let name):
      "The sentinel at \(location) does not know a primary with the name \"\(name)\". Write the name that it monitors: "
        + "redis-sentinel://HOST:PORT/NAME."
    case .notPrimary: "Redis at \(location) is not a primary, although a sentinel says so. A failover may be under way."
    case .sentinelPasswordMissing:
      "The sentinel at \(location) requires a password. Add it to the URL: ?sentinel-password=PASSWORD."
    case .sentinelPasswordWrong:
      "The sentinel at \(location) refuses the parameters sentinel-user and sentinel-password in the URL."
    case .sentinelPasswordNotExpected:
      "The sentinel at \(location) has no password, but the URL has the parameter sentinel-password. Remove it, or set "
        + "requirepass in the sentinel."

    case .severalServers:
      "Redis at \(location) is not part of a cluster, but the URL has several hosts. Name one host, or for a primary with "
        + "replicas its sentinels: redis-sentinel://HOST,HOST/NAME."
    case .databaseInCluster:
      "Redis at \(location) is part of a cluster, which has only database 0. Remove the database from the URL. Several apps "
        + "can share a cluster with ?prefix=NAME."
    case .clusterTooOld(let version):
      "Redis at \(location) is part of a cluster and has version \(version). A cluster needs version 7 or newer."
    case .clusterDown:
      "The cluster of Redis at \(location) is down. A server of it may be missing. See redis-cli --cluster check."
    case .slotsMissing(let count):
      "The cluster of Redis at \(location) is not complete: \(count) of its 16384 hash slots have no server. See "
        + "redis-cli --cluster check."
    case .moved, .ask: "Redis at \(location) has the session on another server, which does not take it either."
    case .tryAgain: "Redis at \(location) is moving the session to another server. Try again soon."

    case .loading: "Redis at \(location) is loading its data and will be ready soon."
    case .readOnly: "Redis at \(location) is a replica and refuses changes. The URL must name the primary server."
    case .outOfMemory: "Redis at \(location) has no memory left. Raise its maxmemory."
    case .notSaving:
      "Redis at \(location) refuses changes, because it cannot write to its disk or has too few replicas. See its log."
    case .busy: "Redis at \(location) is busy with a script. If the script does not end, stop it with SCRIPT KILL."
    case .notPermitted(let text): "Redis at \(location) refuses a command that the user in the URL needs: \(text)"
    case .otherType:
      "Redis at \(location) has a value of another program under the session's name. Choose another prefix in the URL."
    case .tooFewReplicas(let count, let expected):
      "Redis at \(location) has made the change, but \(count) of \(expected) replicas have confirmed it in time. Check its "
        + "replicas, or lower the parameter \"wait\" in the URL."
    case .other(let text): "Redis at \(location) replied with an error: \(text)"
    case .unexpectedAnswer:
      "Redis at \(location) sent an unexpected reply. Check that it is a Redis of version 5 or newer."

    case .tooManyCalls(let limit): "Redis at \(location) is too slow: \(limit) calls are already waiting."
    case .notConnected(let reason): reason ?? "Redis at \(location) did not accept the call in time."
    case .closed: "The connection to Redis at \(location) is closed."
    case .server(let server, let problem): problem.sentence(server)
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
