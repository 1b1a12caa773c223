import Sessions
import SessionsTesting
import Testing

/// The behaviour that all storages share.
@Suite(.timeLimit(.minutes(5))) struct SessionStorageTests {
  @Test(arguments: StorageKind.all, StorageCheck.all)
  func aStoragePassesTheCheck(kind: StorageKind, check: StorageCheck) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await check.run { clock, limits in try kind.make(clock, limits, folder) }
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
