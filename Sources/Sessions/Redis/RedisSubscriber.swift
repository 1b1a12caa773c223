internal import Basics

/// Receives the keys of sessions that other servers change, on a connection and a thread of its own. Connects when there
/// is an observer.
final class RedisSubscriber: Sendable {
  private let observers = ChangeObservers()
  private let closing = Locked(false)
  private let destination: RedisDestination
  /// The name of this server, whose own messages are skipped.
  private let node: String
  private let waker: Waker

  init(_ destination: RedisDestination, node: String) throws(RedisProblem) {
    do { waker = try Waker() } catch { throw RedisProblem(error) }
    self.destination = destination
    self.node = node
  }

  func add(_ observer: @escaping ChangeObservers.Observer) -> AnyObject {
    defer { waker.wake() }
    return observers.add(observer)
  }

  private var isClosing: Bool { closing.withLock(\.self) }

  func close() {
    closing.withLock { $0 = true }
    waker.wake()
  }

  // MARK: - The thread

  func run() {
    while observers.isEmpty, !isClosing {
      waker.pause(nil) { isClosing || !observers.isEmpty }
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
        observers.notify(nil)
        try listen(connection)
      } catch {
        // The calls of the pipeline report the problem.
      }
      waker.pause(backoff.next()) { isClosing }
    }
  }

  private func listen(_ connection: RedisConnection) throws(RedisProblem) {
    while !isClosing {
      while let message = try connection.nextReply() { receive(message) }
      do {
        try connection.wait(waker, until: .now + destination.timeouts.message)
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
    if words.count == 2, words[0] != node[...], let key = SessionKey(words[1]) { observers.notify(key) }
  }
}
