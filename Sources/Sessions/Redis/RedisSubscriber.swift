internal import Basics
internal import Glibc
internal import Synchronization

/// Receives the keys of sessions that other servers change, on a connection and a thread of its own. Connects when there
/// is an observer.
///
/// A connection can be dead without a sign, or lead to another Redis than the calls. So the subscriber regularly sends a
/// message to itself: a beat, with the time. Calls and beats take the same way to Redis, and messages come in their
/// order. So when a beat comes back, all changes that were made before its time have been reported.
final class RedisSubscriber: Sendable {
  private let observers = ChangeObservers()
  private let closing = Locked(false)
  private let destination: RedisDestination
  /// The start of this server's own messages.
  private let own: [UInt8]
  private let pipeline: RedisPipeline
  private let waker: Waker
  private let channel: String
  /// The time of the latest beat that came back; 0 if none did on this connection.
  private let lastBeat = Atomic<UInt64>(0)

  /// - Parameter pipeline: Where beats are sent.
  init(_ destination: RedisDestination, node: String, _ pipeline: RedisPipeline) throws(RedisProblem) {
    do { waker = try Waker() } catch { throw RedisProblem(error) }
    self.destination = destination
    own = Array("\(node) ".utf8)
    self.pipeline = pipeline
    channel = "\(destination.url.prefix):changed"
    longestSilence = Self.nanoseconds(destination.timeouts.message)
    longestTouch = Self.nanoseconds(destination.timeouts.touch)
  }

  func add(_ observer: @escaping ChangeObservers.Observer) -> AnyObject {
    defer { waker.wake() }
    return observers.add(observer)
  }

  // MARK: - Beats

  private let longestSilence: UInt64
  private let longestTouch: UInt64

  /// Whether all changes were reported that other servers made before `RedisTimeouts.touch`. Can be called on any thread.
  var isInTouch: Bool {
    let last = lastBeat.load(ordering: .acquiring)
    // A time in the future wraps to a long silence: the clock was set back, or another program sent it.
    return last > 0 && Self.time &- last < longestTouch
  }

  /// The nanoseconds since the start of the machine, its sleep included.
  private static var time: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func nanoseconds(_ duration: Duration) -> UInt64 { UInt64(duration / .nanoseconds(1)) }

  private func sendBeat() {
    var command = RedisCommand("PUBLISH", channel)
    command.append(own + Array(String(Self.time).utf8))
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
    var backoff = RedisBackoff()
    while !isClosing {
      do throws(RedisProblem) {
        let connection = try RedisConnection(to: destination)
        try connection.send([RedisCommand("SUBSCRIBE", channel)])
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
      lastBeat.store(0, ordering: .releasing)
      waker.pause(backoff.next()) { isClosing }
    }
  }

  private func listen(_ connection: RedisConnection) throws(RedisProblem) {
    let start = Self.time
    var nextBeat = ContinuousClock.now
    while !isClosing {
      while let message = try connection.nextReply() { receive(message) }
      if .now >= nextBeat {
        if Self.time &- max(start, lastBeat.load(ordering: .relaxed)) > longestSilence { throw .silent }
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
    if text.starts(with: own) {
      // A beat with its time, or the key of a session. A key has 32 digits, and a time has fewer.
      let rest = text.dropFirst(own.count)
      if rest.count < 32, let time = UInt64(String(decoding: rest, as: UTF8.self)) {
        lastBeat.store(time, ordering: .releasing)
      }
    } else {
      let words = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      if words.count == 2, let key = SessionKey(String(decoding: words[1], as: UTF8.self)) { observers.notify(key) }
    }
  }
}
