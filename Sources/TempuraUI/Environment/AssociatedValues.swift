internal import Basics

// The functions of Objective-C's runtime that give an object of UIKit values that its class does not declare. They live as long as
// the object. Values of other objects are in a table of the app, which drops those of freed objects when it grows.

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
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  let object = associating(object)
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
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  associating(object)._associatedValues.getters[key]?()
}

/// Removes all values of an object.
public func objc_removeAssociatedObjects(_ object: Any) {
  let object = associating(object)
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
public struct AssociatedValues {
  fileprivate var getters: [UnsafeRawPointer: () -> Any?] = [:]
  /// The values of properties without effect that were set.
  var unused: [AnyHashable: Any] = [:]

  public init() {}
}

/// Returns what has the values of an object: the object itself, or the room that the app has for it.
private func associating(_ object: Any) -> any AssociatingObject {
  (object as? any AssociatingObject) ?? AppEnvironment.current.associatedRooms.room(of: object as AnyObject)
}

/// The values of objects that have no room for them.
final class AssociatedRooms {
  private final class Room: AssociatingObject {
    weak var owner: AnyObject?
    var _associatedValues = AssociatedValues()
    init(owner: AnyObject) { self.owner = owner }
  }

  private let lock = Lock()
  private var rooms: [ObjectIdentifier: Room] = [:]
  private var maxCount = 64

  func room(of object: AnyObject) -> any AssociatingObject {
    let key = ObjectIdentifier(object)
    var old: [ObjectIdentifier: Room] = [:]
    defer { withExtendedLifetime(old) {} }  // released outside the lock
    return lock.withLock {
      // Another object may have had the same address.
      if let room = rooms[key], room.owner === object { return room }
      if rooms.count >= maxCount || rooms[key] != nil {
        old = rooms
        rooms = rooms.filter { $1.owner != nil }
        maxCount = max(64, rooms.count * 2)
      }
      let room = Room(owner: object)
      rooms[key] = room
      return room
    }
  }
}
