import Foundation

/// Files of a test, as a user has them on a device.
final class TestFiles {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// Where the apps keep files in tests.
  private static let apps: Void = {
    setenv("STATE_DIRECTORY", NSTemporaryDirectory() + "how-to", 1)
  }()

  init() throws {
    Self.apps
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func add(_ name: String, _ content: Data) throws -> URL {
    let file = folder.appending(path: name)
    try content.write(to: file)
    return file
  }

  /// A file that takes no room on the disk.
  func add(_ name: String, bytes: Int) throws -> URL {
    let file = try add(name, Data())
    try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(bytes))
    return file
  }
}
