internal import HTTPServer

/// Header fields that restrict what browsers do with pages.
enum SecurityHeaders {
  /// Sent with every page.
  static let shared: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    // For layout, not security. Browsers obey it only over secure connections.
    "Accept-CH": Circumstances.wanted,
  ]

  /// Sent with redirects to pages, so that the browser tells its size with the next request.
  static let redirect: HTTPHeaders = [
    "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Accept-CH": Circumstances.wanted,
  ]

  /// Sent with every patch.
  static let patch: HTTPHeaders = [
    "Content-Type": "\(LiveRequest.mediaType); charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  ]

  /// Sent with every stream.
  static let stream: HTTPHeaders = ["X-Content-Type-Options": "nosniff"]

  /// Sent with answers without content.
  static let bare: HTTPHeaders = ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]

  /// The content security policy of a page whose style element has the nonce. The page loads resources only from this
  /// server, and cannot be framed (Content Security Policy Level 3).
  static func page(nonce: String) -> HTTPHeaders {
    var headers = page
    headers.overwrite(at: nonceOffset, with: nonce)
    return headers
  }

  private static let page: HTTPHeaders = [
    "Content-Security-Policy":
      "default-src 'self'; style-src 'self' 'nonce-\(anyNonce)'; img-src 'self' data:; object-src 'none'; "
      + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  ]
  /// Stands for a nonce, and is as long.
  private static let anyNonce: StaticString = "00000000000000000000000000000000"
  private static let nonceOffset = page.offset(of: anyNonce)

  /// The same for pages without a style element.
  static let error: HTTPHeaders = ["Content-Security-Policy": errorPolicy]

  /// In development, error pages have a script, too.
  static let developmentError: HTTPHeaders = ["Content-Security-Policy": errorPolicy + withScript]

  private static let withScript = "; script-src 'self'; connect-src 'self'"

  /// Sent with the page that browsers keep for times without network. Its script asks the server whether it is back.
  static let offlinePage: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": errorPolicy + withScript,
  ]

  /// Sent with the error pages of the HTTP server itself.
  static let errorPage: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": errorPolicy,
  ]

  private static let errorPolicy =
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

extension HTTPResponse {
  /// 204: there is nothing to say.
  static var noContent: HTTPResponse { HTTPResponse(status: .noContent, shared: SecurityHeaders.bare) }
}
