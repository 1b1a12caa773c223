/// The values of two promises; the first failure rejects.
public func zip<A, B>(in context: Context? = nil, _ a: Promise<A>, _ b: Promise<B>) -> Promise<(A, B)> {
  gather([a.void, b.void], { (a.result!, b.result!) }, again: { zip(in: context, a.rerun(), b.rerun()) })
}

/// The values of three promises; the first failure rejects.
public func zip<A, B, C>(
  in context: Context? = nil, a: Promise<A>, b: Promise<B>, c: Promise<C>
) -> Promise<(A, B, C)> {
  gather([a.void, b.void, c.void], { (a.result!, b.result!, c.result!) }) {
    zip(in: context, a: a.rerun(), b: b.rerun(), c: c.rerun())
  }
}

/// The values of four promises; the first failure rejects.
public func zip<A, B, C, D>(
  in context: Context? = nil, a: Promise<A>, b: Promise<B>, c: Promise<C>, d: Promise<D>
) -> Promise<(A, B, C, D)> {
  gather([a.void, b.void, c.void, d.void], { (a.result!, b.result!, c.result!, d.result!) }) {
    zip(in: context, a: a.rerun(), b: b.rerun(), c: c.rerun(), d: d.rerun())
  }
}

/// What `values` returns once all `parts` are resolved. It is called when every promise behind them has its value.
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
