internal import Sessions
internal import Synchronization

/// The cookie with a browser's session id, and the cookie with the version of the session that it has seen.
///
/// Behind TLS its name begins with `__Host-`: browsers accept such a cookie from this host alone, and only with `Secure`,
/// `Path=/` and no `Domain` (RFC 6265bis, section 4.1.3.2). Another host of the same domain cannot plant one. So behind TLS
/// cookies of other names are ignored.
enum SessionCookie {
  /// Ids tried per request. Other hosts of the domain can set cookies of this name, and browsers may send them first.
  private static let maxCandidates = 8

  private static func name(for exchange: any Exchange) -> StaticString {
    exchange.isSecure ? "__Host-session" : "session"
  }

  /// Returns the session id number `index` among a request's cookies, or nil. Skips values that are not ids.
  static func id(in exchange: any Exchange, _ index: Int) -> SessionID? {
    guard index < maxCandidates else { return nil }
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

  // MARK: - The version

  private static func versionName(for exchange: any Exchange) -> StaticString {
    exchange.isSecure ? "__Host-session-version" : "session-version"
  }

  /// Returns the version of the session that a browser has seen, or nil if it does not say. Of several cookies the highest
  /// one counts, which at worst makes a server ask the storage.
  static func version(in exchange: any Exchange) -> UInt64? {
    var version: UInt64?
    exchange.forEachCookie(versionName(for: exchange)) { value in
      if let number = UInt64(String(decoding: value, as: UTF8.self)) { version = max(number, version ?? 0) }
      return true
    }
    return version
  }

  /// The Set-Cookie field that tells a browser the version of its session; nil if it knows. Without other servers there is
  /// nothing to tell. The browser forgets it at its end, and the next answer tells it again.
  static func versionField(of session: Session, for exchange: any Exchange) -> String? {
    versionField(session.freshness.version, session.runtime, for: exchange)
  }

  static func versionField(_ version: UInt64, _ runtime: Runtime, for exchange: any Exchange) -> String? {
    guard runtime.storage.isShared, version > 0, self.version(in: exchange) != version else { return nil }
    return "\(versionName(for: exchange))=\(version); Path=/; HttpOnly; SameSite=Lax"
      + (exchange.isSecure ? "; Secure" : "")
  }
}
