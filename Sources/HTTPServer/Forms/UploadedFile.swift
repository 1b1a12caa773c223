internal import Glibc

/// A file that came with a form. One that a client sent has no name in any folder: when nobody holds it any more, or the
/// process ends in whatever way, its bytes are gone.
package final class UploadedFile: Sendable {
  /// What the client called it: the last component of that, never a path.
  package let filename: String
  /// What the client says it is.
  package let contentType: String?
  /// How many bytes came, also of those that were dropped.
  package let size: Int
  /// Whether the file fitted. The bytes of one that did not are not to be used, and those that a client sent are dropped.
  package let isComplete: Bool
  /// Open for reading, at its start, while this object lives.
  package let descriptor: Int32

  /// By which this process can open the file anew, while this object lives.
  package var path: String { "/proc/self/fd/\(descriptor)" }

  init(filename: String, contentType: String?, size: Int, isComplete: Bool, descriptor: Int32) {
    self.filename = filename
    self.contentType = contentType
    self.size = size
    self.isComplete = isComplete
    self.descriptor = descriptor
  }

  /// A file of this machine, as if it had been sent by a client.
  ///
  /// - Parameter room: How many bytes fit. A larger file stays as it is, and is not complete.
  /// - Returns: Nil if the file cannot be read.
  package convenience init?(path: String, room: Int) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
    let type = MediaType.of(path[...]).prefix { $0 != ";" }
    self.init(
      filename: Self.lastComponent(path), contentType: String(type), size: Int(status.st_size),
      isComplete: Int(status.st_size) <= room, descriptor: descriptor)
  }

  /// What a form has for a file if none was chosen.
  package static var nothing: UploadedFile {
    UploadedFile(filename: "", contentType: nil, size: 0, isComplete: true, descriptor: -1)
  }

  deinit { close(descriptor) }

  /// A file without a name in the folder, or below 0.
  static func make(in folder: String) -> Int32 {
    let descriptor = open(folder, unnamedForWriting, 0o600)
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

  /// What is left of a path, of either kind of separator. Control characters are left out.
  static func lastComponent(_ name: String) -> String {
    let last = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
    let scalars = last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    let cleaned = String(String.UnicodeScalarView(scalars))
    return cleaned == "." || cleaned == ".." ? "" : cleaned
  }
}

/// glibc's macro for it is not simple enough to be imported.
private let unnamedForWriting = 0o20000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
