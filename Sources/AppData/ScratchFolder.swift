package import Basics
internal import Foundation
internal import Glibc

/// Folders for files of users, which are gone when the process has ended.
package enum ScratchFolder {
  private static let prefix = "tempura-files-"

  /// The folder of this process, which is removed at its end. The process holds a lock on it: the system releases the lock when the
  /// process ends in another way.
  private static let ownFolder = Locked<String?>(nil)

  /// - Returns: A new folder that only this user can read. The next start of a server removes it if this process does not.
  package static func make() throws(SystemError) -> String { try make("\(ofProcess())/") }

  /// A folder for temporary files that only this user can read, as long as the process runs.
  package static func ofProcess() throws(SystemError) -> String {
    try ownFolder.withLock { own throws(SystemError) in
      if let own, access(own, W_OK) == 0 { return own }
      let made = try makeLocked()
      if own == nil {
        atexit { if let folder = ScratchFolder.ownFolder.withLock({ $0 }) { ScratchFolder.remove(folder) } }
      }
      own = made
      return made
    }
  }

  /// - Returns: A new folder that only this user can read.
  private static func make(_ beginning: String) throws(SystemError) -> String {
    var template = Array("\(beginning)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func makeLocked() throws(SystemError) -> String {
    while true {
      let folder = try make("\(parent)/\(prefix)")
      let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      // `removeLeftovers` of another process may have removed the folder before it was locked.
      if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(folder, W_OK) == 0 { return folder }
      if descriptor >= 0 { close(descriptor) } else if errno != ENOENT { throw SystemError("open") }
    }
  }

  /// The folder for temporary files: `TMPDIR`, or `/tmp`.
  package static var parent: String {
    let path = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  package static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Removes the folders of processes that ended without cleanup. Their folders are not locked any more.
  package static func removeLeftovers() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else {
        continue
      }
      remove(path)
    }
  }
}
