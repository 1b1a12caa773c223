internal import CMicroHTTPD

/// The status code of a response (RFC 9110, section 15).
package struct HTTPStatus: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  package let code: UInt16

  package init(_ code: UInt16) { self.code = code }
  package init(integerLiteral code: UInt16) { self.code = code }

  package static let ok: Self = 200
  package static let noContent: Self = 204
  package static let partialContent: Self = 206
  package static let seeOther: Self = 303
  package static let notModified: Self = 304
  package static let badRequest: Self = 400
  package static let forbidden: Self = 403
  package static let notFound: Self = 404
  package static let methodNotAllowed: Self = 405
  package static let requestTimeout: Self = 408
  package static let conflict: Self = 409
  package static let gone: Self = 410
  package static let contentTooLarge: Self = 413
  package static let uriTooLong: Self = 414
  package static let unsupportedMediaType: Self = 415
  package static let rangeNotSatisfiable: Self = 416
  package static let misdirectedRequest: Self = 421
  package static let unprocessableContent: Self = 422
  package static let tooManyRequests: Self = 429
  package static let headerFieldsTooLarge: Self = 431
  package static let internalServerError: Self = 500
  package static let notImplemented: Self = 501
  package static let serviceUnavailable: Self = 503

  /// The usual phrase for the code, such as "Not Found"; empty for an unknown code.
  package var reason: String {
    MHD_get_reason_phrase_for(UInt32(code)).map { String(cString: $0) } ?? ""
  }

  package var description: String { "\(code) \(reason)" }
}
