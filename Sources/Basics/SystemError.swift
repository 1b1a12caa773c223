internal import Glibc

/// A system call that failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The name of the call, such as "pthread_create".
  package let operation: String
  /// The call's `errno`.
  package let code: Int32

  package init(_ operation: String, _ code: Int32 = errno) {
    self.operation = operation
    self.code = code
  }

  package var description: String { "\(operation) failed (\(String(cString: strerror(code))))" }
}
