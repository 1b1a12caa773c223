internal import Basics

/// Values by keys, each made when its key is first asked for.
///
/// The number of keys is bounded, so that nothing that a client sends can make memory grow: further keys share one value.
package struct Bounded<Key: Hashable & Sendable, Value: Sendable>: ~Copyable, Sendable {
  private let limit: Int
  private let overflow: Key
  private let make: @Sendable (Key) -> Value
  private let values = Locked<[Key: Value]>([:])

  /// - Parameters:
  ///   - limit: The number of keys at most.
  ///   - overflow: The key of the value that further keys share. It comes on top.
  package init(limit: Int, overflow: Key, _ make: @escaping @Sendable (Key) -> Value) {
    self.limit = limit
    self.overflow = overflow
    self.make = make
  }

  /// The value of a key. It takes a lock.
  package subscript(key: Key) -> Value {
    values.withLock { values in
      if let present = values[key] { return present }
      let key = values.count < limit ? key : overflow
      if let present = values[key] { return present }
      let made = make(key)
      values[key] = made
      return made
    }
  }

  /// All values that were made, in no order.
  var all: [(key: Key, value: Value)] { values.withLock { $0.map { ($0.key, $0.value) } } }
}
