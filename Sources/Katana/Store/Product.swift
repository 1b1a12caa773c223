internal import Hydra

/// How an item is carried out.
enum DispatchKind {
  case updater
  case sideEffect
  /// A side effect that runs on the host's executor.
  case nonblocking
}

/// What came of an item that went through the interceptors.
enum Product {
  /// No interceptor let it through.
  case nothing
  /// An interceptor put an item of the other kind in its place, which was dispatched anew.
  case redirected
  /// It was handled.
  case value(Any)
  /// It was handled, and its value will be this promise's.
  case promise(Promise<Any>)

  /// The bare value, `()` if there is none.
  static func anyValue(_ product: Product) -> Any {
    if case .value(let value) = product { value } else { () }
  }

  /// Whatever came of it.
  static func done(_ product: Product) {}

  /// Demands that the side effect was run, or replaced.
  static func ran(_ item: String, _ product: Product) throws {
    if case .nothing = product { throw StoreError.sideEffectNotRun(item) }
  }

  /// Demands a value of type `T`.
  static func value<T>(_ item: String, as type: T.Type, _ product: Product) throws -> T {
    if case .nothing = product { throw StoreError.sideEffectNotRun(item) }
    let value = anyValue(product)
    guard let typed = value as? T else {
      throw StoreError.unexpectedValue(
        sideEffect: item, expected: String(reflecting: T.self), actual: String(reflecting: Swift.type(of: value)))
    }
    return typed
  }
}
