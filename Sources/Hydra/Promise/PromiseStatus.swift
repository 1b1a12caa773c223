/// What a promise's body is told about the promise, and how it cancels it.
public struct PromiseStatus: Sendable {
  private let token: InvalidationToken?

  /// Cancels the promise, if it is still pending.
  public let cancel: (@Sendable () -> Void)

  /// The token's flag; `false` where there is no token.
  public var isCancelled: Bool { token?.isCancelled ?? false }

  init(token: InvalidationToken?, cancel: @escaping @Sendable () -> Void) {
    self.token = token
    self.cancel = cancel
  }
}
