import Basics
import Sessions

/// A storage in memory that a test controls.
final class TestStorage: SessionStorage, @unchecked Sendable {
  // Safe because the test sets properties without a lock only between requests.

  /// Whether it keeps only bytes, as storages outside the process do.
  let hasBytesOnly: Bool
  /// Whether other servers write to it, too.
  let isShared: Bool
  /// Whether `othersChanged` reports all changes.
  var isInTouch: Bool
  /// The error of saving; nil if saving works.
  var problem: StorageError?
  /// The error of loading; nil if loading works.
  var loadProblem: StorageError?
  /// The error with which the next save is answered that stores its record: its reply is lost.
  var lostReply: StorageError?
  /// The error with which the next rename is answered that is done: its reply is lost.
  var lostReplyOfRename: StorageError?
  /// Called before each save, for each of its records.
  var willSave: ((SessionRecord, SessionKey) -> Void)?
  /// The size limit of a session's content, in bytes.
  var maxBytes = Int.max

  /// Reports to the server that another server changed a session; nil for any session.
  private(set) var othersChanged: @Sendable (SessionKey?) -> Void = { _ in }

  /// The connection to other servers of the test; nil for none.
  var bus: MessageBus?

  let memory: MemoryStorage
  private let loads = Locked(0)
  /// The calls that are held back; nil if none are.
  private typealias Held = Locked<[UnsafeContinuation<Void, Never>]?>
  private let held = Held(nil)
  private let heldLoads = Held(nil)

  init(bytes: Bool = false, isShared: Bool = false, memory: MemoryStorage = MemoryStorage()) {
    hasBytesOnly = bytes
    self.isShared = isShared
    isInTouch = !isShared
    self.memory = memory
  }

  /// The number of loads.
  var loadCount: Int { loads.withLock { $0 } }

  /// Holds back the answers to saves until they are released.
  func holdSaves() { held.withLock { $0 = [] } }

  var heldSaves: Int { held.withLock { $0?.count ?? 0 } }

  func letSavesGo() { letGo(held) }

  /// Holds back the answers to loads until they are released.
  func holdLoads() { heldLoads.withLock { $0 = [] } }

  func letLoadsGo() { letGo(heldLoads) }

  private func letGo(_ held: borrowing Held) {
    for call in held.withLock({ exchange(&$0, with: nil) }) ?? [] { call.resume() }
  }

  private func wait(in held: borrowing Held) async {
    await withUnsafeContinuation { call in
      let isHeld = held.withLock { held in
        held?.append(call)
        return held != nil
      }
      if !isHeld { call.resume() }
    }
  }

  func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession {
    loads.withLock { $0 += 1 }
    await wait(in: heldLoads)
    if let loadProblem { throw loadProblem }
    return memory.load(key, unless: version)
  }

  func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    if saves.contains(where: { RenamedSession($0.record.content) != nil }) { return try rename(saves) }
    for save in saves { willSave?(save.record, save.key) }
    if let problem { throw problem }
    var saves = saves
    if hasBytesOnly {
      for index in saves.indices {
        let bytes = try saves[index].record.encodedContent(limit: maxBytes)
        saves[index].record.content = EncodedContent(bytes: bytes)
      }
    }
    let lostReply = exchange(&lostReply, with: nil)
    let result = memory.save(saves)
    if let lostReply { throw lostReply }
    await wait(in: held)
    return result
  }

  /// Changes the stored content of all sessions, as another server could.
  func rewrite(_ change: (String) -> String) throws {
    for stored in all() {
      var record = stored.record
      let bytes = try record.content.encoded()
      record.content = EncodedContent(bytes: Array(change(String(decoding: bytes, as: UTF8.self)).utf8))
      record.version += 1
      _ = memory.save(record, for: stored.key, replacing: record.version - 1)
    }
  }

  /// Stores the content of a session, as an earlier build or another program could.
  func store(_ content: String, expiry: Int64 = .max) -> SessionID {
    let id = SessionID.random()
    let record = SessionRecord(
      version: 7, content: EncodedContent(bytes: Array(content.utf8)), created: 1, expiry: expiry, isUsed: true)
    _ = memory.save(record, for: SessionKey(of: id), replacing: 0)
    return id
  }

  /// The stored sessions.
  func all() -> [StoredSession] { memory.list(after: nil, limit: .max) }

  func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) { memory.touch(key, expiry: expiry) }

  private func rename(_ saves: [RecordSave]) throws(StorageError) -> SavedSession {
    if let problem { throw problem }
    let lostReply = exchange(&lostReplyOfRename, with: nil)
    let result = memory.save(saves)
    if let lostReply { throw lostReply }
    return result
  }

  func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    memory.remove(key, version: version)
  }
  func removeExpired() async throws(StorageError) -> Int { memory.removeExpired() }
  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    othersChanged = observer
    return self
  }
  func list(after key: SessionKey?, limit: Int) async throws(StorageError) -> [StoredSession] {
    memory.list(after: key, limit: limit)
  }
  func publish(_ messages: [String]) { for message in messages { bus?.publish(message, from: self) } }
  func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject {
    bus?.add(self, observer)
    return self
  }
  func close() {}
}

/// Messages between the servers of a test.
final class MessageBus: Sendable {
  private let observers = Locked<[(storage: ObjectIdentifier, observer: @Sendable (String) -> Void)]>([])

  func add(_ storage: TestStorage, _ observer: @escaping @Sendable (String) -> Void) {
    observers.withLock { $0.append((ObjectIdentifier(storage), observer)) }
  }

  func publish(_ message: String, from storage: TestStorage) {
    let others = observers.withLock { $0.filter { $0.storage != ObjectIdentifier(storage) } }
    for other in others { other.observer(message) }
  }
}

extension MemoryStorage {
  /// Deletes a session.
  func remove(_ key: SessionKey) { _ = remove(key, version: nil) }

  func save(_ record: SessionRecord, for key: SessionKey, replacing version: UInt64) -> SavedSession {
    save([RecordSave(record, for: key, replacing: version)])
  }

  func quarantine(_ key: SessionKey) {
    if let record = record(for: key) { _ = save([RecordSave(quarantining: record, for: key)]) }
  }
}
