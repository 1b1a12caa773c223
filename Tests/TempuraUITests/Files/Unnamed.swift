import AppData
import Foundation
import Glibc

@testable import TempuraUI

/// A file without a name, as the server has those that were sent.
final class Unnamed {
  let descriptor: Int32

  init(_ text: String, in folder: String = ScratchFolder.parent) {
    descriptor = open(folder, 0o20000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
    _ = write(descriptor, text, text.utf8.count)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  func sent(as name: String) -> SentFile {
    SentFile(name: name, contentType: nil, size: 1, path: "/proc/self/fd/\(descriptor)", owner: self)
  }
}
