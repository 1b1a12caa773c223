internal import Sessions
internal import Basics

/// Finds the keys of all sessions, and reads the first sessions in the order of their keys.
///
/// Uses many short calls, so that Redis runs other commands between them.
final class RedisListing: Sendable {
  private struct State {
    var keys: Set<SessionKey> = []
    /// The keys whose sessions were not read yet, in descending order.
    var rest: [SessionKey] = []
    var sessions: [StoredSession] = []
    /// The sessions that a transaction had prepared, which was asked for.
    var settled: Set<SessionKey> = []
  }

  private let storage: RedisStorage
  /// The servers. Each has other sessions.
  private let pipelines: [RedisPipeline]
  private let key: SessionKey?
  private let limit: Int
  private let answer: RedisStorage.Answer<[StoredSession]>
  private let state = Locked(State())

  init(
    _ storage: RedisStorage, _ pipelines: [RedisPipeline], after key: SessionKey?, limit: Int,
    _ answer: @escaping RedisStorage.Answer<[StoredSession]>
  ) {
    self.storage = storage
    self.pipelines = pipelines
    self.key = key
    self.limit = limit
    self.answer = answer
  }

  func start() { scan(pipelines[...]) }

  /// Scans one server after the other.
  private func scan(_ pipelines: ArraySlice<RedisPipeline>, from cursor: String = "0") {
    guard let pipeline = pipelines.first else {
      state.withLock { state in
        state.rest = state.keys.sorted(by: >)
        state.keys = []
      }
      return read()
    }
    let command = RedisCommand("SCAN", cursor, "MATCH", storage.names.sessions + "*", "COUNT", "1000")
    call(RedisCall(command, isRepeatable: true) { _ in }, at: pipeline) { [self] reply throws(RedisError) in
      guard case .list(let parts) = reply, parts.count == 2, let next = parts[0].text, case .list(let names) = parts[1]
      else { throw .unexpectedAnswer }
      let found = names.compactMap { name in name.text.flatMap { storage.names.key(ofSession: $0) } }
      state.withLock { state in
        for one in found where key == nil || one > key! { state.keys.insert(one) }
      }
      if next != "0" { scan(pipelines, from: next) } else { scan(pipelines.dropFirst()) }
    }
  }

  /// Reads the next few sessions, and repeats that until there are enough. In a cluster, those of one call have one slot.
  private func read() {
    let (keys, sessions) = state.withLock { state -> ([SessionKey], [StoredSession]) in
      var keys: [SessionKey] = []
      while keys.count < min(limit - state.sessions.count, 50), let key = state.rest.last {
        if storage.names.isCluster, let first = keys.first, RedisNames.slot(first) != RedisNames.slot(key) { break }
        keys.append(key)
        state.rest.removeLast()
      }
      return (keys, state.sessions)
    }
    guard let first = keys.first else { return answer(.success(sessions)) }
    let command = RedisCommand(RedisScripts.list, keys: keys.map(storage.names.session))
    call(storage.call(command, for: first)) { [self] reply throws(RedisError) in
      guard case .list(let entries) = reply, entries.count == keys.count else { throw .unexpectedAnswer }
      var found: [StoredSession] = []
      var prepared: (transaction: String, key: SessionKey)?
      for (index, (key, entry)) in zip(keys, entries).enumerated() {
        guard case .list(let fields) = entry, fields.count == 8 else { throw .unexpectedAnswer }
        if let transaction = fields[7].text, storage.names.isCluster, !state.withLock({ $0.settled.contains(key) }) {
          prepared = (transaction, key)
          state.withLock { $0.rest += keys[index...].reversed() }
          break
        }
        guard fields[0] != .none else { continue }  // was removed
        let record = RedisStorage.record(fields)
        if let expiry = fields[3].number(as: Int64.self), expiry <= storage.currentTime { continue }
        let size = if case .bytes(let content) = fields[1] { content.count } else { 0 }
        found.append(StoredSession(key: key, record: record, size: size, isSetAside: fields[6] != .none))
      }
      state.withLock { [found] in $0.sessions += found }
      if let prepared { settle(prepared.key, prepared.transaction) } else { read() }
    }
  }

  /// Reads on when a session has what a transaction has stored.
  private func settle(_ key: SessionKey, _ transaction: String) {
    storage.settle(key, RedisPreparation(transaction, age: 0)) { [self] result in
      if case .failure(let error) = result { return answer(.failure(error)) }
      state.withLock { _ = $0.settled.insert(key) }
      read()
    }
  }

  private func call(
    _ call: RedisCall, at pipeline: RedisPipeline? = nil,
    _ next: @escaping @Sendable (RedisReply) throws(RedisError) -> Void
  ) {
    storage.call(
      call, at: pipeline, { [self] result in if case .failure(let error) = result { answer(.failure(error)) } }, next)
  }
}
