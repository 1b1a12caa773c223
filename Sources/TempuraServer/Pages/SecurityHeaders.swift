internal import HTTPServer

/// What every page tells the browser to be strict about.
enum SecurityHeaders {
  /// Sent with every page.
  static let shared: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    // Not about security: what pages are laid out by. Browsers only heed it where they trust the connection.
    "Accept-CH": Circumstances.wanted,
  ]

  /// Sent with every redirect.
  static let redirect: HTTPHeaders = ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]

  /// The content security policy of a page whose style element has the nonce: nothing runs or is loaded but what this
  /// server sends, and nobody frames it (Content Security Policy Level 3).
  static func page(nonce: String) -> HTTPHeaders {
    var headers = HTTPHeaders()
    headers.append("Content-Security-Policy", before + nonce + after)
    return headers
  }

  /// The same for pages without a style element.
  static let error: HTTPHeaders = ["Content-Security-Policy": errorPolicy]

  /// What the HTTP server sends with the pages for requests that it refuses by itself.
  static let errorPage: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": errorPolicy,
  ]

  private static let errorPolicy =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let before = "default-src 'self'; style-src 'self' 'nonce-"
  private static let after =
    "'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}
