internal import Foundation
internal import Basics
internal import TempuraUI

/// Keeps snapshots from overwriting each other's files.
final class SnapshotNames: Sendable {
  static let shared = SnapshotNames()

  /// The name of the test that writes a file, by the path of the file.
  private let owners = Locked<[String: String]>([:])

  /// Registers the names of a test's cases.
  ///
  /// - Parameters:
  ///   - sharesNames: Whether several cases may have the same name. The later snapshot replaces the file and is not
  ///     compared, because the reference could be of either case.
  ///   - fail: Receives each case whose name cannot be used.
  /// - Returns: The cases whose names can be used.
  func register(
    _ cases: [ScreenTest.Case], of test: String, settings: UITests.Settings, sharesNames: Bool,
    fail: (_ test: ScreenTest.Case, _ message: String) -> Void
  ) -> [ScreenTest.Case] {
    cases.compactMap { candidate in
      let identifier = candidate.fullIdentifier
      if let problem = Self.problem(with: identifier) {
        fail(candidate, problem)
        return nil
      }
      let files = SnapshotFiles(
        directory: settings.directory, identifier: identifier, language: candidate.circumstances.language,
        screen: candidate.circumstances.device.size(held: candidate.circumstances.orientation),
        scale: candidate.circumstances.device.scale)
      let owner = owners.withLock { owners in
        defer { if owners[files.path] == nil { owners[files.path] = test } }
        return owners[files.path]
      }
      guard let owner else { return candidate }
      if sharesNames {
        var candidate = candidate
        candidate.isCompared = false
        return candidate
      }
      fail(candidate, "\(owner) has a test case of the same name, which would have the same files.")
      return nil
    }
  }

  /// Removes the names in a folder, as at the start of a run.
  func forget(in directory: String) {
    owners.withLock { $0 = $0.filter { !$0.key.hasPrefix(directory) } }
  }

  /// Why an identifier cannot be the name of a file; nil if it can.
  static func problem(with identifier: String) -> String? {
    if identifier.isEmpty || identifier.hasPrefix(".") {
      return "The name of a file must not be empty, and must not begin with a dot."
    }
    if identifier.contains("/") || identifier.unicodeScalars.contains(where: { $0.value < 32 }) {
      return "The name of a file must not contain a slash or a control character."
    }
    if identifier.utf8.count > 180 { return "The name of a file must not be longer than 180 bytes." }
    return nil
  }
}
