internal import Foundation
internal import Basics
internal import TempuraUI

/// Keeps snapshots from overwriting each other's files.
final class SnapshotNames: Sendable {
  static let shared = SnapshotNames()

  /// The name of the test that writes a file, by the path of the file.
  private let owners = Locked<[String: String]>([:])

  /// Registers the names of a test's cases. If another class has a case of the same name, the class's name tells them apart.
  ///
  /// - Parameters:
  ///   - test: The name of the test, such as `NoteTests.testNotes`.
  ///   - sharesNames: Whether several cases of a class may have the same name. The later snapshot replaces the file and is
  ///     not compared, because the reference could be of either case.
  ///   - fail: Receives each case whose name cannot be used.
  /// - Returns: The cases whose names can be used.
  func register(
    _ cases: [ScreenTest.Case], of test: String, settings: UITests.Settings, sharesNames: Bool,
    fail: (_ test: ScreenTest.Case, _ message: String) -> Void
  ) -> [ScreenTest.Case] {
    func files(of candidate: ScreenTest.Case) -> SnapshotFiles {
      SnapshotFiles(
        directory: settings.directory, identifier: candidate.fullIdentifier, language: candidate.circumstances.language,
        screen: candidate.circumstances.device.size(held: candidate.circumstances.orientation),
        scale: candidate.circumstances.device.scale)
    }
    func className(_ test: String) -> String { String(test.prefix { $0 != "." }) }
    return cases.compactMap { candidate in
      var (candidate, named) = (candidate, candidate)
      named.className = className(test)
      let owner = owners.withLock { owners in
        let other = owners[files(of: candidate).path].map(className) ?? named.className
        // Its reference also tells it apart if the other class does not run.
        if other != named.className || files(of: named).haveReference { candidate = named }
        let path = files(of: candidate).path
        defer { if owners[path] == nil { owners[path] = test } }
        return owners[path]
      }
      if let problem = Self.problem(with: candidate.fullIdentifier) {
        fail(candidate, problem)
        return nil
      }
      guard let owner else { return candidate }
      if sharesNames {
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
