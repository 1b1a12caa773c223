internal import Glibc

/// The number of files, and so of connections, that the system lets the process have open.
enum OpenFiles {
  /// Besides connections: logs, databases, files being sent or uploaded.
  private static let reserve = 256

  /// Raises the limit as far as is needed and allowed.
  ///
  /// - Returns: the number of connections that fit.
  static func raise(for connections: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
    let wanted = rlim_t(clamping: connections) &+ rlim_t(reserve)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    let room = Int(clamping: limit.rlim_cur)
    return min(connections, max(room - reserve, room / 2))
  }
}
