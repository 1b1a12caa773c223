internal import HTML
internal import HTTPServer
internal import TempuraUI

// Requests that are refused before the app sees them. A browser gets an error page. A live page stays as it is, with what was
// typed, and says why.

extension PageWriter {
  /// The answer to a request that the HTTP server refuses by itself, in the language that its reader likes best.
  func refusal(of refused: RefusedRequest, in languages: [Language]) -> HTTPResponse {
    let choice = refused.acceptLanguage.map { AcceptedLanguage(among: languages.map(\.tag), field: $0).index } ?? 0
    let (status, message, language) = (
      refused.problem.status, refused.message(in: languages[choice]), languages[choice]
    )
    return refusal(
      status, message, isLive: refused.accept?.lowercased() == "\(Self.patchType)", requestID: refused.requestID,
      language: language)
  }

  /// The answer to a request that is refused: an error page, or for a live page the patch that changes nothing but the message at
  /// its top.
  func refusal(
    _ status: HTTPStatus, _ message: ServerText, isLive: Bool, report: DevelopmentReport? = nil, requestID: String,
    language: Language
  ) -> HTTPResponse {
    isLive
      ? notice(status, message, language)
      : error(status, message: message, report: report, requestID: requestID, language: language)
  }

  private func notice(_ status: HTTPStatus, _ message: ServerText, _ language: Language) -> HTTPResponse {
    var notices = HTMLBuffer(capacity: 256)
    writeNotices(message, [], language, into: &notices)
    var buffer = HTMLBuffer(capacity: 512)
    buffer.append("{\"notices\":")
    buffer.append(json: notices.bytes)
    buffer.append("}")
    var headers = HTTPHeaders()
    headers.appendRetry(after: status)
    return HTTPResponse(status: status, shared: SecurityHeaders.patch, headers: headers, body: buffer.body())
  }
}

extension HTTPHeaders {
  /// Says when clients may send a refused request again.
  mutating func appendRetry(after status: HTTPStatus) {
    if status == .tooManyRequests || status == .serviceUnavailable { append("Retry-After", "5") }
  }
}

extension RefusedRequest {
  /// The sentence for users, with the limit if there is one.
  func message(in language: Language) -> ServerText {
    guard let limit else { return ServerText(problem.key) }
    switch problem {
    case .tooManyFields, .tooManyFiles: return ServerText(problem.key, limit)
    default: return ServerText(problem.key, FileSize.text(limit, in: language))
    }
  }
}

extension RequestError {
  /// The key of the sentence for users.
  var key: String { "request.\(rawValue)" }
}
