/// A reason why the server itself refuses a request.
package enum RequestError: String, Error, Sendable, Equatable, CaseIterable {
  case malformedHead
  case malformedTarget
  case ambiguousLength
  case malformedLength
  case unsupportedTransferCoding
  case missingHost
  case malformedHost
  case malformedEncoding
  case malformedForm
  case zeroByte
  case headerTooLarge
  case targetTooLong
  case bodyTooLarge
  case uploadTooLarge
  case filesNotTaken
  case tooManyFiles
  case tooManyFields
  case fieldNameTooLong
  case fieldTooLarge
  case unsupportedMediaType
  case requestTimeout
  case responseTimeout
  case stopping
  case storageFailed
  case tooManyUploads
  case tooMuchInFlight
  case tooManyStreams
  case tooManyOfAddress
  case tooManyRequests
  case tooManyNewSessions
  case overloaded

  package var status: HTTPStatus { refusal.status }

  /// Whether the same request may succeed a moment later.
  var isTemporary: Bool { status == .serviceUnavailable || status == .tooManyRequests }
}

/// A request that the server itself refuses, as far as the answer needs to know it.
package struct RefusedRequest: Sendable {
  package let problem: RequestError
  /// The limit that the request exceeds, in bytes or a number; nil if clients need not know one.
  package let limit: Int?
  /// Empty if the request has none, because its first line has not arrived.
  package let requestID: String
  /// The field `Accept`; nil if there is none, or if it has not arrived.
  package let accept: String?
  /// The field `Accept-Language`; nil if there is none, or if it has not arrived.
  package let acceptLanguage: String?
}

extension RequestError {
  /// The sentence in English, for pages that have no other.
  package var message: String { refusal.message }

  private var refusal: (status: HTTPStatus, message: String) {
    switch self {
    case .malformedHead: (.badRequest, "The request's header is malformed.")
    case .malformedTarget: (.badRequest, "The address of the request is malformed.")
    case .ambiguousLength: (.badRequest, "The request has more than one length.")
    case .malformedLength: (.badRequest, "The length of the request is not a number.")
    case .unsupportedTransferCoding:
      (.notImplemented, "The request is encoded in a way that this server does not know.")
    case .missingHost: (.badRequest, "The request does not name its host, or names more than one.")
    case .malformedHost: (.badRequest, "The host that the request names is malformed.")
    case .malformedEncoding: (.badRequest, "The request has characters that are not encoded as they should be.")
    case .malformedForm: (.badRequest, "The form is malformed.")
    case .zeroByte: (.badRequest, "The request has a zero byte in its text.")
    case .headerTooLarge: (.headerFieldsTooLarge, "The request's header is too large.")
    case .targetTooLong: (.uriTooLong, "The address of the request is too long.")
    case .bodyTooLarge: (.contentTooLarge, "The request is too large.")
    case .uploadTooLarge: (.contentTooLarge, "The files are too large.")
    case .filesNotTaken: (.contentTooLarge, "This app takes no files.")
    case .tooManyFiles: (.contentTooLarge, "The form has too many files.")
    case .tooManyFields: (.contentTooLarge, "The form has too many fields.")
    case .fieldNameTooLong: (.contentTooLarge, "The form has a field whose name is too long.")
    case .fieldTooLarge: (.contentTooLarge, "The form has a field that is too long.")
    case .unsupportedMediaType:
      (.unsupportedMediaType, "The request's content is of a type that this server does not read.")
    case .requestTimeout: (.requestTimeout, "The request took too long to arrive.")
    case .responseTimeout: (.serviceUnavailable, "The answer took too long. Please try again.")
    case .stopping: (.serviceUnavailable, "The server is about to stop. Please try again in a moment.")
    case .storageFailed:
      (.serviceUnavailable, "The files could not be stored, so nothing was changed. Please try again in a moment.")
    case .tooManyUploads:
      (
        .serviceUnavailable,
        "Too many files are being sent right now, so nothing was changed. Please try again in a moment."
      )
    case .tooMuchInFlight: (.serviceUnavailable, "Too many answers wait to be read. Please try again in a moment.")
    case .tooManyStreams: (.serviceUnavailable, "Too many pages are open right now. Please try again in a moment.")
    case .tooManyOfAddress:
      (.tooManyRequests, "There are too many requests from your network. Please try again in a moment.")
    case .tooManyRequests:
      (.tooManyRequests, "Too many requests come from your network in a short time. Please try again in a moment.")
    case .tooManyNewSessions:
      (.tooManyRequests, "Too many new visits come from your network in a short time. Please try again in a moment.")
    case .overloaded:
      (
        .serviceUnavailable,
        "The server has too much to do right now, so nothing was changed. Please try again in a moment."
      )
    }
  }
}

/// The page for refused requests, unless the configuration has another.
enum ErrorPage {
  private static let headers: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
  ]

  static let plain: @Sendable (RefusedRequest) -> HTTPResponse = { refused in
    // The sentence is the server's own and the characters of the id are safe, so nothing needs escaping.
    let page = """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>\(refused.problem.status)</title></head>
      <body><h1>\(refused.problem.status)</h1><p>\(refused.problem.message)</p><p><small>Request \(refused.requestID)</small></p></body>
      </html>

      """
    return HTTPResponse(
      status: refused.problem.status, shared: headers,
      headers: refused.problem.isTemporary ? ["Retry-After": "5"] : HTTPHeaders(), body: .text(page))
  }
}
