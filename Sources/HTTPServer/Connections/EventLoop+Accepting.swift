internal import Basics
internal import CLinux
internal import Glibc

extension EventLoop {
  enum Listening {
    case open
    /// There are as many connections as are allowed, or the system has no descriptor or memory left. Nothing wakes the loop
    /// when that is over.
    case paused(until: UInt64)
    case closed
  }

  /// The number of connections that are accepted at most before open ones are served.
  private static let maxAccepted = 8
  /// The number of connections that are refused at most, while the server has too much to do, before open ones are served.
  private static let maxRefused = 64
  /// The time for which the loop accepts nothing, in nanoseconds.
  private static let pauseTime: UInt64 = 20_000_000

  func listen() {
    listening = .open
    if !events.add(listener, for: .input) { pause() }
  }

  private func pause() { stopListening(as: .paused(until: Clock.now() + Self.pauseTime)) }

  private func stopListening(as next: Listening) {
    if case .open = listening { events.remove(listener) }
    listening = next
  }

  /// Listens again if the pause is over.
  func listenAgain() {
    if case .paused(let end) = listening, Clock.now() >= end { listen() }
  }

  func closeListener() {
    if case .closed = listening { return }
    stopListening(as: .closed)
    close(listener)
    didCloseListener()
  }

  /// Accepts the connections that wait already, but not all that come meanwhile, and closes the listener.
  func acceptBacklog(_ daemon: Daemon) {
    if case .closed = listening { return }
    for _ in 0..<(Int(ListeningSocket.backlog) / Self.maxAccepted) {
      if accept(daemon) < Self.maxAccepted { break }
    }
    closeListener()
  }

  /// Accepts some connections.
  ///
  /// - Returns: Their number.
  @discardableResult
  func accept(_ daemon: Daemon) -> Int {
    let isRefusing =
      overload.isSuspected && overload.refusesConnections(handlerWait: core.configuration.handlerWait(nil))
    for count in 0..<(isRefusing ? Self.maxRefused : Self.maxAccepted) {
      guard core.capacity.take(of: .connections) else {
        pause()
        return count
      }
      var address = sockaddr_storage()
      var size = socklen_t(0)
      let descriptor = accept_connection(listener, &address, &size)
      if descriptor >= 0, isRefusing, refuse(descriptor) { continue }
      if descriptor >= 0 {
        withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { serve(descriptor, from: $0, size: size, daemon) }
        }
        continue
      }
      let code = errno
      core.capacity.giveBack(of: .connections)
      switch code {
      case ECONNABORTED, EINTR, EPERM, EPROTO: continue  // because of the client, or of a packet filter
      case EAGAIN: return count
      default:
        pause()
        return count
      }
    }
    return Self.maxAccepted
  }

  /// Refuses a connection whose request has arrived, before libmicrohttpd has it. The connection ends when the client closes it.
  ///
  /// - Returns: False if the request has not arrived, or is a health check.
  private func refuse(_ descriptor: Int32) -> Bool {
    let isRefused = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { start in
      let count = recv(descriptor, start.baseAddress, start.count, Int32(MSG_PEEK | MSG_DONTWAIT))
      return count > 0 && !isVital(UnsafeRawBufferPointer(rebasing: start[..<count]))
    }
    guard isRefused else { return false }
    // With MSG_TRUNC, TCP drops the bytes and copies nothing (tcp(7)).
    recv(descriptor, nil, 1 << 20, Int32(MSG_TRUNC | MSG_DONTWAIT))
    overloadAnswer.send(to: descriptor)
    core.configuration.overloadRefused()
    shutdown(descriptor, Int32(SHUT_WR))
    if !linger(descriptor, for: nil) { core.capacity.giveBack(of: .connections) }
    return true
  }

  /// Whether a request begins as one for a path that is always answered.
  private func isVital(_ start: UnsafeRawBufferPointer) -> Bool {
    let methodEnd = start.firstIndex(of: 0x20).map { $0 + 1 } ?? start.count
    let target = UnsafeRawBufferPointer(rebasing: start[methodEnd...])
    return core.configuration.pathsExemptFromLimits.contains { target.starts(with: $0.utf8) }
  }
}

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
