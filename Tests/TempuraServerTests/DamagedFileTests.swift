import Basics
import Foundation
import SQLiteConnections
import TempuraUI
import TestSupport
import Testing

@testable import SQLiteSessions
@testable import SessionKernel
@testable import Sessions
@testable import TempuraServer

/// A server whose session file is damaged while it runs.
@Suite struct DamagedFileTests {
  @Test func usersAndOperatorsAreToldOfDamage() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tempura-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "sessions.db")
    let lines = Locked<[String]>([])
    let storage = try SQLiteStorage(
      path: file.path, report: { line in lines.withLock { $0.append(line) } }, scrubPause: .zero)
    defer { storage.close() }
    let server = try TestServer(storage: storage)
    let browser = try server.browser(at: "/list")
    try browser.tap("list.go", ["list.field": "count"])
    #expect(try server.browser().get("/ready").status == 200)

    // The writer keeps its pages in memory.
    let tool = try storage.file.connect(.crash)
    while try tool.checkpoint(.concurrent).rest > 0 {}
    let key = Data(try #require(server.session(of: browser)).key.bytes)
    let index = try #require(try Data(contentsOf: file).ranges(of: key).last).lowerBound
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: UInt64(index))
    try handle.write(contentsOf: [key[0] ^ 1])
    try waitUntil { lines.withLock { !$0.isEmpty } }

    // A post of a session that cannot be read back is not acknowledged.
    #expect(try browser.post([("list.field", "count"), ("tap", "list.go")], to: "/list").status == 503)
    // An answer is used for a second.
    try waitUntil { try server.browser().get("/ready").status == 503 }
    let ready = try server.browser().get("/ready")
    #expect(ready.body == "The session storage is damaged. The log of the server has the reason.\n")
    #expect(lines.withLock(\.count) == 1)
    try server.evictAll()
    #expect(try browser.open("/list").notice?.contains("it is damaged where it was stored") == true)
  }
}
