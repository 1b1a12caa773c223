internal import Foundation
internal import Basics
internal import TempuraUI

/// Sees to it that no screen overwrites the files of another one.
final class SnapshotNames: Sendable {
  static let shared = SnapshotNames()

  /// The test that has a file, by the file.
  private let owners = Locked<[String: String]>([:])

  /// Takes the names of screens.
  ///
  /// - Parameters:
  ///   - sharesNames: Whether names that another test has are taken nevertheless: the later screen has the file, and whose
  ///     the reference is nobody can tell.
  ///   - fail: Is told of each name that cannot be taken.
  /// - Returns: The others.
  func register(
    _ cases: [ScreenTest.Case], of test: String, settings: UITests.Settings, sharesNames: Bool,
    fail: (_ name: String, _ message: String) -> Void
  ) -> [ScreenTest.Case] {
    cases.compactMap { candidate in
      let identifier = candidate.fullIdentifier
      if let problem = Self.problem(with: identifier) {
        fail("\(test) “\(identifier)”", problem)
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
      if sharesNames, owner != test {
        var candidate = candidate
        candidate.isCompared = false
        return candidate
      }
      fail("\(test) “\(identifier)”", "\(owner) has a test case of that name, too, and they would share their files.")
      return nil
    }
  }

  /// Forgets the names below a folder, as if another run began.
  func forget(in directory: String) {
    owners.withLock { $0 = $0.filter { !$0.key.hasPrefix(directory) } }
  }

  /// Why an identifier cannot be the name of a file; nil if it can.
  static func problem(with identifier: String) -> String? {
    if identifier.isEmpty || identifier.hasPrefix(".") {
      return "A name of files is not empty, and begins with no dot."
    }
    if identifier.contains("/") || identifier.unicodeScalars.contains(where: { $0.value < 32 }) {
      return "It cannot be the name of a file, since it has a slash or a control character in it."
    }
    if identifier.utf8.count > 180 { return "It is too long for the name of a file: 180 bytes at most." }
    return nil
  }
}
