internal import Sessions
internal import Basics
internal import Dispatch

/// The primaries of a cluster. Each call goes to the one that has its slot
/// (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/).
///
/// The map of the slots is what a server said last. A server that does not have a slot says where it is (MOVED), or where
/// it goes (ASK), and the call is sent there. After that, and after a lost connection, a thread asks the known servers for
/// the map again. Calls that cannot be sent wait for the next map, as long as calls wait for a connection.
final class RedisCluster: RedisServers {
  /// A call that cannot be sent before the next map.
  private struct WaitingCall {
    let deadline: ContinuousClock.Instant
    /// Why it waits.
    let problem: RedisError
    let done: UnsafeContinuation<Result<Void, RedisError>, Never>
  }

  private struct State {
    /// By slot.
    var owners: [RedisPrimary?] = Array(repeating: nil, count: RedisNames.slots)
    var primaries: [RedisURL.Endpoint: RedisPrimary] = [:]
    /// The primaries that have slots.
    var current: [RedisPrimary] = []
    /// Those of them that have channels. A few slots may be none of a tag's.
    var reporting: [RedisPrimary] = []
    /// The primaries to which slots move, since the last map.
    var importers: Set<RedisURL.Endpoint> = []
    /// All known servers, replicas included.
    var servers: [RedisURL.Endpoint]
    var waiting: [WaitingCall] = []
    /// Whether the map is complete, and no server has said otherwise since.
    var isMapCurrent = false
    var needsMap = false
    var isClosing = false
    /// Whether all calls are answered.
    var isClosed = false
  }

  /// How often a call is sent to another server because one says so.
  private static let maxRedirections = 5
  /// Between two questions for the map.
  private static let leastPause: Duration = .milliseconds(20)
  /// The same while something is wrong.
  private static let longerPause: ClosedRange<Double> = 0.05...0.15

  private let seed: RedisDestination
  private let names: RedisNames
  private let node: String
  let observers = ChangeObservers()
  private let state: Locked<State>
  private let waker: Waker
  private let threads = StorageThreads()
  private let timer = DispatchQueue(label: "tempura.redis.cluster")
  private let unanswered = DispatchGroup()

  /// - Parameter seed: The server that has told the map.
  init(_ seed: RedisDestination, _ map: RedisClusterMap, _ names: RedisNames, node: String) throws(RedisError) {
    self.seed = seed
    self.names = names
    self.node = node
    state = Locked(State(servers: seed.url.endpoints))
    do { waker = try Waker() } catch { throw RedisError(error) }
    apply(map)
    do {
      try threads.start { [self] in run() }
    } catch {
      close(waits: false)
      throw RedisError(error)
    }
  }

  // MARK: - Calls

  func reply(to call: RedisCall) async throws(RedisError) -> RedisReply {
    guard !state.withLock(\.isClosing) else { throw .closed }
    unanswered.enter()
    defer { unanswered.leave() }
    let deadline = ContinuousClock.now + seed.timeouts.connection
    var sent = call
    // A repetition may have to go to another server.
    sent.isRepeatable = false
    var redirections = 0
    /// The server that takes the slot over, and the one that says so.
    var move: (to: RedisPrimary, from: RedisPrimary)?
    while true {
      guard let server = move?.to ?? state.withLock({ $0.owners[Int(call.slot)] }) else {
        try await waitForMap(until: deadline, .slotsMissing(1))
        continue
      }
      do throws(RedisError) {
        let reply = try await server.reply(to: sent)
        // The subscribers are still at the other server. If this fails, the subscriptions to it have ended, too.
        if let move, let message = call.message {
          _ = try? await move.from.reply(to: RedisCall(message, isRepeatable: false))
        }
        return reply
      } catch {
        let problem = RedisError.server(server.destination.location, error)
        move = nil
        switch error {
        case .moved(let address), .ask(let address):
          redirections += 1
          guard redirections <= Self.maxRedirections,
            let endpoint = RedisClusterMap.endpoint(address, from: server.destination.endpoint)
          else { throw problem }
          if case .moved = error {
            try setOwner(of: call.slot, endpoint)
          } else {
            move = (try importer(endpoint), server)
            sent.isToImporter = true
            // A script that it does not know would be sent again without ASKING.
            sent.command.sendsScript = true
          }
        case .tryAgain, .clusterDown, .slotsMissing, .readOnly, .loading, .notConnected, .closed:
          sent.isToImporter = false
          try await waitForMap(until: deadline, error)
        case .lost, .silent:
          askForMap()
          guard call.isRepeatable else { throw problem }
          sent.isToImporter = false
          try await waitForMap(until: deadline, problem)
        default: throw problem
        }
      }
    }
  }

  private func setOwner(of slot: RedisSlot, _ endpoint: RedisURL.Endpoint) throws(RedisError) {
    try state.withLock { state throws(RedisError) in
      state.owners[Int(slot)] = try primary(endpoint, &state)
      state.isMapCurrent = false
    }
    askForMap()
  }

  private func importer(_ endpoint: RedisURL.Endpoint) throws(RedisError) -> RedisPrimary {
    try state.withLock { state throws(RedisError) in
      state.importers.insert(endpoint)
      return try primary(endpoint, &state)
    }
  }

  /// - Throws: `problem` at the deadline, or if too many calls wait.
  private func waitForMap(until deadline: ContinuousClock.Instant, _ problem: RedisError) async throws(RedisError) {
    try await withUnsafeContinuation { (done: UnsafeContinuation<Result<Void, RedisError>, Never>) in
      let waits = state.withLock { state in
        guard deadline > .now, state.waiting.count < CallQueue<RedisCall>.maxCalls else { return false }
        state.waiting.append(WaitingCall(deadline: deadline, problem: problem, done: done))
        return true
      }
      guard waits else { return done.resume(returning: .failure(problem)) }
      askForMap()
      timer.asyncAfter(deadline - .now) { [self] in failLateCalls() }
    }.get()
  }

  private func failLateCalls() {
    let late = state.withLock { state in
      let now = ContinuousClock.now
      let late = state.waiting.filter { $0.deadline <= now }
      state.waiting.removeAll { $0.deadline <= now }
      return late
    }
    for call in late { call.done.resume(returning: .failure(call.problem)) }
  }

  // MARK: - The map

  private func askForMap() {
    let isAsked = state.withLock { exchange(&$0.needsMap, with: true) }
    if !isAsked { waker.wake() }
  }

  private func run() {
    var turn = 0
    while true {
      waker.pause(nil) { state.withLock { $0.isClosed || $0.needsMap } }
      if state.withLock({ $0.isClosed }) { return }
      guard state.withLock({ $0.needsMap }) else { continue }
      state.withLock { $0.needsMap = false }
      if let map = currentMap(turn) { apply(map) }
      turn += 1
      let isWrong = state.withLock { state in
        !state.isMapCurrent || !state.waiting.isEmpty || !state.current.allSatisfy(\.pipeline.isConnected)
      }
      if isWrong { askForMap() }
      let end = ContinuousClock.now + (isWrong ? .seconds(.random(in: Self.longerPause)) : Self.leastPause)
      while .now < end, !state.withLock(\.isClosed) { waker.pause(end - .now) { state.withLock(\.isClosed) } }
    }
  }

  /// Asks the known servers in turn, first those that are connected: each time another one, as one may be cut off from the
  /// cluster.
  private func currentMap(_ turn: Int) -> RedisClusterMap? {
    let (connected, others) = state.withLock { state in
      let known = state.servers + seed.url.endpoints.filter { !state.servers.contains($0) }
      let connected = known.filter { state.primaries[$0]?.pipeline.isConnected == true }
      return (connected, known.filter { !connected.contains($0) })
    }
    for servers in [connected, others] {
      for index in servers.indices where !state.withLock(\.isClosed) {
        let server = seed.at(servers[(index + turn) % servers.count])
        do throws(RedisError) {
          return try RedisClusterMap(askedOn: RedisConnection(to: server), to: server)
        } catch {
          // The next one may answer.
        }
      }
    }
    return nil
  }

  private func apply(_ map: RedisClusterMap) {
    typealias Channels = [(RedisPrimary, Set<String>)]
    let (unused, waiting, channels) = state.withLock { state -> ([RedisPrimary], [WaitingCall], Channels) in
      guard !state.isClosed else { return ([], [], []) }
      var owners = [RedisPrimary?](repeating: nil, count: RedisNames.slots)
      for part in map.parts {
        guard let primary = try? primary(part.primary, &state) else { continue }
        for slot in part.slots { owners[slot] = primary }
      }
      state.owners = owners
      state.servers = map.servers
      var channels: [RedisURL.Endpoint: Set<String>] = [:]
      for tag in RedisNames.tags {
        guard let endpoint = owners[Int(RedisNames.slot(tag: tag))]?.destination.endpoint else { continue }
        channels[endpoint, default: []].formUnion(names.channels(tag: tag, of: node))
      }
      state.isMapCurrent = map.missingSlots == 0
      let used = Set(map.parts.map(\.primary))
      state.current = used.compactMap { state.primaries[$0] }
      state.reporting = channels.keys.compactMap { state.primaries[$0] }
      let unused = state.primaries.filter { !used.contains($0.key) && !state.importers.contains($0.key) }
      for endpoint in unused.keys { state.primaries[endpoint] = nil }
      state.importers = []
      defer { state.waiting = [] }
      let primaries = state.primaries.map { ($0.value, channels[$0.key] ?? []) }
      return (Array(unused.values), state.waiting, primaries)
    }
    for (primary, channels) in channels { primary.subscriber.update(channels) }
    for primary in unused { primary.close(waits: false) }
    for call in waiting { call.done.resume(returning: .success(())) }
  }

  private func primary(
    _ endpoint: RedisURL.Endpoint, _ state: inout State
  ) throws(RedisError) -> RedisPrimary {
    if let primary = state.primaries[endpoint] { return primary }
    let primary = try RedisPrimary(seed.at(endpoint), node: node, observers, channels: [], isSharded: true) {
      [weak self] in self?.askForMap()
    }
    state.primaries[endpoint] = primary
    return primary
  }

  // MARK: - All servers

  var pipelines: [RedisPipeline] { state.withLock { $0.current.map(\.pipeline) } }

  var isInTouch: Bool {
    state.withLock { $0.isMapCurrent && $0.reporting.allSatisfy { $0.subscriber.isInTouch } }
  }

  func wake() {
    for primary in state.withLock({ Array($0.primaries.values) }) { primary.subscriber.wake() }
  }

  func close(waits: Bool) {
    state.withLock { $0.isClosing = true }
    if waits {
      unanswered.wait()
      end(waits: true)
    } else {
      unanswered.notify(queue: timer) { [self] in end(waits: false) }
    }
  }

  private func end(waits: Bool) {
    let primaries = state.withLock { state in
      state.isClosed = true
      defer {
        (state.primaries, state.current, state.reporting) = ([:], [], [])
        state.owners = Array(repeating: nil, count: RedisNames.slots)
      }
      return state.primaries
    }
    waker.wake()
    threads.end(waits: waits)
    for primary in primaries.values { primary.close(waits: waits) }
  }
}
