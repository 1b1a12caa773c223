@testable import Sessions

/// Begins a call, which runs until it waits. Calls are queued in the order in which they begin.
func begin<Value: Sendable>(
  _ call: @escaping @Sendable () async throws -> Value
) -> Task<Result<Value, StorageError>, Never> {
  Task.immediate {
    do {
      return .success(try await call())
    } catch {
      return .failure(error as? StorageError ?? .unusable("\(error)"))
    }
  }
}

extension [Task<Result<SavedSession, StorageError>, Never>] {
  /// Waits for all results.
  var results: [Result<SavedSession, StorageError>] {
    get async {
      var results: [Result<SavedSession, StorageError>] = []
      for call in self { results.append(await call.value) }
      return results
    }
  }
}
