import SessionsTesting
import Synchronization
import TestSupport
import Testing

@testable import Sessions

/// What all storages do that several servers use.
@Suite(.timeLimit(.minutes(2))) struct SeveralServersTests {
  private let clock = TestClock()
  private let name = "t" + SessionID.random().cookieValue
  private let key = SessionKey(of: .random())

  /// Opens a storage for each of some servers.
  private func with(
    _ kind: SharedStorageKind, _ count: Int = 2, _ body: ([any SessionStorage]) async throws -> Void
  ) async throws {
    let nodes = try (0..<count).map { _ in try kind.open(name, StorageLimits(), clock) }
    defer { for node in nodes { node.close() } }
    try await body(nodes)
  }

  /// Subscribes to the changes of other servers.
  ///
  /// - Returns: A function that waits for the key of the next one. Tests may move slots of the cluster, so that subscriptions begin
  ///   again.
  private func observe(_ node: any SessionStorage) async -> () async -> SessionKey? {
    let (changes, log) = AsyncStream<SessionKey?>.makeStream()
    let subscription = node.subscribe { log.yield($0) }
    await waitUntil { node.isInTouch }
    var iterator = changes.makeAsyncIterator()
    return {
      defer { withExtendedLifetime(subscription) {} }
      while let change = await iterator.next() { if let change { return change } }
      return nil
    }
  }

  // MARK: - Saves

  @Test(arguments: SharedStorageKind.all)
  func onlyOneServerReplacesAVersion(kind: SharedStorageKind) async throws {
    try await with(kind) { nodes in
      for node in nodes { #expect(node.isShared) }
      #expect(try await nodes[0].save(testRecord("same"), for: key, replacing: 0) == .saved)
      for version in UInt64(1)..<20 {
        let results = try await withThrowingTaskGroup(of: SavedSession.self) { group in
          for writer in 0..<8 {
            // Equal contents are still different saves.
            let (node, record) = (nodes[writer % 2], testRecord("same", version: version + 1))
            group.addTask { try await node.save(record, for: key, replacing: version) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.filter { $0 == .saved }.count == 1)
      }
      #expect(try await nodes[1].record(key)?.version == 20)
    }
  }

  @Test(arguments: SharedStorageKind.all)
  func anExpiryAndAVersionMayBeLarge(kind: SharedStorageKind) async throws {
    try await with(kind, 1) { nodes in
      // Redis counts real seconds: a session that has few of them may expire on a busy machine.
      for (expiry, isThere) in [(Int64.max, true), (.min, false), (1000, false), (1060, true)] {
        let key = SessionKey(of: .random())
        #expect(try await nodes[0].save(testRecord(expiry: expiry), for: key, replacing: 0) == .saved)
        #expect(try await (nodes[0].record(key)?.expiry == expiry) == isThere)
      }
      let last = SessionRecord.versions.upperBound - 1
      _ = try await nodes[0].save(testRecord(version: last - 1), for: key, replacing: 0)
      for (replaced, result) in [(last - 2, SavedSession.outdated), (last - 1, .saved)] {
        #expect(try await nodes[0].save(testRecord(version: last), for: key, replacing: replaced) == result)
      }
      #expect(try await nodes[0].record(key)?.version == last)
    }
  }

  @Test(arguments: SharedStorageKind.all)
  func storagesWithDifferentPrefixesAreIndependent(kind: SharedStorageKind) async throws {
    let storages = try [name, name + "_2"].map { try kind.open($0, StorageLimits(), clock) }
    defer { for storage in storages { storage.close() } }
    for storage in storages { #expect(try await storage.save(testRecord(), for: key, replacing: 0) == .saved) }
    for storage in storages { #expect(try await storage.list().count == 1) }
  }

  // MARK: - Reports

  @Test(arguments: SharedStorageKind.all)
  func anObserverGetsTheKeysOfSessionsThatOtherServersChange(kind: SharedStorageKind) async throws {
    try await with(kind) { nodes in
      let (node, other) = (nodes[0], nodes[1])
      let nextKey = await observe(node)
      let kept = (0..<3).map { _ in SessionKey(of: .random()) }
      for key in kept {
        #expect(try await other.save(testRecord(), for: key, replacing: 0) == .saved)
        #expect(try await node.record(key) != nil)
      }
      _ = try await node.save(testRecord(version: 2), for: kept[0], replacing: 1)
      _ = try await other.save(testRecord(version: 3), for: kept[0], replacing: 2)
      #expect(await nextKey() == kept[0])
      try await other.touch(kept[0], expiry: 3000)
      try await node.remove(kept[1])
      try await node.quarantine(kept[2])
      #expect(try await node.record(kept[0]) != nil)
      #expect(try await other.rename(kept[0], to: key, replacing: 3) == .saved)
      #expect(await nextKey() == kept[0])
      #expect(try await node.record(key) != nil)
      try await other.quarantine(key)
      #expect(await nextKey() == key)
    }
  }

  @Test(arguments: SharedStorageKind.all)
  func observersAreToldOfEachOfSeveralRecords(kind: SharedStorageKind) async throws {
    try await with(kind) { nodes in
      let (node, other) = (nodes[0], nodes[1])
      let nextKey = await observe(node)
      let keys = [key, SessionKey(of: .random())]
      func save(by node: any SessionStorage, replacing version: UInt64) async throws {
        let record = testRecord("\(version + 1)", version: version + 1)
        #expect(try await node.save(keys.map { RecordSave(record, for: $0, replacing: version) }) == .saved)
      }
      try await save(by: other, replacing: 0)
      // No other server can have the new session.
      #expect(await nextKey() == keys[1])
      for key in keys { #expect(try await node.record(key)?.text == "1") }
      try await save(by: other, replacing: 1)
      #expect(await Set([nextKey(), nextKey()]) == Set(keys))
      try await save(by: node, replacing: 2)
      try await other.remove(keys[0])
      #expect(await nextKey() == keys[0])
    }
  }

  @Test(arguments: SharedStorageKind.all)
  func onlyServersThatHaveTheLatestVersionAreTold(kind: SharedStorageKind) async throws {
    try await with(kind) { nodes in
      let (node, other) = (nodes[0], nodes[1])
      let nextKey = await observe(node)
      let keys = (0..<4).map { _ in SessionKey(of: .random()) }
      func save(_ key: SessionKey, version: UInt64, by storage: any SessionStorage) async throws {
        #expect(try await storage.save(testRecord(version: version), for: key, replacing: version - 1) == .saved)
      }
      for key in keys { try await save(key, version: 1, by: other) }
      // The node has never had the first one, has the second one, does not have the third one any more, and has stored the last one.
      #expect(try await node.record(keys[1]) != nil)
      #expect(try await node.record(keys[2]) != nil)
      try await save(keys[2], version: 2, by: other)
      #expect(await nextKey() == keys[2])
      try await save(keys[3], version: 2, by: node)
      for (key, version) in zip(keys, [2, 2, 3, 3] as [UInt64]) { try await save(key, version: version, by: other) }
      #expect(await Set([nextKey(), nextKey()]) == [keys[1], keys[3]])
      // A load that finds nothing new counts, too.
      if case .unchanged = try await node.load(keys[0], unless: 2) {} else { Issue.record("it was changed") }
      try await other.remove(keys[2])
      try await other.remove(keys[0])
      #expect(await nextKey() == keys[0])
    }
  }

  @Test(arguments: SharedStorageKind.all)
  func anObserverIsNotCalledAfterItsSubscriptionIsReleased(kind: SharedStorageKind) async throws {
    try await with(kind) { nodes in
      let nextKey = await observe(nodes[0])
      let isCalled = Flag()
      _ = nodes[0].subscribe { if $0 != nil { isCalled.set() } }
      _ = try await nodes[0].save(testRecord(), for: key, replacing: 0)
      try await nodes[1].remove(key)
      #expect(await nextKey() == key)
      #expect(!isCalled.isSet)
    }
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
    func set() { value.store(true, ordering: .sequentiallyConsistent) }
  }

  // MARK: - Messages

  @Test(arguments: SharedStorageKind.all)
  func serversGetTheMessagesOfOthersInTheirOrder(kind: SharedStorageKind) async throws {
    try await with(kind) { nodes in
      let (node, other) = (nodes[0], nodes[1])
      let (messages, log) = AsyncStream<String>.makeStream()
      let subscription = node.subscribeToMessages { log.yield($0) }
      let nextKey = await observe(node)
      node.publish(["of the node itself"])
      let long = String(repeating: "a", count: 7_900)
      other.publish([key.hexadecimal, "1", long, long + "a"])
      other.publish(["\0", "«two» \\ ' \n", ""])
      var iterator = messages.makeAsyncIterator()
      for text in [key.hexadecimal, "1", long, "«two» \\ ' \n", ""] { #expect(await iterator.next() == text) }
      // A message is no report of a change.
      let changed = SessionKey(of: .random())
      #expect(try await node.save(testRecord(), for: changed, replacing: 0) == .saved)
      try await other.remove(changed)
      #expect(await nextKey() == changed)
      withExtendedLifetime(subscription) {}
    }
  }
}
