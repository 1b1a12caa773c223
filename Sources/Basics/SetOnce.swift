public import Synchronization

/// A reference that is set once and then read often, from any thread.
///
/// The standard library's `AtomicLazyReference` is not specialised in release builds, and reading it takes ten times as long.
/// Public because other modules cannot inline `package` functions.
public struct SetOnce<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  // The address of the object; 0 before it is set. Safe because the object is never released.
  @usableFromInline internal let address = Atomic<UInt>(0)

  @inlinable public init() {}

  /// The object; nil before it is set.
  @inlinable public var value: Object? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map {
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Sets the object. The first call counts.
  public borrowing func set(_ object: Object) {
    let new = Unmanaged.passRetained(object)
    let address = UInt(bitPattern: new.toOpaque())
    let before = self.address.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
    if !before.exchanged { new.release() }
  }
}
