import SQLiteConnections
import Foundation
import SessionsTesting
import TestSupport
import Testing

@testable import SQLiteSessions
@testable import Sessions

/// Damage of a file while a server uses it.
@Suite(.timeLimit(.minutes(2))) struct SQLiteDamageTests {
  private let key = SessionKey("00112233445566778899aabbccddeeff")!

  /// Stores a session, copies it to the database's file, changes a byte of that, and waits for the report.
  ///
  /// - Parameter place: Returns the byte to change.
  private func withDamage(
    at place: (Data) throws -> Int, _ body: (SQLiteStorage, _ path: String, _ report: String) async throws -> Void
  ) async throws {
    try await TemporaryFolder.with { folder async throws in
      let path = folder.path("sessions.sqlite")
      let (reports, log) = AsyncStream<String>.makeStream()
      let storage = try SQLiteStorage(path: path, now: { 1000 }, report: { log.yield($0) }, scrubPause: .zero)
      defer { storage.close() }
      #expect(try await storage.save(testRecord("a session of a user"), for: key, replacing: 0) == .saved)
      // The writer keeps its pages in memory.
      let tool = try storage.file.connect(.crash)
      while try tool.checkpoint(.concurrent).rest > 0 {}
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let index = try place(bytes)
      bytes[index] ^= 1
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.seek(toOffset: UInt64(index))
      try file.write(contentsOf: bytes[index...index])
      try await body(storage, path, #require(await reports.first { _ in true }))
      log.finish()
      #expect(await reports.reduce(0) { count, _ in count + 1 } == 0, "damage is reported once")
    }
  }

  @Test func aContentThatIsChangedIsReported() async throws {
    try await withDamage {
      try #require($0.range(of: Data("of a user".utf8))).lowerBound
    } _: { storage, path, report in
      #expect(
        report
          == SQLiteError.damaged(reason: "session 001122334455… has a wrong checksum").description(of: path))
      // What can be read back is stored as before, and mends the row.
      let (mended, other) = (
        try await storage.save(testRecord("new", version: 2), for: key, replacing: 1),
        try await storage.save(testRecord(), for: SessionKey(of: .random()), replacing: 0)
      )
      #expect(mended == .saved)
      #expect(other == .saved)
      // A crash loses a damaged log.
      try await TemporaryFolder.with { folder async throws in
        let copy = folder.path("sessions.sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let afterCrash = try SQLiteStorage(path: copy, now: { 1000 })
        defer { afterCrash.close() }
        guard case .record(let record) = try afterCrash.load(key, unless: 0) else {
          Issue.record("the answered change is lost")
          return
        }
        #expect(record.version == 2)
      }
    }
  }

  /// The writer has the page of the index in memory, and does not write it.
  @Test func aSaveThatNoOtherConnectionFindsIsRefused() async throws {
    try await withDamage {
      let copies = $0.ranges(of: Data(key.bytes))
      return try #require(copies.last).lowerBound + 5  // that of the index
    } _: { storage, path, report in
      #expect(report.contains("is damaged ("))
      await #expect(throws: SQLiteError.notReadBack.unavailable(path)) {
        try await storage.save(testRecord("new", version: 2), for: key, replacing: 1)
      }
      guard case .unreadable = try await storage.load(key) else {
        Issue.record("its user is not told")
        return
      }
    }
  }
}
