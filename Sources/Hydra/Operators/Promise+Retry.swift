extension Promise {
  /// Does over what failed, up to `attempts` executions in all, the first included.
  ///
  /// What is done over is the step that failed, with all that led to it and had not succeeded: on
  /// `a.then { b }.retry(2)` a failure of `b` runs `b` again, one of `a` runs `a` again and goes on from there. The
  /// promise that failed keeps its outcome; the returned one gets the last execution's.
  ///
  /// - Parameters:
  ///   - attempts: executions in all; fewer than one rejects with ``PromiseError/invalidInput``.
  ///   - delay: seconds between a failure and the next execution.
  ///   - condition: asked, with the attempts that are left and the error, whether to go on. Throwing means no.
  /// - Returns: the first success, or the last error.
  public func retry(
    _ attempts: Int = 3, delay: Double = 0, _ condition: @escaping ((Int, any Error) throws -> Bool) = { _, _ in true }
  ) -> Promise<Value> {
    retryWhen(attempts, delay: delay) { remaining, error in
      Promise<Bool>(resolved: (try? condition(remaining, error)) ?? false)
    }
  }

  /// As ``retry(_:delay:_:)``, with a condition that takes its time. Its rejection or cancellation means no.
  public func retryWhen(
    _ attempts: Int = 3, delay: Double = 0,
    _ condition: @escaping ((Int, any Error) -> Promise<Bool>) = { _, _ in Promise<Bool>(resolved: true) }
  ) -> Promise<Value> {
    guard attempts >= 1 else { return Promise(rejected: PromiseError.invalidInput) }
    let next = Promise<Value>(token: token)
    attempt(attempts, of: attempts, delay, at: Destination(.background), condition, settling: next)
    return next
  }

  private func attempt(
    _ left: Int, of attempts: Int, _ delay: Double, at destination: Destination,
    _ condition: @escaping (Int, any Error) -> Promise<Bool>, settling next: Promise<Value>
  ) {
    observe { source, outcome, depth in
      guard case .rejected(let error) = outcome else { return next.settle(outcome, depth: depth) }
      func fail() {
        next.settle(.rejected(error)) { source.rerun().retryWhen(attempts, delay: delay, condition) }
      }
      guard left > 1 else { return fail() }
      destination.async {
        condition(left - 1, error).whenSettled { answer in
          guard case .resolved(true) = answer else { return fail() }
          destination.async(after: delay) {
            guard next.isPending else { return }
            source.rerun().attempt(left - 1, of: attempts, delay, at: destination, condition, settling: next)
          }
        }
      }
    }
    start()
  }
}
