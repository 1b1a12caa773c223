internal import Glibc

/// A lock that a process has as long as it runs, in whatever way it ends (flock(2)).
final class FileLock: Sendable {
  private let descriptor: Int32

  /// - Parameter path: The file that is locked, which is made if need be. It stays, for another process might be about
  /// to
  ///   lock it.
  init(_ path: String) throws(FileLockFailure) {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let process = FileLock.process(descriptor)
      close(descriptor)
      throw code == EWOULDBLOCK ? .taken(process: process) : .system(code)
    }
    self.descriptor = descriptor
    // For the one who comes next; it is a lock without that, too.
    let process = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, process, process.count, 0) }
  }

  deinit { close(descriptor) }

  /// Lets go of it before this object is gone.
  func unlock() { flock(descriptor, LOCK_UN) }

  /// Who has the lock, as far as known.
  private static func process(_ descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Int32(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").first ?? "")
  }
}

enum FileLockFailure: Error {
  case taken(process: Int32?)
  case system(Int32)
}
