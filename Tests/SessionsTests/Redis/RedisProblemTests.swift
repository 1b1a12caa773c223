import Glibc
import Testing

@testable import Sessions

@Suite struct RedisProblemTests {
  @Test(arguments: [
    ("LOADING Redis is loading the dataset in memory", RedisProblem.loading),
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
    ("MOVED 3999 127.0.0.1:6381", .movedElsewhere),
    ("CLUSTERDOWN The cluster is down", .movedElsewhere),
    ("CROSSSLOT Keys in request don't hash to the same slot", .movedElsewhere),
    ("DENIED Redis is running in protected mode because", .protected),
    ("ERR max number of clients reached", .tooManyClients),
    ("WRONGTYPE Operation against a key holding the wrong kind of value", .otherType),
    ("ERR @user_script: 1: WRONGTYPE Operation against a key", .otherType),
    ("ERR something new", .other("ERR something new")),
    ("ERR unknown command `EVAL`, with args beginning with: `mine`", .other("ERR unknown command `EVAL`")),
    ("", .other("")),
  ])
  func anErrorOfRedisIsUnderstood(text: String, problem: RedisProblem) {
    #expect(RedisProblem(answer: text) == problem)
  }

  private static let key = SessionKey("3eb1bd439947eb762998e566ccc2e099")!

  @Test(arguments: [
    (RedisProblem.unknownHost(reason: "Unknown"), "The host of Redis at r:1 is not found (Unknown). Check its name."),
    (
      .unreachable(code: ECONNREFUSED),
      "Redis at r:1 cannot be reached (Connection refused). Check that it runs, and that it listens there."
    ),
    (.notConnectedInTime, "Redis at r:1 cannot be reached in time. Check that it runs, and the network."),
    (
      .system(operation: "socket", code: EMFILE),
      "There is no connection to Redis at r:1: socket failed (Too many open files)."
    ),
    (.lost(code: nil), "The connection to Redis at r:1 was lost (it was closed there)."),
    (.lost(code: ECONNRESET), "The connection to Redis at r:1 was lost (Connection reset by peer)."),
    (
      .lostAtOnce(code: nil),
      "The connection to Redis at r:1 was lost (it was closed there). "
        + "If it expects TLS, the URL has to begin with rediss://."
    ),
    (.silent, "Redis at r:1 does not answer in time."),
    (
      .authorities(file: "/a", reason: "none"),
      "The file /a, which the URL of Redis names with \"ca\", has no certificates that can be read (none)."
    ),
    (
      .authorities(file: nil, reason: "none"),
      "The system has no certificates of authorities (none). Install its ca-certificates, or name a file with ?ca=FILE."
    ),
    (
      .certificate(reason: "It is old."),
      "The certificate of Redis at r:1 is not accepted: It is old. The URL has to have the host that the certificate "
        + "is for, and ?ca=FILE if its authority is not one of the system's."
    ),
    (.tls(reason: "no"), "There is no TLS with Redis at r:1 (no). Without TLS the URL begins with redis://."),
    (
      .silentInTLS,
      "Redis at r:1 does not answer in time. If it expects no TLS, the URL has to begin with redis://."
    ),
    (
      .notRedis,
      "What is at r:1 does not answer as Redis does. If it expects TLS, the URL has to begin with rediss://."
    ),
    (.passwordMissing, "Redis at r:1 wants a password. Write it into the URL: redis://:PASSWORD@HOST."),
    (.passwordWrong, "Redis at r:1 refuses the user or the password that are in the URL."),
    (
      .passwordNotExpected,
      "Redis at r:1 has no password, but the URL has one. Set Redis's requirepass, or leave the password out."
    ),
    (
      .usersUnknown,
      "Redis at r:1 knows no users before its version 6, but the URL has one. Write redis://:PASSWORD@HOST."
    ),
    (
      .protected,
      "Redis at r:1 is in its protected mode, and takes no connections from other machines. Set its requirepass, and "
        + "write the password into the URL."
    ),
    (.tooManyClients, "Redis at r:1 has too many clients. Raise its maxclients, or take fewer connections."),
    (
      .noSuchDatabase(16),
      "Redis at r:1 has no database 16. Choose a smaller number, or raise Redis's setting \"databases\"."
    ),
    (.tooOld(version: "4.0.9"), "Redis at r:1 has version 4.0.9. It has to be 5 or newer."),
    (
      .cluster,
      "Redis at r:1 is part of a cluster, which sessions cannot be stored in. Use a single server, with replicas if "
        + "you like."
    ),
    (.loading, "Redis at r:1 is reading its data, and will be ready soon."),
    (.readOnly, "Redis at r:1 is a replica, which takes no changes. The URL has to name the primary server."),
    (.outOfMemory, "Redis at r:1 has no memory left. Raise its maxmemory."),
    (
      .notSaving,
      "Redis at r:1 takes no changes, as it cannot write its disk or has too few replicas. See its log."
    ),
    (
      .busy,
      "Redis at r:1 is busy with a script. It has to be stopped with SCRIPT KILL if it does not end."
    ),
    (.notPermitted("NOPERM x"), "Redis at r:1 does not permit the URL's user what is needed: NOPERM x"),
    (.movedElsewhere, "Redis at r:1 is part of a cluster that has the session elsewhere or is down."),
    (.otherType, "Redis at r:1 has something else under the session's name. Choose another prefix in the URL."),
    (.other("ERR x"), "Redis at r:1 answered with an error: ERR x"),
    (.unexpectedAnswer, "Redis at r:1 gave an answer that nobody expects. Is it a Redis, version 5 or newer?"),
    (.tooManyCalls(most: 3), "Redis at r:1 is too slow: 3 calls are waiting for it already."),
    (.notConnected(because: "It is gone."), "It is gone."),
    (.notConnected(because: nil), "Redis at r:1 did not take the call in time."),
    (.closed, "The connections to Redis at r:1 are closed already."),
  ])
  func eachProblemHasItsSentence(problem: RedisProblem, sentence: String) throws {
    let url = try RedisURL("redis://:secret@r:1")
    #expect(problem.inUse(of: url) == .unavailable(sentence))
    #expect(problem.atStart(of: url).description == sentence)
  }

  @Test func whoeverStartsAServerIsToldWhetherToWait() throws {
    let url = try RedisURL("redis://r")
    func isUnusable(_ problem: RedisProblem) -> Bool {
      if case .unusable = problem.atStart(of: url) { true } else { false }
    }
    #expect(isUnusable(.passwordWrong))
    #expect(isUnusable(.noSuchDatabase(99)))
    #expect(isUnusable(.certificate(reason: "")))
    #expect(!isUnusable(.loading))
    #expect(!isUnusable(.unreachable(code: ECONNREFUSED)))
    #expect(!isUnusable(.silent))
  }
}
