/// A side effect whose value and context are not known.
public protocol AnySideEffect: Dispatchable {
  /// Does the work. It runs on a thread of its own and may block.
  ///
  /// - Returns: the value that the dispatch's promise resolves with; `()` if there is none.
  /// - Throws: what the promise is rejected with.
  func anySideEffect(_ context: any AnySideEffectContext) throws -> Any
}
