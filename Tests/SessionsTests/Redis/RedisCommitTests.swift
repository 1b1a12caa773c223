import Basics
import SessionsTesting
import TestSupport
import Testing

@testable import RedisSessions
@testable import Sessions

/// Several records that are saved as one in a cluster, by servers that end between two steps.
@Suite(.inTestAll, .timeLimit(.minutes(3))) struct RedisCommitTests {
  private let prefix = SessionID.random().cookieValue
  /// In the order of their preparation after the first one.
  private let keys: [SessionKey] = {
    let keys = (0..<3).map { _ in SessionKey(of: .random()) }
    return [keys[0]] + keys[1...].sorted()
  }()
  private let other = SessionKey(of: .random())

  /// - Parameter old: When a transaction may be aborted.
  private func storage(
    _ query: String = "", old: Duration = .seconds(3600), servers: RedisClusterServers? = nil
  ) throws -> RedisStorage {
    var timeouts = RedisTimeouts.patient
    timeouts.transaction = old
    let url = try (servers ?? .shared()).url("prefix=\(prefix)\(query)")
    return try RedisStorage(url, limits: StorageLimits(), timeouts: timeouts) { 1000 }
  }

  private func texts(_ storage: RedisStorage) async throws -> [String?] {
    var texts: [String?] = []
    for key in keys { texts.append(try await storage.record(key)?.text) }
    return texts
  }

  /// A commit that changes two records and stores a new one.
  private func commit(_ storage: RedisStorage) async throws -> RedisCommit {
    for key in keys[..<2] { #expect(try await storage.save(testRecord("old"), for: key, replacing: 0) == .saved) }
    return try RedisCommit(
      storage,
      keys.enumerated().map { index, key in
        RecordSave(testRecord("new", version: 2), for: key, replacing: index < 2 ? 1 : 0)
      })
  }

  /// The commands that the servers have to answer for a key.
  private func ask(_ key: String, slot: RedisSlot, _ command: (String) -> [String]) throws -> String {
    let servers = try RedisClusterServers.shared()
    return try servers.primaries[servers.shard(of: slot)].ask(command(key))
  }

  /// Expects that no record is prepared.
  private func expectNothingIsPrepared() throws {
    let names = RedisNames(prefix: prefix, isCluster: true)
    for key in keys + [other] {
      let fields = try ask(names.session(key), slot: RedisNames.slot(key)) { ["HKEYS", $0] }
      #expect(!fields.contains("p."), "\(fields)")
    }
  }

  private func mark(_ transaction: String) throws -> String {
    let name = RedisNames(prefix: prefix, isCluster: true).mark(of: transaction)
    let mark = try ask(name, slot: RedisNames.slot(ofTransaction: transaction)) { ["GET", $0] }
    return mark.filter { !$0.isWhitespace }
  }

  // MARK: - Servers that end

  /// The steps after which a server ends.
  private enum End: Int, CaseIterable {
    case nothing, oneIsPrepared, allArePrepared, committed, oneHasFinished, allHaveFinished

    var isCommitted: Bool { rawValue >= End.committed.rawValue }
  }

  /// What another server does then.
  private enum Visit: CaseIterable {
    case load, save, saveTogether, commitTogether, remove, quarantined, rename, touch, list
  }

  private func run(_ commit: RedisCommit, until end: End) async throws {
    for step in 1..<(end.rawValue + 1) {
      switch step {
      case 1, 2: #expect(try await commit.prepare(step - 1))
      case 3: #expect(try await commit.commit() == .saved)
      default: try await commit.finish(step - 4)
      }
    }
  }

  @Test(arguments: End.allCases, Visit.allCases)
  private func aServerThatEndsHasStoredAllRecordsOrNone(end: End, visit: Visit) async throws {
    let (ending, visitor) = try (storage(), storage(old: .zero))
    defer { for storage in [ending, visitor] { storage.close() } }
    let commit = try await commit(ending)
    try await run(commit, until: end)
    let (text, version): (String, UInt64) = end.isCommitted ? ("new", 2) : ("old", 1)
    let next = testRecord("next", version: 9)
    let (changed, new) = (keys[1], RecordSave(next, for: keys[2], replacing: end.isCommitted ? 2 : 0))
    switch visit {
    case .load: break
    case .save:
      #expect(try await visitor.save(next, for: changed, replacing: version) == .saved)
      #expect(try await visitor.save(next, for: keys[2], replacing: new.version) == .saved)
      #expect(try await texts(visitor) == [text, "next", "next"])
    case .saveTogether:
      let saves = [
        RecordSave(next, for: other, replacing: 0), new, RecordSave(next, for: changed, replacing: version),
      ]
      #expect(try await visitor.save(saves) == .saved)
      #expect(try await texts(visitor) == [text, "next", "next"])
    case .commitTogether:
      // The record that is prepared is the first one of another transaction.
      let saves = [RecordSave(next, for: changed, replacing: version), RecordSave(next, for: other, replacing: 0)]
      // A commit does not wait for a transaction of the same millisecond.
      while try await visitor.save(saves) != .saved, !Task.isCancelled {}
      #expect(try await visitor.record(changed)?.text == "next")
    case .remove:
      #expect(try await visitor.remove(changed, version: 9) == false)
      #expect(try await visitor.remove(changed, version: version))
      #expect(try await visitor.remove(keys[2]) == end.isCommitted)
      #expect(try await texts(visitor) == [text, nil, nil])
    case .quarantined:
      for key in keys[1...] { try await visitor.quarantine(key) }
      #expect(try await texts(visitor) == [text, nil, nil])
      let aside = try await visitor.list().filter(\.record.isQuarantined)
      #expect(aside.map(\.record.text) == (end.isCommitted ? ["new", "new"] : ["old"]))
    case .rename:
      #expect(try await visitor.rename(changed, to: other, replacing: version) == .saved)
      #expect(try await visitor.record(other)?.text == text)
    case .touch:
      try await visitor.touch(changed, expiry: 5000)
      #expect(try await visitor.record(changed)?.expiry == 5000)
    case .list:
      let listed = try await visitor.list()
      #expect(listed.map(\.key) == keys[..<(end.isCommitted ? 3 : 2)].sorted())
      #expect(listed.allSatisfy { $0.record.text == text })
    }
    if [.load, .touch, .list].contains(visit) {
      #expect(try await texts(visitor) == [text, text, end.isCommitted ? text : nil])
    }
    // The ended server's calls may arrive late.
    if end == .oneIsPrepared || end == .allArePrepared {
      // A load of the same millisecond does not abort.
      while try mark(commit.transaction) != "aborted", !Task.isCancelled { _ = try await texts(visitor) }
      #expect(try await commit.commit() == .outdated)
    }
    if end.isCommitted {
      #expect(try await commit.commit() == .saved)
      for index in 0..<2 { try await commit.finish(index) }
    }
    #expect(try await visitor.record(keys[0])?.text == text)
    _ = try await texts(visitor)
    try expectNothingIsPrepared()
  }

  @Test func aTransactionThatIsNewIsNotAborted() async throws {
    let (node, visitor) = try (storage(), storage())
    defer { for storage in [node, visitor] { storage.close() } }
    let commit = try await commit(node)
    for index in 0..<2 { #expect(try await commit.prepare(index)) }
    #expect(try await texts(visitor) == ["old", "old", nil])
    #expect(try await visitor.list().map(\.record.version) == [1, 1])
    // These wait until the transaction is decided.
    async let alone = visitor.save(testRecord("theirs", version: 9), for: keys[1], replacing: 1)
    async let together = visitor.save([
      RecordSave(testRecord("theirs", version: 9), for: other, replacing: 0),
      RecordSave(testRecord("theirs", version: 9), for: keys[2], replacing: 0),
    ])
    #expect(try await commit.commit() == .saved)
    #expect(try await alone == .outdated)
    #expect(try await together == .outdated)
    #expect(try await texts(visitor) == ["new", "new", "new"])
    try expectNothingIsPrepared()
  }

  @Test func aSaveThatWaitsIsAnsweredBeforeItsStorageIsClosed() async throws {
    let (node, visitor) = try (storage(), storage())
    defer { node.close() }
    #expect(try await commit(node).prepare(0))
    let save = Task.immediate { try await visitor.save(testRecord(version: 9), for: keys[1], replacing: 1) }
    visitor.close()
    await #expect {
      try await save.value
    } throws: {
      if case StorageError.unavailable = $0 { true } else { false }
    }
  }

  @Test func repeatedStepsFindThatTheyWereDone() async throws {
    let storage = try storage()
    defer { storage.close() }
    let commit = try await commit(storage)
    for _ in 0..<2 { for index in 0..<2 { #expect(try await commit.prepare(index)) } }
    #expect(try await commit.commit() == .saved)
    // Another save has replaced the first record since. The transaction is committed all the same.
    #expect(try await storage.save(testRecord("later", version: 3), for: keys[0], replacing: 2) == .saved)
    #expect(try await commit.commit() == .saved)
    for _ in 0..<2 { for index in 0..<2 { try await commit.finish(index) } }
    #expect(try await texts(storage) == ["later", "new", "new"])
    // A copy of a preparation that comes late.
    #expect(try await commit.prepare(0) == false)
    try expectNothingIsPrepared()
  }

  @Test func aFinishedTransactionLeavesNoMark() async throws {
    let storage = try storage()
    let commit = try await commit(storage)
    defer { storage.close() }
    #expect(try await commit.run() == .saved)
    // The answer does not wait for that.
    await waitUntil { (try? mark(commit.transaction)) == "" }
    try expectNothingIsPrepared()
  }

  @Test func aRefusedTransactionLeavesNothing() async throws {
    let storage = try storage()
    let commit = try await commit(storage)
    #expect(try await storage.save(testRecord("theirs", version: 7), for: keys[0], replacing: 1) == .saved)
    #expect(try await commit.run() == .outdated)
    #expect(try await texts(storage) == ["theirs", "old", nil])
    storage.close()
    #expect(try mark(commit.transaction) == "")
    try expectNothingIsPrepared()
  }

  @Test func aPreparedRecordStaysAsLongAsTheMark() async throws {
    let storage = try storage(old: .zero)
    defer { storage.close() }
    #expect(try await storage.save(testRecord(expiry: 1100), for: keys[1], replacing: 0) == .saved)
    let names = RedisNames(prefix: prefix, isCluster: true)
    func seconds() throws -> Int {
      let text = try ask(names.session(keys[1]), slot: RedisNames.slot(keys[1])) { ["TTL", $0] }
      return Int(text.filter { !$0.isWhitespace }) ?? 0
    }
    let saves = [
      RecordSave(testRecord(), for: keys[0], replacing: 0),
      RecordSave(testRecord(version: 2, expiry: 9000), for: keys[1], replacing: 1),
    ]
    let commit = try RedisCommit(storage, saves)
    #expect(try await commit.prepare(0))
    #expect((7900...8000).contains(try seconds()))
    try await storage.touch(keys[1], expiry: 50_000)
    #expect((7900...8000).contains(try seconds()))
    #expect(try await commit.commit() == .saved)
    let name = names.mark(of: commit.transaction)
    let kept = try ask(name, slot: RedisNames.slot(ofTransaction: commit.transaction)) { ["TTL", $0] }
    #expect((11_500...11_600).contains(Int(kept.filter { !$0.isWhitespace }) ?? 0))
    #expect(try await storage.record(keys[1])?.expiry == 50_000)
    #expect((48_900...49_000).contains(try seconds()))
  }

  @Test func aUserNeedsFewPermissions() async throws {
    let servers = try RedisClusterServers.shared()
    let permissions =
      "~\(prefix):* &\(prefix):* -@all +ping +info +cluster|slots +cluster|info +asking +eval +evalsha +scan +spublish "
      + "+ssubscribe +hmget +hset +hget +hgetall +hdel +get +set +del +exists +expire +ttl +time"
    for primary in servers.primaries {
      try primary.ask(["ACL", "SETUSER", prefix, "on", ">s3cret"] + permissions.split(separator: " ").map(String.init))
    }
    var timeouts = RedisTimeouts.patient
    timeouts.transaction = .zero
    let url = try servers.url(login: "\(prefix):s3cret@", "prefix=\(prefix)")
    let storage = try RedisStorage(url, limits: StorageLimits(), timeouts: timeouts) { 1000 }
    defer { storage.close() }
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = storage.subscribe { log.yield($0) }
    for await change in changes where change == nil { break }
    let saves = (0..<2).map { _ in RecordSave(testRecord(), for: SessionKey(of: .random()), replacing: 0) }
    #expect(try await storage.save(saves) == .saved)
    let commit = try await commit(storage)
    for index in 0..<2 { #expect(try await commit.prepare(index)) }
    #expect(try await commit.commit() == .saved)
    #expect(try await texts(storage) == ["new", "new", "new"])
    let dropped = try RedisCommit(
      storage, [keys[1], keys[0]].map { RecordSave(testRecord(version: 3), for: $0, replacing: 2) })
    #expect(try await dropped.prepare(0))
    #expect(try await storage.rename(keys[0], to: other, replacing: 2) == .saved)
    try await storage.touch(other, expiry: 3000)
    try await storage.quarantine(keys[1])
    #expect(try await storage.remove(keys[2]))
    #expect(try await storage.list().count == 5)
    withExtendedLifetime(subscription) {}
  }

  // MARK: - Many servers

  /// Adds one to all records.
  ///
  /// - Parameter end: The step after which the server ends; nil for none.
  /// - Returns: Whether they were saved.
  private func addOne(to order: [Int], in storage: RedisStorage, end: Int?) async throws -> Bool {
    var saves: [RecordSave] = []
    for index in order {
      let loaded = try #require(await storage.record(keys[index]))
      let number = try #require(Int(loaded.text ?? ""))
      saves.append(
        RecordSave(
          testRecord("\(number + 1)", version: loaded.version + .random(in: 1...1000)), for: keys[index],
          replacing: loaded.version))
    }
    guard let end else { return try await storage.save(saves) == .saved }
    let commit = try RedisCommit(storage, saves)
    for index in 0..<min(end, saves.count - 1) {
      guard try await commit.prepare(index) else { return false }
    }
    guard end >= saves.count, try await commit.commit() == .saved else { return false }
    for index in 0..<min(end - saves.count, saves.count - 1) { try await commit.finish(index) }
    return true
  }

  @Test(arguments: [Duration.zero, .milliseconds(5)])
  func serversThatEndAtAnyTimeLoseAndDoubleNothing(old: Duration) async throws {
    let storages = try [storage(old: old), storage(old: .zero)]
    defer { for storage in storages { storage.close() } }
    for key in keys { _ = try await storages[0].save(testRecord("0"), for: key, replacing: 0) }
    let orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2], [0, 2, 1], [2, 0, 1]]
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for (index, order) in orders.enumerated() {
        group.addTask { () async throws in
          var (count, attempts) = (0, 0)
          while attempts < 60 || count < 5, !Task.isCancelled {
            let end: Int? = Bool.random() ? nil : .random(in: 0...5)
            if try await addOne(to: order, in: storages[index % 2], end: end) { count += 1 }
            attempts += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(count >= 30)
    #expect(try await texts(storages[1]) == Array(repeating: "\(count)", count: 3))
  }

  @Test func noSaveIsLostWhileSlotsMove() async throws {
    let servers = try RedisClusterServers()
    let storages = try [storage(servers: servers), storage(servers: servers)]
    defer { for storage in storages { storage.close() } }
    for key in keys { _ = try await storages[0].save(testRecord("0"), for: key, replacing: 0) }
    let isOver = Flag()
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for (index, order) in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]].enumerated() {
        group.addTask { () async throws in
          var count = 0
          while !isOver.isSet || count < 5, !Task.isCancelled {
            if try await addOne(to: order, in: storages[index % 2], end: nil) { count += 1 }
          }
          return count
        }
      }
      for key in keys {
        let slot = RedisNames.slot(key)
        let source = servers.shard(of: slot)
        let target = (source + 1) % 3
        for (from, to) in [(source, target), (target, source)] {
          try servers.begin(moving: slot, from: from, to: to)
          try servers.moveKeys(of: slot, from: from, to: to)
          try servers.end(moving: slot, from: from, to: to)
        }
      }
      isOver.isSet = true
      return try await group.reduce(0, +)
    }
    #expect(try await texts(storages[0]) == Array(repeating: "\(count)", count: 3))
  }

  private final class Flag: Sendable {
    private let value = Locked(false)

    var isSet: Bool {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  @Test func allRecordsAgreeAfterAReplicaHasTakenOver() async throws {
    let servers = try RedisClusterServers()
    let storage = try storage("&wait=1", old: .zero, servers: servers)
    defer { storage.close() }
    func again(_ body: () async throws -> Bool) async throws -> Bool? {
      do { return try await body() } catch StorageError.unavailable { return nil }
    }
    for key in keys { _ = try await storage.save(testRecord("0"), for: key, replacing: 0) }
    var saved = 0
    for round in 0..<40 {
      if round == 10 { servers.primaries[servers.shard(of: RedisNames.slot(keys[0]))].stop() }
      let order = [[0, 1, 2], [1, 2, 0], [2, 0, 1]][round % 3]
      if try await again({ try await addOne(to: order, in: storage, end: nil) }) == true { saved += 1 }
    }
    #expect(saved >= 10)
    // The shard without a replica refuses changes, which it has made all the same.
    let plain = try self.storage(old: .zero, servers: servers)
    defer { plain.close() }
    var texts: [String?]
    repeat { texts = try await self.texts(plain) } while Set(texts).count > 1 && !Task.isCancelled
    #expect(Int((texts[0] ?? "")) ?? 0 >= saved)
  }
}
