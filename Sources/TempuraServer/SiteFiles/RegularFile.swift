internal import Foundation
internal import Glibc

/// Files in folders in which there may be anything. Opening a pipe would block for ever.
enum RegularFile {
  /// Reads a file.
  ///
  /// - Parameter limit: The bytes that are read at most; nil for all.
  /// - Returns: Nil if there is no such file, if it cannot be read, or if it is not a regular file.
  static func contents(atPath path: String, limit: Int? = nil) -> Data? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0 { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard let limit else { return (try? file.readToEnd()) ?? (status.st_size == 0 ? Data() : nil) }
    return try? file.read(upToCount: limit) ?? Data()
  }
}
