/// Where a store runs its initialisation and its listeners.
///
/// Closures never run in parallel.
public protocol Executor {
  @available(*, deprecated, message: "Use the new `executeAsync` instead")
  func execute(_ closure: @escaping () -> Void)

  /// Runs `closure` and returns its result; re-entrant.
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

/// Calls the requirement that conformers have to supply although it is deprecated.
private protocol Forwarding {
  func run(_ closure: @escaping () -> Void)
}

private struct Forwarder<E: Executor>: Forwarding {
  let executor: E

  @available(*, deprecated)
  func run(_ closure: @escaping () -> Void) { executor.execute(closure) }
}
