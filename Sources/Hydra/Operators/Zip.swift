/// Makes a promise of the values of two promises. It is rejected at the first failure.
public func zip<A, B>(in context: Context? = nil, _ a: Promise<A>, _ b: Promise<B>) -> Promise<(A, B)> {
  gather([a.void, b.void], { (a.result!, b.result!) }, again: { zip(in: context, a.rerun(), b.rerun()) })
}

/// Makes a promise of the values of three promises. It is rejected at the first failure.
public func zip<A, B, C>(
  in context: Context? = nil, a: Promise<A>, b: Promise<B>, c: Promise<C>
) -> Promise<(A, B, C)> {
  gather([a.void, b.void, c.void], { (a.result!, b.result!, c.result!) }) {
    zip(in: context, a: a.rerun(), b: b.rerun(), c: c.rerun())
  }
}

/// Makes a promise of the values of four promises. It is rejected at the first failure.
public func zip<A, B, C, D>(
  in context: Context? = nil, a: Promise<A>, b: Promise<B>, c: Promise<C>, d: Promise<D>
) -> Promise<(A, B, C, D)> {
  gather([a.void, b.void, c.void, d.void], { (a.result!, b.result!, c.result!, d.result!) }) {
    zip(in: context, a: a.rerun(), b: b.rerun(), c: c.rerun(), d: d.rerun())
  }
}

/// Makes a promise of the result of `values`, which is called when all `parts` are resolved.
private func gather<T>(
  _ parts: [Promise<Void>], _ values: @escaping () -> T, again: @escaping () -> Promise<T>
) -> Promise<T> {
  all(parts).derive { _, outcome, next, depth in
    switch outcome {
    case .resolved: next.settle(.resolved(values()), depth: depth)
    case .rejected(let error): next.settle(.rejected(error), depth: depth, again: again)
    case .cancelled: next.settle(.cancelled, depth: depth)
    }
  }
}
