/// A promise of what `body` returns; what it throws rejects.
///
/// - Parameters:
///   - context: where the body runs; a background queue by default.
///   - token: a flag that the body can poll.
public func async<T>(
  in context: Context? = nil, token: InvalidationToken? = nil,
  _ body: @escaping ((_ status: PromiseStatus) throws -> (T))
) -> Promise<T> {
  Promise(in: context, token: token) { resolve, _, status in resolve(try body(status)) }
}

/// Runs `block` later.
///
/// - Parameters:
///   - context: where.
///   - after: seconds from now; as soon as possible if nil.
public func async(in context: Context, after: Double? = nil, _ block: @escaping () -> Void) {
  Destination(context).async(after: after ?? 0, block)
}
