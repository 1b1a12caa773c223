internal import HTTPServer
internal import SessionKernel
internal import Sessions

/// The cookie with a browser's session id, that with the version of the session that it has seen, and those with its claims.
///
/// Behind TLS its name begins with `__Host-`: browsers accept such a cookie from this host alone, and only with `Secure`,
/// `Path=/` and no `Domain` (RFC 6265bis, section 4.1.3.2). Another host of the same domain cannot plant one. So behind TLS
/// cookies of other names are ignored. With a base path it begins with `__Secure-`, because its `Path` is another one.
///
/// Cookies belong to a host, whatever the port. So the names have the port that the browser uses: apps at other ports of the
/// host have other cookies.
enum SessionCookie {
  /// Ids tried per request. Other hosts of the domain can set cookies of this name, and browsers may send them first.
  private static let maxCandidates = 8

  private static func name(for exchange: any Exchange) -> String {
    let prefix = !exchange.isSecure ? "" : exchange.basePath.isEmpty ? "__Host-" : "__Secure-"
    return "\(prefix)session" + (exchange.port.map { "-\($0)" } ?? "")
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
    field("\(name(for: exchange))=\(id.cookieValue)", lifetime, exchange)
  }

  /// The Set-Cookie field that deletes the cookie.
  static func deletion(for exchange: any Exchange) -> String { field("\(name(for: exchange))=", 0, exchange) }

  /// - Parameter lifetime: Nil until the end of the browser.
  private static func field(_ pair: String, _ lifetime: Int?, _ exchange: any Exchange) -> String {
    var field = pair
    field.reserveCapacity(pair.utf8.count + exchange.basePath.utf8.count + 72)
    field += "; Path="
    field += exchange.basePath.isEmpty ? "/" : exchange.basePath
    field += "; HttpOnly; SameSite=Lax"
    if let lifetime { field += "; Max-Age=\(lifetime)" }
    if exchange.isSecure { field += "; Secure" }
    return field
  }

  // MARK: - Claims

  /// How long a browser keeps a claim, in seconds: longer than side effects run.
  private static let claimLifetime = 600

  /// What the names of cookies with claims begin with. Each has a name of its own, because several forms may be on their way.
  private static func claimPrefix(for exchange: any Exchange) -> String { "\(name(for: exchange))-claim-" }

  private static func claimName(_ claim: RenamedSession.Claim, for exchange: any Exchange) -> String {
    "\(claimPrefix(for: exchange))\(claim.hexadecimal.prefix(8))"
  }

  /// Returns the newest claims in a request's cookies: browsers send the oldest first (RFC 6265, section 5.4).
  static func claims(in exchange: any Exchange) -> [RenamedSession.Claim] {
    allClaims(in: exchange).suffix(maxCandidates)
  }

  private static func allClaims(in exchange: any Exchange) -> [RenamedSession.Claim] {
    var claims: [RenamedSession.Claim] = []
    exchange.forEachCookie(claimPrefix(for: exchange), isPrefix: true) { value in
      if let claim = SessionKey(String(decoding: value, as: UTF8.self)) { claims.append(claim) }
      return true
    }
    return claims
  }

  /// Adds the Set-Cookie fields that give a browser a claim, and delete those that are too old to be read.
  static func setClaim(_ claim: RenamedSession.Claim, of exchange: any Exchange, _ headers: inout HTTPHeaders) {
    keepClaims(maxCandidates - 1, of: exchange, &headers)
    headers.append(
      "Set-Cookie", field("\(claimName(claim, for: exchange))=\(claim.hexadecimal)", claimLifetime, exchange))
  }

  /// Adds the Set-Cookie fields that delete the claims of a browser but the newest ones.
  static func keepClaims(_ count: Int, of exchange: any Exchange, _ headers: inout HTTPHeaders) {
    for claim in allClaims(in: exchange).dropLast(count) {
      headers.append("Set-Cookie", field("\(claimName(claim, for: exchange))=", 0, exchange))
    }
  }

  // MARK: - The version

  private static func versionName(for exchange: any Exchange) -> String { "\(name(for: exchange))-version" }

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
    let version = session.version
    guard session.runtime.storage.isShared, version > 0, self.version(in: exchange) != version else { return nil }
    return field("\(versionName(for: exchange))=\(version)", nil, exchange)
  }
}
