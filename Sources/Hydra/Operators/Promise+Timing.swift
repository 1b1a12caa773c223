internal import Dispatch

extension Promise {
  /// Rejects if the promise is not settled in time; the work behind it keeps running.
  ///
  /// - Parameters:
  ///   - context: where the timer fires; a background queue by default.
  ///   - timeout: seconds from now.
  ///   - error: what to reject with; ``PromiseError/timeout`` by default.
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

  /// Delays a success; failures pass at once.
  ///
  /// - Parameters:
  ///   - context: where the timer fires; a background queue by default.
  ///   - seconds: how long; nothing is delayed if it is zero or less.
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
