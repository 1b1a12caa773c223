import Basics
import Dispatch
import Hydra
import Testing

struct Oops: Error, Equatable {
  var number = 0
}

/// Records events of any thread in their order.
final class Log<Entry>: @unchecked Sendable {
  // Safe because the entries are only accessed under the lock.
  private let lock = Lock()
  private var list: [Entry] = []

  var entries: [Entry] { lock.withLock { list } }
  var count: Int { entries.count }

  /// Adds an entry and returns the number of entries.
  @discardableResult
  func add(_ entry: Entry) -> Int {
    lock.withLock {
      list.append(entry)
      return list.count
    }
  }
}

/// A serial executor of one app instance.
final class App: MainExecutor, @unchecked Sendable {
  // Safe because all is immutable.
  let queue = DispatchQueue(label: "app")
  private let key = DispatchSpecificKey<Bool>()

  init() { queue.setSpecific(key: key, value: true) }

  var isRunning: Bool { DispatchQueue.getSpecific(key: key) == true }

  func async(_ work: @escaping () -> Void) {
    // Safe because the closure runs once, on the queue.
    nonisolated(unsafe) let work = work
    queue.async { Main.$scoped.withValue(self) { work() } }
  }

  func sync<T>(_ work: () throws -> T) rethrows -> T {
    if isRunning { return try work() }
    return try queue.sync { try Main.$scoped.withValue(self) { try work() } }
  }
}

/// Returns the error that the promise is rejected with, or nil if it resolves.
func failure<T>(of promise: Promise<T>) async -> (any Error)? {
  do {
    _ = try await promise.value()
    return nil
  } catch {
    return error
  }
}
