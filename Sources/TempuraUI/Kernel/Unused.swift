// The names of UIKit that change nothing on a page: apps compile, and read back what they set. `WithoutEffect.swift` has those
// that no class overrides.

extension AssociatingObject {
  /// The value of the property that calls it; the initial one until it is set.
  func kept<Value>(_ initial: Value, _ name: String = #function) -> Value {
    _associatedValues.unused[name] as? Value ?? initial
  }

  func keep(_ value: Any?, _ name: String = #function) { _associatedValues.unused[name] = value }
}

/// A property without effect that subclasses may override. Apps do not use this type. It is public because such properties are.
@propertyWrapper
public struct Unused<Value: UnusedValue> {
  public init() {}

  @available(*, unavailable, message: "Only views have unused properties: declare a stored property.")
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }

  public static subscript<View: UIView>(
    _enclosingInstance view: View, wrapped property: ReferenceWritableKeyPath<View, Value>,
    storage _: ReferenceWritableKeyPath<View, Unused>
  ) -> Value {
    get { view._associatedValues.unused[property] as? Value ?? ._unset }
    set { view._associatedValues.unused[property] = newValue }
  }
}

/// The type of an unused property, with its default.
public protocol UnusedValue {
  static var _unset: Self { get }
}

extension Bool: UnusedValue { public static var _unset: Bool { false } }
extension Array: UnusedValue { public static var _unset: [Element] { [] } }
extension Optional: UnusedValue { public static var _unset: Wrapped? { nil } }

extension AssociatedValues: RarePropertyGroup {}

extension UIView: AssociatingObject {
  public final var _associatedValues: AssociatedValues {
    get { rareProperties[AssociatedValues.self] }
    set { rareProperties[AssociatedValues.self] = newValue }
  }
}
