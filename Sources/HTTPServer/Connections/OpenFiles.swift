internal import Glibc

/// The number of descriptors that the system lets the process have.
enum OpenFiles {
  /// Left for logs, databases, and files being served.
  private static let reserve = 256

  /// Raises the limit as far as needed and allowed.
  ///
  /// - Parameter wanted: The number of descriptors besides those that are kept in reserve.
  /// - Returns: How many of them there are.
  static func raise(for wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
    let all = rlim_t(clamping: wanted) &+ rlim_t(reserve)
    if limit.rlim_cur < all {
      limit.rlim_cur = min(all, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    let room = Int(clamping: limit.rlim_cur)
    return min(wanted, max(room - reserve, room / 2))
  }
}
