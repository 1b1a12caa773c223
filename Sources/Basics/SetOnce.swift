public import Synchronization

/// A value that is set once and then read often, from any thread.
///
/// The standard library's `AtomicLazyReference` is not specialised in release builds, and reading it takes ten times as long.
/// Public because other modules cannot inline `package` functions.
public struct SetOnce<Value: Sendable>: ~Copyable, Sendable {
  @usableFromInline internal final class Box: Sendable {
    @usableFromInline let value: Value

    init(_ value: Value) { self.value = value }
  }

  // The address of a box; 0 before it is set. Safe because the box is never released.
  @usableFromInline internal let address = Atomic<UInt>(0)

  @inlinable public init() {}

  /// The value; nil before it is set.
  @inlinable public var value: Value? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map {
      Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().value
    }
  }

  /// Sets the value. The first call counts.
  public borrowing func set(_ value: Value) {
    let new = Unmanaged.passRetained(Box(value))
    let address = UInt(bitPattern: new.toOpaque())
    let before = self.address.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
    if !before.exchanged { new.release() }
  }
}
