internal import CMicroHTTPD  // whose declarations of the C library's constants an optimised build takes
internal import Glibc

/// Sockets whose clients were refused and may still be sending. What they send is read and dropped: a socket that is closed
/// with something unread resets the connection, and the client would not get its answer (RFC 9112, section 9.6).
struct Lingering {
  private static let most = 256
  /// In nanoseconds.
  private static let time: UInt64 = 5_000_000_000

  private var deadlines: [Int32: UInt64] = [:]
  private var scratch = [UInt8](repeating: 0, count: 64 * 1024)

  /// - Returns: False if there are too many.
  mutating func add(_ descriptor: Int32) -> Bool {
    guard deadlines.count < Self.most else { return false }
    deadlines[descriptor] = Clock.now() + Self.time
    return true
  }

  /// Reads from a socket that has something to read, and closes it if its client is gone. Ignores other descriptors.
  mutating func read(_ descriptor: Int32) {
    guard deadlines[descriptor] != nil else { return }
    let count = recv(descriptor, &scratch, scratch.count, Int32(MSG_DONTWAIT))
    let isOpen = count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
    if !isOpen { end(descriptor) }
  }

  mutating func closeOverdue(at now: UInt64) {
    for (descriptor, deadline) in deadlines where deadline < now { end(descriptor) }
  }

  private mutating func end(_ descriptor: Int32) {
    deadlines[descriptor] = nil
    close(descriptor)
  }

  mutating func closeAll() {
    for descriptor in deadlines.keys { close(descriptor) }
    deadlines = [:]
  }
}
