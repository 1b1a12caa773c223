/// A property of a view that changes nothing on a page. It takes no memory in views that never set it. Apps do not use this
/// type, which only has to be public because such properties are.
///
/// The value is found by the key path of the property. That takes longer than for other rare properties, but pages do not
/// read it.
@propertyWrapper
public struct Unused<Value: UnusedValue> {
  public init() {}

  /// Never called, because only views have such properties.
  public var wrappedValue: Value {
    get { fatalError("Only views have unused properties: declare a stored property.") }
    set { fatalError("Only views have unused properties: declare a stored property.") }
  }

  public static subscript<View: UIView>(
    _enclosingInstance view: View, wrapped property: ReferenceWritableKeyPath<View, Value>,
    storage _: ReferenceWritableKeyPath<View, Unused>
  ) -> Value {
    get { view.rareProperties.box(of: UnusedValues.self)?.properties.values[property] as? Value ?? ._unset }
    set { view.rareProperties[UnusedValues.self].values[property] = newValue }
  }
}

/// The type of an unused property, with its default.
public protocol UnusedValue {
  static var _unset: Self { get }
}

extension Bool: UnusedValue {
  public static var _unset: Bool { false }
}

extension Array: UnusedValue {
  public static var _unset: [Element] { [] }
}

extension Optional: UnusedValue {
  public static var _unset: Wrapped? { nil }
}

/// The unused properties of a view that were set.
private struct UnusedValues: RarePropertyGroup {
  var values: [AnyKeyPath: Any] = [:]
}
