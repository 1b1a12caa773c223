import Foundation

/// A folder with files of users: outside of their sessions, and outside of `Public`.
struct FileFolder: Sendable {
  let url: URL

  init(_ name: String) {
    let folder = ProcessInfo.processInfo.environment["STATE_DIRECTORY"] ?? NSTemporaryDirectory() + "how-to"
    url = URL(fileURLWithPath: folder).appending(path: name)
  }

  func file(named name: String) -> URL { url.appending(path: name) }

  /// - Returns: The name of the copy, which is random.
  func add(copyOf file: URL) throws -> String {
    let name = try newName()
    try FileManager.default.copyItem(at: file, to: self.file(named: name))
    return name
  }

  func add(_ data: Data) throws -> String {
    let name = try newName()
    try data.write(to: file(named: name))
    return name
  }

  func remove(_ name: String) { try? FileManager.default.removeItem(at: file(named: name)) }

  private func newName() throws -> String {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return UUID().uuidString
  }
}
