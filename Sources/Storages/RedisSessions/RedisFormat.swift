internal import Basics
internal import Dispatch
internal import Sessions

extension RedisServers {
  /// Checks the version of what is stored, and stores it if there is none. Waits for the reply. If Redis fails, nothing is checked.
  func checkFormat(_ names: RedisNames) throws(RedisError) {
    var call = RedisCall(
      RedisCommand(RedisScripts.format, keys: [names.format], SessionRecord.format), isRepeatable: true)
    if names.isCluster { call.slot = RedisNames.slot(tag: 0) }
    let done = DispatchSemaphore(value: 0)
    let found = Locked(RedisReply?.none)
    Task(executorPreference: ImmediateExecutor.shared) { [call] in
      let reply = try? await self.reply(to: call)
      found.withLock { $0 = reply }
      done.signal()
    }
    done.wait()
    if case .integer(let number) = found.withLock(\.self), number != SessionRecord.format { throw .otherFormat(number) }
  }
}
