import SessionsTesting
import Foundation
import TestSupport
import Testing

@testable import PostgresConnections
@testable import PostgresSessions
@testable import RedisSessions
@testable import SQLiteSessions
@testable import Sessions
@testable import TempuraServer

/// The locations of sessions that an operator can name.
@Suite struct StorageChoiceTests {
  private func choice(_ text: String) throws -> StorageChoice { try StorageChoice(text) }

  private func sqlite(_ path: String) -> StorageChoice { StorageChoice(SQLiteLocation(path: path)) }

  /// The sentence of an error.
  private func reason(_ body: () throws(StorageError) -> any Sendable) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      guard case .unusable(let reason) = error else { return "not unusable" }
      return reason
    }
  }

  @Test func eachKindOfLocationIsRead() throws {
    #expect(try choice("memory:") == .memory)
    #expect(try choice("sqlite:/var/lib/app/sessions.db") == sqlite("/var/lib/app/sessions.db"))
    for path in ["sqlite", "sqlite:"] { #expect(try choice("sqlite:\(path)") == sqlite(path)) }
    #expect(try choice("sqlite:file: with ?=% in it") == sqlite("file: with ?=% in it"))
    for text in [
      "redis://host", "rediss://user:password@host:1/2", "redis-sentinel://host/name", "unix:///run/redis.sock",
    ] {
      #expect(try choice(text) == StorageChoice(RedisURL(text)))
    }
    for text in ["postgres://host/app", "postgresql://user:password@one,two:1/app?pool=2"] {
      #expect(try choice(text) == StorageChoice(PostgresURL(text)))
    }
  }

  private static let unknown =
    "The location of sessions is not valid. Write sqlite:PATH for a file, redis://HOST, rediss://HOST (with TLS), "
    + "redis-sentinel://HOST/NAME or unix:///PATH for a Redis, postgres://HOST/DATABASE for a PostgreSQL, or "
    + "memory: for the memory of the process."
  private static let noFile =
    "The file for sessions needs a path, such as sqlite:/var/lib/app/sessions.db. For sessions in memory write memory:."

  @Test(arguments: [
    ("", unknown), ("memory:x", unknown), ("Memory:", unknown), ("/var/sessions.db", unknown),
    ("sqlite", "The file for sessions has no name. Write sqlite:PATH, such as sqlite:/var/lib/app/sessions.db."),
    ("sqlite:", "The file for sessions has no name. Write sqlite:PATH, such as sqlite:/var/lib/app/sessions.db."),
    ("sqlite://data/sessions.db", noFile), ("sqlite::memory:", noFile),
    ("redi://user:secret@host", unknown), ("postgre://user:secret@host", unknown),
    (
      "redis://user:secret@",
      "The URL of Redis has no valid host. Write redis://HOST:PORT, and an IPv6 address in brackets."
    ),
  ])
  func anInvalidLocationIsRefusedWithoutRepeatingIt(text: String, expected: String) {
    #expect(reason { () throws(StorageError) in try StorageChoice(text) } == expected)
    #expect(!expected.contains("secret"))
  }

  @Test func noDescriptionShowsThePassword() throws {
    for text in ["memory:", "memory"] { #expect("\(try choice(text))" == "memory") }
    #expect("\(try choice("sqlite:a/b.db"))" == "a/b.db")
    #expect("\(try choice("rediss://user:secret@host/3?prefix=x"))" == "Redis at host:6379")
    #expect("\(try choice("postgres://user:secret@one,two:1/app"))" == "PostgreSQL at one:5432,two:1")
    for text in ["redis://user:secret@host", "postgres://user:secret@host?password=secret"] {
      var dumped = ""
      dump(try choice(text), to: &dumped)
      #expect(!dumped.contains("secret"))
      #expect(!String(reflecting: try choice(text)).contains("secret"))
    }
  }

  // MARK: - Storages of apps

  private static let table = SessionStorageScheme("table") { location, limits in
    guard location == "eu/sessions" else { throw StorageError.unusable("There is no table.") }
    return MemoryStorage()
  }

  @Test func anAppsStorageIsChosenByItsScheme() throws {
    let choice = try StorageChoice("table:eu/sessions", schemes: [Self.table])
    let storage = try choice.open(StorageOptions(isServer: true))
    defer { storage.close() }
    #expect(storage is MemoryStorage)
    #expect("\(choice)" == "the app's storage \"table\"")
    #expect(choice == (try StorageChoice("table:eu/sessions", schemes: [Self.table])))
    #expect(reason { () throws(StorageError) in try StorageChoice("table:eu/sessions") } == Self.unknown)
    #expect(reason { () throws(StorageError) in try StorageChoice("table", schemes: [Self.table]) } == Self.unknown)
  }

  @Test func anErrorOfAnAppsStorageIsTheReason() throws {
    struct Failure: Error, CustomStringConvertible { let description = "No." }
    let choice = try StorageChoice("table:us:secret", schemes: [Self.table])
    #expect(
      reason { () throws(StorageError) in try choice.open(StorageOptions(isServer: true)) } == "There is no table.")
    let odd = try StorageChoice("odd:x", schemes: [SessionStorageScheme("odd") { _, _ in throw Failure() }])
    #expect(throws: StorageError.unusable("No.")) { try odd.open(StorageOptions(isServer: true)) }
    var dumped = "\(choice) \(String(reflecting: choice))"
    dump(choice, to: &dumped)
    #expect(!dumped.contains("secret"))
  }

  @Test(arguments: ["table", "a1+-.b"]) func aSchemeIsAWordInLowerCase(name: String) {
    #expect(SessionStorageScheme.isValid(name))
  }

  @Test(arguments: ["", "1a", "Table", "a_b", "a b", "ä", "a:"]) func anOddWordIsNoScheme(name: String) {
    #expect(!SessionStorageScheme.isValid(name))
  }

  // MARK: - The default

  @Test(arguments: [
    (["STATE_DIRECTORY": "/var/lib/shop", "XDG_STATE_HOME": "/x", "HOME": "/h"], "/var/lib/shop/sessions.db"),
    (["STATE_DIRECTORY": "/var/lib/shop:/var/lib/other"], "/var/lib/shop/sessions.db"),
    (["STATE_DIRECTORY": "", "XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/Shop/sessions.db"),
    (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/Shop/sessions.db"),
    (["HOME": "/h"], "/h/.local/state/Shop/sessions.db"),
  ])
  func theDefaultIsAFileOfTheServiceOrItsUser(environment: [String: String], path: String) throws {
    #expect(try StorageChoice.byDefault(program: "Shop", environment: environment) == sqlite(path))
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "/nonexistent"], ["HOME": "home"]])
  func withoutAHomeTheErrorNamesTheFlag(environment: [String: String]) {
    #expect(
      reason { () throws(StorageError) in try StorageChoice.byDefault(program: "Shop", environment: environment) }
        == "There is no folder for sessions, because this user has no home. Name a file with --sessions sqlite:PATH, or "
        + "keep sessions in memory with --sessions memory:.")
  }

  // MARK: - Opening

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func theFileAndItsFoldersAreCreatedForTheUserOnly() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("state/app/sessions.db")
    let choice = sqlite(path)
    #expect(!choice.hasFile)
    try choice.open(StorageOptions(isServer: true)).close()
    #expect(choice.hasFile)
    #expect(try mode(folder.path("state")) == 0o700)
    #expect(try mode(folder.path("state/app")) == 0o700)
    #expect(try mode(path) == 0o600)
  }

  @Test func aToolOfAnOperatorCreatesNoFolder() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let choice = sqlite(folder.path("state/sessions.db"))
    let error = #expect(throws: StorageError.self) { try choice.open(StorageOptions(isServer: false)) }
    #expect(error?.description.contains("There is no session file \(folder.path("state/sessions.db")).") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".")).isEmpty)
  }

  @Test func theErrorNamesAFolderThatCannotBeCreated() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try Data().write(to: URL(fileURLWithPath: folder.path("file")))
    for name in ["file/sub", "file/sub/deep"] {
      let error = #expect(throws: StorageError.self) {
        try sqlite(folder.path("\(name)/sessions.db")).open(StorageOptions(isServer: true))
      }
      #expect(
        error?.description
          == "The session file \(folder.path(name))/sessions.db cannot be created (Not a directory). Let the server's user "
          + "write there, or choose another path.")
    }
  }

  @Test func eachKindOfLocationHasItsStorage() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let memory = try StorageChoice.memory.open(StorageOptions(isServer: true))
    #expect(memory is MemoryStorage)
    let file = try sqlite(folder.path("sessions.db")).open(StorageOptions(isServer: true))
    #expect(file is SQLiteStorage)
    file.close()
    let redis = try StorageChoice(RedisServer.shared().url()).open(StorageOptions(isServer: true))
    #expect(redis is RedisStorage)
    redis.close()
    let postgres = try StorageChoice(PostgresServer.shared().url("prefix=locations")).open(
      StorageOptions(isServer: true))
    #expect(postgres is PostgresStorage)
    postgres.close()
  }
}
