internal import Dispatch
public import Hydra

/// An app instance whose code runs on a serial queue.
open class SerialApp: MainExecutor, @unchecked Sendable {
  // Safe because all is immutable. A subclass says why its own properties are safe.
  private let queue = DispatchQueue(label: "app")
  private let key = DispatchSpecificKey<Bool>()

  package init() { queue.setSpecific(key: key, value: true) }

  package var isRunning: Bool { DispatchQueue.getSpecific(key: key) == true }

  package func async(_ work: @escaping () -> Void) {
    // Safe because the closure runs once, on the queue.
    nonisolated(unsafe) let work = work
    queue.async { Main.run(as: self) { work() } }
  }

  package func sync<T>(_ work: () throws -> T) rethrows -> T {
    if isRunning { return try work() }
    return try queue.sync { try Main.run(as: self) { try work() } }
  }

  /// A subclass with an app returns it.
  open var app: AnyObject? { nil }

  /// Runs nothing until ``resume()``.
  package func suspend() { queue.suspend() }

  package func resume() { queue.resume() }
}
