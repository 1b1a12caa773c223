extension Promise {
  /// What an operator does with its source's outcome: the source, the outcome, the derived promise, and the depth.
  typealias Derivation<N> = (Promise<Value>, Outcome<Value>, Promise<N>, Int) -> Void

  /// A promise that `derivation` settles from this one's outcome; starts this one.
  func derive<N>(_ derivation: @escaping Derivation<N>) -> Promise<N> {
    let next = Promise<N>(token: token)
    observe { source, outcome, depth in
      if case .rejected = outcome { next.follow(source) }
      derivation(source, outcome, next, depth)
    }
    start()
    return next
  }

  /// Settles as `other` does, which it starts. `again` does over what made `other`.
  func adopt(_ other: Promise<Value>, again: @escaping () -> Promise<Value>) {
    other.observe { _, outcome, depth in self.settle(outcome, depth: depth, again: again) }
    other.start()
  }

  /// Settles with what `body` returns, or rejects with what it throws.
  func settle(again: @escaping () -> Promise<Value>, _ body: () throws -> Value) {
    do { settle(.resolved(try body())) } catch { settle(.rejected(error), again: again) }
  }

  /// Calls `continuation` inline, on the settling thread, once the promise is settled; starts it.
  ///
  /// For work that only passes the outcome on: app code must not run in it.
  package func whenSettled(_ continuation: @escaping (Outcome<Value>) -> Void) {
    observe { _, outcome, _ in continuation(outcome) }
    start()
  }

  /// A promise with the transformed value, settled inline in one step. `transform` must not be app code.
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
