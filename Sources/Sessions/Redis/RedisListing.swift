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
  }

  private let storage: RedisStorage
  private let key: SessionKey?
  private let most: Int
  private let answer: RedisStorage.Answer<[StoredSession]>
  private let state = Locked(State())

  init(
    _ storage: RedisStorage, after key: SessionKey?, most: Int,
    _ answer: @escaping RedisStorage.Answer<[StoredSession]>
  ) {
    self.storage = storage
    self.key = key
    self.most = most
    self.answer = answer
  }

  func start() { scan(from: "0") }

  private func scan(from cursor: String) {
    let command = RedisCommand("SCAN", cursor, "MATCH", storage.namePrefix + "*", "COUNT", "1000")
    let prefix = storage.namePrefix.count
    call(command) { [self] reply throws(RedisProblem) in
      guard case .list(let parts) = reply, parts.count == 2, let next = parts[0].text, case .list(let names) = parts[1]
      else { throw .unexpectedAnswer }
      let found = names.compactMap { name in name.text.flatMap { SessionKey($0.dropFirst(prefix)) } }
      state.withLock { state in
        for one in found where key == nil || one > key! { state.keys.insert(one) }
      }
      if next != "0" { return scan(from: next) }
      state.withLock { state in
        state.rest = state.keys.sorted(by: >)
        state.keys = []
      }
      read()
    }
  }

  /// Reads the next few sessions, and repeats that until there are enough.
  private func read() {
    let (keys, sessions) = state.withLock { state -> ([SessionKey], [StoredSession]) in
      let keys = Array(state.rest.suffix(min(max(most - state.sessions.count, 0), 50)).reversed())
      state.rest.removeLast(keys.count)
      return (keys, state.sessions)
    }
    guard !keys.isEmpty else { return answer(.success(sessions)) }
    call(RedisCommand(.list, keys: keys.map(storage.name))) { [self] reply throws(RedisProblem) in
      guard case .list(let entries) = reply, entries.count == keys.count else { throw .unexpectedAnswer }
      var found: [StoredSession] = []
      for (key, entry) in zip(keys, entries) {
        guard case .list(let fields) = entry, fields.count == 7, fields[0] != .none else { continue }  // was removed
        let record = RedisStorage.record(fields)
        if let expiry = fields[3].number(as: Int64.self), expiry <= storage.currentTime { continue }
        let size = if case .bytes(let content) = fields[1] { content.count } else { 0 }
        found.append(StoredSession(key: key, record: record, size: size, isSetAside: fields[6] != .none))
      }
      state.withLock { [found] in $0.sessions += found }
      read()
    }
  }

  private func call(
    _ command: RedisCommand, _ next: @escaping @Sendable (RedisReply) throws(RedisProblem) -> Void
  ) {
    storage.call(
      command, isRepeatable: true,
      { [self] result in if case .failure(let error) = result { answer(.failure(error)) } }, next)
  }
}
