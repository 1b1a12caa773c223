internal import CLinux

/// A weak reference that leaves its object's other references fast.
///
/// `weak` gives the object a table for its counts, and each later retain and release of the object takes ten times as long. This
/// reference is an unowned one, which asks whether the object is still there. In return, the memory of an object that is gone stays as
/// long as the reference. Public because other modules cannot inline `package` functions.
@propertyWrapper
public struct WeakReference<Object> {
  // Keeps the memory of the object, which has its counts.
  @usableFromInline internal unowned let memory: AnyObject?
  // The reference as it is: of a class one word, of a protocol two. The first one is the object.
  @usableFromInline internal let words: (UInt, UInt)

  @inlinable public init(wrappedValue object: Object?) {
    var words: (UInt, UInt) = (0, 0)
    memory = object.map { object in
      withUnsafeBytes(of: object) { bytes in
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
        return bytes.load(as: AnyObject.self)
      }
    }
    self.words = words
  }

  @inlinable public init(_ object: Object?) { self.init(wrappedValue: object) }

  /// The object; nil after its end.
  @inlinable public var wrappedValue: Object? {
    get {
      guard words.0 != 0, retainUnlessGone(words.0) else { return nil }
      var words = words
      // Safe because the object was retained: that is the reference which is returned.
      return withUnsafeMutableBytes(of: &words) { $0.assumingMemoryBound(to: Object.self).baseAddress?.move() }
    }
    set { self = Self(wrappedValue: newValue) }
  }
}

/// Retains an object whose memory is there, unless it is at its end.
@usableFromInline internal func retainUnlessGone(_ object: UInt) -> Bool {
  swift_tryRetain(UnsafeMutableRawPointer(bitPattern: object)) != nil
}
