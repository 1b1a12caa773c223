public import Synchronization

/// Values that are found once for each type, or for each literal of the program, and stay for the life of the process.
///
/// To read one takes no lock and no hash of a text, because each rendering of a view reads several. Public because other
/// modules cannot inline `package` functions.
public final class ByAddress<Value: Sendable>: @unchecked Sendable {
  // Safe because the memory is never freed, and its words are atomic.

  /// The value of an address, in a list of those with the same hash.
  @usableFromInline internal final class Entry: Sendable {
    @usableFromInline let address: UInt
    @usableFromInline let value: Value
    @usableFromInline let next: UInt

    init(_ address: UInt, _ value: Value, next: UInt) {
      (self.address, self.value, self.next) = (address, value, next)
    }
  }

  @usableFromInline internal static var hashes: UInt { 512 }

  // For each hash the address of the first entry; 0 for none.
  @usableFromInline internal let lists = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: Int(hashes))

  public init() {
    for hash in 0..<Int(Self.hashes) { (lists + hash).initialize(to: Atomic(0)) }
  }

  /// Returns the value of a type.
  ///
  /// - Parameter find: Finds the value. It may ask for other values. Threads that ask for the same one at once may all find
  ///   it.
  @inlinable
  public func value(of type: Any.Type, _ find: () -> Value) -> Value {
    value(at: UInt(bitPattern: ObjectIdentifier(type)), find)
  }

  /// Returns the value of a literal. Equal literals may have several addresses.
  @inlinable
  public func value(of literal: StaticString, _ find: () -> Value) -> Value {
    guard literal.hasPointerRepresentation else { return find() }
    return value(at: UInt(bitPattern: literal.utf8Start), find)
  }

  @inlinable @inline(__always)
  internal func value(at address: UInt, _ find: () -> Value) -> Value {
    let list = lists + Int(bitPattern: (address ^ address >> 9) >> 4 & (Self.hashes - 1))
    var next = list.pointee.load(ordering: .acquiring)
    while let pointer = UnsafeRawPointer(bitPattern: next) {
      // Safe because entries are never released.
      let entry = Unmanaged<Entry>.fromOpaque(pointer)
      if entry._withUnsafeGuaranteedRef({ $0.address }) == address {
        return entry._withUnsafeGuaranteedRef { $0.value }
      }
      next = entry._withUnsafeGuaranteedRef { $0.next }
    }
    return insert(find(), at: address, into: list)
  }

  @usableFromInline
  internal func insert(_ value: Value, at address: UInt, into list: UnsafeMutablePointer<Atomic<UInt>>) -> Value {
    while true {
      let first = list.pointee.load(ordering: .acquiring)
      let entry = Unmanaged.passRetained(Entry(address, value, next: first))
      let (isExchanged, _) = list.pointee.compareExchange(
        expected: first, desired: UInt(bitPattern: entry.toOpaque()), ordering: .acquiringAndReleasing)
      if isExchanged { return value }
      entry.release()
    }
  }
}
