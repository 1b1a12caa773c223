internal import Dispatch
internal import Basics

/// What Redis is asked.
struct RedisCall: Sendable {
  let command: RedisCommand
  /// Whether to ask again is no harm if the answer was lost.
  let isRepeatable: Bool
  let answer: @Sendable (Result<RedisReply, RedisProblem>) -> Void
  fileprivate(set) var wasRepeated = false
  /// Since when it waits.
  fileprivate var start = ContinuousClock.now

  init(
    _ command: RedisCommand, isRepeatable: Bool,
    _ answer: @escaping @Sendable (Result<RedisReply, RedisProblem>) -> Void
  ) {
    self.command = command
    self.isRepeatable = isRepeatable
    self.answer = answer
  }
}

/// The calls that no connection has taken yet.
final class RedisQueue: Sendable {
  private struct State {
    var calls: [RedisCall] = []
    var bytes = 0
    /// Connections that wait for calls.
    var idle: [RedisBell] = []
    var isClosing = false
    /// How many connections there are.
    var connections = 0
    /// Why the last one was lost, or not made; nil if one was made since.
    var problem: RedisProblem?
    /// Whether somebody looks after calls that nobody takes.
    var isTimed = false

    mutating func remove(_ count: Int) -> [RedisCall] {
      let removed = Array(calls.prefix(count))
      calls.removeFirst(removed.count)
      for call in removed { bytes -= call.command.size }
      return removed
    }
  }

  static let mostCalls = 10_000
  static let mostBytes = 64 * 1024 * 1024
  /// How much is sent in one write.
  private static let mostCallsAtOnce = 64
  private static let mostBytesAtOnce = 1024 * 1024

  private let state = Locked(State())
  private let timeouts: RedisTimeouts
  private let place: String
  private let timer = DispatchQueue(label: "tempura.redis")

  init(_ destination: RedisDestination) {
    timeouts = destination.timeouts
    place = destination.url.description
  }

  // MARK: - Those who ask

  /// Has a call taken by the next connection that is free. One that cannot be is answered at once.
  func add(_ call: RedisCall) {
    let problem = state.withLock { state -> RedisProblem? in
      guard !state.isClosing else { return .closed }
      guard state.calls.count < Self.mostCalls, state.bytes + call.command.size <= Self.mostBytes else {
        return .tooManyCalls(most: state.calls.count)
      }
      append([call], to: &state)
      return nil
    }
    if let problem { call.answer(.failure(problem)) }
  }

  private func append(_ calls: [RedisCall], to state: inout State) {
    let now = ContinuousClock.now
    for var call in calls {
      call.start = now
      state.bytes += call.command.size
      state.calls.append(call)
    }
    state.idle.popLast()?.ring()
    guard !state.isTimed else { return }
    state.isTimed = true
    timer.asyncAfter(deadline: .now() + .nanoseconds(timeouts.patience)) { [self] in expire() }
  }

  /// Answers the calls that waited too long.
  private func expire() {
    let (expired, problem) = state.withLock { state -> ([RedisCall], RedisProblem) in
      // Where there are connections, Redis may just be slow, and those that were taken are waited for, too.
      let patience = state.connections > 0 ? timeouts.answer : timeouts.patience
      let now = ContinuousClock.now
      let count = state.calls.firstIndex { $0.start + patience > now } ?? state.calls.count
      let expired = state.remove(count)
      if let next = state.calls.first?.start {
        // The last connection may be lost meanwhile.
        let pause = min(next + patience - now, timeouts.patience)
        timer.asyncAfter(deadline: .now() + .nanoseconds(pause)) { [self] in expire() }
      } else {
        state.isTimed = false
      }
      return (expired, .notConnected(because: state.problem?.sentence(place)))
    }
    for call in expired { call.answer(.failure(problem)) }
  }

  // MARK: - Connections

  enum Work {
    case calls([RedisCall])
    /// None for now: the bell is going to ring.
    case none
    /// None any more.
    case end
  }

  /// Takes what is waiting.
  func take(_ bell: RedisBell) -> Work {
    state.withLock { state in
      state.idle.removeAll { $0 === bell }
      guard !state.calls.isEmpty else {
        if state.isClosing { return .end }
        state.idle.append(bell)
        return .none
      }
      var bytes = 0
      let count = state.calls.prefix(Self.mostCallsAtOnce).prefix { call in
        defer { bytes += call.command.size }
        return bytes < Self.mostBytesAtOnce
      }.count
      let calls = state.remove(count)
      // What is left should not wait for this connection while others do nothing.
      if !state.calls.isEmpty { state.idle.popLast()?.ring() }
      return .calls(calls)
    }
  }

  /// Has calls whose answers were lost taken once more.
  func repeatCalls(_ calls: [RedisCall]) {
    state.withLock { state in
      append(
        calls.map { call in
          var call = call
          call.wasRepeated = true
          return call
        }, to: &state)
    }
  }

  func connected() {
    state.withLock { state in
      state.connections += 1
      state.problem = nil
    }
  }

  /// There is a connection less, or none more.
  func disconnected(_ bell: RedisBell, because problem: RedisProblem, wasConnected: Bool) {
    state.withLock { state in
      if wasConnected { state.connections -= 1 }
      state.problem = problem
      // It may have been woken for a call, which others can take.
      if state.idle.contains(where: { $0 === bell }) {
        state.idle.removeAll { $0 === bell }
      } else if !state.calls.isEmpty {
        state.idle.popLast()?.ring()
      }
    }
  }

  // MARK: - The end

  var isClosing: Bool { state.withLock(\.isClosing) }

  /// Takes no more calls. Those who connect are to be woken, and end when the queue is empty.
  func close() { state.withLock { $0.isClosing = true } }

  /// Answers the calls that are left when no connection is.
  func abandon() {
    let (calls, problem) = state.withLock { ($0.remove($0.calls.count), $0.problem ?? .closed) }
    for call in calls { call.answer(.failure(problem)) }
    // Those whose time was up may just be answered there.
    timer.sync {}
  }
}

extension DispatchTimeInterval {
  fileprivate static func nanoseconds(_ duration: Duration) -> DispatchTimeInterval {
    let (seconds, attoseconds) = max(duration, .zero).components
    return .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}
