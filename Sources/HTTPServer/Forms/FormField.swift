internal import Basics
internal import Glibc

/// A field of a form, as the client sent it.
package struct FormField: Sendable {
  package let name: String
  /// The text; empty for a file.
  package let value: String
  /// The file, if the field is one. A file that the user did not choose has no name and no bytes.
  package let file: UploadedFile?

  package init(name: String, value: String = "", file: UploadedFile? = nil) {
    self.name = name
    self.value = value
    self.file = file
  }
}

/// A file that a client sent with a form.
package final class UploadedFile: Sendable {
  /// The last component of the name that the client gave.
  package let filename: String
  /// The media type that the client gave.
  package let contentType: String?
  /// The number of bytes that the client sent, including those that were dropped.
  package let size: Int
  /// Whether the file is within the limit. The bytes of one that is not must not be used: the server has dropped some.
  package let isComplete: Bool
  /// A hash of the bytes that the client sent; 0 for a file of this machine, which is not sent twice.
  package let contentHash: UInt64
  /// The path at which this process can open the file while the object lives.
  package let path: String

  /// Nil for a file without kept bytes, or of this machine.
  private let file: TemporaryFile?

  init(
    filename: String, contentType: String?, size: Int, isComplete: Bool, contentHash: UInt64 = 0, file: TemporaryFile?
  ) {
    self.filename = filename
    self.contentType = contentType
    self.size = size
    self.isComplete = isComplete
    self.contentHash = contentHash
    self.file = file
    path = file.map { "/proc/self/fd/\($0.descriptor)" } ?? "/dev/null"
  }

  /// A file of this machine, as if a client had sent it.
  ///
  /// - Parameter room: The limit in bytes. A larger file is not complete.
  /// - Returns: Nil if the file cannot be read.
  package init?(path: String, room: Int) {
    var status = stat()
    guard access(path, R_OK) == 0, stat(path, &status) == 0 else { return nil }
    filename = Self.lastComponent(path)
    contentType = String(MediaType.ofFile(path).prefix { $0 != ";" })
    size = Int(status.st_size)
    isComplete = size <= room
    contentHash = 0
    file = nil
    self.path = path
  }

  /// The file of a field in which the user chose none.
  package static var nothing: UploadedFile {
    UploadedFile(filename: "", contentType: nil, size: 0, isComplete: true, file: nil)
  }

  /// The last component of a path, with either separator, without control characters.
  static func lastComponent(_ name: String) -> String {
    let last = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
    let scalars = last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    let cleaned = String(String.UnicodeScalarView(scalars))
    return cleaned == "." || cleaned == ".." ? "" : cleaned
  }
}

/// An open file without a name in any folder. Its bytes are gone when the last reference or the process ends.
final class TemporaryFile: Sendable {
  let descriptor: Int32
  private let capacity: Capacity
  private let address: NetworkAddress?

  /// Opens a file.
  ///
  /// - Parameter address: The address that files are limited by; nil for one without a limit.
  /// - Throws: `RequestError.tooManyUploads` if there are too many files, `storageFailed` if the folder takes none.
  init(in folder: String, _ capacity: Capacity, for address: NetworkAddress?) throws(RequestError) {
    guard capacity.take(of: .files, for: address) else { throw .tooManyUploads }
    descriptor = Self.open(in: folder)
    if descriptor < 0 {
      capacity.giveBack(of: .files, for: address)
      throw .storageFailed
    }
    self.capacity = capacity
    self.address = address
  }

  deinit {
    close(descriptor)
    capacity.giveBack(of: .files, for: address)
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
