internal import Sessions

/// The cookie with a browser's session id.
///
/// Behind TLS its name begins with `__Host-`: browsers accept such a cookie from this host alone, and only with `Secure`,
/// `Path=/` and no `Domain` (RFC 6265bis, section 4.1.3.2). Another host of the same domain cannot plant one. So behind TLS
/// cookies of other names are ignored.
enum SessionCookie {
  /// Ids tried per request. Other hosts of the domain can set cookies of this name, and browsers may send them first.
  private static let mostCandidates = 8

  private static func name(for exchange: any Exchange) -> StaticString {
    exchange.isSecure ? "__Host-session" : "session"
  }

  /// Returns the session id number `index` among a request's cookies, or nil. Skips values that are not ids.
  static func id(in exchange: any Exchange, _ index: Int) -> SessionID? {
    guard index < mostCandidates else { return nil }
    var id: SessionID?
    var rest = index
    exchange.forEachCookie(name(for: exchange)) { value in
      guard let candidate = SessionID(value) else { return true }
      if rest == 0 { id = candidate }
      rest -= 1
      return id == nil
    }
    return id
  }

  /// The Set-Cookie field that gives a browser an id.
  ///
  /// - Parameter lifetime: How long the browser keeps it, in seconds.
  static func field(_ id: SessionID, lifetime: Int, for exchange: any Exchange) -> String {
    field(value: id.cookieValue, lifetime: lifetime, exchange)
  }

  /// The Set-Cookie field that deletes the cookie.
  static func deletion(for exchange: any Exchange) -> String { field(value: "", lifetime: 0, exchange) }

  private static func field(value: String, lifetime: Int, _ exchange: any Exchange) -> String {
    "\(name(for: exchange))=\(value); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(lifetime)"
      + (exchange.isSecure ? "; Secure" : "")
  }
}
