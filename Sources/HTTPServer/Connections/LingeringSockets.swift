internal import Basics
internal import Glibc

/// Sockets of clients that were refused and may still be sending. Their input is read and dropped: to close a socket with
/// unread input resets the connection, and the client may lose the answer (RFC 9112, section 9.6).
struct LingeringSockets {
  private static let limit = 256
  /// The time that a client has to read its answer, in nanoseconds.
  private static let time: UInt64 = 5_000_000_000

  struct Entry {
    fileprivate let deadline: UInt64
    /// The address that the connection is limited by; nil for one without a limit.
    let address: NetworkAddress?
  }

  private var entries: [Int32: Entry] = [:]
  private var scratch = [UInt8](repeating: 0, count: 64 * 1024)

  /// - Returns: False if there are too many sockets.
  mutating func add(_ descriptor: Int32, for address: NetworkAddress?) -> Bool {
    guard entries.count < Self.limit else { return false }
    entries[descriptor] = Entry(deadline: Clock.now() + Self.time, address: address)
    return true
  }

  /// Reads from a socket that has input, and closes it if the client has closed it. Ignores other descriptors.
  ///
  /// - Returns: The socket that was closed; nil if none was.
  mutating func read(_ descriptor: Int32) -> Entry? {
    guard entries[descriptor] != nil else { return nil }
    let count = recv(descriptor, &scratch, scratch.count, Int32(MSG_DONTWAIT))
    let isOpen = count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
    return isOpen ? nil : end(descriptor)
  }

  /// - Returns: The sockets that were closed.
  mutating func closeOverdue(at now: UInt64) -> [Entry] {
    entries.filter { $0.value.deadline < now }.compactMap { end($0.key) }
  }

  private mutating func end(_ descriptor: Int32) -> Entry? {
    close(descriptor)
    return entries.removeValue(forKey: descriptor)
  }
}
