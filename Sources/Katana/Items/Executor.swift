public import Dispatch

/// Where a store runs its initialisation and its listeners.
///
/// Closures never run in parallel.
public protocol Executor {
  @available(*, deprecated, message: "Use the new `executeAsync` instead")
  func execute(_ closure: @escaping () -> Void)

  /// Runs `closure` and returns its result. A closure may call it again.
  @discardableResult func executeSync<T>(_ closure: @escaping () -> T) -> T
}

extension Executor {
  /// Runs `closure`, usually later.
  public func executeAsync(_ closure: @escaping () -> Void) {
    (Forwarder(executor: self) as any Forwarding).run(closure)
  }

  @available(*, deprecated, message: "Use a proper primitive given by your underlying implementation")
  public func executeSync<T>(_ closure: @escaping () -> T) -> T { closure() }
}

/// Calls the deprecated requirement, which conformers have to implement, without a warning.
private protocol Forwarding {
  func run(_ closure: @escaping () -> Void)
}

private struct Forwarder<E: Executor>: Forwarding {
  let executor: E

  @available(*, deprecated)
  func run(_ closure: @escaping () -> Void) { executor.execute(closure) }
}

@available(*, deprecated, message: "Use the new `Executor` instead")
public typealias AsyncProvider = Executor

extension DispatchQueue: Executor {
  public func execute(_ closure: @escaping () -> Void) {
    // Safe because the closure runs once, on the queue, and the caller does not use it afterwards.
    nonisolated(unsafe) let closure = closure
    async { closure() }
  }

  public func executeSync<T>(_ closure: @escaping () -> T) -> T {
    let key = DispatchSpecificKey<Bool>()
    setSpecific(key: key, value: true)
    defer { setSpecific(key: key, value: nil) }
    return DispatchQueue.getSpecific(key: key) == true ? closure() : sync(execute: closure)
  }
}
