internal import HTTPServer

/// Refuses forms that another site makes a browser send.
///
/// Browsers say where a request comes from: in `Sec-Fetch-Site` (Fetch Metadata Request Headers, section 2.5), or else
/// in `Origin` (RFC 6454). Programs that are no browsers send neither. They have no user's cookies that could be abused.
enum CrossSite {
  /// The reason to refuse a form; nil if it comes from this site.
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
