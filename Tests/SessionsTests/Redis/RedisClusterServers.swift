import Foundation
import TestSupport

@testable import RedisSessions
@testable import Sessions

/// A cluster of Redis servers: three shards, each with a replica.
final class RedisClusterServers: Sendable {
  let primaries: [RedisServer]
  /// Each has the data of the primary at its index.
  let replicas: [RedisServer]
  let ports: [UInt16]

  /// Starts the servers, and waits until the cluster is ready.
  ///
  /// - Parameter arguments: Arguments of each server.
  init(_ arguments: [String] = []) throws {
    let shards = 3
    let members = try (0..<shards * 2).map { _ in try Self.member(arguments) }
    let servers = members.map(\.server)
    ports = members.map(\.port)
    (primaries, replicas) = (Array(servers[..<shards]), Array(servers[shards...]))
    for (index, server) in primaries.enumerated() {
      let slots = 16384 * index / shards...16384 * (index + 1) / shards - 1
      try server.ask("CLUSTER", "ADDSLOTSRANGE", "\(slots.lowerBound)", "\(slots.upperBound)")
    }
    for (index, server) in servers.enumerated() {
      try server.ask("CLUSTER", "SET-CONFIG-EPOCH", "\(index + 1)")
    }
    // Each meets each one. To wait until they hear of one another takes longer.
    for (index, server) in servers.enumerated() {
      for other in members[(index + 1)...] {
        try server.ask("CLUSTER", "MEET", "127.0.0.1", "\(other.port)", "\(other.busPort)")
      }
    }
    for server in servers {
      while try server.ask("CLUSTER", "INFO").contains("cluster_known_nodes:\(servers.count)") == false {}
    }
    for (primary, replica) in zip(primaries, replicas) {
      let id = try primary.ask("CLUSTER", "MYID")
      while try replica.ask("CLUSTER", "REPLICATE", id) != "OK" {}
    }
    for server in servers {
      while try !server.ask("CLUSTER", "INFO").contains("cluster_state:ok") {}
      // All know which servers are replicas.
      while try server.ask("CLUSTER", "SLOTS").split(separator: "\n").count < shards * 8 {}
    }
    for primary in primaries { try primary.waitForReplica() }
  }

  private static func member(_ arguments: [String]) throws -> (server: RedisServer, port: UInt16, busPort: UInt16) {
    // The standard port of the bus is 10000 more, which may be too much.
    let busPort = try UnusedPort().number
    let (server, port) = try RedisServer.listening { port in
      [
        "--port", "\(port)", "--cluster-enabled", "yes", "--cluster-port", "\(busPort)", "--cluster-node-timeout",
        "1000",
        "--repl-diskless-sync-delay", "0",
      ] + arguments
    }
    return (server, port, busPort)
  }

  /// The cluster that tests share. Each test has its own prefix.
  static func shared() throws -> RedisClusterServers { try sharedServers.get() }

  private static let sharedServers = Result { try RedisClusterServers() }

  /// - Parameters:
  ///   - login: `USER:PASSWORD@` or nothing.
  ///   - query: The parameters.
  func url(login: String = "", _ query: String = "") throws -> RedisURL {
    try RedisURL("redis://\(login)127.0.0.1:\(ports[0]),127.0.0.1:\(ports[1])?\(query)")
  }

  /// The index of the primary that had a slot at the start.
  func shard(of slot: RedisSlot) -> Int { (0..<3).first { Int(slot) < 16384 * ($0 + 1) / 3 }! }

  /// Lets a slot move from a shard to another, until ``move(_:from:to:)``.
  func begin(moving slot: RedisSlot, from source: Int, to target: Int) throws {
    let ids = try [primaries[source], primaries[target]].map { try $0.ask("CLUSTER", "MYID") }
    try primaries[target].ask("CLUSTER", "SETSLOT", "\(slot)", "IMPORTING", ids[0])
    try primaries[source].ask("CLUSTER", "SETSLOT", "\(slot)", "MIGRATING", ids[1])
  }

  /// Moves the keys of a slot that moves.
  func moveKeys(of slot: RedisSlot, from source: Int, to target: Int) throws {
    let keys = try primaries[source].ask("CLUSTER", "GETKEYSINSLOT", "\(slot)", "1000").split(separator: "\n")
    guard !keys.isEmpty else { return }
    try primaries[source].ask(
      ["MIGRATE", "127.0.0.1", "\(ports[target])", "", "0", "5000", "KEYS"] + keys.map(String.init))
  }

  /// Ends the move of a slot.
  func end(moving slot: RedisSlot, from source: Int, to target: Int) throws {
    let id = try primaries[target].ask("CLUSTER", "MYID")
    for index in [target, source] { try primaries[index].ask("CLUSTER", "SETSLOT", "\(slot)", "NODE", id) }
  }

  /// How often the servers have answered with an error.
  func errors(_ code: String) throws -> Int {
    try primaries.map { server in
      let lines = try server.ask("INFO", "errorstats").split(whereSeparator: \.isNewline)
      let line = lines.first { $0.hasPrefix("errorstat_\(code):count=") }
      return line.flatMap { Int($0.split(separator: "=")[1]) } ?? 0
    }.reduce(0, +)
  }
}
