import Foundation
import Testing

/// The folder of one test.
struct TemporaryFolder: Sendable {
  private let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sessions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  static func with(_ body: (TemporaryFolder) throws -> Void) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try body(folder)
  }

  static func with(_ body: (TemporaryFolder) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await body(folder)
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func remove() { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
}
