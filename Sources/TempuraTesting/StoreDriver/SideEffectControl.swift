internal import Katana

/// A test's replacements of side effects, and the types that it holds.
final class SideEffectControl<S: State, D: SideEffectDependencyContainer>: @unchecked Sendable {
  // Safe because all mutable state is only accessed under the log's monitor.

  /// A replacement of a side effect's body.
  typealias Body = (any AnySideEffect, SideEffectContext<S, D>) throws -> Any

  let log: DispatchLog<S>
  private var bodies: [ObjectIdentifier: Body] = [:]
  private var held: Set<ObjectIdentifier> = []

  init(_ log: DispatchLog<S>) { self.log = log }

  func setBody<T: AnySideEffect>(of type: T.Type, _ body: @escaping (T, SideEffectContext<S, D>) throws -> Any) {
    log.monitor.withLock {
      bodies[ObjectIdentifier(type)] = { effect, context in
        // Always succeeds, because bodies are stored by the type of the effect.
        guard let effect = effect.unscoped as? T else { return try effect.anySideEffect(context) }
        return try body(effect, context)
      }
    }
  }

  func hold(_ type: any AnySideEffect.Type) { log.monitor.withLock { _ = held.insert(ObjectIdentifier(type)) } }

  func release(_ type: any AnySideEffect.Type) { log.monitor.withLock { _ = held.remove(ObjectIdentifier(type)) } }

  func releaseAll() { log.monitor.withLock { held = [] } }

  func isHeld(_ item: any Dispatchable) -> Bool {
    log.monitor.withLock { held.contains(ObjectIdentifier(type(of: item).unscoped)) }
  }

  /// The last interceptor: replaces each side effect with a controlled one.
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
    let id = ObjectIdentifier(type(of: effect).unscoped)
    log.monitor.wait { !held.contains(id) }
    let body = log.monitor.withLock { bodies[id] }
    guard let context = context as? SideEffectContext<S, D> else { return try effect.anySideEffect(context) }
    let logging = SideEffectContext(
      dependencies: context.dependencies, getState: context.getState, dispatch: { [log] in log.dispatch($0).promise })
    return try body?(effect, logging) ?? effect.anySideEffect(logging)
  }
}

/// A side effect that waits while it is held, runs the test's body if there is one, and dispatches with the log.
private struct Controlled<S: State, D: SideEffectDependencyContainer>: AnySideEffect {
  let effect: any AnySideEffect
  let control: SideEffectControl<S, D>

  func anySideEffect(_ context: any AnySideEffectContext) throws -> Any { try control.run(effect, context) }
}
