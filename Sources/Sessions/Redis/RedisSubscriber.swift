internal import Basics
internal import Synchronization

/// Receives the keys of sessions that other servers change, on a connection and a thread of its own. Connects when there
/// is an observer.
final class RedisSubscriber: Sendable {
  typealias Observer = @Sendable (SessionKey?) -> Void

  private struct State {
    var observers: [UInt64: Observer] = [:]
    var last: UInt64 = 0
    var isClosing = false
  }

  private let state = Locked(State())
  private let destination: RedisDestination
  /// The name of this server, whose own messages are skipped.
  private let node: String
  private let bell: RedisBell

  init(_ destination: RedisDestination, node: String) throws(RedisProblem) {
    bell = try RedisBell()
    self.destination = destination
    self.node = node
  }

  // MARK: - Observers

  private final class Subscription: Sendable {
    let subscriber: RedisSubscriber
    let number: UInt64

    init(_ subscriber: RedisSubscriber, _ number: UInt64) {
      self.subscriber = subscriber
      self.number = number
    }

    deinit { subscriber.remove(number) }
  }

  func add(_ observer: @escaping Observer) -> AnyObject {
    let number = state.withLock { state in
      state.last += 1
      state.observers[state.last] = observer
      return state.last
    }
    bell.ring()
    return Subscription(self, number)
  }

  private func remove(_ number: UInt64) {
    // Returned, so that the observer is released after the lock.
    _ = state.withLock { $0.observers.removeValue(forKey: number) }
  }

  private func notify(_ key: SessionKey?) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer(key) }
  }

  // MARK: - Listening

  private var isClosing: Bool { state.withLock(\.isClosing) }

  func close() {
    state.withLock { $0.isClosing = true }
    bell.ring()
  }

  func run() {
    while state.withLock({ $0.observers.isEmpty && !$0.isClosing }) {
      bell.pause(nil) { isClosing }
    }
    var backoff = RedisBackoff()
    while !isClosing {
      do throws(RedisProblem) {
        let connection = try RedisConnection(to: destination)
        try connection.send([RedisCommand("SUBSCRIBE", "\(destination.url.prefix):changed")])
        guard case .list(let answer) = try connection.reply(), answer.first?.text == "subscribe" else {
          throw .unexpectedAnswer
        }
        backoff = RedisBackoff()
        // Messages that were sent before are lost.
        notify(nil)
        try listen(connection)
      } catch {
        // The calls of the pipeline report the problem.
      }
      bell.pause(backoff.next()) { isClosing }
    }
  }

  private func listen(_ connection: RedisConnection) throws(RedisProblem) {
    while !isClosing {
      while let message = try connection.nextReply() { receive(message) }
      do {
        try connection.wait(bell, until: .now + destination.timeouts.message)
      } catch .silent {
        try connection.send([RedisCommand("PING")])
        receive(try connection.reply())
      }
    }
  }

  private func receive(_ message: RedisReply) {
    guard case .list(let parts) = message, parts.count == 3, parts[0].text == "message", let text = parts[2].text
    else { return }
    let words = text.split(separator: " ")
    if words.count == 2, words[0] != node[...], let key = SessionKey(words[1]) { notify(key) }
  }
}
