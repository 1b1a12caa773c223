extension Promise {
  /// Waits for the promise that `body` returns and keeps the own value; its failure rejects.
  ///
  /// - Parameter context: where the body runs; a background queue by default.
  public func pass<A>(in context: Context? = nil, _ body: @escaping (Value) throws -> Promise<A>) -> Promise<Value> {
    chained(at: Destination(context ?? .background)) { value in try body(value).relay { _ in value } }
  }

  /// Runs `handler` and keeps the own value; what it throws rejects.
  ///
  /// - Parameter context: where the handler runs; a background queue by default.
  public func pass(in context: Context? = nil, _ handler: @escaping (Value) throws -> Void) -> Promise<Value> {
    tapped(at: Destination(context ?? .background), handler)
  }

  /// Rejects with ``PromiseError/rejected`` if `validate` finds the value wanting, or with what it throws.
  ///
  /// - Parameter context: where `validate` runs; a background queue by default.
  public func validate(in context: Context? = nil, _ validate: @escaping ((Value) throws -> (Bool))) -> Promise<Value> {
    tapped(at: Destination(context ?? .background)) { value in
      guard try validate(value) else { throw PromiseError.rejected }
    }
  }
}
