internal import Basics

/// The stored properties of a class of the app: what they are called and where they lie.
///
/// Each class has one. `Mirror` finds these things anew for each object, which took a third of the time of a first page.
final class PropertyTable: Sendable {
  /// How a property is read.
  private enum Content {
    /// A reference to a view, or nil.
    case view
    /// A reference to an object that may be a view, or nil.
    case object
    /// A value of any type.
    case value(Any.Type)
    /// A weak or unowned reference, which `Mirror` reads: the number of the property in its class, and that of the class
    /// among its superclasses.
    case reflected(property: Int, superclass: Int)
  }

  private struct Property {
    let name: String
    /// Whether a view in the property gets the name as its class.
    let isClass: Bool
    let offset: Int
    let content: Content
  }

  private static let tables = ByAddress<PropertyTable>()

  /// Those that may hold a view or an array of views.
  private let holders: [Property]
  private let others: [Property]

  /// The table of a class.
  static func of(_ type: UIView.Type) -> PropertyTable { tables.value(of: type) { PropertyTable(type) } }

  private init(_ type: UIView.Type) {
    var (holders, others): ([Property], [Property]) = ([], [])
    var names: Set<String> = []
    var current: AnyClass? = type
    var superclass = 0
    while let type = current, !ClassNames.isFrameworkClass(type) {
      current = _getSuperclass(type)
      // The properties of superclasses come first.
      let inherited = current.map { swift_reflectionMirror_recursiveCount($0) } ?? 0
      for index in inherited..<swift_reflectionMirror_recursiveCount(type) {
        var field = FieldMetadata()
        let fieldType = swift_reflectionMirror_recursiveChildMetadata(type, index: index, metadata: &field)
        defer { field.freeName?(field.name) }
        guard let label = field.name else { continue }
        var name = Self.name(ofStorage: String(cString: label))
        // A superclass may have a private property of the same name.
        while !names.insert(name).inserted { name += "-2" }
        let content = Self.content(of: fieldType)
        let property = Property(
          name: name, isClass: ClassNames.isFree(name),
          offset: swift_reflectionMirror_recursiveChildOffset(type, index: index),
          content: field.isStrong
            ? content ?? .value(fieldType) : .reflected(property: index - inherited, superclass: superclass))
        if content == nil { others.append(property) } else { holders.append(property) }
      }
      superclass += 1
    }
    self.holders = holders
    self.others = others
  }

  /// Whether a property may hold a view or an array of views.
  var hasHolders: Bool { !holders.isEmpty }

  /// What a property holds.
  enum Held {
    case view(UIView)
    case value(Any)

    var value: Any {
      switch self {
      case .view(let view): view
      case .value(let value): value
      }
    }
  }

  /// Calls a closure with each property of an object of the class that may hold a view or an array of views, and with whether
  /// a view in it gets the property's name as its class.
  func forEachHolder(in object: UIView, _ body: (_ name: String, _ isClass: Bool, Held) -> Void) {
    for index in holders.indices {
      Self.read(holders[index], of: object) { body(holders[index].name, holders[index].isClass, $0) }
    }
  }

  /// The values of the properties of an object of the class, by name, except those that are nil.
  func values(in object: UIView) -> [String: Any] {
    var values: [String: Any] = [:]
    for property in holders + others {
      Self.read(property, of: object) { held in
        let value = held.value
        let mirror = Mirror(reflecting: value)
        let unwrapped: Any? = mirror.displayStyle == .optional ? mirror.children.first?.value : .some(value)
        if let unwrapped { values[property.name] = unwrapped }
      }
    }
    return values
  }

  private static func read(_ property: Property, of object: UIView, _ body: (Held) -> Void) {
    defer { withExtendedLifetime(object) {} }
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + property.offset
    switch property.content {
    case .view:
      if let view = address.load(as: UIView?.self) { body(.view(view)) }
    case .object:
      if let object = address.load(as: AnyObject?.self) { body(.value(object)) }
    case .value(let type):
      func value<Value>(_ type: Value.Type) -> Any { address.assumingMemoryBound(to: type).pointee }
      body(.value(_openExistential(type, do: value)))
    case .reflected(let number, let superclass):
      var mirror: Mirror? = Mirror(reflecting: object)
      for _ in 0..<superclass { mirror = mirror?.superclassMirror }
      if let child = mirror?.children.dropFirst(number).first { body(.value(child.value)) }
    }
  }

  /// Returns how to read a property of a type that may hold views; nil for another one.
  private static func content(of type: Any.Type) -> Content? {
    if let type = type as? AnyClass {
      return type is UIView.Type ? .view : isSuperclassOfViews(type) ? .object : nil
    }
    if let wrapper = type as? any Wrapper.Type {
      guard let content = content(of: wrapper.wrapped) else { return nil }
      return wrapper.isOptional && wrapper.wrapped is AnyClass ? content : .value(type)
    }
    return switch swift_getMetadataKind(type) {
    case MetadataKind.existential, MetadataKind.extendedExistential: .value(type)
    default: nil
    }
  }

  private static func isSuperclassOfViews(_ type: AnyClass) -> Bool {
    var current: AnyClass? = UIView.self
    while let superclass = current {
      if superclass == type { return true }
      current = _getSuperclass(superclass)
    }
    return false
  }

  /// Returns the name of a property. The storage of a lazy or wrapped property has another name.
  private static func name(ofStorage label: String) -> String {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    return label.hasPrefix("_") && label.count > 1 ? String(label.dropFirst()) : label
  }
}

private protocol Wrapper {
  static var wrapped: Any.Type { get }
  static var isOptional: Bool { get }
}

extension Optional: Wrapper {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
  fileprivate static var isOptional: Bool { true }
}

extension Array: Wrapper {
  fileprivate static var wrapped: Any.Type { Element.self }
  fileprivate static var isOptional: Bool { false }
}
