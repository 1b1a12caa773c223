import Foundation
import SQLiteConnections
import TempuraUI
import Testing

@testable import SQLiteSessions
@testable import Sessions
@testable import TempuraServer

/// Sessions in a file that something else has written to: any value may be there, and none may end the server.
@Suite struct StoredValueTests {
  /// Serves the library from a file, in which a value of the stored session is changed by another connection.
  private func withStored(
    _ column: String, _ value: String, _ body: (TestServer, Browser, SQLiteConnection, SQLiteStorage) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tempura-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "sessions.db").path
    let storage = try SQLiteStorage(path: path)
    defer { storage.close() }
    let (server, browser) = try visit(storage: storage) { $0.longestSessionLifetime = 3600 }
    try browser.tap("list.go", ["list.field": "count"])
    #expect(browser.page.text("list.label") == "section 0 count 1")
    try server.evictAll()
    let other = try storage.file.connect(.crash)
    try other.execute("UPDATE sessions SET \(column) = \(value)")
    try body(server, browser, other, storage)
  }

  private static let extremes = ["-9223372036854775808", "-1", "0", "9223372036854775807"]

  @Test(arguments: extremes, [false, true])
  func aSessionWithAVersionThatNoServerStoresIsQuarantined(version: String, isForm: Bool) throws {
    try withStored("version", version) { server, browser, other, storage throws in
      let cookie = browser.cookie
      if isForm { #expect(try browser.post([("list.field", "count"), ("tap", "list.go")], to: "/list").status == 409) }
      let page = try browser.open("/list")
      #expect(page.text("list.label") == "section 0 count 0")
      #expect(isForm || page.notice?.contains("it is damaged") == true)
      #expect(browser.cookie != cookie)
      #expect(try other.integer("SELECT count(*) FROM sessions WHERE aside = 1") == 1)
      try browser.tap("list.go", ["list.field": "count"])
      #expect(browser.page.text("list.label") == "section 0 count 1")
    }
  }

  @Test(arguments: ["created", "expiry", "due", "used", "aside"], extremes)
  func anyOtherNumberIsLivedWith(column: String, value: String) throws {
    try withStored(column, value) { server, browser, _, _ throws in
      for _ in 0..<2 {
        try browser.open("/list")
        let before = try #require(browser.page.text("list.label")?.last?.wholeNumberValue)
        try browser.tap("list.go", ["list.field": "count"])
        // An expiry in the past may end the session, but nothing else.
        #expect(browser.page.text("list.label")?.last?.wholeNumberValue == before + 1)
        try server.evictAll()
      }
    }
  }

  @Test(arguments: ["x''", "x'00'", "x'ff'", "CAST('{\"v\":1e400}' AS BLOB)", "zeroblob(3000000)"])
  func contentOfAnyKindIsQuarantined(content: String) throws {
    try withStored("content", content) { server, browser, other, _ throws in
      #expect(try browser.open("/list").notice?.contains("is damaged") == true)
      #expect(try other.integer("SELECT count(*) FROM sessions WHERE aside = 1") == 1)
      try browser.tap("list.go", ["list.field": "count"])
      #expect(browser.page.text("list.label") == "section 0 count 1")
    }
  }

  @Test func aVersionThatChangesWhileTheSessionIsInMemoryLosesNoRequest() throws {
    try withStored("version", "version") { server, browser, other, _ throws in
      try browser.open("/list")
      try other.execute("UPDATE sessions SET version = -1")
      // Not stored, as what is stored cannot be read.
      #expect(try browser.post(browser.form(tap: "list.go", ["list.field": "count"]), to: "/list").status == 503)
      #expect(try browser.open("/list").notice?.contains("is damaged") == true)
      try browser.tap("list.go", ["list.field": "count"])
      #expect(browser.page.text("list.label") == "section 0 count 1")
    }
  }
}
