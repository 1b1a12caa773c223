internal import Glibc

/// Why a server did not start. The wording is in `ErrorWording.swift`.
package enum HTTPServerError: Error, Sendable, Equatable {
  case portInUse(host: String, port: UInt16)
  case portNotPermitted(host: String, port: UInt16)
  case unknownHost(String)
  case addressNotAvailable(String)
  case tooManyFiles
  case invalidLimit(String)
  case alreadyStarted
  case system(operation: String, code: Int32)

  /// - Parameter code: What the system says of an operation that needs descriptors.
  static func resource(_ operation: String, _ code: Int32) -> HTTPServerError {
    code == EMFILE || code == ENFILE ? .tooManyFiles : .system(operation: operation, code: code)
  }
}
