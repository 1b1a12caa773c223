package import Hydra

/// A side effect that starts work and does not wait for it.
///
/// In a hosted store it runs on the host's executor, between updaters, and costs no thread. An ordinary store runs it
/// as any other side effect.
package protocol NonblockingSideEffect: AnySideEffect {
  /// Starts the work. The dispatch's promise follows the returned one.
  func promise(_ context: any AnySideEffectContext) throws -> Promise<Any>
}

extension NonblockingSideEffect {
  package func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
    try Hydra.await(promise(context))
  }
}
