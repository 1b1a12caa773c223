/// The outcome of a settled promise.
package enum Outcome<Value> {
  case resolved(Value)
  case rejected(any Error)
  case cancelled

  /// Returns the value, or throws the error or `CancellationError`.
  package func get() throws -> Value {
    switch self {
    case .resolved(let value): return value
    case .rejected(let error): throw error
    case .cancelled: throw CancellationError()
    }
  }
}

extension Promise {
  /// Starts the promise and waits for its value without blocking a thread.
  ///
  /// Cancelling the calling task does not cancel the promise.
  /// - Throws: The error that the promise was rejected with. `CancellationError` if it was cancelled.
  nonisolated(nonsending) public func value() async throws -> Value {
    let outcome: Outcome<Value> = await withUnsafeContinuation { continuation in
      whenSettled { outcome in
        // Safe because handlers of the promise may read the value on any thread anyway.
        nonisolated(unsafe) let outcome = outcome
        continuation.resume(returning: outcome)
      }
    }
    return try outcome.get()
  }
}
