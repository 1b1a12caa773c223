internal import Katana

/// What a test has said about how side effects are carried out.
final class SideEffectControl<S: State, D: SideEffectDependencyContainer>: @unchecked Sendable {
  // Safe because all mutable state is only touched under the log's monitor.

  /// Runs in the place of a side effect.
  typealias Body = (any AnySideEffect, SideEffectContext<S, D>) throws -> Any

  let log: DispatchLog<S>
  private var bodies: [ObjectIdentifier: Body] = [:]
  private var held: Set<ObjectIdentifier> = []

  init(_ log: DispatchLog<S>) { self.log = log }

  func setBody<T: AnySideEffect>(of type: T.Type, _ body: @escaping (T, SideEffectContext<S, D>) throws -> Any) {
    log.monitor.withLock {
      bodies[ObjectIdentifier(type)] = { effect, context in
        // Bodies are found by the type of the effect.
        guard let effect = effect as? T else { return try effect.anySideEffect(context) }
        return try body(effect, context)
      }
    }
  }

  func hold(_ type: any AnySideEffect.Type) { log.monitor.withLock { _ = held.insert(ObjectIdentifier(type)) } }

  func release(_ type: any AnySideEffect.Type) { log.monitor.withLock { _ = held.remove(ObjectIdentifier(type)) } }

  func releaseAll() { log.monitor.withLock { held = [] } }

  func isHeld(_ item: any Dispatchable) -> Bool {
    log.monitor.withLock { held.contains(ObjectIdentifier(type(of: item))) }
  }

  /// Sees each item last.
  var interceptor: StoreInterceptor {
    { _ in
      { next in
        { item in
          guard let effect = item as? any AnySideEffect else { return try next(item) }
          try next(Controlled(effect: effect, control: self))
        }
      }
    }
  }

  fileprivate func run(_ effect: any AnySideEffect, _ context: any AnySideEffectContext) throws -> Any {
    let id = ObjectIdentifier(type(of: effect))
    log.monitor.wait { !held.contains(id) }
    let body = log.monitor.withLock { bodies[id] }
    guard let context = context as? SideEffectContext<S, D> else { return try effect.anySideEffect(context) }
    let logging = SideEffectContext(
      dependencies: context.dependencies, getState: context.getState, dispatch: { [log] in log.add($0).promise })
    return try body?(effect, logging) ?? effect.anySideEffect(logging)
  }
}

/// A side effect that is carried out as the test says, and dispatches into the log.
private struct Controlled<S: State, D: SideEffectDependencyContainer>: AnySideEffect {
  let effect: any AnySideEffect
  let control: SideEffectControl<S, D>

  func anySideEffect(_ context: any AnySideEffectContext) throws -> Any { try control.run(effect, context) }
}
