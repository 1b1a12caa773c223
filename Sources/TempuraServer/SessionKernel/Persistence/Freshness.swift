internal import Sessions
internal import Synchronization

/// How new a session in memory is, for requests that do not have its turn.
final class Freshness: Sendable {
  /// The stored version that the session in memory includes; 0 if it is not stored.
  private let storedVersion = Atomic<UInt64>(0)
  /// Its expiry in seconds since 1970.
  private let expiry = Atomic<Int64>(.max)
  private let failed = Atomic(false)
  // How many changes by others may have happened, and how many of them the session in memory has taken in.
  private let changes = Atomic<UInt64>(0)
  private let knownChanges = Atomic<UInt64>(0)
  var version: UInt64 { storedVersion.load(ordering: .acquiring) }

  /// Whether the last change could not be stored.
  var hasError: Bool { failed.load(ordering: .relaxed) }

  /// Publishes what is known of the storage to other threads. Call it in the session's turn.
  func update(version: UInt64, expiry: Int64?, hasError: Bool) {
    self.expiry.store(expiry ?? .max, ordering: .relaxed)
    failed.store(hasError, ordering: .relaxed)
    storedVersion.store(version, ordering: .releasing)
  }

  /// Whether the record in memory is expired, so that another server may have begun the session again, and its versions with
  /// it.
  ///
  /// - Parameter now: The time in seconds since 1970.
  func isExpired(at now: Int64) -> Bool { expiry.load(ordering: .relaxed) <= now }

  /// Notes that what is stored may have changed.
  func mayHaveChanged() { changes.add(1, ordering: .acquiringAndReleasing) }

  /// The number of changes so far: read before the storage is asked, for ``confirm(asOf:)``.
  var changeCount: UInt64 { changes.load(ordering: .acquiring) }

  /// Notes that what is in memory is as new as the answer of the storage.
  ///
  /// - Parameter count: The changes when the storage was asked. Others may have come meanwhile.
  func confirm(asOf count: UInt64) { knownChanges.store(count, ordering: .releasing) }

  /// Whether the session in memory includes all changes that this server knows of. If not, ask the storage before using it.
  var isCurrent: Bool { changes.load(ordering: .acquiring) == knownChanges.load(ordering: .acquiring) }
}
