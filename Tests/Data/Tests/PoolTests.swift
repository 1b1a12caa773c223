import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Databases

private final class FakeConnection: DatabaseConnection {
  var begin: String { "" }
  var tableLock: String? { nil }
  var isReusable = true
  func run(_ sql: String, _ parameters: [String?]) throws -> [[String?]] { [] }
}

/// docs/data.md, "The pool"
struct PoolTests {
  private let made = Made()

  private final class Made: Sendable {
    let count = Atomic(0)
    let fails = Atomic(false)
  }

  private func pool(size: Int) throws -> DatabasePool {
    let pool = DatabasePool(size: size)
    try open(pool)
    return pool
  }

  private func open(_ pool: DatabasePool) throws {
    try pool.open { [made] in
      if made.fails.load(ordering: .relaxed) { throw DatabaseError.cannotOpen("no") }
      made.count.add(1, ordering: .relaxed)
      return FakeConnection()
    }
  }

  private var count: Int { made.count.load(ordering: .relaxed) }

  @Test func connectionsAreUsedAgain() throws {
    let pool = try pool(size: 3)
    try pool.use { first in try pool.use { #expect($0 !== first) } }
    for _ in 0..<5 { try pool.use { _ in } }
    #expect(count == 2)
  }

  @Test func noConnectionHasTwoUsers() throws {
    let pool = try pool(size: 2)
    let users = Mutex<[ObjectIdentifier: Int]>([:])
    concurrently(16) {
      for _ in 0..<200 {
        try pool.use { connection in
          let id = ObjectIdentifier(connection)
          #expect(
            users.withLock {
              $0[id, default: 0] += 1; return $0[id]
            } == 1)
          users.withLock { $0[id] = 0 }
        }
      }
    }
    #expect(count <= 2)
  }

  @Test func whoWaitsTooLongGetsAnError() throws {
    let pool = try pool(size: 1)
    try pool.use { _ in
      _ = #expect(throws: DatabaseError.busy) { try pool.use(within: 0.01) { _ in } }
    }
    try pool.use(within: 0) { _ in }
  }

  @Test func whoWaitsGetsTheConnectionThatIsGivenBack() throws {
    let pool = try pool(size: 1)
    let waiter = Promise()
    try pool.use { _ in
      Thread.detachNewThread { waiter.settle { try pool.use(within: 60) { _ in } } }
    }
    try waiter.wait()
    #expect(count == 1)
  }

  @Test func brokenConnectionsAreReplaced() throws {
    let pool = try pool(size: 2)
    try pool.use { _ in
      try pool.use { _ in }
    }
    #expect(count == 2, "both are idle")
    try pool.use { ($0 as? FakeConnection)?.isReusable = false }
    try pool.use { _ in try pool.use(within: 0) { _ in } }
    #expect(count == 4)
  }

  @Test func aConnectionThatCannotBeMadeTakesNoPlace() throws {
    let pool = try pool(size: 1)
    try pool.use { ($0 as? FakeConnection)?.isReusable = false }
    made.fails.store(true, ordering: .relaxed)
    for _ in 0..<3 {
      #expect(throws: DatabaseError.cannotOpen("no")) { try pool.use(within: 0) { _ in } }
    }
    made.fails.store(false, ordering: .relaxed)
    try pool.use(within: 0) { _ in }
  }

  @Test func aClosedPoolGivesNoConnections() throws {
    let pool = try pool(size: 1)
    weak var used: FakeConnection?
    try pool.use { connection in
      used = connection as? FakeConnection
      let waiter = Promise()
      Thread.detachNewThread { waiter.settle { try pool.use(within: 60) { _ in } } }
      pool.close()
      #expect(throws: DatabaseError.notOpen) { try waiter.wait() }
    }
    #expect(used == nil, "closed when it was given back")
    #expect(throws: DatabaseError.notOpen) { try pool.use { _ in } }
  }

  @Test func idleConnectionsAreClosedWhileOthersAreInUse() throws {
    let pool = try pool(size: 2)
    weak var idle: FakeConnection?
    try pool.use { _ in
      try pool.use { idle = $0 as? FakeConnection }
      #expect(idle != nil)
      pool.close()
      #expect(idle == nil)
    }
  }

  @Test func aPoolThatIsOpenedAgainKeepsItsSize() throws {
    let pool = try pool(size: 2)
    for _ in 1...3 { try open(pool) }
    try pool.use { _ in try pool.use(within: 0) { _ in } }
  }

  @Test func aConnectionToAnEarlierDatabaseIsNotGivenToOthers() throws {
    let pool = try pool(size: 1)
    weak var used: FakeConnection?
    try pool.use { connection in
      used = connection as? FakeConnection
      pool.close()
      try open(pool)
    }
    #expect(used == nil, "closed when it was given back")
    try pool.use(within: 0) { _ in }
    #expect(count == 2)
  }

  @Test func aServerThatEndedItsConnectionsIsAskedAgain() throws {
    let database = try TestDatabase(.postgres)
    let pool = try database.pool()
    defer { pool.close() }
    try pool.use { first in
      try pool.use { _ in
        let id = try first.rows("SELECT datname FROM pg_stat_activity WHERE pid = pg_backend_pid()")[0][0] ?? ""
        try TestDatabase.server.get().ask(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(id)'")
      }
    }
    #expect(throws: DatabaseError.self) { try pool.use { try $0.rows("SELECT 1") } }
    #expect(try pool.use { try $0.rows("SELECT 1") } == [["1"]])
  }

  @Test(arguments: TestDatabase.Kind.allCases) func anOpenTransactionIsNotGivenToOthers(kind: TestDatabase.Kind) throws
  {
    try TestDatabase.with(kind, size: 1) { pool in
      try pool.use { connection in
        try connection.rows(connection.begin)
        try connection.rows("INSERT INTO orders (id, key, owner, text) VALUES ('1', '1', 'anna', 'tea')")
      }
      #expect(try pool.use { try $0.rows("SELECT id FROM orders") } == [])
    }
  }
}

/// The end of a thread.
private final class Promise: Sendable {
  private let result = Mutex<Result<Void, any Error>?>(nil)
  private let isSettled = DispatchSemaphore(value: 0)

  func settle(_ body: () throws -> Void) {
    let result = Result { try body() }
    self.result.withLock { $0 = result }
    isSettled.signal()
  }

  func wait() throws {
    isSettled.wait()
    try result.withLock { $0 }?.get()
  }
}
