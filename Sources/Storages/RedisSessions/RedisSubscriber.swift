internal import Sessions
internal import Basics

/// Receives the keys of sessions that other servers change, on a connection and a thread of its own. Connects when there
/// is an observer.
///
/// In a cluster, each primary has a subscriber with the channels of its slots. Redis ends the subscription to a channel
/// whose slot moves away.
final class RedisSubscriber: Sendable {
  private struct State {
    var channels: Set<String>
    /// Counts the changes of the channels, and the reasons to subscribe to those that are missing.
    var version = 0
    /// Whether Redis has confirmed all channels.
    var isSubscribed = false
  }

  private let observers: ChangeObservers
  private let closing = Locked(false)
  private let destination: RedisDestination
  private let heartbeat: Heartbeat
  private let pipeline: RedisPipeline
  private let waker: Waker
  private let isSharded: Bool
  private let node: String
  private let notice: @Sendable () -> Void
  private let state: Locked<State>

  /// - Parameters:
  ///   - pipeline: Where beats are sent.
  ///   - isSharded: Whether the server is one of a cluster.
  ///   - notice: Called when a channel or the connection is lost.
  init(
    _ destination: RedisDestination, node: String, _ pipeline: RedisPipeline, _ observers: ChangeObservers,
    channels: Set<String>, isSharded: Bool, _ notice: @escaping @Sendable () -> Void
  ) throws(RedisError) {
    do { waker = try Waker() } catch { throw RedisError(error) }
    self.destination = destination
    self.observers = observers
    heartbeat = Heartbeat(node: node, touch: destination.timeouts.touch, silence: destination.timeouts.message)
    self.pipeline = pipeline
    self.isSharded = isSharded
    self.node = node
    self.notice = notice
    state = Locked(State(channels: channels))
  }

  /// Looks again whether there is an observer.
  func wake() { waker.wake() }

  /// Subscribes to other channels, and to those that were lost.
  func update(_ channels: Set<String>) {
    let isChanged = state.withLock { state in
      guard channels != state.channels || !state.isSubscribed else { return false }
      state.channels = channels
      markDisconnected(&state)
      return true
    }
    if isChanged { waker.wake() }
  }

  private func markDisconnected(_ state: inout State) {
    state.version += 1
    state.isSubscribed = false
    heartbeat.reset()
  }

  // MARK: - Heartbeat

  /// Whether all changes were reported that other servers made before `RedisTimeouts.touch`. Can be called on any thread.
  var isInTouch: Bool { heartbeat.isInTouch }

  private func sendBeat(_ channel: String) {
    observers.retryUnheard()
    var beat = RedisCall(.publish(on: channel, isSharded: isSharded), isRepeatable: false)
    beat.command.append(heartbeat.next())
    Task(executorPreference: ImmediateExecutor.shared) { [pipeline, notice, beat] in
      do { _ = try await pipeline.reply(to: beat) } catch { notice() }
    }
  }

  // MARK: - The thread

  private var isClosing: Bool { closing.withLock(\.self) }

  func close() {
    closing.withLock { $0 = true }
    waker.wake()
  }

  private var isNeeded: Bool { !observers.isEmpty && !state.withLock(\.channels.isEmpty) }

  func run() {
    var backoff = Backoff()
    while !isClosing {
      guard isNeeded else {
        waker.pause(nil) { isClosing || isNeeded }
        continue
      }
      do throws(RedisError) {
        let connection = try RedisConnection(to: destination)
        try listen(connection) { backoff = Backoff() }
      } catch {
        // The calls of the pipeline report the problem.
      }
      state.withLock { markDisconnected(&$0) }
      guard !isClosing else { return }
      notice()
      waker.pause(backoff.next()) { isClosing }
    }
  }

  /// The subscriptions of a connection.
  private struct Subscriptions {
    var confirmed: Set<String> = []
    /// Those that are not confirmed.
    var missing: Set<String> = []
    /// This server's own channels, in the order of beats.
    var ownChannels: [String] = []
    /// That of the state.
    var version = -1
    /// When the last channel was confirmed; until then, when Redis was asked.
    var start: UInt64 = 0
  }

  private func listen(_ connection: RedisConnection, _ isSubscribed: () -> Void) throws(RedisError) {
    var subscriptions = Subscriptions()
    var nextBeat = ContinuousClock.now
    var turn = 0
    while !isClosing {
      while let message = try connection.nextReply() { try receive(message, &subscriptions) }
      let (channels, version, isComplete) = state.withLock { ($0.channels, $0.version, $0.isSubscribed) }
      if version != subscriptions.version {
        guard !channels.isEmpty else { return }
        subscriptions.version = version
        subscriptions.ownChannels = channels.filter { $0.hasSuffix(node) }
        subscriptions.missing = channels.subtracting(subscriptions.confirmed)
        subscriptions.start = Heartbeat.time
        // The channels of one command must have one slot.
        try connection.send(
          subscriptions.missing.map { RedisCommand(isSharded ? "SSUBSCRIBE" : "SUBSCRIBE", $0) })
      }
      if !isComplete, subscriptions.missing.isEmpty {
        let isNow = state.withLock { state in
          guard state.version == version else { return false }
          state.isSubscribed = true
          return true
        }
        guard isNow else { continue }
        isSubscribed()
        subscriptions.start = Heartbeat.time
        nextBeat = .now
        // Messages that were sent before are lost.
        observers.notify(.change(of: nil))
      }
      if .now >= nextBeat {
        if heartbeat.isMissing(since: subscriptions.start) { throw .silent }
        if subscriptions.missing.isEmpty {
          // Each time another channel, because the slot of one may be moving.
          sendBeat(subscriptions.ownChannels[turn % subscriptions.ownChannels.count])
          turn += 1
        }
        nextBeat = .now + destination.timeouts.beat
      }
      do {
        try connection.wait(waker, until: nextBeat)
      } catch .silent {
        // The next beat is due.
      }
    }
  }

  private func receive(_ message: RedisReply, _ subscriptions: inout Subscriptions) throws(RedisError) {
    if case .error(let text) = message {
      switch RedisError(answer: text) {
      case .moved, .clusterDown: return notice()
      case let problem: throw problem
      }
    }
    guard case .list(let parts) = message, parts.count == 3, let kind = parts[0].text, let channel = parts[1].text
    else { return }
    switch kind {
    case "subscribe", "ssubscribe":
      subscriptions.confirmed.insert(channel)
      subscriptions.missing.remove(channel)
    case "unsubscribe", "sunsubscribe":
      subscriptions.confirmed.remove(channel)
      subscriptions.missing.insert(channel)
      state.withLock { state in
        state.isSubscribed = false
        heartbeat.reset()
      }
      subscriptions.start = Heartbeat.time
      notice()
    case "message", "smessage":
      guard case .bytes(let text) = parts[2] else { return }
      // A beat from before the last subscription says nothing about it.
      let news = state.withLock { heartbeat.receive(text, since: $0.isSubscribed ? subscriptions.start : .max) }
      if let news { observers.notify(news) }
    default: break
    }
  }
}
