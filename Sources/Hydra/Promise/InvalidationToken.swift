/// A flag that its owner raises and that promise bodies poll to stop early.
///
/// Raising it cancels nothing by itself: a body that sees it calls `operation.cancel()`.
open class InvalidationToken: InvalidatableProtocol, @unchecked Sendable {
  // Safe because the flag is only touched under the lock.
  private let lock = Lock()
  private var flag = false

  /// Whether the flag is up; it starts down.
  public var isCancelled: Bool {
    get { lock.withLock { flag } }
    set { lock.withLock { flag = newValue } }
  }

  public init() {}

  /// Raises the flag.
  public func invalidate() { isCancelled = true }
}
