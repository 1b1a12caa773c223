internal import Dispatch

/// Waiting for promises in code that may block.
public enum Hydra {
  /// Starts `promise` and blocks the calling thread until it is settled.
  ///
  /// For side effects and other code with a thread of its own. While a side effect waits, another one that it dispatched
  /// may run in its place. In a turn of an app on a server, such as in a closure of `then`, the work that the app has
  /// submitted meanwhile, updaters above all, runs inside the call. Better return the promise from the closure: a turn that
  /// waits keeps the session's other requests waiting.
  ///
  /// - Parameter context: Must not be `main`. Any other context is ignored.
  /// - Returns: The promise's value.
  /// - Throws: The error that the promise was rejected with. `CancellationError` if it was cancelled.
  ///   ``PromiseError/invalidContext`` for the main context, without waiting.
  @discardableResult
  public static func await<T>(in context: Context? = nil, _ promise: Promise<T>) throws -> T {
    if case .main? = context { throw PromiseError.invalidContext }
    if let outcome = promise.settlement, case .resolved(let value) = outcome { return value }
    if Main.scoped?.wait({ whenOver in promise.whenSettled { _ in whenOver() } }) == true {
      return try promise.settlement!.get()
    }
    let semaphore = DispatchSemaphore(value: 0)
    promise.whenSettled { _ in semaphore.signal() }
    if let owner = Main.slotOwner { owner.wait { semaphore.wait() } } else { semaphore.wait() }
    return try promise.settlement!.get()
  }

  /// Runs `body` in `context` and blocks the calling thread until the body calls `fulfill` or `reject`.
  ///
  /// - Parameter context: Where the body runs. Must not be `main`.
  /// - Returns: The value that the body fulfils with.
  /// - Throws: The error that the body rejects with or throws. ``PromiseError/invalidContext`` for the main context,
  ///   without waiting.
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

/// Blocks until the promise is settled. See ``Hydra/await(in:_:)``.
public prefix func .. <T>(_ promise: Promise<T>) throws -> T { try Hydra.await(promise) }

/// Blocks until the promise is settled. Returns nil unless it is resolved. See ``Hydra/await(in:_:)``.
public prefix func ..! <T>(_ promise: Promise<T>) -> T? { try? Hydra.await(promise) }

/// Blocks until the promise is settled. See ``Hydra/await(in:_:)``.
@available(*, deprecated, renamed: "Hydra.await")
@discardableResult
public func `await`<T>(in context: Context? = nil, _ promise: Promise<T>) throws -> T {
  try Hydra.await(in: context, promise)
}

/// Runs `body` and blocks until it calls `fulfill` or `reject`. See ``Hydra/await(in:_:)``.
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
