internal import Hydra

// On a phone, `Task { }` of a view controller runs on the main actor, as all of its code does. Here that is the session: such a task
// runs in turns. The compiler prefers these declarations: those of any imported module come before those of the standard library.

extension Task where Failure == Never {
  /// Runs an operation. A task that code of a session starts in a turn runs in turns of the session, also after each `await`.
  @discardableResult
  public init(
    priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async -> Success
  ) {
    self = Task(executorPreference: TurnExecutor.current, priority: priority, operation: operation)
  }

  /// Runs an operation on threads of its own. It belongs to the session of the code that started it.
  @discardableResult
  public static func detached(
    priority: TaskPriority? = nil, operation: sending @escaping @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    guard let origin = Origin.ofApp else {
      return .detached(executorPreference: nil, priority: priority, operation: operation)
    }
    return .detached(executorPreference: nil, priority: priority) { await origin.runTask(operation) }
  }
}

extension Task where Failure == any Error {
  /// Runs an operation that can throw. A task that code of a session starts in a turn runs in turns of the session.
  @discardableResult
  public init(
    priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async throws -> Success
  ) {
    self = Task(executorPreference: TurnExecutor.current, priority: priority, operation: operation)
  }

  /// Runs an operation that can throw on threads of its own. It belongs to the session of the code that started it.
  @discardableResult
  public static func detached(
    priority: TaskPriority? = nil, operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    guard let origin = Origin.ofApp else {
      return .detached(executorPreference: nil, priority: priority, operation: operation)
    }
    return .detached(executorPreference: nil, priority: priority) { try await origin.runTask(operation) }
  }
}
