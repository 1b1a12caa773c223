import SessionsTesting
import TestSupport
import Testing

@testable import RedisSessions
@testable import Sessions

/// The errors of a server that starts and cannot use its cluster or its sentinels.
@Suite(.inTestAll, .timeLimit(.minutes(2))) struct RedisClusterStartTests {
  /// The error of a start.
  private func failure(_ url: RedisURL) -> StorageError? {
    do {
      try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }.close()
      return nil
    } catch {
      #expect(!error.description.contains("s3cret"))
      return error
    }
  }

  private func clusterMember(_ arguments: [String] = []) throws -> (server: RedisServer, port: UInt16) {
    let busPort = try UnusedPort().number
    return try RedisServer.listening {
      ["--port", "\($0)", "--cluster-enabled", "yes", "--cluster-port", "\(busPort)"] + arguments
    }
  }

  // MARK: - Clusters

  @Test func aClusterThatIsHalfThereIsReported() throws {
    let (server, port) = try clusterMember(["--cluster-require-full-coverage", "no"])
    let url = try RedisURL("redis://127.0.0.1:\(port)")
    #expect(failure(url) == .unavailable(RedisError.slotsMissing(16384).sentence(url.description)))
    try server.ask("CLUSTER", "ADDSLOTSRANGE", "0", "8191")
    #expect(failure(url) == .unavailable(RedisError.slotsMissing(8192).sentence(url.description)))
    try server.ask("CLUSTER", "ADDSLOTSRANGE", "8192", "16383")
    while try !server.ask("CLUSTER", "INFO").contains("cluster_state:ok") {}
    #expect(failure(url) == nil)
  }

  @Test func aSeedThatIsDownIsSkipped() throws {
    let cluster = try RedisClusterServers.shared()
    let port = try UnusedPort()
    let seeds = "127.0.0.1:\(port.number),127.0.0.1:\(cluster.ports[2])"
    #expect(try failure(RedisURL("redis://\(seeds)")) == nil)
    let down = "127.0.0.1:\(port.number)"
    let url = try RedisURL("redis://\(down),\(down)")
    #expect(failure(url) == .unavailable(RedisError.unreachable(code: 111).sentence(down)))
  }

  @Test func aWrongPasswordOfAClusterIsReported() throws {
    let (server, port) = try clusterMember(["--requirepass", "s3cret"])
    try server.ask("-a", "s3cret", "--no-auth-warning", "CLUSTER", "ADDSLOTSRANGE", "0", "16383")
    while try !server.ask("-a", "s3cret", "--no-auth-warning", "CLUSTER", "INFO").contains("cluster_state:ok") {}
    let location = "127.0.0.1:\(port)"
    #expect(try failure(RedisURL("redis://:s3cret@\(location)")) == nil)
    for (login, problem) in [(":s3cret2@", RedisError.passwordWrong), ("", .passwordMissing)] {
      let url = try RedisURL("redis://\(login)\(location),\(location)")
      #expect(failure(url) == .unusable(problem.sentence(location)))
    }
  }

  @Test func aDatabaseOfAClusterIsRefused() throws {
    let location = "127.0.0.1:\(try RedisClusterServers.shared().ports[0])"
    let error = try failure(RedisURL("redis://\(location)/1"))
    #expect(error == .unusable(RedisError.databaseInCluster.sentence(location)))
  }

  @Test func severalHostsThatAreNoClusterAreRefused() throws {
    let (server, port) = try RedisServer.listening()
    let location = "127.0.0.1:\(port)"
    let error = try failure(RedisURL("redis://\(location),\(location)"))
    #expect(error == .unusable(RedisError.severalServers.sentence(location)))
    withExtendedLifetime(server) {}
  }

  @Test func anOldClusterIsReported() throws {
    let info = "# Server\r\nredis_version:6.2.7\r\nredis_mode:cluster\r\n"
    let old = try SocketListener.saying("+PONG\r\n", "$\(info.utf8.count)\r\n\(info)\r\n")
    let sentence = RedisError.clusterTooOld(version: "6.2.7").sentence(old.path)
    #expect(try failure(RedisURL("unix://\(old.path)")) == .unusable(sentence))
  }

  // MARK: - Sentinels

  private func sentinel(
    of port: UInt16, _ lines: String = "", _ arguments: [String] = []
  ) throws -> (server: RedisServer, port: UInt16) {
    let configuration = """
      sentinel monitor main 127.0.0.1 \(port) 1
      sentinel down-after-milliseconds main 500
      sentinel failover-timeout main 5000
      \(lines)
      """
    return try RedisServer.listening(sentinel: configuration) { ["--port", "\($0)"] + arguments }
  }

  @Test func sentinelsThatCannotHelpAreReported() throws {
    let (primary, port) = try RedisServer.listening()
    let (sentinel, sentinelPort) = try sentinel(of: port)
    let (locked, lockedPort) = try self.sentinel(of: port, "", ["--requirepass", "s3cret"])
    let unused = try UnusedPort()
    let (location, lockedLocation) = ("127.0.0.1:\(sentinelPort)", "127.0.0.1:\(lockedPort)")
    let down = "127.0.0.1:\(unused.number)"
    func failure(_ rest: String) throws -> StorageError? { try self.failure(RedisURL("redis-sentinel://\(rest)")) }
    #expect(try failure("\(down),\(location)/main") == nil)
    #expect(try failure("\(down),\(location)/mine") == .unusable(RedisError.unknownPrimary("mine").sentence(location)))
    let refused = RedisError.noSentinel(because: RedisError.unreachable(code: 111).sentence(down))
    #expect(try failure("\(down)/main") == .unavailable(refused.sentence("")))
    #expect(
      try failure("\(lockedLocation)/main") == .unusable(RedisError.sentinelPasswordMissing.sentence(lockedLocation)))
    #expect(
      try failure("\(lockedLocation)/main?sentinel-password=s3cret2")
        == .unusable(RedisError.sentinelPasswordWrong.sentence(lockedLocation)))
    #expect(try failure("\(lockedLocation)/main?sentinel-password=s3cret") == nil)
    #expect(
      try failure("\(location)/main?sentinel-password=s3cret")
        == .unusable(RedisError.sentinelPasswordNotExpected.sentence(location)))
    #expect(try failure("127.0.0.1:\(port)/main") == .unusable(RedisError.notSentinel.sentence("127.0.0.1:\(port)")))
    withExtendedLifetime((primary, sentinel, locked)) {}
  }

  @Test func theStorageFollowsAFailoverOfTheSentinels() async throws {
    let (primary, port) = try RedisServer.listening { ["--port", "\($0)", "--repl-diskless-sync-delay", "0"] }
    let (replica, _) = try RedisServer.listening { ["--port", "\($0)", "--replicaof", "127.0.0.1", "\(port)"] }
    try primary.waitForReplica()
    let (sentinel, sentinelPort) = try sentinel(of: port)
    while try !sentinel.ask("SENTINEL", "REPLICAS", "main").contains("slave-repl-offset") {}
    let url = try RedisURL("redis-sentinel://127.0.0.1:\(sentinelPort)/main?wait=1")
    let storage = try RedisStorage(url, limits: StorageLimits(), timeouts: .patient) { 1000 }
    defer { storage.close() }
    let keys = (0..<20).map { _ in SessionKey(of: .random()) }
    for key in keys { #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved) }
    primary.stop()
    for key in keys { #expect(try await storage.record(key)?.version == 1) }
    // The new primary has no replica.
    let alone = RedisError.tooFewReplicas(0, of: 1).inUse(of: url)
    await #expect(throws: alone) { try await storage.save(testRecord(version: 2), for: keys[0], replacing: 1) }
    withExtendedLifetime(replica) {}
  }
}
