internal import Synchronization

/// Whether a session in memory is as the storage has it. Any thread notes that it may not be. A turn asks the storage, and takes in
/// what is new: see ``Session/revalidate(_:)``.
package final class CacheValidity: Sendable {
  private let isOutdated = Atomic(false)
  /// Whether the last change of the session could not be stored.
  let hasError = Atomic(false)

  /// False if what is stored may be another record than the one in memory.
  package var isValid: Bool { !isOutdated.load(ordering: .sequentiallyConsistent) }

  /// Notes that what is stored may have changed.
  package func invalidate() { isOutdated.store(true, ordering: .sequentiallyConsistent) }

  /// Notes that the storage is about to be asked: what is noted from now on may not be in its answer.
  func willRevalidate() { isOutdated.store(false, ordering: .sequentiallyConsistent) }
}
