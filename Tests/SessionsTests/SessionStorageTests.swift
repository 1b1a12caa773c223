import SessionsTesting
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import RedisSessions
@testable import Sessions

/// The behaviour that all storages share.
@Suite(.timeLimit(.minutes(5))) struct SessionStorageTests {
  @Test(arguments: StorageKind.all, StorageCheck.all)
  func aStoragePassesTheCheck(kind: StorageKind, check: StorageCheck) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await check.run { clock, limits in try kind.make(clock, limits, folder) }
  }

  private static let closed: [(StorageKind, @Sendable () throws -> StorageError)] = [
    (.redis, { RedisError.closed.inUse(of: try RedisServer.shared().url()) }),
    (.postgres, { PostgresError.closed.inUse(of: try PostgresServer.shared().url()) }),
  ]

  @Test(arguments: closed)
  func closeWaitsUntilAllCallsAreAnswered(kind: StorageKind, closed: @Sendable () throws -> StorageError) async throws {
    let closed = try closed()
    try await kind.with(TestClock()) { storage in
      let saves = (0..<2000).map { _ in
        begin { try await storage.save(testRecord(), for: SessionKey(of: .random()), replacing: 0) }
      }
      storage.close()
      #expect(await saves.results == Array(repeating: .success(.saved), count: 2000))
      await #expect(throws: closed) { try await storage.load(SessionKey(of: .random())) }
    }
  }

  @Test(arguments: [StorageKind.redis, .postgres])
  func aCallMayReleaseTheStorage(kind: StorageKind) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for _ in 0..<20 {
      let call = begin { try await kind.make(TestClock(), StorageLimits(), folder).load(SessionKey(of: .random())) }
      guard case .success(.none) = await call.value else {
        Issue.record("There is no answer.")
        return
      }
    }
  }
}

@Suite struct SessionRecordTests {
  private struct Odd: SessionContent {
    struct Failure: Error, CustomStringConvertible { let description = "No." }
    func encoded() throws -> [UInt8] { throw Failure() }
  }

  @Test func aTooLargeSessionIsRefused() throws {
    let record = SessionRecord(version: 1, content: EncodedContent(bytes: [1, 2, 3, 4, 5]), expiry: 0)
    #expect(try record.encodedContent(limit: 5).count == 5)
    #expect(throws: StorageError.tooLarge(bytes: 5, limit: 4)) { try record.encodedContent(limit: 4) }
  }

  @Test func aStateThatCannotBeEncodedIsRefused() {
    let record = SessionRecord(version: 1, content: Odd(), expiry: 0)
    #expect(throws: StorageError.notEncodable("No.")) { try record.encodedContent(limit: 4) }
  }
}

@Suite struct StorageErrorTests {
  @Test func eachErrorHasASentence() {
    #expect(StorageError.unavailable("The disk is full.").description == "The disk is full.")
    #expect(StorageError.unusable("It is no database.").description == "It is no database.")
    #expect(
      StorageError.tooLarge(bytes: 5, limit: 4).description
        == "A session, or a part that sessions share, has 5 bytes, and 4 are allowed. Keep less in the state, or raise ServerConfiguration.sessionBytes."
    )
    #expect(StorageError.notEncodable("No.").description == "The state cannot be encoded: No.")
  }
}
