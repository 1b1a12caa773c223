package import Hydra

/// Returns the error that a promise is rejected with, or nil if it resolves.
package func failure<T>(of promise: Promise<T>) async -> (any Error)? {
  do {
    _ = try await promise.value()
    return nil
  } catch {
    return error
  }
}
