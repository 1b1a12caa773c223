internal import Basics
internal import Dispatch
internal import Sessions

extension RedisCall {
  /// Stores the number of a format, unless a greater one is stored. The reply is the number that is stored then; 0 for none.
  ///
  /// - Parameter number: 0 to read only.
  static func raisingFormat(to number: Int, _ names: RedisNames) -> RedisCall {
    var call = RedisCall(RedisCommand(RedisScripts.format, keys: [names.format], number), isRepeatable: true)
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
    let done = DispatchSemaphore(value: 0)
    let found = Locked(0)
    Task(executorPreference: ImmediateExecutor.shared) {
      let number = await self.storedFormat(names)
      found.withLock { $0 = number }
      done.signal()
    }
    done.wait()
    let number = found.withLock(\.self)
    if number == 0 { return .previous }
    guard let format = StorageFormat(rawValue: number) else { throw .newerFormat }
    return format
  }

  /// The number of the format; 0 if Redis fails.
  private func storedFormat(_ names: RedisNames) async -> Int {
    func raised(to number: Int) async -> Int {
      if case .integer(let number) = try? await reply(to: .raisingFormat(to: number, names)) { number } else { 0 }
    }
    let number = await raised(to: 0)
    guard number == 0, let isEmpty = await isEmpty(names) else { return number }
    return await raised(to: (isEmpty ? StorageFormat.latest : .previous).rawValue)
  }

  /// Whether there is no session; nil if Redis fails.
  private func isEmpty(_ names: RedisNames) async -> Bool? {
    for pipeline in pipelines {
      var cursor = "0"
      repeat {
        guard let (next, found) = try? await pipeline.sessions(names, from: cursor) else { return nil }
        if !found.isEmpty { return false }
        cursor = next
      } while cursor != "0"
    }
    return true
  }
}
