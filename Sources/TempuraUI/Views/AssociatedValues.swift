// The functions of Objective-C's runtime that give an object of UIKit values that its class does not declare. They live as long as
// the object. Objects of other classes have no room for them.

/// Whether an object retains an associated value.
public enum objc_AssociationPolicy: UInt, Sendable {
  /// A reference that becomes nil. Others are strong references, also those with `COPY`: no copy is made.
  case OBJC_ASSOCIATION_ASSIGN = 0
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  case OBJC_ASSOCIATION_RETAIN = 0x301
  case OBJC_ASSOCIATION_COPY = 0x303
}

/// Gives an object a value.
///
/// - Parameters:
///   - key: The address of a static variable.
///   - value: nil to remove the value.
public func objc_setAssociatedObject(
  _ object: some AssociatingObject, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  // The old value is released when the change is over.
  let old = object._associatedValues
  if policy == .OBJC_ASSOCIATION_ASSIGN, let value {
    let reference = value as AnyObject
    object._associatedValues.getters[key] = { [weak reference] in reference }
  } else {
    object._associatedValues.getters[key] = value.map { value in { value } }
  }
  withExtendedLifetime(old) {}
}

/// Returns a value of an object; nil if it was not set.
public func objc_getAssociatedObject(_ object: some AssociatingObject, _ key: UnsafeRawPointer) -> Any? {
  object._associatedValues.getters[key]?()
}

/// Removes all values of an object.
public func objc_removeAssociatedObjects(_ object: some AssociatingObject) {
  let old = object._associatedValues
  object._associatedValues.getters = [:]
  withExtendedLifetime(old) {}
}

/// An object that can have associated values: a view, a layer, a view controller, a gesture recogniser or an item of a bar.
public protocol AssociatingObject: AnyObject {
  /// The values that the app associates, and those of properties without effect.
  var _associatedValues: AssociatedValues { get set }
}

/// The values of an object.
public struct AssociatedValues: RarePropertyGroup {
  fileprivate var getters: [UnsafeRawPointer: () -> Any?] = [:]
  /// The values of properties without effect that were set.
  var unused: [AnyHashable: Any] = [:]

  public init() {}
}

extension UIView: AssociatingObject {
  public final var _associatedValues: AssociatedValues {
    get { rareProperties[AssociatedValues.self] }
    set { rareProperties[AssociatedValues.self] = newValue }
  }
}
