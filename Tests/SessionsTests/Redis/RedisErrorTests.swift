import Glibc
import Testing

@testable import RedisSessions
@testable import SQLiteSessions
@testable import Sessions

@Suite struct RedisErrorTests {
  private static let answers: [(String, RedisError)] = [
    ("LOADING Redis is loading the dataset in memory", RedisError.loading),
    ("READONLY You can't write against a read only replica.", .readOnly),
    ("READONLY You can't write against a read only replica. script: 1f, on @user_script:14.", .readOnly),
    ("ERR Error running script (call to f_1f): @user_script:14: -READONLY You can't write.", .readOnly),
    ("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", .readOnly),
    ("OOM command not allowed when used memory > 'maxmemory'.", .outOfMemory),
    ("ERR Error running script (call to f_1f): @user_script:14: -OOM command not allowed.", .outOfMemory),
    ("MISCONF Redis is configured to save RDB snapshots, but it's currently unable to", .notSaving),
    ("NOREPLICAS Not enough good replicas to write.", .notSaving),
    ("BUSY Redis is busy running a script.", .busy),
    ("NOAUTH Authentication required.", .passwordMissing),
    ("WRONGPASS invalid username-password pair or user is disabled.", .passwordWrong),
    ("NOPERM this user has no permissions", .notPermitted("NOPERM this user has no permissions")),
    ("MOVED 3999 127.0.0.1:6381", .moved(to: "127.0.0.1:6381")),
    ("ASK 3999 :6381", .ask(":6381")),
    ("TRYAGAIN Multiple keys request during rehashing of slot", .tryAgain),
    ("CLUSTERDOWN The cluster is down", .clusterDown),
    ("DENIED Redis is running in protected mode because", .protected),
    ("ERR max number of clients reached", .tooManyClients),
    ("WRONGTYPE Operation against a key holding the wrong kind of value", .otherType),
    ("ERR @user_script: 1: WRONGTYPE Operation against a key", .otherType),
    ("ERR something new", .other("ERR something new")),
    ("ERR unknown command `EVAL`, with args beginning with: `mine`", .other("ERR unknown command `EVAL`")),
    ("", .other("")),
  ]

  @Test(arguments: answers)
  func anErrorReplyIsRecognised(text: String, problem: RedisError) {
    #expect(RedisError(answer: text) == problem)
  }

  private static let key = SessionKey("3eb1bd439947eb762998e566ccc2e099")!

  // With its type, because the compiler needs minutes to find it.
  private static let sentences: [(RedisError, String)] = [
    (.unknownHost(reason: "Unknown"), "The host of Redis at r:1 was not found (Unknown). Check its name."),
    (
      .hostNotFoundInTime,
      "The address of the host of Redis at r:1 was not found in time. Check that the name servers of this machine answer."
    ),
    (
      .unreachable(code: ECONNREFUSED),
      "Redis at r:1 cannot be reached (Connection refused). Check that it runs and listens there."
    ),
    (.notConnectedInTime, "Redis at r:1 does not accept connections in time. Check that it runs, and the network."),
    (
      .system(operation: "socket", code: EMFILE),
      "The connection to Redis at r:1 failed: socket failed (Too many open files)."
    ),
    (.lost(code: nil), "The connection to Redis at r:1 was lost (Redis closed it)."),
    (.lost(code: ECONNRESET), "The connection to Redis at r:1 was lost (Connection reset by peer)."),
    (
      .lostAtOnce(code: nil),
      "The connection to Redis at r:1 was lost (Redis closed it). "
        + "If it expects TLS, the URL must begin with rediss://."
    ),
    (.silent, "Redis at r:1 does not answer in time."),
    (
      .authorities(file: "/a", reason: "none"),
      "No certificates can be read from the file /a (none). The parameter \"ca\" in the URL of Redis names it."
    ),
    (
      .authorities(file: nil, reason: "none"),
      "The system has no certificates of authorities (none). Install the package ca-certificates, or name a file "
        + "with ?ca=FILE."
    ),
    (
      .certificate(reason: "It is old."),
      "The certificate of Redis at r:1 is not accepted: It is old. The host in the URL must be the one in the "
        + "certificate. If the system does not trust its authority, add ?ca=FILE."
    ),
    (
      .tls(reason: "no"),
      "TLS with Redis at r:1 failed (no). If it does not use TLS, the URL must begin with redis://."
    ),
    (
      .silentInTLS,
      "Redis at r:1 does not answer in time. If it does not use TLS, the URL must begin with redis://."
    ),
    (
      .notRedis,
      "The server at r:1 does not answer like Redis. If it expects TLS, the URL must begin with rediss://."
    ),
    (.passwordMissing, "Redis at r:1 requires a password. Write it into the URL: redis://:PASSWORD@HOST."),
    (.passwordWrong, "Redis at r:1 refuses the user or the password in the URL."),
    (
      .passwordNotExpected,
      "Redis at r:1 has no password, but the URL has one. Set requirepass in Redis, or remove the password from the URL."
    ),
    (
      .usersUnknown,
      "Redis at r:1 has no users before version 6, but the URL has one. Write redis://:PASSWORD@HOST."
    ),
    (
      .protected,
      "Redis at r:1 is in protected mode and refuses other machines. Set its requirepass, and write the password into "
        + "the URL."
    ),
    (.tooManyClients, "Redis at r:1 has too many clients. Raise its maxclients."),
    (
      .noSuchDatabase(16),
      "Redis at r:1 has no database 16. Choose a smaller number, or raise \"databases\" in Redis."
    ),
    (.tooOld(version: "4.0.9"), "Redis at r:1 has version 4.0.9. Version 5 or newer is needed."),
    (
      .otherFormat(4),
      "Redis at r:1 has sessions of another release: they have version 4, and this release knows version 3. Use that "
        + "release, or another prefix."
    ),
    (.noSentinel(because: "It is gone."), "No sentinel tells where Redis is. It is gone."),
    (
      .notSentinel,
      "The server at r:1 is not a sentinel of Redis. For Redis itself, the URL must begin with redis:// or rediss://."
    ),
    (
      .unknownPrimary("p"),
      "The sentinel at r:1 does not know a primary with the name \"p\". Write the name that it monitors: "
        + "redis-sentinel://HOST:PORT/NAME."
    ),
    (
      .notPrimary,
      "Redis at r:1 is not a primary, although a sentinel says so. A failover may be under way."
    ),
    (
      .sentinelPasswordMissing,
      "The sentinel at r:1 requires a password. Add it to the URL: ?sentinel-password=PASSWORD."
    ),
    (
      .sentinelPasswordWrong,
      "The sentinel at r:1 refuses the parameters sentinel-user and sentinel-password in the URL."
    ),
    (
      .sentinelPasswordNotExpected,
      "The sentinel at r:1 has no password, but the URL has the parameter sentinel-password. Remove it, or set "
        + "requirepass in the sentinel."
    ),
    (
      .severalServers,
      "Redis at r:1 is not part of a cluster, but the URL has several hosts. Name one host, or for a primary with "
        + "replicas its sentinels: redis-sentinel://HOST,HOST/NAME."
    ),
    (
      .databaseInCluster,
      "Redis at r:1 is part of a cluster, which has only database 0. Remove the database from the URL. Several apps can "
        + "share a cluster with ?prefix=NAME."
    ),
    (
      .clusterTooOld(version: "6.2.1"),
      "Redis at r:1 is part of a cluster and has version 6.2.1. A cluster needs version 7 or newer."
    ),
    (
      .clusterDown,
      "The cluster of Redis at r:1 is down. A server of it may be missing. See redis-cli --cluster check."
    ),
    (
      .slotsMissing(7),
      "The cluster of Redis at r:1 is not complete: 7 of its 16384 hash slots have no server. See redis-cli --cluster "
        + "check."
    ),
    (.moved(to: "x:1"), "Redis at r:1 has the session on another server, which does not take it either."),
    (.tryAgain, "Redis at r:1 is moving the session to another server. Try again soon."),
    (
      .tooFewReplicas(0, of: 1),
      "Redis at r:1 has made the change, but 0 of 1 replicas have confirmed it in time. Check its replicas, or lower the "
        + "parameter \"wait\" in the URL."
    ),
    (.server("x:7", .silent), "Redis at x:7 does not answer in time."),
    (.loading, "Redis at r:1 is loading its data and will be ready soon."),
    (.readOnly, "Redis at r:1 is a replica and refuses changes. The URL must name the primary server."),
    (.outOfMemory, "Redis at r:1 has no memory left. Raise its maxmemory."),
    (
      .notSaving,
      "Redis at r:1 refuses changes, because it cannot write to its disk or has too few replicas. See its log."
    ),
    (
      .busy,
      "Redis at r:1 is busy with a script. If the script does not end, stop it with SCRIPT KILL."
    ),
    (.notPermitted("NOPERM x"), "Redis at r:1 refuses a command that the user in the URL needs: NOPERM x"),
    (
      .otherType,
      "Redis at r:1 has a value of another program under the session's name. Choose another prefix in the URL."
    ),
    (.other("ERR x"), "Redis at r:1 replied with an error: ERR x"),
    (.unexpectedAnswer, "Redis at r:1 sent an unexpected reply. Check that it is a Redis of version 5 or newer."),
    (.tooManyCalls(limit: 3), "Redis at r:1 is too slow: 3 calls are already waiting."),
    (.notConnected(because: "It is gone."), "It is gone."),
    (.notConnected(because: nil), "Redis at r:1 did not accept the call in time."),
    (.closed, "The connection to Redis at r:1 is closed."),
  ]

  @Test(arguments: sentences)
  func eachProblemHasASentence(problem: RedisError, sentence: String) throws {
    let url = try RedisURL("redis://:secret@r:1")
    #expect(problem.inUse(of: url) == .unavailable(sentence))
    #expect(problem.atStart(of: url).description == sentence)
  }

  @Test func aStartTellsProblemsThatNeedAnOperatorFromThoseThatMayPass() throws {
    let url = try RedisURL("redis://r")
    func isUnusable(_ problem: RedisError) -> Bool {
      if case .unusable = problem.atStart(of: url) { true } else { false }
    }
    #expect(isUnusable(.passwordWrong))
    #expect(isUnusable(.noSuchDatabase(99)))
    #expect(isUnusable(.certificate(reason: "")))
    #expect(isUnusable(.server("x:7", .passwordWrong)))
    #expect(!isUnusable(.server("x:7", .clusterDown)))
    #expect(!isUnusable(.loading))
    #expect(!isUnusable(.unreachable(code: ECONNREFUSED)))
    #expect(!isUnusable(.silent))
  }
}
