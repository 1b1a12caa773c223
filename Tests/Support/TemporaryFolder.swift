internal import Foundation
internal import Synchronization

/// A new folder, which is removed together with its object.
package final class TemporaryFolder: Sendable {
  package let path: String
  private let isKept = Atomic(false)

  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "tempura-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { remove() }

  package func remove() {
    if !isKept.load(ordering: .relaxed) { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Leaves the folder where it is, so that a developer can look into it.
  package func keep() { isKept.store(true, ordering: .relaxed) }

  /// The path of a file or folder in it.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, in new folders if need be.
  package func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The content of a file; empty if there is none.
  package func read(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: path(name)).map { Array($0) } ?? []
  }
}
