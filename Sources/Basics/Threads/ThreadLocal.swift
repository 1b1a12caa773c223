internal import Glibc

/// An object of each thread.
package final class ThreadLocal<Value: AnyObject>: Sendable {
  private let key: pthread_key_t
  private let make: @Sendable () -> Value

  /// - Parameter make: Makes the object of a thread when the thread first needs it.
  package init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    var key = pthread_key_t()
    // Safe because only `value` stores an object under this key, and retains it until the thread ends.
    pthread_key_create(&key) { object in
      if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
    }
    self.key = key
  }

  package var value: Value {
    if let object = existing { return object }
    let object = make()
    // Safe because the thread's key owns the object until the thread ends.
    pthread_setspecific(key, Unmanaged<AnyObject>.passRetained(object).toOpaque())
    return object
  }

  /// The thread's object, if it was made.
  package var existing: Value? {
    // Safe because only `value` stores an object under this key.
    pthread_getspecific(key).map {
      unsafeDowncast(Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue(), to: Value.self)
    }
  }
}
