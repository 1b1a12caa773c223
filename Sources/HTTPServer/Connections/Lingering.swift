internal import CMicroHTTPD  // whose declarations of the C library's constants an optimised build takes
internal import Glibc

/// Sockets whose clients were refused and may still be sending. What they send is read and dropped: a socket that is closed
/// with something unread resets the connection, and the client would not get its answer (RFC 9112, section 9.6).
struct Lingering {
  private static let most = 256
  /// In nanoseconds.
  private static let time: UInt64 = 5_000_000_000

  struct Entry {
    fileprivate let deadline: UInt64
    /// The address that the connection was counted for; nil if it was not counted.
    let address: NetworkAddress?
  }

  private var entries: [Int32: Entry] = [:]
  private var scratch = [UInt8](repeating: 0, count: 64 * 1024)

  /// - Returns: False if there are too many.
  mutating func add(_ descriptor: Int32, countedFor address: NetworkAddress?) -> Bool {
    guard entries.count < Self.most else { return false }
    entries[descriptor] = Entry(deadline: Clock.now() + Self.time, address: address)
    return true
  }

  /// Reads from a socket that has something to read, and closes it if its client is gone. Ignores other descriptors.
  ///
  /// - Returns: What ended; nil if nothing did.
  mutating func read(_ descriptor: Int32) -> Entry? {
    guard entries[descriptor] != nil else { return nil }
    let count = recv(descriptor, &scratch, scratch.count, Int32(MSG_DONTWAIT))
    let isOpen = count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
    return isOpen ? nil : end(descriptor)
  }

  /// - Returns: What ended.
  mutating func closeOverdue(at now: UInt64) -> [Entry] {
    entries.filter { $0.value.deadline < now }.compactMap { end($0.key) }
  }

  private mutating func end(_ descriptor: Int32) -> Entry? {
    close(descriptor)
    return entries.removeValue(forKey: descriptor)
  }
}
