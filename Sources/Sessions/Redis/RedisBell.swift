internal import Glibc

/// What wakes a thread that waits for a socket.
final class RedisBell: Sendable {
  /// Readable once it rang.
  let descriptor: Int32
  private let ringing: Int32

  init() throws(RedisProblem) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system(operation: "socketpair", code: errno) }
    (descriptor, ringing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(ringing)
  }

  func ring() {
    var byte: UInt8 = 0
    _ = write(ringing, &byte, 1)  // a full one rings already
  }

  /// Whether it rang since the last time.
  var isRinging: Bool {
    var bytes: (UInt64, UInt64) = (0, 0)
    return read(descriptor, &bytes, 16) > 0
  }

  /// Waits for some time, nil for any, or until it rings. Not at all if that is over which is waited for: whoever
  /// makes it so rings afterwards.
  func pause(_ time: Duration?, unless isOver: () -> Bool) {
    while isRinging {}
    if !isOver() { _ = RedisSocket.wait(for: [(descriptor, events: POLLIN)], until: time.map { .now + $0 }) }
  }
}
