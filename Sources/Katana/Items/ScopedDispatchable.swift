/// A feature's item on its way through the app's store.
package protocol ScopedDispatchable: Dispatchable {
  static var typeOfBase: any Dispatchable.Type { get }

  /// The item that the feature dispatched.
  var base: any Dispatchable { get }

  /// The key path from the app's state to the feature's.
  var place: AnyKeyPath { get }
}

extension Dispatchable {
  /// The item that a feature dispatched, as the feature made it. The item itself if no feature dispatched it.
  ///
  /// An interceptor gets a feature's item in a wrapper, and passes it on so:
  ///
  /// ```swift
  /// if item.unscoped is VisitCity { print("A visit", item.scope == \HomeState.north) }
  /// try next(item)
  /// ```
  public var unscoped: any Dispatchable { (self as? any ScopedDispatchable)?.base ?? self }

  /// The key path from the app's state to that of the feature that dispatched the item. Nil if no feature did.
  public var scope: AnyKeyPath? { (self as? any ScopedDispatchable)?.place }

  /// The type of ``unscoped``, for names.
  package static var unscoped: any Dispatchable.Type {
    (Self.self as? any ScopedDispatchable.Type)?.typeOfBase ?? Self.self
  }
}

extension AnyKeyPath {
  /// The key path without the type at its beginning, such as `\.north`. Nil for computed properties and subscripts, of which reflection
  /// knows only addresses.
  package var name: String? {
    let text = String(describing: self)
    guard let dot = text.firstIndex(of: "."), !text.contains("<computed") else { return nil }
    return "\\" + text[dot...]
  }
}
