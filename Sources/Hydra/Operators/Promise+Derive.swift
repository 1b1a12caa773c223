extension Promise {
  /// Settles a derived promise. Gets the source, its outcome, the derived promise, and the depth of settlements.
  typealias Derivation<N> = (Promise<Value>, Outcome<Value>, Promise<N>, Int) -> Void

  /// Starts this promise, and makes one that `derivation` settles from its outcome.
  func derive<N>(_ derivation: @escaping Derivation<N>) -> Promise<N> {
    let next = Promise<N>(token: token)
    observe { source, outcome, depth in
      if case .rejected = outcome { next.follow(source) }
      derivation(source, outcome, next, depth)
    }
    start()
    return next
  }

  /// Starts `other` and settles as it does. `again` repeats the work that made `other`.
  func adopt(_ other: Promise<Value>, again: @escaping () -> Promise<Value>) {
    other.observe { _, outcome, depth in self.settle(outcome, depth: depth, again: again) }
    other.start()
  }

  /// Resolves with the value that `body` returns, or rejects with the error that it throws.
  func settle(again: @escaping () -> Promise<Value>, _ body: () throws -> Value) {
    do { settle(.resolved(try body())) } catch { settle(.rejected(error), again: again) }
  }

  /// Starts the promise, and calls `continuation` inline, on the settling thread, when it is settled.
  ///
  /// The continuation should only pass the outcome on. It must not run app code.
  package func whenSettled(_ continuation: @escaping (Outcome<Value>) -> Void) {
    observe { _, outcome, _ in continuation(outcome) }
    start()
  }

  /// Makes a promise of the transformed value, which is settled inline. `transform` must not be app code.
  package func relay<N>(_ transform: @escaping (Value) throws -> N) -> Promise<N> {
    derive { source, outcome, next, depth in
      func again() -> Promise<N> { source.rerun().relay(transform) }
      switch outcome {
      case .resolved(let value):
        do {
          next.settle(.resolved(try transform(value)), depth: depth)
        } catch {
          next.settle(.rejected(error), depth: depth, again: again)
        }
      case .rejected(let error): next.settle(.rejected(error), depth: depth, again: again)
      case .cancelled: next.settle(.cancelled, depth: depth)
      }
    }
  }
}
