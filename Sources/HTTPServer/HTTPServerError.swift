internal import Basics
internal import Glibc

/// An error that keeps a server from starting. The wording is in `ErrorWording.swift`.
package enum HTTPServerError: Error, Sendable, Equatable {
  case portInUse(host: String, port: UInt16)
  case portNotPermitted(host: String, port: UInt16)
  case unknownHost(String)
  case addressNotAvailable(String)
  case socketInUse(String)
  case notASocket(String)
  case socketPathTooLong(String)
  case socketNotCreated(String, code: Int32)
  case notListening(descriptor: Int32)
  case tooManyFiles
  case invalidLimit(String)
  case alreadyStarted
  case system(operation: String, code: Int32)

  init(_ error: SystemError) {
    switch error.code {
    case EMFILE, ENFILE: self = .tooManyFiles
    default: self = .system(operation: error.operation, code: error.code)
    }
  }
}
