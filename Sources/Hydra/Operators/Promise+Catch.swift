extension Promise {
  /// Runs `body` if an earlier step failed, and resolves then; what it throws rejects. A success passes.
  ///
  /// - Parameter context: where the body runs; main by default.
  @discardableResult
  public func `catch`(in context: Context? = nil, _ body: @escaping ((any Error) throws -> Void)) -> Promise<Void> {
    caught(at: Destination(context ?? .main), body)
  }

  /// Runs `body` on success and on failure, and then passes the outcome on; what it throws rejects.
  ///
  /// Not run if the promise is cancelled.
  /// - Parameter context: where the body runs; a background queue by default.
  @discardableResult
  public func always(in context: Context? = nil, body: @escaping () throws -> Void) -> Promise<Value> {
    alwaysDone(at: Destination(context ?? .background), body)
  }

  /// Runs `body` if the promise was cancelled; the result is cancelled as well. Success and failure pass.
  ///
  /// - Parameter context: where the body runs; main by default.
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

  /// Settles, if an earlier step failed, as the promise that `body` returns for the error; what it throws rejects.
  ///
  /// Lazy: it starts its source when it is started itself.
  /// - Parameter context: where the body runs; a background queue by default.
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
