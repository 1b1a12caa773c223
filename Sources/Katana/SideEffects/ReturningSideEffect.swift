/// A side effect that whoever dispatches it gets a value from.
public protocol ReturningSideEffect: AnySideEffect {
  associatedtype ReturnValue

  func sideEffect(_ context: any AnySideEffectContext) throws -> ReturnValue
}

extension ReturningSideEffect {
  public func anySideEffect(_ context: any AnySideEffectContext) throws -> Any { try sideEffect(context) }
}
