internal import Basics
internal import Dispatch
internal import Sessions

extension RedisCall {
  /// Stores the number of a format, unless a greater one is stored. The reply is the number that is stored then; 0 for none.
  ///
  /// - Parameter number: 0 to read only.
  static func raisingFormat(to number: Int, _ names: RedisNames) -> RedisCall {
    var command = RedisCommand(RedisScripts.format, keys: [names.format])
    command.append(number)
    var call = RedisCall(command, isRepeatable: true) { _ in }
    call.isChange = number > 0
    if names.isCluster { call.slot = RedisNames.slot(tag: 0) }
    return call
  }
}

extension RedisServers {
  /// Reads the format. If none is stored, it is that of the release before if there are sessions, else the latest one, and is
  /// stored. Waits for the replies.
  ///
  /// - Returns: If Redis fails, the format of the release before, which servers of both releases understand.
  func format(_ names: RedisNames) throws(RedisError) -> StorageFormat {
    func raised(to format: StorageFormat?) -> Int {
      let reply = reply(to: .raisingFormat(to: format?.rawValue ?? 0, names), add)
      return if case .integer(let number) = reply { Int(number) } else { 0 }
    }
    var number = raised(to: nil)
    if number == 0, let isEmpty = isEmpty(names) { number = raised(to: isEmpty ? .latest : .previous) }
    if number == 0 { return .previous }
    guard let format = StorageFormat(rawValue: number) else { throw .newerFormat }
    return format
  }

  /// Whether there is no session; nil if Redis fails.
  private func isEmpty(_ names: RedisNames) -> Bool? {
    for pipeline in pipelines {
      var cursor: String? = "0"
      repeat {
        let command = RedisCommand("SCAN", cursor ?? "0", "MATCH", names.sessions + "*", "COUNT", "1000")
        guard case .list(let parts) = reply(to: RedisCall(command, isRepeatable: true) { _ in }, pipeline.add),
          parts.count == 2, case .list(let found) = parts[1]
        else { return nil }
        if !found.isEmpty { return false }
        cursor = parts[0].text
      } while cursor != "0"
    }
    return true
  }

  private func reply(to call: RedisCall, _ add: (RedisCall) -> Void) -> RedisReply? {
    let done = DispatchSemaphore(value: 0)
    let reply = Locked<RedisReply?>(nil)
    var call = call
    call.answer = { result in
      reply.withLock { $0 = try? result.get() }
      done.signal()
    }
    add(call)
    done.wait()
    return reply.withLock(\.self)
  }
}
