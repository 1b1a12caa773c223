import Basics
import Sessions

typealias Reply<Value> = @Sendable (Result<Value, StorageError>) -> Void

/// A storage in memory that tests play with.
final class TestStorage: SessionStorage, @unchecked Sendable {
  // Safe because what is not in a lock is set between requests, by the test.

  /// Whether it has bytes and nothing else, as any outside the process.
  let hasBytesOnly: Bool
  /// Whether others write to it, too.
  let isShared: Bool
  var answersOnOwnThreads: Bool { isShared }
  /// Why nothing can be saved; nil if it can.
  var problem: StorageError?
  /// Why nothing can be loaded; nil if it can.
  var loadProblem: StorageError?
  /// Why nothing can be removed; nil if it can.
  var removalProblem: StorageError?
  /// Is called before anything is saved, with what is about to be.
  var willSave: ((SessionRecord, SessionKey) -> Void)?
  /// The most bytes that the content of a session may have.
  var mostBytes = Int.max

  /// Tells the server that others changed a session, or any.
  private(set) var othersChanged: @Sendable (SessionKey?) -> Void = { _ in }

  let memory: MemoryStorage
  private let loads = Locked(0)
  private let held = Locked<[@Sendable () -> Void]?>(nil)
  private let heldLoads = Locked<[@Sendable () -> Void]?>(nil)

  init(bytes: Bool = false, isShared: Bool = false, memory: MemoryStorage = MemoryStorage()) {
    hasBytesOnly = bytes
    self.isShared = isShared
    self.memory = memory
  }

  /// How often a session was asked for.
  var loadCount: Int { loads.withLock { $0 } }

  /// Keeps answers to saves until they are let go.
  func holdSaves() { held.withLock { $0 = [] } }

  var heldSaves: Int { held.withLock { $0?.count ?? 0 } }

  func letSavesGo() {
    let answers = held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
    for answer in answers { answer() }
  }

  /// Keeps what is asked for until it is let go.
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
    memory.load(key, unless: version, answer)
  }

  func save(
    _ record: SessionRecord, for key: SessionKey, replacing version: UInt64, _ answer: @escaping Reply<SavedSession>
  ) {
    willSave?(record, key)
    if let problem { return answer(.failure(problem)) }
    var record = record
    if hasBytesOnly {
      do throws(StorageError) {
        record.content = EncodedContent(bytes: try record.encodedContent(most: mostBytes))
      } catch {
        return answer(.failure(error))
      }
    }
    memory.save(record, for: key, replacing: version) { [self] result in
      let isHeld = held.withLock { held in
        held?.append { answer(result) }
        return held != nil
      }
      if !isHeld { answer(result) }
    }
  }

  /// Changes what is stored of all sessions, as somebody else might have written it.
  func rewrite(_ change: (String) -> String) throws {
    for stored in all() {
      var record = stored.record
      let bytes = try record.content.encoded()
      record.content = EncodedContent(bytes: Array(change(String(decoding: bytes, as: UTF8.self)).utf8))
      record.version += 1
      memory.save(record, for: stored.key, replacing: record.version - 1) { _ in }
    }
  }

  /// All that is stored.
  func all() -> [StoredSession] {
    let all = Locked<[StoredSession]>([])
    memory.list(after: nil, most: .max) { result in all.withLock { $0 = (try? result.get()) ?? [] } }
    return all.withLock { $0 }
  }

  func touch(_ key: SessionKey, expiry: Int64, _ answer: @escaping Reply<Void>) {
    memory.touch(key, expiry: expiry, answer)
  }

  func rename(_ key: SessionKey, to newKey: SessionKey, _ answer: @escaping Reply<Bool>) {
    if let problem { return answer(.failure(problem)) }
    memory.rename(key, to: newKey, answer)
  }

  func remove(_ key: SessionKey, _ answer: @escaping Reply<Bool>) {
    if let removalProblem { return answer(.failure(removalProblem)) }
    memory.remove(key, answer)
  }
  func setAside(_ key: SessionKey, _ answer: @escaping Reply<Void>) { memory.setAside(key, answer) }
  func removeExpired(_ answer: @escaping Reply<Int>) { memory.removeExpired(answer) }
  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    othersChanged = observer
    return self
  }
  func list(after key: SessionKey?, most: Int, _ answer: @escaping Reply<[StoredSession]>) {
    memory.list(after: key, most: most, answer)
  }
  func close() {}
}

extension MemoryStorage {
  /// Forgets a session.
  func remove(_ key: SessionKey) { remove(key) { _ in } }
}
