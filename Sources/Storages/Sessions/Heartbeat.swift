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
/// A message is the name of a server, a space, and the time of a beat, the key of a session, or `~` and a text for other servers.
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

  private static let message = UInt8(ascii: "~")

  /// A message with a text for other servers; nil for a text that not all storages can send.
  package static func message(_ text: String, from node: String) -> String? {
    text.utf8.count <= maxMessageBytes && !text.utf8.contains(0) ? "\(node) ~\(text)" : nil
  }

  /// PostgreSQL sends less than 8,000 bytes (PostgreSQL, NOTIFY).
  private static let maxMessageBytes = 7_900

  /// A beat.
  package func next() -> [UInt8] { own + Array(String(Self.time).utf8) }

  /// Reads a message.
  ///
  /// - Parameter start: Earlier beats do not count.
  /// - Returns: What another server has done; nil if the message is of this server, or says nothing.
  package func receive(_ text: some RandomAccessCollection<UInt8>, since start: UInt64 = 0) -> ChangeObservers.News? {
    guard text.starts(with: own) else {
      guard let space = text.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      let rest = text[text.index(after: space)...]
      if rest.first == Self.message { return .message(String(decoding: rest.dropFirst(), as: UTF8.self)) }
      return SessionKey(String(decoding: rest, as: UTF8.self)).map { .change(of: $0) }
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
