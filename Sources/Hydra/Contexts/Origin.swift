package import Basics
internal import Glibc
package import Synchronization

/// Whom running code works for: the app that it belongs to, the request, and the side effect.
///
/// A closure that runs later takes the origin of the code that passed it along, and runs by ``run(_:)``. Every place that moves work to
/// another thread or to a later time does so.
package struct Origin: Sendable {
  /// The main executor of the app; nil outside apps, as in a unit test or a tool.
  package var executor: (any MainExecutor)?
  /// The request; nil if it is not known.
  package var cause: Cause?
  /// The side effect; nil if there is none.
  package var slotOwner: (any SlotOwner)?

  package init(_ executor: (any MainExecutor)? = nil, cause: Cause? = nil, slotOwner: (any SlotOwner)? = nil) {
    (self.executor, self.cause, self.slotOwner) = (executor, cause, slotOwner)
  }

  /// The origin that a task has, so that `Task { }` inherits it. A thread may have another one: see ``current``.
  @TaskLocal package static var ofTask = Origin()

  /// The origin of the running code.
  package static var current: Origin { Scope.current?.pointee.origin ?? ofTask }

  /// The origin of the running code; nil outside apps.
  package static var ofApp: Origin? {
    let current = current
    return current.executor == nil ? nil : current
  }

  /// The same app and request, for a side effect that has a slot; nil for code that has none.
  package func with(_ slotOwner: (any SlotOwner)?) -> Origin { Origin(executor, cause: cause, slotOwner: slotOwner) }

  /// Runs `body` on the thread that calls.
  ///
  /// A thread points to the innermost call on it, because to read a value of a task takes ten times as long. `body` is
  /// synchronous, so it stays on the thread. A run loop in `body` runs other tasks with this origin, too.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isCurrent { return try body() }
    return try Self.$ofTask.withValue(self) {
      try withUnsafePointer(to: Scope(origin: self, app: executor?.app)) { try Scope.run(as: $0, body) }
    }
  }

  /// Runs `body` in a task.
  package func runTask<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$ofTask.withValue(self, operation: body)
  }

  /// Runs a piece of a task, which has the origin of its task.
  package static func runJob(_ body: () -> Void) { Scope.run(as: nil, body) }

  /// Runs `work` later in a turn of the app. Drops it there if the app has ended.
  package func async(_ work: @escaping () -> Void) {
    guard let executor else { return MainQueue.shared.async(work) }
    run {
      executor.async { if executor.pending?.hasEnded != true { work() } }
    }
  }

  private var isCurrent: Bool {
    guard let scope = Scope.current else { return false }
    let origin = scope.pointee.origin
    return origin.executor === executor && origin.cause === cause && origin.slotOwner === slotOwner
  }

  /// What the innermost call of `run(_:)` on a thread set.
  fileprivate struct Scope {
    let origin: Origin
    let app: AnyObject?

    // Safe because only `run(as:_:)` stores a pointer under this key, and restores the one before when it returns. `ThreadLocal`
    // keeps objects, and would need one for each call.
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    static var current: UnsafePointer<Scope>? {
      pthread_getspecific(key).map { UnsafePointer($0.assumingMemoryBound(to: Scope.self)) }
    }

    static func run<Result>(as scope: UnsafePointer<Scope>?, _ body: () throws -> Result) rethrows -> Result {
      let outer = pthread_getspecific(key)
      pthread_setspecific(key, scope)
      defer { pthread_setspecific(key, outer) }
      return try body()
    }
  }
}

/// The origin of the running code, part by part.
package enum Main {
  /// The main executor of the app that the running code belongs to; nil outside apps.
  package static var scoped: (any MainExecutor)? {
    guard let scope = Origin.Scope.current else { return Origin.ofTask.executor }
    return scope.pointee.origin.executor
  }

  /// The object that stands for the app that the running code belongs to; nil outside apps.
  package static var app: AnyObject? {
    guard let scope = Origin.Scope.current else { return Origin.ofTask.executor?.app }
    return scope.pointee.app
  }

  /// The request that the running code works for; nil if that is not known.
  package static var cause: Cause? {
    guard let scope = Origin.Scope.current else { return Origin.ofTask.cause }
    return scope.pointee.origin.cause
  }

  /// The trace of that request; nil if there is none.
  package static var trace: Trace? { cause?.trace }

  /// The side effect that the running code is part of; nil if there is none.
  package static var slotOwner: (any SlotOwner)? {
    guard let scope = Origin.Scope.current else { return Origin.ofTask.slotOwner }
    return scope.pointee.origin.slotOwner
  }

  /// The main executor of the running code's app, or else the process's main queue.
  package static var executor: any MainExecutor { scoped ?? MainQueue.shared }

  /// Runs `body` as code of an app, for the same request.
  package static func run<Result>(
    as executor: (any MainExecutor)?, _ body: () throws -> Result
  ) rethrows -> Result {
    var origin = Origin.current
    origin.executor = executor
    return try origin.run(body)
  }
}

/// A request, for the work that it begins: its dispatches, side effects and promises. Compared by identity.
package final class Cause: Sendable {
  /// The trace that the client names; nil if it names none.
  package let trace: Trace?

  /// Whether what was done for the request was undone: what is done for it from then on must not last.
  package let isUndone = Atomic(false)

  /// In development, what the request does.
  package let story: (any Sendable)?

  package init(trace: Trace?, story: (any Sendable)? = nil) { (self.trace, self.story) = (trace, story) }
}

/// Work that holds one of a limited number of slots. While it waits for a promise, its slot is free for other work.
package protocol SlotOwner: AnyObject, Sendable {
  /// Runs `wait`, which blocks the calling thread. Frees the slot meanwhile if the caller runs on the thread of the work.
  func wait(_ wait: () -> Void)
}
