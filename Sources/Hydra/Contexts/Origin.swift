package import Basics
internal import Glibc
package import Synchronization

/// What running code belongs to: its app, its request, and its side effect.
///
/// A closure that runs later takes the origin of the code that passed it along, and runs by ``run(_:)``. Every place that moves work to
/// another thread or to a later time does so. A class, because it is passed on often.
package final class Origin: Sendable {
  /// The main executor of the app; nil outside apps, as in a unit test or a tool.
  package let executor: (any MainExecutor)?
  /// The request; nil if it is not known.
  package let cause: Cause?
  /// The side effect; nil if there is none.
  package let slotOwner: (any SlotOwner)?
  // Safe because only code of the app uses it. Kept, because it is asked for often.
  nonisolated(unsafe) fileprivate let app: AnyObject?

  package init(_ executor: (any MainExecutor)? = nil, cause: Cause? = nil, slotOwner: (any SlotOwner)? = nil) {
    (self.executor, self.cause, self.slotOwner, app) = (executor, cause, slotOwner, executor?.app)
  }

  /// The origin of code outside apps that works for no request.
  package static let none = Origin()

  /// The origin that a task has, so that `Task { }` inherits it. A thread may have another one: see ``current``.
  @TaskLocal package static var ofTask = none

  /// The origin of the running code.
  package static var current: Origin { onThread ?? ofTask }

  /// The origin of a task that is running, and no closure with an origin of its own in it.
  package static var ofTaskItself: Origin? { onThread == nil ? ofTask : nil }

  /// The origin of the running code; nil outside apps.
  package static var ofApp: Origin? {
    let current = current
    return current.executor == nil ? nil : current
  }

  /// The same app and request, for a side effect that has a slot; nil for code that has none.
  package func with(_ slotOwner: (any SlotOwner)?) -> Origin {
    slotOwner === self.slotOwner ? self : Origin(executor, cause: cause, slotOwner: slotOwner)
  }

  /// Runs `body` on the thread that calls.
  ///
  /// A thread points to the origin of the innermost call on it, because to read a value of a task takes ten times as long. `body` is
  /// synchronous, so it stays on the thread. A run loop in `body` runs other tasks with this origin, too.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    if let current = Self.onThread, isEqual(to: current) { return try body() }
    return try Self.$ofTask.withValue(self) { try Self.run(onThread: self, body) }
  }

  /// Runs `body` in a task.
  package func runTask<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$ofTask.withValue(self, operation: body)
  }

  /// Runs a piece of a task, which has the origin of its task.
  package static func runJob(_ body: () -> Void) { run(onThread: nil, body) }

  /// Runs `work` later in a turn of the app. Drops it there if the app has ended.
  package func async(_ work: @escaping () -> Void) {
    guard let executor else { return MainQueue.shared.async(work) }
    run {
      executor.async { if executor.pending?.hasEnded != true { work() } }
    }
  }

  private func isEqual(to other: Origin) -> Bool {
    self === other || executor === other.executor && cause === other.cause && slotOwner === other.slotOwner
  }

  // Safe because only `run(onThread:_:)` stores a pointer under this key, to an object that its caller keeps, and restores the one
  // before when it returns.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The origin of the innermost call of `run(_:)` on this thread; nil outside of all.
  fileprivate static var onThread: Origin? {
    pthread_getspecific(key).map { Unmanaged<Origin>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Reads the origin of the running code, and counts no reference to it.
  @inline(__always) fileprivate static func read<Value>(_ body: (Origin) -> Value) -> Value {
    guard let current = pthread_getspecific(key) else { return body(ofTask) }
    return Unmanaged<Origin>.fromOpaque(current)._withUnsafeGuaranteedRef(body)
  }

  private static func run<Result>(onThread origin: Origin?, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, origin.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}

/// The origin of the running code, part by part.
package enum Main {
  /// The main executor of the app that the running code belongs to; nil outside apps.
  package static var scoped: (any MainExecutor)? { Origin.read { $0.executor } }

  /// Whether `executor` is ``scoped``.
  package static func isScoped(to executor: AnyObject?) -> Bool { Origin.read { $0.executor === executor } }

  /// The object that stands for the app that the running code belongs to; nil outside apps.
  package static var app: AnyObject? { Origin.read { $0.app } }

  /// The request that the running code works for; nil if that is not known.
  package static var cause: Cause? { Origin.read { $0.cause } }

  /// The trace of that request; nil if there is none.
  package static var trace: Trace? { cause?.trace }

  /// The side effect that the running code is part of; nil if there is none.
  package static var slotOwner: (any SlotOwner)? { Origin.read { $0.slotOwner } }

  /// The main executor of the running code's app, or else the process's main queue.
  package static var executor: any MainExecutor { scoped ?? MainQueue.shared }

  /// Runs `body` as code of an app, for the same request.
  package static func run<Result>(
    as executor: (any MainExecutor)?, _ body: () throws -> Result
  ) rethrows -> Result {
    let current = Origin.current
    return try Origin(executor, cause: current.cause, slotOwner: current.slotOwner).run(body)
  }
}

/// A request, for the work that it begins: its dispatches, side effects and promises. Compared by identity.
package final class Cause: Sendable {
  /// The trace that the client names; nil if it names none.
  package let trace: Trace?

  /// Whether what was done for the request was undone: what is done for it from then on must not last.
  package let isUndone = Atomic(false)

  /// The number of the client's address; 0 for one without a limit.
  package let client: UInt64

  /// Whether it has started a side effect, which may still wait.
  package let hasSideEffects = Atomic(false)

  /// Whether an updater or a side effect has run for it.
  package let hasRun = Atomic(false)

  /// Whether it has changed a local state, which is stored with the state.
  package let hasChangedLocalState = Atomic(false)

  /// In development, what the request does.
  package let requestTrace: (any Sendable)?

  package init(trace: Trace?, client: UInt64 = 0, requestTrace: (any Sendable)? = nil) {
    (self.trace, self.client, self.requestTrace) = (trace, client, requestTrace)
  }
}

/// Work that holds one of a limited number of slots. While it waits for a promise, its slot is free for other work.
package protocol SlotOwner: AnyObject, Sendable {
  /// Runs `wait`, which blocks the calling thread. Frees the slot meanwhile if the caller runs on the thread of the work.
  func wait(_ wait: () -> Void)
}
