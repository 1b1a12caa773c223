internal import Basics
internal import Glibc

/// Takes the listening socket from systemd, and notifies systemd of the process's state. Does nothing without systemd.
enum ServiceManager {
  /// The notice that the process serves.
  static let ready = "READY=1"
  /// The notice that the process will serve when another one has released the sessions.
  static let waiting = "STATUS=Waiting for the sessions of another process."

  /// The first descriptor of those that are passed on (sd_listen_fds(3)).
  static let firstDescriptor: Int32 = 3
  /// systemd passes on far fewer.
  private static let maxSockets: Int32 = 1024

  /// Takes the listening socket that systemd opened for this process (sd_listen_fds(3)). Processes that this one starts do not
  /// take it again.
  ///
  /// - Returns: Its descriptor; nil if there is none.
  static func takeSocket(_ environment: [String: String]) throws(CommandLineError) -> Int32? {
    guard let process = environment["LISTEN_PID"], let count = environment["LISTEN_FDS"] else { return nil }
    let names = environment["LISTEN_FDNAMES"]?.split(separator: ":").map(String.init) ?? []
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    guard process == "\(getpid())" else { return nil }
    guard let count = Int32(count), (0...maxSockets).contains(count) else {
      throw .invalidValue(count, of: "LISTEN_FDS", "it must be the number of sockets that systemd passes on")
    }
    for descriptor in firstDescriptor..<(firstDescriptor + count) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    if count > 1 { throw .severalSockets(count: Int(count), names: names) }
    return count == 1 ? firstDescriptor : nil
  }

  /// Sends a notice to systemd (sd_notify(3)), such as `READY=1`. Needs `Type=notify` in the unit.
  static func tell(_ notice: String) {
    guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }),
      let address = UnixSocketAddress(path: path, allowsAbstract: true)
    else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // systemd reads at once. Something else must not stop the server by reading nothing.
    var timeout = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    let bytes = Array(notice.utf8)
    _ = address.withPointer { sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
  }
}
