internal import Sessions

extension RedisPipeline {
  /// Finds the keys of some sessions on the server. Begins, and ends, with the cursor 0.
  func sessions(
    _ names: RedisNames, from cursor: String
  ) async throws(RedisError) -> (next: String, found: [RedisReply]) {
    let command = RedisCommand("SCAN", cursor, "MATCH", names.sessions + "*", "COUNT", "1000")
    guard case .list(let parts) = try await reply(to: RedisCall(command, isRepeatable: true)), parts.count == 2,
      let next = parts[0].text, case .list(let found) = parts[1]
    else { throw .unexpectedAnswer }
    return (next, found)
  }
}

extension RedisStorage {
  /// Finds the keys of all sessions, and reads the first sessions in the order of their keys.
  ///
  /// Uses many short calls, so that Redis runs other commands between them.
  func sessions(after key: SessionKey?, limit: Int) async throws(RedisError) -> [StoredSession] {
    /// The keys whose sessions were not read yet, in descending order.
    var rest = try await keys(after: key).sorted(by: >)
    var sessions: [StoredSession] = []
    /// The sessions that a transaction had prepared, which was asked for.
    var settled: Set<SessionKey> = []
    while sessions.count < limit, let first = rest.last {
      // In a cluster, those of one call have one slot.
      let next = rest.suffix(min(limit - sessions.count, 50)).reversed()
      let keys = Array(next.prefix { !names.isCluster || RedisNames.slot($0) == RedisNames.slot(first) })
      rest.removeLast(keys.count)
      let command = RedisCommand(RedisScripts.list, keys: keys.map(names.session))
      guard case .list(let entries) = try await servers.reply(to: call(command, for: first)),
        entries.count == keys.count
      else { throw .unexpectedAnswer }
      for (index, (key, entry)) in zip(keys, entries).enumerated() {
        guard case .list(let fields) = entry, fields.count == 7 else { throw .unexpectedAnswer }
        if names.isCluster, let transaction = fields[6].text, settled.insert(key).inserted {
          _ = try await settle(key, RedisPreparation(transaction, age: 0))
          // The session has what the transaction has stored.
          rest += keys[index...].reversed()
          break
        }
        guard fields[0] != .none else { continue }  // was removed
        if let expiry = fields[3].number(as: Int64.self), expiry <= currentTime { continue }
        let size = if case .bytes(let content) = fields[1] { content.count } else { 0 }
        var record = Self.record(fields)
        record.isQuarantined = fields[5] != .none
        sessions.append(StoredSession(key: key, record: record, size: size))
      }
    }
    return sessions
  }

  /// Scans one server after the other. Each has other sessions.
  private func keys(after key: SessionKey?) async throws(RedisError) -> Set<SessionKey> {
    var keys: Set<SessionKey> = []
    for pipeline in servers.pipelines {
      var cursor = "0"
      repeat {
        let (next, found) = try await pipeline.sessions(names, from: cursor)
        for case let one? in found.map({ $0.text.flatMap(names.key(ofSession:)) }) where key.map({ one > $0 }) ?? true {
          keys.insert(one)
        }
        cursor = next
      } while cursor != "0"
    }
    return keys
  }
}
