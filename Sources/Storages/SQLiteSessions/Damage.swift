internal import Sessions
internal import Synchronization

/// Remembers that the file is damaged. Calls and the ``Scrub`` report it. Opening the storage again forgets it.
final class Damage: Sendable {
  private let path: String
  private let report: @Sendable (String) -> Void
  private let isKnown = Atomic(false)

  /// If true, a session that is not found may exist, and a committed change may be lost.
  var isFound: Bool { isKnown.load(ordering: .relaxed) }

  /// - Parameter report: Gets a sentence about the first damage.
  init(_ path: String, _ report: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.report = report
  }

  /// Notes an error if it is about damage.
  func note(_ error: SQLiteError) {
    guard case .damaged = error, !isKnown.exchange(true, ordering: .relaxed) else { return }
    report(error.description(of: path))
  }

  /// The error of a call.
  func unavailable(_ error: SQLiteError) -> StorageError {
    note(error)
    return error.unavailable(path)
  }
}
