internal import Dispatch

/// The process's main queue as an executor. "Main" means it outside apps, as on a phone.
package final class MainQueue: MainExecutor {
  package static let shared = MainQueue()

  private static let key = DispatchSpecificKey<Bool>()

  private init() { DispatchQueue.main.setSpecific(key: Self.key, value: true) }

  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == true }

  package func async(_ work: @escaping () -> Void) {
    // Safe because the closure is run once, on the main queue, and its submitter does not use it any more.
    nonisolated(unsafe) let work = work
    DispatchQueue.main.async { work() }
  }

  package func sync<T>(_ work: () throws -> T) rethrows -> T {
    if isCurrent { return try work() }
    return try DispatchQueue.main.sync(execute: work)
  }
}
