internal import Basics
internal import Glibc

/// An open file without a name in any folder: when it is released, or the process ends in whatever way, its bytes are gone.
final class TemporaryFile: Sendable {
  let descriptor: Int32
  private let capacity: Capacity
  private let address: NetworkAddress?

  /// - Parameters:
  ///   - capacity: Where the file is counted, until the end of this.
  ///   - address: The address that it is counted for; nil for one without a limit.
  /// - Throws: `RequestProblem.tooManyUploads` if there are too many files, `storageFailed` if the folder takes none.
  init(in folder: String, _ capacity: Capacity, for address: NetworkAddress?) throws(RequestProblem) {
    guard capacity.takeFile(for: address) else { throw .tooManyUploads }
    descriptor = Self.open(in: folder)
    if descriptor < 0 {
      capacity.giveFile(for: address)
      throw .storageFailed
    }
    self.capacity = capacity
    self.address = address
  }

  deinit {
    close(descriptor)
    capacity.giveFile(for: address)
  }

  /// - Returns: False if not all of it could be written.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool { writeAll(bytes, to: descriptor) == bytes.count }

  func rewind() { lseek(descriptor, 0, SEEK_SET) }

  private static func open(in folder: String) -> Int32 {
    let descriptor = Glibc.open(folder, unnamedForWriting, 0o600)
    if descriptor >= 0 { return descriptor }
    // Not every file system can: then one whose name is taken away at once.
    var template = Array("\(folder)/upload-XXXXXX".utf8CString)
    let named = mkstemp(&template)
    if named >= 0 {
      unlink(template)
      _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    }
    return named
  }
}

/// glibc's macro for it is not simple enough to be imported.
private let unnamedForWriting = 0o20000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
