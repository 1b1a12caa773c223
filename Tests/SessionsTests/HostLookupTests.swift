import Basics
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import RedisSessions
@testable import Sessions

/// Hosts whose name servers do not answer in time.
@Suite(.timeLimit(.minutes(2))) struct HostLookupTests {
  /// Name servers that answer only when they are released.
  private final class NameServers: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let asked = Atomic(0)

    var lookup: HostLookup {
      HostLookup { [self] _, port in
        asked.add(1, ordering: .sequentiallyConsistent)
        gate.wait()
        gate.signal()
        return HostAddress.find("127.0.0.1", port)
      }
    }

    /// How often they were asked.
    var count: Int { asked.load(ordering: .sequentiallyConsistent) }

    func release() { gate.signal() }
  }

  @Test func aLookupIsGivenUpAtTheDeadlineAndItsResultIsUsedLater() throws {
    let servers = NameServers()
    let lookup = servers.lookup
    for _ in 0..<20 {
      #expect(throws: HostLookup.LookupError.late) { try lookup.addresses(of: "db.test", port: 7, until: .now) }
    }
    servers.release()
    let found = try lookup.addresses(of: "db.test", port: 7, until: .now + .seconds(100))
    #expect(found.map(\.text) == ["127.0.0.1"])
    // The second time only if the first lookup ended before the last caller came.
    #expect((1...2).contains(servers.count))
  }

  @Test func aFailedLookupTellsWhy() {
    let lookup = HostLookup { _, _ in .failure(.unknown(reason: "no")) }
    for _ in 0..<2 {
      #expect(throws: HostLookup.LookupError.unknown(reason: "no")) {
        try lookup.addresses(of: "db.test", port: 7, until: .now + .seconds(100))
      }
    }
  }

  @Test func aConnectionToRedisDoesNotWaitForItsHostsAddress() throws {
    let servers = NameServers()
    defer { servers.release() }
    let timeouts = RedisTimeouts(connect: .milliseconds(50))
    var destination = try RedisDestination(RedisURL("redis://db.test"), timeouts)
    destination.lookup = servers.lookup
    #expect(throws: RedisError.hostNotFoundInTime) { _ = try RedisConnection(to: destination) }
    var behindSentinel = try RedisDestination(RedisURL("redis-sentinel://db.test/main"), timeouts)
    behindSentinel.lookup = servers.lookup
    let sentence = RedisError.hostNotFoundInTime.sentence("db.test:26379")
    #expect(throws: RedisError.noSentinel(because: sentence)) { _ = try RedisConnection(to: behindSentinel) }
  }

  @Test func aConnectionToPostgresDoesNotWaitForItsHostsAddress() throws {
    let servers = NameServers()
    defer { servers.release() }
    let url = try PostgresURL("postgres://user@db.test/app")
    let destination = PostgresDestination(
      url, PostgresTimeouts(connect: .milliseconds(50)), lookup: servers.lookup)
    #expect(throws: PostgresError.hostNotFoundInTime) { _ = try PostgresConnection(to: destination) }
  }

  @Test func eachAddressOfAHostOfPostgresIsTried() throws {
    let (server, port) = try PostgresServer.listening()
    let addresses = try ["127.0.0.2", "127.0.0.1"].flatMap { try HostAddress.find($0, 0).get() }
    let destination = PostgresDestination(
      try PostgresURL("postgres://postgres@db.test:\(port)/postgres"), .patient,
      lookup: HostLookup { _, _ in .success(addresses) })
    #expect(try PostgresConnection(to: destination).run(PostgresStep("SELECT 1"))[0].rows.count == 1)
    withExtendedLifetime(server) {}
  }
}
