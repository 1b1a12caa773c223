/// Something that a store carries out: a state updater or a side effect.
public protocol Dispatchable {}

extension Dispatchable {
  /// The module-qualified name of the item's type, without the values of its properties.
  public var debugDescription: String { String(reflecting: type(of: self)) }
}
