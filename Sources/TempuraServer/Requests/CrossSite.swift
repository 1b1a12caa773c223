internal import HTTPServer

/// Refuses forms that another site makes a browser send.
///
/// Browsers say where a request comes from: in `Sec-Fetch-Site` (Fetch Metadata Request Headers, section 2.5), or else
/// in `Origin` (RFC 6454). Programs that are no browsers send neither. They have no user's cookies that could be abused.
enum CrossSite {
  /// Whether a form is refused because another site sent it.
  static func isRefused(_ exchange: HTTPExchange) -> Bool {
    if let site = exchange.header("Sec-Fetch-Site") {
      return site != "same-origin" && site != "none"
    }
    guard let origin = exchange.header("Origin") else { return false }
    let scheme = exchange.isSecure ? "https" : "http"
    return origin.lowercased() != "\(scheme)://\(exchange.host?.lowercased() ?? "")"
  }
}
