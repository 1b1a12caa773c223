internal import HTTPServer

/// Forms that other sites send in a browser's name are refused.
///
/// Browsers say where a request comes from: in `Sec-Fetch-Site` (Fetch Metadata Request Headers, section 2.5), or else
/// in `Origin` (RFC 6454). Programs that are no browsers say nothing, and have no cookies of anybody's to abuse.
enum CrossSite {
  /// Why a form is refused; nil for one that comes from this site.
  static func refusal(of exchange: HTTPExchange) -> String? {
    let message = "This form was sent by another site, so nothing was changed."
    if let site = exchange.header("Sec-Fetch-Site") {
      return site == "same-origin" || site == "none" ? nil : message
    }
    guard let origin = exchange.header("Origin") else { return nil }
    let scheme = exchange.isSecure ? "https" : "http"
    return origin.lowercased() == "\(scheme)://\(exchange.host?.lowercased() ?? "")" ? nil : message
  }
}
