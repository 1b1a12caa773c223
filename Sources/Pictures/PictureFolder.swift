internal import Basics
internal import StateFolder
package import Foundation

/// The folder with the pictures that pages name, with what was made of them for browsers, and with copies of other files that pages name,
/// such as a film that a user has picked. The least recently used files are removed. Files that cannot be written are made again.
package final class PictureFolder: Sendable {
  let path: String
  private let limit: Int
  private let isInUse: @Sendable (_ name: String) -> Bool
  /// The size of all files; nil before they were counted.
  private let size = Locked<Int?>(nil)
  /// The copies of files, by their versions.
  private let copied = GenerationCache<String, String>(capacity: 4096)

  /// - Parameters:
  ///   - limit: In bytes.
  ///   - isInUse: Whether a file is not to be removed.
  package init(at path: String, limit: Int, isInUse: @escaping @Sendable (String) -> Bool = { _ in false }) {
    (self.path, self.limit, self.isInUse) = (path, limit, isInUse)
  }

  /// Returns the content of a file, which stays as it is if the file is removed; nil if there is none.
  package func content(of name: String) -> Data? { path(of: name).flatMap(content(at:)) }

  private func content(at path: String) -> Data? {
    try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
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
    add(size: content.count) { FileManager.default.createFile(atPath: $0, contents: content) ? name : nil } != nil
  }

  /// The end of the names of copied files. No picture has it, whatever a file says.
  package static let copyEnding = ".copy"

  /// Keeps a copy of a file.
  ///
  /// - Returns: The copy's name, which has its digest; nil if the file cannot be read or copied.
  package func add(copyOf file: String) -> String? {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
    let version = "\(status.st_ino) \(status.st_size) \(status.st_ctim.tv_sec) \(status.st_ctim.tv_nsec)"
    if let name = copied[version], has(name) { return name }
    let name = add(size: Int(status.st_size)) { copy in
      // The digest of the copy, which no one changes meanwhile.
      (try? FileManager.default.copyItem(atPath: file, toPath: copy)).flatMap { content(at: copy) }
        .map { ContentDigest.of($0) + Self.copyEnding }
    }
    if let name { copied.insert(name, for: version, cost: 1) }
    return name
  }

  /// - Parameter write: Writes the file, and returns the name that it gets then.
  private func add(size new: Int, _ write: (_ path: String) -> String?) -> String? {
    let file = "\(path)/.\(UInt64.random(in: .min ... .max))"
    guard StateFolder.create(path) == nil, let name = write(file), rename(file, "\(path)/\(name)") == 0 else {
      unlink(file)
      return nil
    }
    let isFull = size.withLock { size in
      size = (size ?? files().reduce(-new) { $0 + $1.size }) + new
      return size! > limit
    }
    if isFull { shrink() }
    return name
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
    for file in files where sum > limit / 4 * 3 && !isInUse(file.name) {
      unlink("\(path)/\(file.name)")
      sum -= file.size
    }
    size.withLock { $0 = sum }
  }
}
