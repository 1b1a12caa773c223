/// What a handler answers.
package struct HTTPResponse: Sendable {
  package var status: HTTPStatus
  /// Fields that many responses have in common, sent before `headers`.
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

  /// 303: the client gets the other URL.
  package static func seeOther(_ location: String, shared: HTTPHeaders = HTTPHeaders()) -> HTTPResponse {
    HTTPResponse(status: .seeOther, shared: shared, headers: ["Location": location])
  }

  /// 405 with the methods that the URL has (RFC 9110, section 15.5.6).
  package static func methodNotAllowed(
    allow: String, shared: HTTPHeaders = HTTPHeaders(), body: ResponseBody = .none
  ) -> HTTPResponse {
    HTTPResponse(status: .methodNotAllowed, shared: shared, headers: ["Allow": allow], body: body)
  }

  /// 204 to OPTIONS, with the methods that the URL has.
  package static func options(allow: String, shared: HTTPHeaders = HTTPHeaders()) -> HTTPResponse {
    HTTPResponse(status: .noContent, shared: shared, headers: ["Allow": allow])
  }
}
