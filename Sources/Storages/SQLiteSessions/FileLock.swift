internal import Glibc

/// A lock on a file, which the system releases when the process ends (flock(2)).
final class FileLock: Sendable {
  private let descriptor: Int32

  /// The time between two attempts, in microseconds.
  private static let pause: UInt32 = 5000

  /// - Parameters:
  ///   - path: The file to lock. It is created if it is missing, and never removed, because another process may be about to
  ///     lock it.
  ///   - mayWait: Whether to wait on while another process has the lock. It gets the id of that process, if it is known.
  init(_ path: String, mayWait: (_ process: Int32?) -> Bool) throws(FileLockError) {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      let process = FileLock.process(descriptor)
      if code == EWOULDBLOCK, mayWait(process) {
        usleep(FileLock.pause)
        continue
      }
      close(descriptor)
      throw code == EWOULDBLOCK ? .taken(process: process) : .system(code)
    }
    self.descriptor = descriptor
    // The id is for the error of another server. The lock works without it.
    let process = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, process, process.count, 0) }
  }

  deinit { close(descriptor) }

  func unlock() { flock(descriptor, LOCK_UN) }

  /// The id of the process that has the lock; nil if it is unknown.
  private static func process(_ descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Int32(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").first ?? "")
  }
}

enum FileLockError: Error {
  case taken(process: Int32?)
  case system(Int32)
}
