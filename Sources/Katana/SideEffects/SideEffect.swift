/// A side effect that works with the app's state and dependencies.
public protocol SideEffect: AnySideEffect {
  associatedtype StateType: State
  associatedtype Dependencies: SideEffectDependencyContainer

  func sideEffect(_ context: SideEffectContext<StateType, Dependencies>) throws
}

extension SideEffect {
  public func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
    guard let typed = context as? SideEffectContext<StateType, Dependencies> else {
      throw StoreError.wrongContext(
        sideEffect: debugDescription, expected: String(reflecting: SideEffectContext<StateType, Dependencies>.self),
        actual: String(reflecting: type(of: context)))
    }
    return try sideEffect(typed)
  }
}
