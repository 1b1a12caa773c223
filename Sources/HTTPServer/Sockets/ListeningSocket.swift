internal import Basics
internal import Glibc
internal import Synchronization

/// The socket that the server accepts from. libmicrohttpd would not say why it cannot be opened.
package final class ListeningSocket: Sendable {
  package let descriptor: Int32
  /// The address, with the port that the system chose.
  package let address: ListeningAddress
  /// The same with the host as a number.
  let numericAddress: ListeningAddress
  /// The file of a Unix socket that this process made.
  private let file: SocketFile?
  private let isClosed = Atomic(false)

  /// The number of connections that may wait to be accepted.
  static let backlog: Int32 = 4096
  private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  /// - Parameter sharesPort: Whether other processes of this user may listen on the same port at the same time
  ///   (`SO_REUSEPORT`). The system then divides new connections among them.
  package init(_ address: ListeningAddress, sharesPort: Bool) throws(HTTPServerError) {
    switch address {
    case .tcp(let host, let port):
      descriptor = try Self.open(host: host, port: port, sharesPort: sharesPort)
      numericAddress = ListeningAddress(of: descriptor) ?? address
      self.address = .tcp(host: host, port: numericAddress.port)
      file = nil
    case .unix(let path):
      (descriptor, file) = try Self.open(path: path)
      self.address = address
      numericAddress = address
    case .inherited(let descriptor):
      guard Self.isListening(descriptor), let address = ListeningAddress(of: descriptor) else {
        throw .notListening(descriptor: descriptor)
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      self.descriptor = descriptor
      self.address = address
      numericAddress = address
      file = nil
    }
  }

  deinit {
    removeFile()
    close()
  }

  /// Closes the descriptor, once.
  package func close() {
    if !isClosed.exchange(true, ordering: .relaxed) { Glibc.close(descriptor) }
  }

  /// Removes the file of a Unix socket, unless it is another server's by now.
  package func removeFile() { file?.remove() }

  // MARK: - TCP

  private static func open(host: String, port: UInt16, sharesPort: Bool) throws(HTTPServerError) -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    guard getaddrinfo(bare, String(port), &hints, &found) == 0, let address = found else {
      throw .unknownHost(host)
    }
    defer { freeaddrinfo(address) }
    let family = address.pointee.ai_family
    let descriptor = socket(family, kind, 0)
    if descriptor < 0 { throw error("socket", host, port) }
    setOption(SO_REUSEADDR, of: descriptor, to: 1)
    if sharesPort { setOption(SO_REUSEPORT, of: descriptor, to: 1) }
    if family == AF_INET6 { setOption(IPV6_V6ONLY, of: descriptor, level: Int32(IPPROTO_IPV6), to: 0) }
    var failed: String?
    if bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) != 0 {
      failed = "bind"
    } else if listen(descriptor, backlog) != 0 {
      failed = "listen"
    }
    if let failed {
      let error = error(failed, host, port)
      Glibc.close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func error(_ operation: String, _ host: String, _ port: UInt16) -> HTTPServerError {
    let code = errno
    return switch code {
    case EADDRINUSE: .portInUse(host: host, port: port)
    case EACCES, EPERM: .portNotPermitted(host: host, port: port)
    case EADDRNOTAVAIL: .addressNotAvailable(host)
    default: HTTPServerError(SystemError(operation, code))
    }
  }

  // MARK: - Unix sockets

  private static func open(path: String) throws(HTTPServerError) -> (Int32, SocketFile) {
    guard let address = UnixSocketAddress(path: path) else { throw .socketPathTooLong(path) }
    let descriptor = socket(AF_UNIX, kind, 0)
    if descriptor < 0 { throw HTTPServerError(SystemError("socket")) }
    do throws(HTTPServerError) {
      try SocketFile.removeStale(path, address)
      // Nobody can connect before `listen`, so the permissions are right from the first connection on.
      guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, chmod(path, SocketFile.mode) == 0,
        let file = SocketFile(path), listen(descriptor, backlog) == 0
      else { throw .socketNotCreated(path, code: errno) }
      return (descriptor, file)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  // MARK: - Sockets of other processes

  private static func isListening(_ descriptor: Int32) -> Bool {
    func option(_ name: Int32) -> Int32? {
      var value: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
    return option(SO_TYPE) == Int32(SOCK_STREAM.rawValue) && option(SO_ACCEPTCONN) == 1
  }
}

/// Sets an option of a socket.
func setOption(_ option: Int32, of descriptor: Int32, level: Int32 = SOL_SOCKET, to value: Int32) {
  var value = value
  setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
}

/// The file of a Unix socket.
private struct SocketFile: Sendable {
  /// The server's user and group may connect.
  static let mode: mode_t = 0o660

  private let path: String
  private let device: dev_t
  private let number: ino_t

  /// Nil if there is no file.
  init?(_ path: String) {
    guard let status = Self.status(path) else { return nil }
    self.path = path
    device = status.st_dev
    number = status.st_ino
  }

  func remove() {
    guard let status = Self.status(path), status.st_dev == device, status.st_ino == number else { return }
    unlink(path)
  }

  /// Removes the file of a server that has ended without removing it.
  ///
  /// - Throws: If a server answers there, or the file is not a socket.
  static func removeStale(_ path: String, _ address: UnixSocketAddress) throws(HTTPServerError) {
    guard let status = status(path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    if descriptor < 0 { throw HTTPServerError(SystemError("socket")) }
    defer { close(descriptor) }
    let result = address.withPointer { connect(descriptor, $0, $1) }
    // ECONNREFUSED: no process listens. EAGAIN: one does, but its backlog is full.
    if result == 0 || errno != ECONNREFUSED {
      throw result == 0 || errno == EAGAIN ? .socketInUse(path) : .socketNotCreated(path, code: errno)
    }
    unlink(path)
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
