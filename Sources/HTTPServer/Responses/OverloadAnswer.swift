internal import CMicroHTTPD
internal import Glibc

/// The answer to requests that are refused because the server has too much to do. It is made once, so that refusing a request
/// costs little: it has no id of the request.
final class OverloadAnswer: @unchecked Sendable {
  // Safe because libmicrohttpd locks the count of a response's references, and does not change the rest.
  private let response: OpaquePointer?
  let size: Int
  /// The same as bytes, for connections that are refused before libmicrohttpd has them.
  private let bytes: [UInt8]

  init(_ configuration: HTTPServerConfiguration) {
    let problem = RequestError.overloaded
    let body = configuration.errorPage(RefusedRequest(problem: problem, requestID: "", acceptLanguage: nil))
    var headers = configuration.errorHeaders
    headers.append("Retry-After", "5")
    // A client that has to connect again waits in the system, which costs nothing.
    headers.append("Connection", "close")
    size = body.count
    var bytes = Array("HTTP/1.1 \(problem.status)\r\n".utf8)
    headers.write(to: &bytes)
    bytes += "Content-Length: \(body.count)\r\n\r\n".utf8
    body.withBytes { bytes += $0 }
    self.bytes = bytes
    response = body.makeResponse()
    if let response { HTTPExchange.add(headers, to: response) }
  }

  deinit { if let response { MHD_destroy_response(response) } }

  /// Answers a request, on the thread of its connection.
  func queue(_ connection: OpaquePointer) -> MHD_Result {
    guard let response else { return .NO }
    return MHD_queue_response(connection, UInt32(RequestError.overloaded.status.code), response)
  }

  /// Sends the answer on a socket.
  func send(to descriptor: Int32) {
    _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
  }
}
