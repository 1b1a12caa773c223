/// How `map` transforms its items.
public enum PromiseResolveType {
  /// All items at once.
  case parallel
  /// Each item after the promise of the previous one is resolved.
  case series
}

/// Makes a promise of the values of the promises that `transform` returns for the items, in their order.
///
/// - Parameters:
///   - context: Where `transform` runs. Default: in the background.
///   - type: Whether to transform all items at once.
///   - items: The items to transform.
///   - transform: If it throws, the promise is rejected.
public func map<A, B, S: Sequence>(
  _ context: Context? = nil, as type: PromiseResolveType, _ items: S, _ transform: @escaping (A) throws -> Promise<B>
) -> Promise<[B]> where S.Iterator.Element == A {
  switch type {
  case .series: return map_series(context: context ?? .background, items: items, transform: transform)
  case .parallel:
    let items = Array(items)
    return Promise<Void>(resolved: ()).chained(at: Destination(context ?? .background)) {
      all(try items.map(transform))
    }
  }
}

/// Like ``map(_:as:_:_:)``. Transforms each item after the promise of the previous one is resolved.
public func map_series<A, B, S: Sequence>(
  context: Context, items: S, transform: @escaping (A) throws -> Promise<B>
) -> Promise<[B]> where S.Iterator.Element == A {
  reduce(in: context, items, [B]()) { values, item in try transform(item).relay { values + CollectionOfOne($0) } }
}

/// Combines the items. Each step runs after the promise of the previous one is resolved. The first failure rejects.
///
/// - Parameters:
///   - context: Where `transform` runs. Default: main.
///   - items: The items to combine.
///   - initial: The value that the first step gets.
///   - transform: The step. If it throws, the promise is rejected.
public func reduce<A, I, S: Sequence>(
  in context: Context? = nil, _ items: S, _ initial: I, _ transform: @escaping (I, A) throws -> Promise<I>
) -> Promise<I> where S.Iterator.Element == A {
  let next = Promise<I>()
  fold(Array(items), from: 0, initial, at: Destination(context ?? .main), transform, settling: next)
  return next
}

private func fold<A, I>(
  _ items: [A], from index: Int, _ value: I, at destination: Destination,
  _ transform: @escaping (I, A) throws -> Promise<I>, settling next: Promise<I>
) {
  guard index < items.count else { return next.settle(.resolved(value)) }
  /// Continues from the failed step.
  func again() -> Promise<I> {
    let next = Promise<I>()
    fold(items, from: index, value, at: destination, transform, settling: next)
    return next
  }
  destination.async {
    do {
      let step = try transform(value, items[index])
      step.observe { _, outcome, depth in
        guard case .resolved(let value) = outcome else { return next.settle(outcome, depth: depth, again: again) }
        fold(items, from: index + 1, value, at: destination, transform, settling: next)
      }
      step.start()
    } catch {
      next.settle(.rejected(error), again: again)
    }
  }
}
