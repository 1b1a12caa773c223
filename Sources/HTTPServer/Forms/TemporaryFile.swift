internal import Basics
internal import Glibc

/// An open file without a name in any folder. Its bytes are gone when the last reference or the process ends.
final class TemporaryFile: Sendable {
  let descriptor: Int32
  private let core: ServerCore
  private let address: NetworkAddress?

  /// Opens a file in the temporary folder of the server.
  ///
  /// - Parameter address: The address that files are limited by; nil for one without a limit.
  /// - Throws: `RequestError.tooManyUploads` if there are too many files, `storageFailed` if the folder takes none.
  init(_ core: ServerCore, for address: NetworkAddress?) throws(RequestError) {
    guard core.capacity.files.take(for: address) else { throw .tooManyUploads }
    descriptor = Self.open(in: core.configuration.temporaryFolder)
    if descriptor < 0 {
      core.capacity.files.giveBack(for: address)
      throw .storageFailed
    }
    self.core = core
    self.address = address
  }

  deinit {
    close(descriptor)
    core.capacity.files.giveBack(for: address)
  }

  /// - Returns: False if not all of it could be written.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool { writeAll(bytes, to: descriptor) == bytes.count }

  func rewind() { lseek(descriptor, 0, SEEK_SET) }

  private static func open(in folder: String) -> Int32 {
    let descriptor = Glibc.open(folder, unnamedForWriting, 0o600)
    if descriptor >= 0 { return descriptor }
    // Not every file system has files without a name. Then the name of a new file is removed at once.
    var template = Array("\(folder)/upload-XXXXXX".utf8CString)
    let named = mkstemp(&template)
    if named >= 0 {
      unlink(template)
      _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    }
    return named
  }
}

/// `O_TMPFILE`, a macro that Swift cannot import, for reading and writing.
private let unnamedForWriting = 0o20000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
