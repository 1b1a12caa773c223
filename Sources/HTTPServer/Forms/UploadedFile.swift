internal import Basics
internal import Glibc

/// A file that came with a form.
package final class UploadedFile: Sendable {
  /// What the client called it: the last component of that, never a path.
  package let filename: String
  /// What the client says it is.
  package let contentType: String?
  /// How many bytes came, also of those that were dropped.
  package let size: Int
  /// Whether the file fitted. The bytes of one that did not are not to be used, and those that a client sent are dropped.
  package let isComplete: Bool
  /// Where a process can open the file while this object lives.
  package let path: String

  /// Nil if nothing of it was kept.
  private let file: TemporaryFile?

  init(filename: String, contentType: String?, size: Int, isComplete: Bool, file: TemporaryFile?) {
    self.filename = filename
    self.contentType = contentType
    self.size = size
    self.isComplete = isComplete
    self.file = file
    path = file.map { "/proc/self/fd/\($0.descriptor)" } ?? "/dev/null"
  }

  /// A file of this machine, as if it had been sent by a client.
  ///
  /// - Parameter room: How many bytes fit. A larger file is not complete.
  /// - Returns: Nil if the file cannot be read.
  package init?(path: String, room: Int) {
    var status = stat()
    guard access(path, R_OK) == 0, stat(path, &status) == 0 else { return nil }
    filename = Self.lastComponent(path)
    contentType = String(MediaType.ofFile(path).prefix { $0 != ";" })
    size = Int(status.st_size)
    isComplete = size <= room
    file = nil
    self.path = path
  }

  /// What a form has for a file if none was chosen.
  package static var nothing: UploadedFile {
    UploadedFile(filename: "", contentType: nil, size: 0, isComplete: true, file: nil)
  }

  /// What is left of a path, of either kind of separator. Control characters are left out.
  static func lastComponent(_ name: String) -> String {
    let last = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
    let scalars = last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    let cleaned = String(String.UnicodeScalarView(scalars))
    return cleaned == "." || cleaned == ".." ? "" : cleaned
  }
}
