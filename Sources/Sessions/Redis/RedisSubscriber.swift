internal import Basics

/// Receives the keys of sessions that other servers change, on a connection and a thread of its own. Connects when there
/// is an observer.
final class RedisSubscriber: Sendable {
  private let observers = ChangeObservers()
  private let closing = Locked(false)
  private let destination: RedisDestination
  private let beats: Beats
  private let pipeline: RedisPipeline
  private let waker: Waker
  private let channel: String

  /// - Parameter pipeline: Where beats are sent.
  init(_ destination: RedisDestination, node: String, _ pipeline: RedisPipeline) throws(RedisProblem) {
    do { waker = try Waker() } catch { throw RedisProblem(error) }
    self.destination = destination
    beats = Beats(node: node, touch: destination.timeouts.touch, silence: destination.timeouts.message)
    self.pipeline = pipeline
    channel = "\(destination.url.prefix):changed"
  }

  func add(_ observer: @escaping ChangeObservers.Observer) -> AnyObject {
    defer { waker.wake() }
    return observers.add(observer)
  }

  // MARK: - Beats

  /// Whether all changes were reported that other servers made before `RedisTimeouts.touch`. Can be called on any thread.
  var isInTouch: Bool { beats.isInTouch }

  private func sendBeat() {
    var command = RedisCommand("PUBLISH", channel)
    command.append(beats.next())
    pipeline.add(RedisCall(command, isRepeatable: false) { _ in })
  }

  // MARK: - The thread

  private var isClosing: Bool { closing.withLock(\.self) }

  func close() {
    closing.withLock { $0 = true }
    waker.wake()
  }

  func run() {
    while observers.isEmpty, !isClosing {
      waker.pause(nil) { isClosing || !observers.isEmpty }
    }
    var backoff = Backoff()
    while !isClosing {
      do throws(RedisProblem) {
        let connection = try RedisConnection(to: destination)
        try connection.send([RedisCommand("SUBSCRIBE", channel)])
        guard case .list(let answer) = try connection.reply(), answer.first?.text == "subscribe" else {
          throw .unexpectedAnswer
        }
        backoff = Backoff()
        // Messages that were sent before are lost.
        observers.notify(nil)
        try listen(connection)
      } catch {
        // The calls of the pipeline report the problem.
      }
      beats.reset()
      waker.pause(backoff.next()) { isClosing }
    }
  }

  private func listen(_ connection: RedisConnection) throws(RedisProblem) {
    let start = Beats.time
    var nextBeat = ContinuousClock.now
    while !isClosing {
      while let message = try connection.nextReply() { receive(message) }
      if .now >= nextBeat {
        if beats.areMissing(since: start) { throw .silent }
        sendBeat()
        nextBeat = .now + destination.timeouts.beat
      }
      do {
        try connection.wait(waker, until: nextBeat)
      } catch .silent {
        // The next beat is due.
      }
    }
  }

  private func receive(_ message: RedisReply) {
    guard case .list(let parts) = message, parts.count == 3, parts[0].text == "message",
      case .bytes(let text) = parts[2]
    else { return }
    if let key = beats.receive(text) { observers.notify(key) }
  }
}
