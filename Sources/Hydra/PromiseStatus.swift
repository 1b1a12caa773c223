/// What a promise's body is told about the promise, and how it cancels it.
public struct PromiseStatus {
  private let token: InvalidationToken?

  /// Cancels the promise, if it is still pending.
  public let cancel: (() -> Void)

  /// The token's flag; `false` where there is no token.
  public var isCancelled: Bool { token?.isCancelled ?? false }

  init(token: InvalidationToken?, cancel: @escaping () -> Void) {
    self.token = token
    self.cancel = cancel
  }
}
