extension Promise {
  /// Starts the promise and returns its value, without blocking a thread.
  ///
  /// - Throws: the error it was rejected with; `CancellationError` if it was cancelled. Cancelling the calling task
  ///   does not cancel the promise.
  nonisolated(nonsending) public func value() async throws -> Value {
    let outcome: Outcome<Value> = await withUnsafeContinuation { continuation in
      whenSettled { outcome in
        // Safe because a value may be read by whatever is attached to its promise, on any thread.
        nonisolated(unsafe) let outcome = outcome
        continuation.resume(returning: outcome)
      }
    }
    return try outcome.get()
  }
}

extension Outcome {
  /// The value; throws the error, or `CancellationError`.
  package func get() throws -> Value {
    switch self {
    case .resolved(let value): return value
    case .rejected(let error): throw error
    case .cancelled: throw CancellationError()
    }
  }
}
