internal import Foundation
internal import Glibc

/// A folder of this process for Chromium's files. It is removed when the process exits, or by the next process if this
/// one crashes.
enum ChromiumFolder {
  private static let prefix = "tempura-testing-"

  static let path: String = {
    removeLeftovers()
    let path = NSTemporaryDirectory() + "/\(prefix)\(getpid())"
    guard mkdir(path, 0o700) == 0 else { fatalError("\(path) cannot be made: error \(errno).") }
    atexit {
      // A running browser would write its files again.
      Chromium.endShared()
      try? FileManager.default.removeItem(atPath: ChromiumFolder.path)
    }
    return path
  }()

  /// Removes the folders of processes that are no longer running.
  private static func removeLeftovers() {
    let folder = NSTemporaryDirectory()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
      guard let process = pid_t(name.dropFirst(prefix.count)), kill(process, 0) != 0 || process == getpid() else {
        continue
      }
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }
}
