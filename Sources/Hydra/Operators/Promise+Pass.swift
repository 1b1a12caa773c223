extension Promise {
  /// Waits for the promise that `body` returns, and keeps the own value. A failure of that promise rejects.
  ///
  /// - Parameter context: Where the body runs. Default: in the background.
  public func pass<A>(in context: Context? = nil, _ body: @escaping (Value) throws -> Promise<A>) -> Promise<Value> {
    chained(at: Destination(context ?? .background)) { value in try body(value).relay { _ in value } }
  }

  /// Runs `handler` and keeps the own value. If the handler throws, the promise is rejected.
  ///
  /// - Parameter context: Where the handler runs. Default: in the background.
  public func pass(in context: Context? = nil, _ handler: @escaping (Value) throws -> Void) -> Promise<Value> {
    tapped(at: Destination(context ?? .background), handler)
  }

  /// Rejects with ``PromiseError/rejected`` if `validate` returns false, or with the error that it throws.
  ///
  /// - Parameter context: Where `validate` runs. Default: in the background.
  public func validate(in context: Context? = nil, _ validate: @escaping ((Value) throws -> (Bool))) -> Promise<Value> {
    tapped(at: Destination(context ?? .background)) { value in
      guard try validate(value) else { throw PromiseError.rejected }
    }
  }
}
