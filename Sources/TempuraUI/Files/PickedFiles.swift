package import Foundation
internal import Glibc
internal import Basics

/// The files of one form, in a folder of their own. The folder is removed when this object is released.
package final class PickedFiles {
  package let urls: [URL]
  private let folder: String

  /// Creates the folder and links the files into it under their names. Copies a file only if it cannot be linked.
  ///
  /// - Throws: `PickedFilesError` if a system call fails, for example because the disk is full.
  package init(_ files: [SentFile]) throws(PickedFilesError) {
    folder = try PickedFiles.makeFolder()
    var urls: [URL] = []
    var taken: Set<String> = []
    do throws(PickedFilesError) {
      for file in files {
        let path = "\(folder)/\(FileName.unique(FileName.cleaned(file.name), among: &taken))"
        try PickedFiles.link(file.path, to: path)
        urls.append(URL(fileURLWithPath: path))
      }
    } catch {
      PickedFiles.remove(folder)
      throw error
    }
    self.urls = urls
  }

  deinit { PickedFiles.remove(folder) }

  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  // MARK: - Files

  /// Links an unnamed temporary file to a name (open(2), on O_TMPFILE), or copies it if the file system refuses the
  /// link.
  private static func link(_ path: String, to name: String) throws(PickedFilesError) {
    if linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 { return }
    let source = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw PickedFilesError("open", errno) }
    defer { close(source) }
    let copy = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw PickedFilesError("open", errno) }
    defer { close(copy) }
    while true {
      let count = sendfile(copy, source, nil, 1 << 20)
      if count == 0 { return }
      if count < 0, errno != EINTR { throw PickedFilesError("sendfile", errno) }
    }
  }

  // MARK: - Folders

  private static let prefix = "tempura-files-"

  /// The folder of this process, which is removed at its end. The process holds a lock on it: the system releases the lock when the
  /// process ends in another way.
  private static let ownFolder = Locked<String?>(nil)

  /// - Returns: A new folder that only this user can read. The next start of a server removes it if this process does not.
  static func makeFolder() throws(PickedFilesError) -> String { try makeFolder("\(folderOfProcess())/") }

  /// A folder for temporary files that only this user can read, as long as the process runs.
  package static func folderOfProcess() throws(PickedFilesError) -> String {
    try ownFolder.withLock { own throws(PickedFilesError) in
      if let own, access(own, W_OK) == 0 { return own }
      let made = try makeLockedFolder()
      if own == nil {
        atexit { if let folder = PickedFiles.ownFolder.withLock({ $0 }) { PickedFiles.remove(folder) } }
      }
      own = made
      return made
    }
  }

  /// - Returns: A new folder that only this user can read.
  private static func makeFolder(_ beginning: String) throws(PickedFilesError) -> String {
    var template = Array("\(beginning)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw PickedFilesError("mkdtemp", errno) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func makeLockedFolder() throws(PickedFilesError) -> String {
    while true {
      let folder = try makeFolder("\(temporaryFolder)/\(prefix)")
      let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      // `removeLeftovers` of another process may have removed the folder before it was locked.
      if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(folder, W_OK) == 0 { return folder }
      if descriptor >= 0 { close(descriptor) } else if errno != ENOENT { throw PickedFilesError("open", errno) }
    }
  }

  /// The folder for temporary files: `TMPDIR`, or `/tmp`.
  package static var temporaryFolder: String {
    let path = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Removes the folders of processes that ended without cleanup. Their folders are not locked any more.
  package static func removeLeftovers() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: temporaryFolder)) ?? []
    where name.hasPrefix(prefix) {
      let path = "\(temporaryFolder)/\(name)"
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

/// A system call for uploaded files failed.
package struct PickedFilesError: Error, CustomStringConvertible {
  let operation: String
  let code: Int32

  init(_ operation: String, _ code: Int32) {
    self.operation = operation
    self.code = code
  }

  package var description: String { "\(operation) failed (\(String(cString: strerror(code))))." }
}
