extension Promise {
  /// Resolves with the value that `body` returns. If the body throws, the promise is rejected.
  ///
  /// - Parameter context: Where the body runs. Default: main.
  @discardableResult
  public func then<N>(in context: Context? = nil, _ body: @escaping ((Value) throws -> N)) -> Promise<N> {
    mapped(at: Destination(context ?? .main), body)
  }

  /// Settles as the promise that `body` returns. If the body throws, the promise is rejected.
  ///
  /// - Parameter context: Where the body runs. Default: main.
  @discardableResult
  public func then<N>(in context: Context? = nil, _ body: @escaping ((Value) throws -> (Promise<N>))) -> Promise<N> {
    chained(at: Destination(context ?? .main), body)
  }

  /// Runs `body` and keeps the value. If the body throws, the promise is rejected.
  ///
  /// - Parameter context: Where the body runs. Default: main.
  @discardableResult
  public func then(in context: Context? = nil, _ body: @escaping ((Value) throws -> Void)) -> Promise<Value> {
    tapped(at: Destination(context ?? .main), body)
  }

  /// The promise without its value.
  public var void: Promise<Void> { relay { _ in () } }

  func mapped<N>(at destination: Destination, _ body: @escaping (Value) throws -> N) -> Promise<N> {
    derive { source, outcome, next, depth in
      func again() -> Promise<N> { source.rerun().mapped(at: destination, body) }
      switch outcome {
      case .resolved(let value): destination.async { next.settle(again: again) { try body(value) } }
      case .rejected(let error): next.settle(.rejected(error), depth: depth, again: again)
      case .cancelled: next.settle(.cancelled, depth: depth)
      }
    }
  }

  func chained<N>(at destination: Destination, _ body: @escaping (Value) throws -> Promise<N>) -> Promise<N> {
    derive { source, outcome, next, depth in
      func again() -> Promise<N> { source.rerun().chained(at: destination, body) }
      switch outcome {
      case .resolved(let value):
        destination.async {
          do {
            next.adopt(try body(value), again: again)
          } catch {
            next.settle(.rejected(error), again: again)
          }
        }
      case .rejected(let error): next.settle(.rejected(error), depth: depth, again: again)
      case .cancelled: next.settle(.cancelled, depth: depth)
      }
    }
  }

  func tapped(at destination: Destination, _ body: @escaping (Value) throws -> Void) -> Promise<Value> {
    mapped(at: destination) { value -> Value in
      try body(value)
      return value
    }
  }
}
