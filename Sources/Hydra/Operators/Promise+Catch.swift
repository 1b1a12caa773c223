extension Promise {
  /// Runs `body` if an earlier step failed, and then resolves. If the body throws, the promise is rejected.
  ///
  /// - Parameter context: Where the body runs. Default: main.
  @discardableResult
  public func `catch`(in context: Context? = nil, _ body: @escaping ((any Error) throws -> Void)) -> Promise<Void> {
    caught(at: Destination(context ?? .main), body)
  }

  /// Runs `body` on success and on failure, and then keeps the outcome. If the body throws, the promise is rejected.
  ///
  /// The body does not run if the promise is cancelled.
  /// - Parameter context: Where the body runs. Default: in the background.
  @discardableResult
  public func always(in context: Context? = nil, body: @escaping () throws -> Void) -> Promise<Value> {
    alwaysDone(at: Destination(context ?? .background), body)
  }

  /// Runs `body` if the promise was cancelled. The result is cancelled then. Success and failure pass.
  ///
  /// - Parameter context: Where the body runs. Default: main.
  @discardableResult
  public func cancelled(in context: Context? = nil, _ body: @escaping (() -> (Void))) -> Promise<Void> {
    let destination = Destination(context ?? .main)
    return derive { source, outcome, next, depth in
      switch outcome {
      case .resolved: next.settle(.resolved(()), depth: depth)
      case .rejected(let error):
        next.settle(.rejected(error), depth: depth) { source.rerun().cancelled(in: context, body) }
      case .cancelled:
        destination.async {
          body()
          next.settle(.cancelled)
        }
      }
    }
  }

  /// If an earlier step failed, settles as the promise that `body` returns for the error. If the body throws, the promise is
  /// rejected.
  ///
  /// The result starts this promise when it is started itself.
  /// - Parameter context: Where the body runs. Default: in the background.
  public func recover(
    in context: Context? = nil, _ body: @escaping (any Error) throws -> Promise<Value>
  ) -> Promise<Value> {
    recovered(at: Destination(context ?? .background), body)
  }

  private func caught(at destination: Destination, _ body: @escaping (any Error) throws -> Void) -> Promise<Void> {
    derive { source, outcome, next, depth in
      switch outcome {
      case .resolved: next.settle(.resolved(()), depth: depth)
      case .rejected(let error):
        destination.async { next.settle(again: { source.rerun().caught(at: destination, body) }) { try body(error) } }
      case .cancelled: next.settle(.cancelled, depth: depth)
      }
    }
  }

  private func alwaysDone(at destination: Destination, _ body: @escaping () throws -> Void) -> Promise<Value> {
    derive { source, outcome, next, depth in
      if case .cancelled = outcome { return next.settle(.cancelled, depth: depth) }
      destination.async {
        func again() -> Promise<Value> { source.rerun().alwaysDone(at: destination, body) }
        do {
          try body()
          next.settle(outcome, again: again)
        } catch {
          next.settle(.rejected(error), again: again)
        }
      }
    }
  }

  private func recovered(
    at destination: Destination, _ body: @escaping (any Error) throws -> Promise<Value>
  ) -> Promise<Value> {
    Promise(lazy: token) { next in
      self.observe { source, outcome, depth in
        guard case .rejected(let error) = outcome else { return next.settle(outcome, depth: depth) }
        destination.async {
          func again() -> Promise<Value> { source.rerun().recovered(at: destination, body) }
          do {
            next.adopt(try body(error), again: again)
          } catch {
            next.settle(.rejected(error), again: again)
          }
        }
      }
      self.start()
    }
  }
}
