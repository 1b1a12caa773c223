private import Basics

/// Tells running work that its outcome is no longer needed.
public protocol InvalidatableProtocol {
  var isCancelled: Bool { get }
}

/// A flag that its owner sets and promise bodies poll to stop early.
///
/// Setting it does not cancel a promise: a body that sees the flag calls `operation.cancel()`.
open class InvalidationToken: InvalidatableProtocol, @unchecked Sendable {
  // Safe because the flag is only accessed under the lock.
  private let lock = Lock()
  private var flag = false

  /// Whether the flag is set. Default: false.
  public var isCancelled: Bool {
    get { lock.withLock { flag } }
    set { lock.withLock { flag = newValue } }
  }

  public init() {}

  /// Sets the flag.
  public func invalidate() { isCancelled = true }
}

/// The status of a promise, for its body. The body can cancel the promise with it.
public struct PromiseStatus: Sendable {
  let token: InvalidationToken?

  /// Cancels the promise if it is pending.
  public let cancel: (@Sendable () -> Void)

  /// The token's flag. False if there is no token.
  public var isCancelled: Bool { token?.isCancelled ?? false }
}
