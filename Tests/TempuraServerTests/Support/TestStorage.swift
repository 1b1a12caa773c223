import Basics
import Sessions

typealias Reply<Value> = @Sendable (Result<Value, StorageError>) -> Void

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
  /// The error of removing; nil if removing works.
  var removalProblem: StorageError?
  /// The error with which the next save is answered that stores its record: its reply is lost.
  var lostReply: StorageError?
  /// Called after the next save, which is then repeated, as if its reply was lost.
  var willRepeatSave: (@Sendable () -> Void)?
  /// The error with which the next rename is answered that is done: its reply is lost.
  var lostReplyOfRename: StorageError?
  /// Called before the answer to each rename.
  var willAnswerRename: (() -> Void)?
  /// Called before each save, for each of its records.
  var willSave: ((SessionRecord, SessionKey) -> Void)?
  /// Called before the answer to each load.
  var willAnswerLoad: (() -> Void)?
  /// The size limit of a session's content, in bytes.
  var maxBytes = Int.max

  /// Reports to the server that another server changed a session; nil for any session.
  private(set) var othersChanged: @Sendable (SessionKey?) -> Void = { _ in }

  /// The connection to other servers of the test; nil for none.
  var bus: MessageBus?

  let memory: MemoryStorage
  private let loads = Locked(0)
  private let held = Locked<[@Sendable () -> Void]?>(nil)
  private let heldLoads = Locked<[@Sendable () -> Void]?>(nil)

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

  func letSavesGo() {
    let answers = held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
    for answer in answers { answer() }
  }

  /// Holds back the answers to loads until they are released.
  func holdLoads() { heldLoads.withLock { $0 = [] } }

  func letLoadsGo() {
    let loads = heldLoads.withLock { held in
      defer { held = nil }
      return held ?? []
    }
    for load in loads { load() }
  }

  func load(_ key: SessionKey, unless version: UInt64, _ answer: @escaping Reply<LoadedSession>) {
    loads.withLock { $0 += 1 }
    let isHeld = heldLoads.withLock { held in
      held?.append { self.read(key, unless: version, answer) }
      return held != nil
    }
    if !isHeld { read(key, unless: version, answer) }
  }

  private func read(_ key: SessionKey, unless version: UInt64, _ answer: @escaping Reply<LoadedSession>) {
    if let loadProblem { return answer(.failure(loadProblem)) }
    memory.load(key, unless: version) { [self] result in
      willAnswerLoad?()
      answer(result)
    }
  }

  func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, _ answer: @escaping Reply<SavedSession>
  ) {
    save([RecordSave(record, for: key, replacing: version)], answer)
  }

  func save(_ saves: [RecordSave], _ answer: @escaping Reply<SavedSession>) {
    for save in saves { willSave?(save.record, save.key) }
    if let problem { return answer(.failure(problem)) }
    var saves = saves
    if hasBytesOnly {
      do throws(StorageError) {
        for index in saves.indices {
          let bytes = try saves[index].record.encodedContent(limit: maxBytes)
          saves[index].record.content = EncodedContent(bytes: bytes)
        }
      } catch {
        return answer(.failure(error))
      }
    }
    if let willRepeatSave {
      self.willRepeatSave = nil
      memory.save(saves) { _ in willRepeatSave() }
    }
    let lostReply = lostReply
    self.lostReply = nil
    memory.save(saves) { [self] result in
      if let lostReply { return answer(.failure(lostReply)) }
      let isHeld = held.withLock { held in
        held?.append { answer(result) }
        return held != nil
      }
      if !isHeld { answer(result) }
    }
  }

  /// Changes the stored content of all sessions, as another server could.
  func rewrite(_ change: (String) -> String) throws {
    for stored in all() {
      var record = stored.record
      let bytes = try record.content.encoded()
      record.content = EncodedContent(bytes: Array(change(String(decoding: bytes, as: UTF8.self)).utf8))
      record.version += 1
      memory.save(record, for: stored.key, replacing: record.version - 1) { _ in }
    }
  }

  /// Lets all stored sessions have begun earlier.
  func backdate(by seconds: Int64) {
    for stored in all() {
      var record = stored.record
      record.created -= seconds
      record.version += 1
      memory.save(record, for: stored.key, replacing: record.version - 1) { _ in }
    }
  }

  /// The stored sessions.
  func all() -> [StoredSession] {
    let all = Locked<[StoredSession]>([])
    memory.list(after: nil, limit: .max) { result in all.withLock { $0 = (try? result.get()) ?? [] } }
    return all.withLock { $0 }
  }

  func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Reply<Void>) {
    memory.touch(key, expiry: expiry, answer)
  }

  func rename(
    _ key: SessionKey, to newKey: SessionKey, replacing version: UInt64, leaving record: SessionRecord,
    _ answer: @escaping Reply<SavedSession>
  ) {
    if let problem { return answer(.failure(problem)) }
    let lostReply = lostReplyOfRename
    lostReplyOfRename = nil
    memory.rename(key, to: newKey, replacing: version, leaving: record) { [self] result in
      willAnswerRename?()
      if let lostReply { return answer(.failure(lostReply)) }
      answer(result)
    }
  }

  func remove(_ key: SessionKey, version: UInt64?, _ answer: @escaping Reply<Bool>) {
    if let removalProblem { return answer(.failure(removalProblem)) }
    memory.remove(key, version: version, answer)
  }
  func setAside(_ key: SessionKey, _ answer: @escaping Reply<Void>) { memory.setAside(key, answer) }
  func removeExpired(_ answer: @escaping Reply<Int>) { memory.removeExpired(answer) }
  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    othersChanged = observer
    return self
  }
  func list(after key: SessionKey?, limit: Int, _ answer: @escaping Reply<[StoredSession]>) {
    memory.list(after: key, limit: limit, answer)
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
  func remove(_ key: SessionKey) { remove(key, version: nil) { _ in } }
}
