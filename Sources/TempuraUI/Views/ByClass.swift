internal import Basics

/// What is found once for each class, as finding it takes reflection.
struct ByClass<Value: Sendable>: ~Copyable, Sendable {
  private let known = Locked<[ObjectIdentifier: Value]>([:])

  /// Returns the value of a class.
  ///
  /// - Parameter find: Finds the value. It may ask for values of other classes. Threads that ask for the same class at once
  ///   may all find it.
  borrowing func value(of type: AnyClass, _ find: () -> Value) -> Value {
    let key = ObjectIdentifier(type)
    if let value = known.withLock({ $0[key] }) { return value }
    let value = find()
    known.withLock { $0[key] = value }
    return value
  }
}
