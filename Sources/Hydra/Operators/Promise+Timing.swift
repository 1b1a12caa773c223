internal import Dispatch

extension Promise {
  /// Rejects if the promise is not settled in time. Its work continues.
  ///
  /// - Parameters:
  ///   - context: Where the timer fires. Default: in the background.
  ///   - timeout: The time in seconds.
  ///   - error: The error to reject with. Default: ``PromiseError/timeout``.
  public func timeout(in context: Context? = nil, timeout: Double, error: (any Error)? = nil) -> Promise<Value> {
    let destination = Destination(context ?? .background)
    let next = derive { source, outcome, next, depth in
      next.settle(outcome, depth: depth) { source.rerun().timeout(in: context, timeout: timeout, error: error) }
    }
    let source = self
    destination.async(after: timeout) { [weak next] in
      guard let next, next.isPending else { return }
      next.settle(.rejected(error ?? PromiseError.timeout)) {
        source.rerun().timeout(in: context, timeout: timeout, error: error)
      }
    }
    return next
  }

  /// Delays a success. Failures pass at once.
  ///
  /// - Parameters:
  ///   - context: Where the timer fires. Default: in the background.
  ///   - seconds: The delay. Zero or less for none.
  public func `defer`(in context: Context? = nil, _ seconds: Double) -> Promise<Value> {
    guard seconds > 0 else { return self }
    let destination = Destination(context ?? .background)
    return derive { source, outcome, next, depth in
      if case .resolved = outcome {
        destination.async(after: seconds) { next.settle(outcome) }
      } else {
        next.settle(outcome, depth: depth) { source.rerun().defer(in: context, seconds) }
      }
    }
  }
}
