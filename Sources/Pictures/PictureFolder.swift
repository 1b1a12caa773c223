internal import Basics
internal import StateFolder
package import Foundation

/// The folder with the pictures that pages name, and with what was made of them for browsers. The least recently used files are removed.
/// Files that cannot be written are made again.
package final class PictureFolder: Sendable {
  /// That of the process: beside its sessions, or among temporary files if it has no home.
  package static let shared = PictureFolder(
    at: (StateFolder.path ?? "\(NSTemporaryDirectory())/tempura-\(getuid())") + "/picture-cache", limit: 1 << 30)

  let path: String
  private let limit: Int
  /// The size of all files; nil before they were counted.
  private let size = Locked<Int?>(nil)

  /// - Parameter limit: In bytes.
  package init(at path: String, limit: Int) { (self.path, self.limit) = (path, limit) }

  /// Returns the content of a file, which stays as it is if the file is removed; nil if there is none.
  package func content(of name: String) -> Data? {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    guard let data = try? Data(contentsOf: url, options: .alwaysMapped) else { return nil }
    utimensat(AT_FDCWD, url.path, nil, 0)
    return data
  }

  /// Returns the path of a file; nil if there is none.
  package func path(of name: String) -> String? {
    utimensat(AT_FDCWD, "\(path)/\(name)", nil, 0) == 0 ? "\(path)/\(name)" : nil
  }

  package func has(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

  /// Writes a file, so that others see all of it or nothing.
  ///
  /// - Returns: Whether it is there.
  @discardableResult
  package func add(_ content: Data, as name: String) -> Bool {
    add(as: name, size: content.count) { FileManager.default.createFile(atPath: $0, contents: content) }
  }

  /// Adds a copy of a file.
  func add(copyOf file: String, as name: String) -> Bool {
    let size = (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
    return size <= limit
      && add(as: name, size: size) { (try? FileManager.default.copyItem(atPath: file, toPath: $0)) != nil }
  }

  private func add(as name: String, size new: Int, _ write: (_ path: String) -> Bool) -> Bool {
    let file = "\(path)/.\(UInt64.random(in: .min ... .max))"
    guard StateFolder.create(path) == nil, write(file), rename(file, "\(path)/\(name)") == 0 else {
      unlink(file)
      return false
    }
    let isFull = size.withLock { size in
      size = (size ?? files().reduce(-new) { $0 + $1.size }) + new
      return size! > limit
    }
    if isFull { shrink() }
    return true
  }

  private struct File {
    let name: String
    let size: Int
    let lastUse: Int
  }

  private func files() -> [File] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { name in
      var status = stat()
      guard stat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return File(name: name, size: Int(status.st_size), lastUse: status.st_mtim.tv_sec)
    }
  }

  /// Removes what was not used longest, until there is room for some time.
  private func shrink() {
    let files = files().sorted { $0.lastUse < $1.lastUse }
    var sum = files.reduce(0) { $0 + $1.size }
    for file in files where sum > limit / 4 * 3 {
      unlink("\(path)/\(file.name)")
      sum -= file.size
    }
    size.withLock { $0 = sum }
  }
}
