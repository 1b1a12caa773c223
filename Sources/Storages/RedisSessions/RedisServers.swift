internal import Sessions
internal import Basics

/// The servers of a storage: one, or the primaries of a cluster.
protocol RedisServers: AnyObject, Sendable {
  /// Sends a call to the server that has its slot, and waits for the reply.
  func reply(to call: RedisCall) async throws(RedisError) -> RedisReply
  /// The connections to all servers. Each server has other sessions.
  var pipelines: [RedisPipeline] { get }
  /// Whether all changes by other servers were reported, except for those of the last moments.
  var isInTouch: Bool { get }
  /// Where changes and messages of other servers are reported.
  var observers: ChangeObservers { get }
  /// Looks again whether there is an observer.
  func wake()
  /// Refuses new calls, and ends the threads when the others are answered.
  ///
  /// - Parameter waits: Whether to wait until then.
  func close(waits: Bool)
}

extension RedisServers {
  /// Sends a call before this returns, and ignores the reply.
  func post(_ call: RedisCall) { Task(executorPreference: ImmediateExecutor.shared) { try await self.reply(to: call) } }
}

/// A server that accepts changes: the connection for calls, and the one for changes by other servers.
final class RedisPrimary: RedisServers {
  let destination: RedisDestination
  let pipeline: RedisPipeline
  let subscriber: RedisSubscriber
  let observers: ChangeObservers
  private let threads = StorageThreads()

  /// - Parameters:
  ///   - isSharded: Whether the server is one of a cluster.
  ///   - notice: Called when a connection or a subscription is lost.
  init(
    _ destination: RedisDestination, node: String, _ observers: ChangeObservers, channels: Set<String>,
    isSharded: Bool = false, _ notice: @escaping @Sendable () -> Void = {}
  ) throws(RedisError) {
    self.destination = destination
    self.observers = observers
    pipeline = try RedisPipeline(destination, notice)
    subscriber = try RedisSubscriber(
      destination, node: node, pipeline, observers, channels: channels, isSharded: isSharded, notice)
    do {
      try threads.start(pipeline.run)
      try threads.start(subscriber.run)
    } catch {
      close(waits: false)
      throw RedisError(error)
    }
  }

  func reply(to call: RedisCall) async throws(RedisError) -> RedisReply { try await pipeline.reply(to: call) }

  var pipelines: [RedisPipeline] { [pipeline] }
  var isInTouch: Bool { subscriber.isInTouch }

  func wake() { subscriber.wake() }

  func close(waits: Bool) {
    pipeline.close()
    subscriber.close()
    threads.end(waits: waits)
  }
}

extension RedisURL {
  /// Connects once, checks that sessions can be stored there, and finds out whether it is a cluster.
  ///
  /// - Parameter node: The name of this server among those that use the Redis.
  func servers(
    _ timeouts: RedisTimeouts, node: String
  ) throws(RedisError) -> (servers: any RedisServers, names: RedisNames) {
    let destination = try RedisDestination(self, timeouts)
    var problem: RedisError?
    for endpoint in sentinels == nil ? endpoints : [endpoints[0]] {
      let server = sentinels == nil ? destination.at(endpoint) : destination
      do throws(RedisError) {
        let map = try check(server)
        let names = RedisNames(prefix: prefix, isCluster: map != nil)
        if let map { return (try RedisCluster(server, map, names, node: node), names) }
        return (try RedisPrimary(server, node: node, ChangeObservers(), channels: Set(names.channels(of: node))), names)
      } catch {
        if error.needsOperator { throw error }
        problem = problem ?? error
      }
    }
    throw problem ?? .closed
  }

  /// - Returns: The map of the cluster that the server is part of; nil for none.
  private func check(_ server: RedisDestination) throws(RedisError) -> RedisClusterMap? {
    let connection = try RedisConnection(to: server)
    do throws(RedisError) {
      try connection.send([RedisCommand("INFO", "server")])
      // Without the permission for INFO there is nothing to check.
      let text = try connection.reply().text ?? ""
      func value(_ name: String) -> Substring? {
        text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name + ":") }?.dropFirst(name.count + 1)
      }
      let version = value("redis_version") ?? ""
      let major = Int(version.prefix { $0 != "." }) ?? .max
      if major < 5 { throw .tooOld(version: String(version)) }
      guard value("redis_mode") == "cluster" else {
        if endpoints.count > 1, sentinels == nil { throw .severalServers }
        return nil
      }
      if major < 7 { throw .clusterTooOld(version: String(version)) }
      let map = try RedisClusterMap(askedOn: connection, to: server)
      guard map.missingSlots == 0 else { throw .slotsMissing(map.missingSlots) }
      try connection.send([RedisCommand("CLUSTER", "INFO")])
      if try connection.reply().text?.contains("cluster_state:fail") == true { throw .clusterDown }
      return map
    } catch {
      throw server.isOneOfSeveral ? .server(server.location, error) : error
    }
  }
}
