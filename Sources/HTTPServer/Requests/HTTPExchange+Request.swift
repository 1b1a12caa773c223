internal import Basics
internal import CMicroHTTPD
internal import Synchronization

extension HTTPExchange {
  /// The method; that of a HEAD is `.head`, and libmicrohttpd leaves the body of what is answered out.
  package var method: HTTPMethod {
    if isOnItsThread {
      if isMethod("GET") { return .get }
      if isMethod("POST") { return .post }
    }
    return HTTPMethod(rawValue: text { $0.rawMethod } ?? "")
  }

  /// The path as it was sent, percent-encoded. Well-formed, that is certain.
  package var path: String { text { $0.rawPath } ?? "" }

  /// What follows the question mark, as it was sent. Nil if there is none.
  package var rawQuery: String? { query == nil ? nil : text { $0.query } }

  /// The path's segments, decoded. Empty ones are left out, so `/` has none.
  package var pathSegments: [String] {
    whileOpen { _ in TargetParts.segments(rawPath) } ?? []
  }

  /// The query's names and values in their order, decoded as a form's are. A name without `=` has an empty value.
  package var queryItems: [(name: String, value: String)] {
    whileOpen { _ in query.map(TargetParts.items) ?? [] } ?? []
  }

  /// The value of a header field, whatever the case of the name's letters; of the first one, if there are several.
  package func header(_ name: StaticString) -> String? {
    whileOpen { connection in
      HeaderField.value(name, connection).flatMap { String(utf8: $0) }
    } ?? nil
  }

  /// Whether there is such a field with this value, in small letters, compared without regard to case. Builds nothing.
  package func header(_ name: StaticString, is value: StaticString) -> Bool {
    whileOpen { connection in HeaderField.value(name, connection).map { ASCII.matches($0, value) } ?? false } ?? false
  }

  /// Calls the closure with the bytes of the value of each cookie of a name, in the order of the request, until it returns
  /// false. A name may come several times (RFC 6265, section 5.4). The bytes are valid in the closure alone.
  package func forEachCookie(_ name: StaticString, _ body: (UnsafeRawBufferPointer) -> Bool) {
    if isOnItsThread {
      if let field = HeaderField.value("Cookie", connection) { Cookie.forEach(name, in: field, body) }
      return
    }
    // The closure must not run under the lock, since it may ask for more.
    let copy = whileOpen { connection in HeaderField.value("Cookie", connection).map { Array($0) } } ?? nil
    copy?.withUnsafeBytes { Cookie.forEach(name, in: $0, body) }
  }

  /// By which the request can be found in the log; sent along as `X-Request-Id`. A trusted proxy may have chosen it.
  package var requestID: String { forwardedID ?? RequestID.text(number) }

  /// The address of the client; of the proxy, if it is not trusted.
  package var clientAddress: String { String(decoding: forwarded?.text ?? peer.address, as: UTF8.self) }

  /// Whether the client uses HTTPS, if a trusted proxy says so.
  package var isSecure: Bool {
    guard peer.core.configuration.trustsForwardedHeaders else { return false }
    return whileOpen { connection in
      HeaderField.last("x-forwarded-proto", connection).map { ASCII.matches(ASCII.lastListItem($0), "https") } ?? false
    } ?? false
  }

  /// The name of a field that a proxy sets, where no proxy is trusted; nil if there is none.
  package var ignoredProxyField: String? {
    guard !peer.core.configuration.trustsForwardedHeaders else { return nil }
    let names: [StaticString] = ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Proto"]
    return whileOpen { connection in
      names.first { HeaderField.value($0, connection) != nil }?.description
    } ?? nil
  }

  /// Whether the server was told to stop.
  package var isServerStopping: Bool { peer.core.isLeaving.load(ordering: .relaxed) }

  /// The host, and perhaps port, that the client wants to talk to. It says so itself: good for links, not for trust.
  package var host: String? {
    whileOpen { connection in
      if peer.core.configuration.trustsForwardedHeaders, let value = HeaderField.last("x-forwarded-host", connection) {
        let host = ASCII.lastListItem(value)
        if !host.isEmpty, RequestHead.isHost(host) { return String(utf8: host) }
      }
      return (authority ?? HeaderField.value("Host", connection)).flatMap { String(utf8: $0) }
    } ?? nil
  }

  private func text(_ part: (HTTPExchange) -> UnsafeRawBufferPointer?) -> String? {
    whileOpen { _ in part(self).flatMap { String(utf8: $0) } } ?? nil
  }
}
