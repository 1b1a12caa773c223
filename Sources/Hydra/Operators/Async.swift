/// Makes a promise of the value that `body` returns. If the body throws, the promise is rejected.
///
/// - Parameters:
///   - context: Where the body runs. Default: in the background.
///   - token: A flag that the body can poll.
public func async<T>(
  in context: Context? = nil, token: InvalidationToken? = nil,
  _ body: @escaping ((_ status: PromiseStatus) throws -> (T))
) -> Promise<T> {
  Promise(in: context, token: token) { resolve, _, status in resolve(try body(status)) }
}

/// Runs `block` later.
///
/// - Parameters:
///   - context: Where the block runs.
///   - after: The delay in seconds. Nil for as soon as possible.
public func async(in context: Context, after: Double? = nil, _ block: @escaping () -> Void) {
  Destination(context).async(after: after ?? 0, block)
}
