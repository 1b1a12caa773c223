internal import Basics
internal import Glibc

/// An error that keeps a server from starting.
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

extension HTTPServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Port \(port) on \(host) is already in use by another process. Stop that process, or choose another port with --port."
    case .portNotPermitted(let host, let port):
      "Port \(port) on \(host) needs privileges that this process does not have. Choose a port from 1024 on with --port."
    case .unknownHost(let host):
      "The host \"\(host)\" is not known. Give an address of this machine with --host, such as 127.0.0.1 or 0.0.0.0."
    case .addressNotAvailable(let host):
      "The address \(host) is not one of this machine. Give one that is with --host, such as 127.0.0.1 or 0.0.0.0."
    case .socketInUse(let path):
      "The socket \(path) is already in use by another server. Stop that server, or choose another path with --socket."
    case .notASocket(let path):
      "\(path) is not a socket. It was not changed. Choose another path with --socket."
    case .socketPathTooLong(let path):
      "The path of a socket has at most \(UnixSocketAddress.maxBytes) bytes. Choose a shorter one than \(path) with --socket."
    case .socketNotCreated(let path, let code):
      "The socket \(path) cannot be created (\(String(cString: strerror(code)))). Let the server's user write to its folder, "
        + "or choose another path with --socket."
    case .notListening(let descriptor):
      "The inherited file descriptor \(descriptor) is not a listening stream socket. With systemd, write ListenStream= in "
        + "the socket unit, and Accept=no."
    case .tooManyFiles:
      "The system allows this process too few open files. Raise the limit (ulimit -n) and start again."
    case .invalidLimit(let detail):
      "The limits are not valid: \(detail)."
    case .alreadyStarted:
      "The server was started before. Make another one to start again."
    case .system(let operation, let code):
      "The server cannot start: \(operation) failed (\(String(cString: strerror(code))))."
    }
  }
}
