public import Katana

extension StoreDriver {
  /// Has `body` run in the place of all side effects of a type, those included that other side effects dispatch. It suits
  /// those of the navigation, too.
  public func override<T: AnySideEffect>(
    _ type: T.Type, with body: @escaping (_ effect: T, _ context: SideEffectContext<S, D>) throws -> Void
  ) {
    control.setBody(of: type) { try body($0, $1) }
  }

  /// Has `body` run, and its value used, in the place of all side effects of a type, those included that other side
  /// effects dispatch.
  public func override<T: ReturningSideEffect>(
    _ type: T.Type, with body: @escaping (_ effect: T, _ context: SideEffectContext<S, D>) throws -> T.ReturnValue
  ) {
    control.setBody(of: type) { try body($0, $1) }
  }

  /// Keeps the side effects of a type from starting until they are released.
  public func hold<T: AnySideEffect>(_ type: T.Type) { control.hold(type) }

  /// Has the side effects of a type start that were held, and those that are dispatched from now on.
  public func release<T: AnySideEffect>(_ type: T.Type) { control.release(type) }
}
