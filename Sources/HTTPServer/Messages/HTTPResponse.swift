/// The answer of a handler.
package struct HTTPResponse: Sendable {
  package var status: HTTPStatus
  /// Fields that many responses share, sent before `headers`.
  package var shared: HTTPHeaders
  package var headers: HTTPHeaders
  package var body: ResponseBody

  package init(
    status: HTTPStatus = .ok, shared: HTTPHeaders = HTTPHeaders(), headers: HTTPHeaders = HTTPHeaders(),
    body: ResponseBody = .none
  ) {
    self.status = status
    self.shared = shared
    self.headers = headers
    self.body = body
  }

  /// 303: the client has to get another URL.
  package static func seeOther(_ location: String, shared: HTTPHeaders = HTTPHeaders()) -> HTTPResponse {
    HTTPResponse(status: .seeOther, shared: shared, headers: ["Location": location])
  }

  /// 405 with the methods that the URL allows (RFC 9110, section 15.5.6).
  package static func methodNotAllowed(allow: String, shared: HTTPHeaders = HTTPHeaders()) -> HTTPResponse {
    HTTPResponse(status: .methodNotAllowed, shared: shared, headers: ["Allow": allow])
  }

  /// 204 as the answer to OPTIONS, with the methods that the URL allows.
  package static func options(allow: String) -> HTTPResponse {
    HTTPResponse(status: .noContent, headers: ["Allow": allow])
  }

  /// Calls the closure with all header fields but those that depend on the connection.
  func forEachHeaders(_ body: (HTTPHeaders) -> Void) {
    body(.always)
    body(shared)
    body(headers)
  }

  /// The response as it is sent, with its length.
  ///
  /// - Parameter withBody: False for the answer to a HEAD.
  func bytes(withBody: Bool = true) -> [UInt8] {
    var bytes = Array("HTTP/1.1 \(status)\r\n".utf8)
    forEachHeaders { $0.write(to: &bytes) }
    bytes += "Content-Length: \(body.count)\r\n\r\n".utf8
    if withBody { body.withBytes { bytes += $0 } }
    return bytes
  }

  /// The header fields and the body, for code that answers without a connection. Call it once: it frees the body.
  package consuming func read() -> (fields: [(name: String, value: String)], body: [UInt8]) {
    var fields: [(name: String, value: String)] = []
    forEachHeaders { headers in
      headers.forEach { name, value in
        fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      }
    }
    var bytes: [UInt8] = []
    body.withBytes { bytes = Array($0) }
    body.discard()
    return (fields, bytes)
  }
}
