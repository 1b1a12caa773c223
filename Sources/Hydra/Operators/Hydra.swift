internal import Dispatch

/// Waiting for promises in code that may block.
public enum Hydra {
  /// Starts `promise` and blocks the calling thread until it is settled.
  ///
  /// For side effects and other code that has a thread of its own. While a side effect waits, side effects that it
  /// dispatched may run in its place. In a turn of an app's main executor it must not be called for anything that needs
  /// that executor: the turn would wait for itself.
  ///
  /// - Parameter context: must not be `main`; of no other meaning.
  /// - Returns: the promise's value.
  /// - Throws: the very error it was rejected with; `CancellationError` if it was cancelled;
  ///   ``PromiseError/invalidContext`` at once for the main context.
  @discardableResult
  public static func await<T>(in context: Context? = nil, _ promise: Promise<T>) throws -> T {
    if case .main? = context { throw PromiseError.invalidContext }
    if let outcome = promise.settlement, case .resolved(let value) = outcome { return value }
    let semaphore = DispatchSemaphore(value: 0)
    promise.whenSettled { _ in semaphore.signal() }
    if let owner = Main.placeOwner { owner.wait { semaphore.wait() } } else { semaphore.wait() }
    return try promise.settlement!.get()
  }

  /// Runs `body` in `context` and blocks the calling thread until it fulfils or rejects.
  ///
  /// - Parameter context: where the body runs; must not be `main`.
  /// - Returns: what the body fulfils with.
  /// - Throws: what it rejects with or throws; ``PromiseError/invalidContext`` at once for the main context.
  @discardableResult
  public static func await<T>(
    in context: Context = .background,
    _ body:
      @escaping (
        (
          _ fulfill: @escaping @Sendable (T) -> Void, _ reject: @escaping @Sendable (any Error) -> Void,
          _ operation: PromiseStatus
        ) throws
          ->
          Void
      )
  ) throws -> T {
    try Hydra.await(in: context, Promise<T>(in: context, body))
  }
}

prefix operator ..
prefix operator ..!

/// Blocks until the promise is settled; see ``Hydra/await(in:_:)``.
public prefix func .. <T>(_ promise: Promise<T>) throws -> T { try Hydra.await(promise) }

/// Blocks until the promise is settled; nil unless it is resolved. See ``Hydra/await(in:_:)``.
public prefix func ..! <T>(_ promise: Promise<T>) -> T? { try? Hydra.await(promise) }

/// Blocks until the promise is settled; see ``Hydra/await(in:_:)``.
@available(*, deprecated, renamed: "Hydra.await")
@discardableResult
public func `await`<T>(in context: Context? = nil, _ promise: Promise<T>) throws -> T {
  try Hydra.await(in: context, promise)
}

/// Runs `body` and blocks until it fulfils or rejects; see ``Hydra/await(in:_:)``.
@available(*, deprecated, renamed: "Hydra.await")
@discardableResult
public func `await`<T>(
  in context: Context = .background,
  _ body:
    @escaping (
      (
        _ fulfill: @escaping @Sendable (T) -> Void, _ reject: @escaping @Sendable (any Error) -> Void,
        _ operation: PromiseStatus
      ) throws ->
        Void
    )
) throws -> T {
  try Hydra.await(in: context, body)
}
