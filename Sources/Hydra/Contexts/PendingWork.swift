private import Basics

/// Code of an app that is to run later, such as when a request has its answer.
package class PendingWork: @unchecked Sendable {
  // Safe because subclasses guard what they have.

  fileprivate func drop() {}

  /// All work of an app that is to run later. The end of the app drops it.
  package final class List: Sendable {
    private struct Item: Sendable {
      weak var work: PendingWork?
    }

    /// Nil after the end.
    private let items = Locked<[ObjectIdentifier: Item]?>([:])

    package init() {}

    package var hasEnded: Bool { items.withLock { $0 == nil } }

    /// How much there is. For tests.
    package var count: Int { items.withLock { $0?.count ?? 0 } }

    /// - Returns: False if the app has ended.
    fileprivate func add(_ work: PendingWork) -> Bool {
      items.withLock { $0?[ObjectIdentifier(work)] = Item(work: work) }
      return !hasEnded
    }

    fileprivate func remove(_ work: PendingWork) {
      let key = ObjectIdentifier(work)
      items.withLock { _ = $0?.removeValue(forKey: key) }
    }

    /// Drops all, also what is added from now on. Call it in a turn.
    package func end() {
      let all = items.withLock { items in
        defer { items = nil }
        return items ?? [:]
      }
      for item in all.values { item.work?.drop() }
    }
  }
}

/// A closure, or an object with one, that is called later as code of its app.
///
/// It does not keep the app in memory. When the app ends, its content is released in that turn. If the call itself is released on
/// another thread before, its content is released in a turn, too.
package final class PendingCall<Body>: PendingWork, @unchecked Sendable {
  // Safe because `lock` guards the content. On which threads a body may run is up to those who call `call` or `callInTurn`.
  private let lock = Lock()
  private var content: Body?
  private weak let app: (any MainExecutor)?
  private let cause: Cause?
  private var whenDropped: (() -> Void)?

  package init(_ origin: Origin, _ body: Body) {
    content = body
    app = origin.executor
    cause = origin.cause
    super.init()
    if origin.executor?.pending?.add(self) == false { content = nil }
  }

  /// Nil after the end of the app.
  package var body: Body? { lock.withLock { content } }

  /// Sets a function that is called when the body is dropped at the end of the app.
  package func whenDropped(_ function: @escaping () -> Void) { lock.withLock { whenDropped = function } }

  override fileprivate func drop() {
    let (old, function) = lock.withLock {
      defer { (content, whenDropped) = (nil, nil) }
      return (content, whenDropped)
    }
    function?()
    withExtendedLifetime(old) {}  // which is not released inside of the lock
  }

  deinit {
    guard let app else { return }
    app.pending?.remove(self)
    guard content != nil, !app.isCurrent else { return }
    // Emptied in the turn, so that it does not matter how long this thread refers to the box.
    let last = Last(content)
    content = nil
    app.async { last.content = nil }
  }

  private final class Last {
    var content: Body?
    init(_ content: Body?) { self.content = content }
  }

  /// Whether the app is the one that the running code belongs to.
  package var isOfRunningApp: Bool { app.map { Main.isScoped(to: $0) } ?? false }

  private var present: (origin: Origin, body: Body)? {
    guard let app, let body else { return nil }
    return (Origin(app, cause: cause), body)
  }

  /// Calls the body as code of its app: on the thread that calls, or in a turn if this is the process's main queue.
  package func call(_ function: @escaping (Body) -> Void) {
    guard let (origin, body) = present else { return }
    if MainQueue.shared.isCurrent, !isOfRunningApp { return origin.async { function(body) } }
    origin.run { function(body) }
  }

  /// Calls the body in a turn of its app.
  package func callInTurn(_ function: @escaping (Body) -> Void) {
    guard let (origin, body) = present else { return }
    origin.async { function(body) }
  }
}
