internal import Foundation
internal import Glibc

/// A folder of this process for what Chromium needs to have in files. It goes when the process ends; should the process
/// have no time for that, with the next one.
enum TemporaryFolder {
  private static let prefix = "tempura-testing-"

  static let path: String = {
    removeLeftovers()
    let path = NSTemporaryDirectory() + "/\(prefix)\(getpid())"
    guard mkdir(path, 0o700) == 0 else { fatalError("\(path) cannot be made: error \(errno).") }
    atexit {
      // A browser that is running would write its files again.
      Chromium.endShared()
      try? FileManager.default.removeItem(atPath: TemporaryFolder.path)
    }
    return path
  }()

  /// Removes the folders of processes that have ended.
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
