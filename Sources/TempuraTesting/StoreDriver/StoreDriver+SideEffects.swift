public import Katana

extension StoreDriver {
  /// Replaces the body of all side effects of a type, including those that other side effects dispatch. This also works
  /// for the side effects of the navigation.
  public func override<T: AnySideEffect>(
    _ type: T.Type, with body: @escaping (_ effect: T, _ context: SideEffectContext<S, D>) throws -> Void
  ) {
    control.setBody(of: type) { try body($0, $1) }
  }

  /// Replaces the body of all side effects of a type that return a value, including those that other side effects
  /// dispatch.
  public func override<T: ReturningSideEffect>(
    _ type: T.Type, with body: @escaping (_ effect: T, _ context: SideEffectContext<S, D>) throws -> T.ReturnValue
  ) {
    control.setBody(of: type) { try body($0, $1) }
  }

  /// Keeps side effects of a type waiting until ``release(_:)``.
  public func hold<T: AnySideEffect>(_ type: T.Type) { control.hold(type) }

  /// Starts the side effects of a type that were held. Later ones start at once.
  public func release<T: AnySideEffect>(_ type: T.Type) { control.release(type) }
}
