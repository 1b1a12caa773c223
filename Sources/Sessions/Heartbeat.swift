internal import Basics
internal import Glibc
internal import Synchronization

/// The messages that a server regularly sends to itself, through a storage that also reports the changes of other
/// servers.
///
/// A connection can be dead without a sign, or lead to another storage than the calls. Calls and beats take the same way
/// to the storage, and messages come in their order. So when a beat comes back, all changes that were made before its
/// time have been reported.
///
/// A message is the name of a server, a space, and the time of a beat or the key of a session.
package final class Heartbeat: Sendable {
  /// The start of this server's own messages.
  private let own: [UInt8]
  private let longestTouch: UInt64
  private let longestSilence: UInt64
  /// The time of the latest beat that came back; 0 if none did on this connection.
  private let last = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - node: The name of this server.
  ///   - touch: How long the server is in touch after a beat.
  ///   - silence: How long a connection may live without a beat.
  package init(node: String, touch: Duration, silence: Duration) {
    own = Array("\(node) ".utf8)
    longestTouch = touch.nanoseconds
    longestSilence = silence.nanoseconds
  }

  /// Whether a beat came back that was sent a short time ago. Can be called on any thread.
  package var isInTouch: Bool {
    let last = last.load(ordering: .acquiring)
    // A time in the future wraps to a long silence: the clock was set back, or another program sent it.
    return last > 0 && Self.time &- last < longestTouch
  }

  /// Whether no beat has come back for too long, on a connection that began at this time.
  package func isMissing(since start: UInt64) -> Bool {
    Self.time &- max(start, last.load(ordering: .relaxed)) > longestSilence
  }

  /// The connection was lost.
  package func reset() { last.store(0, ordering: .releasing) }

  /// A beat.
  package func next() -> [UInt8] { own + Array(String(Self.time).utf8) }

  /// Reads a message.
  ///
  /// - Parameter start: Earlier beats do not count.
  /// - Returns: The session that another server has changed; nil if the message is of this server, or has no key.
  package func receive(_ text: some RandomAccessCollection<UInt8>, since start: UInt64 = 0) -> SessionKey? {
    guard text.starts(with: own) else {
      let words = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      return words.count == 2 ? SessionKey(String(decoding: words[1], as: UTF8.self)) : nil
    }
    // A beat with its time, or the key of a session. A key has 32 digits, and a time has fewer.
    let rest = text.dropFirst(own.count)
    if rest.count < 32, let time = UInt64(String(decoding: rest, as: UTF8.self)), time >= start {
      last.store(time, ordering: .releasing)
    }
    return nil
  }

  /// The nanoseconds since the start of the machine, its sleep included.
  package static var time: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
