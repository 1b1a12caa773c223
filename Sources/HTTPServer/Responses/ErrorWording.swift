internal import Basics
internal import Glibc

// All sentences of this module: errors at start, and refusals of requests.

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

extension RequestError {
  /// The sentence in English, for pages that have no other.
  package var message: String {
    switch self {
    case .malformedHead: "The request's header is malformed."
    case .malformedTarget: "The address of the request is malformed."
    case .ambiguousLength: "The request has more than one length."
    case .malformedLength: "The length of the request is not a number."
    case .unsupportedTransferCoding: "The request is encoded in a way that this server does not know."
    case .lengthRequired: "The request has no Content-Length."
    case .missingHost: "The request does not name its host, or names more than one."
    case .malformedHost: "The host that the request names is malformed."
    case .malformedEncoding: "The request has characters that are not encoded as they should be."
    case .malformedForm: "The form is malformed."
    case .zeroByte: "The request has a zero byte in its text."
    case .headerTooLarge: "The request's header is too large."
    case .targetTooLong: "The address of the request is too long."
    case .bodyTooLarge: "The request is too large."
    case .uploadTooLarge: "The files are too large."
    case .filesNotTaken: "This app takes no files."
    case .tooManyFiles: "The form has too many files."
    case .tooManyFields: "The form has too many fields."
    case .fieldNameTooLong: "The form has a field whose name is too long."
    case .fieldTooLarge: "The form has a field that is too long."
    case .unsupportedMediaType: "The request's content is of a type that this server does not read."
    case .requestTimeout: "The request took too long to arrive."
    case .responseTimeout: "The answer took too long. Please try again."
    case .stopping: "The server is about to stop. Please try again in a moment."
    case .storageFailed: "The files could not be stored, so nothing was changed. Please try again in a moment."
    case .tooManyUploads:
      "Too many files are being sent right now, so nothing was changed. Please try again in a moment."
    case .tooMuchInFlight: "Too many answers wait to be read. Please try again in a moment."
    case .tooManyStreams: "Too many pages are open right now. Please try again in a moment."
    case .tooManyOfAddress: "There are too many requests from your network. Please try again in a moment."
    case .tooManyRequests: "Too many requests come from your network in a short time. Please try again in a moment."
    case .tooManyNewSessions:
      "Too many new visits come from your network in a short time. Please try again in a moment."
    case .overloaded: "The server has too much to do right now, so nothing was changed. Please try again in a moment."
    }
  }
}
