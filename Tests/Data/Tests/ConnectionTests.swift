import Foundation
import TestSupport
import Testing

@testable import Databases

/// docs/data.md, "Statements"
struct ConnectionTests {
  @Test(arguments: TestDatabase.Kind.allCases) func parametersAreValues(kind: TestDatabase.Kind) throws {
    try TestDatabase.with(kind) { pool in
      try pool.use { connection in
        let texts = ["'); DROP TABLE orders; --", "$1", "ünï\u{1F600}\r\n\\", ""]
        for (id, text) in zip(0..., texts) {
          try connection.rows(
            "INSERT INTO orders (id, key, owner, text) VALUES ($1, $1, $3, $2)", "\(id)", text, "anna")
        }
        #expect(try connection.rows("SELECT text FROM orders ORDER BY id").map { $0[0] } == texts)
        #expect(try connection.rows("SELECT id FROM orders WHERE owner = $1", "anna' OR '1' = '1") == [])
        #expect(try connection.rows("INSERT INTO users (id, name) VALUES ($1, $2) RETURNING name", "a", nil) == [[nil]])
        #expect(throws: DatabaseError.zeroByte) { try connection.rows("SELECT id FROM orders WHERE text = $1", "a\0b") }
      }
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func aTransactionIsDoneAsAWholeOrNotAtAll(kind: TestDatabase.Kind) throws
  {
    try TestDatabase.with(kind) { pool in
      func place(_ id: String) throws {
        try pool.use { connection in
          try connection.transaction {
            try connection.rows("INSERT INTO orders (id, key, owner, text) VALUES ($1, $1, 'anna', 'tea')", id)
            try connection.rows("INSERT INTO users (id, name) VALUES ($1, 'anna')", id)
          }
        }
      }
      try place("1")
      #expect(throws: DatabaseError.self) { try place("2") }
      #expect(try pool.use { try $0.rows("SELECT id FROM orders") } == [["1"]])
      #expect(try pool.use { $0.isReusable })
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func errorsSayWhatIsWrongWithoutValues(kind: TestDatabase.Kind) throws {
    try TestDatabase.with(kind) { pool in
      try pool.use { connection in
        try connection.rows("INSERT INTO users (id, name) VALUES ('1', $1)", "s3cret")
        let twice = #expect(throws: DatabaseError.self) {
          try connection.rows("INSERT INTO users (id, name) VALUES ('2', $1)", "s3cret")
        }
        let text = twice?.description ?? ""
        #expect(
          text.contains(kind == .sqlite ? "UNIQUE constraint failed" : "duplicate key value")
            && !text.contains("s3cret"))
        let unknown = #expect(throws: DatabaseError.self) { try connection.rows("SELECT nothing FROM orders") }
        #expect(unknown?.description.contains("nothing") == true)
        #expect(throws: DatabaseError.self) { try connection.rows("SELECT id FROM orders", "a parameter too many") }
      }
    }
  }

  @Test func aDatabaseThatCannotBeOpenedIsAClearError() throws {
    let unused = try UnusedPort()
    let pool = DatabasePool(size: 1)
    for (url, text) in [
      ("sqlite::memory:", "The URL of a database must be sqlite:FILE or postgres://…"),
      ("mysql://a", "The URL of a database must be sqlite:FILE or postgres://…"),
      ("sqlite:/nowhere/a.db", "The database cannot be opened. /nowhere/a.db: unable to open database file"),
      ("sqlite:/dev/null", "The database cannot be opened."),
      ("postgres://a:s3cret@127.0.0.1:\(unused.number)/a", "Connection refused"),
    ] {
      let error = #expect(throws: DatabaseError.self) { try pool.open(url) }
      let description = error?.description ?? ""
      #expect(description.contains(text) && !description.contains("s3cret"), "\(description)")
    }
    #expect(throws: DatabaseError.notOpen) { try pool.use { try $0.rows("SELECT 1") } }
  }

  @Test func onlyTheUserOfTheProcessMayReadTheFile() throws {
    let folder = try TemporaryFolder()
    let pool = DatabasePool(size: 1)
    try pool.open("sqlite:\(folder.path("app.db"))")
    defer { pool.close() }
    try pool.use { try $0.createTables("CREATE TABLE a (b TEXT)") }
    for name in ["app.db", "app.db-wal"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func theTablesAreMadeOnceByManyServers() throws {
    for kind in TestDatabase.Kind.allCases {
      let database = try TestDatabase(kind)
      concurrently(8) { try database.pool().close() }
    }
  }

  @Test func manyServersOpenANewFileAtTheSameTime() throws {
    let folder = try TemporaryFolder()
    for number in 1...200 {  // some of them were locked, before connections waited
      concurrently(8) { _ = try SQLiteDatabase(folder.path("\(number).db")) }
    }
  }
}
