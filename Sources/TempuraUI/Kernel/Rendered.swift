/// A stored property of a view that marks the view for rendering when it is set to another value.
///
/// Apps do not use this type, which only has to be public because such properties are. An optimising compiler replaces the
/// key paths by direct accesses.
@propertyWrapper
public struct Rendered<Value: Equatable> {
  private var value: Value

  public init(wrappedValue: Value) { value = wrappedValue }

  /// Never called, because only views have such properties.
  public var wrappedValue: Value {
    get { fatalError("Only views are marked for rendering: declare a stored property.") }
    set { fatalError("Only views are marked for rendering: declare a stored property.") }
  }

  @inline(__always)
  public static subscript<View: UIView>(
    _enclosingInstance view: View, wrapped _: ReferenceWritableKeyPath<View, Value>,
    storage storage: ReferenceWritableKeyPath<View, Rendered>
  ) -> Value {
    get { view[keyPath: storage].value }
    set {
      guard view[keyPath: storage].value != newValue else { return }
      view[keyPath: storage].value = newValue
      view.setNeedsRender()
    }
  }
}

extension Rendered where Value: ExpressibleByNilLiteral {
  public init() { value = nil }
}
