extension Promise {
  /// Repeats failed work, with up to `attempts` executions including the first.
  ///
  /// It repeats the step that failed, and the steps after it. In `a.then { b }.retry(2)`, a failure of `b` runs `b` again.
  /// A failure of `a` runs `a` again, and then `b`. The promise that failed keeps its outcome.
  ///
  /// - Parameters:
  ///   - attempts: The number of executions. If it is less than one, rejects with ``PromiseError/invalidInput``.
  ///   - delay: The time between a failure and the next execution, in seconds.
  ///   - condition: Gets the number of remaining attempts and the error. Returns whether to continue. If it throws, the
  ///     answer is no.
  /// - Returns: A promise of the first success, or else of the last error.
  public func retry(
    _ attempts: Int = 3, delay: Double = 0, _ condition: @escaping ((Int, any Error) throws -> Bool) = { _, _ in true }
  ) -> Promise<Value> {
    retryWhen(attempts, delay: delay) { remaining, error in
      Promise<Bool>(resolved: (try? condition(remaining, error)) ?? false)
    }
  }

  /// Like ``retry(_:delay:_:)``, with an asynchronous condition. If it is rejected or cancelled, the answer is no.
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
