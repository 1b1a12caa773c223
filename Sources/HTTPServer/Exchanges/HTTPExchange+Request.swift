package import Basics
internal import Synchronization

extension HTTPExchange {
  /// The method. libmicrohttpd leaves out the body of the answer to a HEAD.
  package var method: HTTPMethod {
    if isOnHandlingThread {
      if request.isMethod("GET") { return .get }
      if request.isMethod("POST") { return .post }
    }
    return HTTPMethod(rawValue: text { $0.method } ?? "")
  }

  /// The path below the server's base path, percent-encoded and well-formed; the whole path if it is not below it.
  package var path: String { text { $0.target.localPath } ?? "" }

  /// Whether the path that the client sent is below the server's base path.
  package var isBelowBasePath: Bool { request.target.baseSize != nil }

  /// What comes before the path in URLs of the client; empty for nothing.
  package var basePath: String {
    guard let folder else { return peer.core.configuration.basePath }
    return peer.core.configuration.basePath + folder
  }

  /// Whether the path is below a folder. Then the folder belongs to the base path from now on. Only before the handler returns.
  ///
  /// - Parameter folder: Such as `/panel`.
  package func enter(_ folder: String) -> Bool {
    guard request.enter(folder) else { return false }
    self.folder = folder
    return true
  }

  /// The part of the target after the question mark, as the client sent it. Nil if there is none.
  package var rawQuery: String? { request.target.query == nil ? nil : text { $0.target.query } }

  /// Whether the request line names this URL below the base path, byte for byte. Costs less than to ask for the path.
  package func isTarget(_ url: String) -> Bool {
    var url = url
    return url.withUTF8 { url in
      url.count == request.target.localSize && whileOpen { _ in request.target.equals(url) } ?? false
    }
  }

  /// The query's names and values in their order, decoded as a form's are. A name without `=` has an empty value.
  package var queryItems: [(name: String, value: String)] {
    whileOpen { _ in request.target.query.map(TargetParts.items) ?? [] } ?? []
  }

  /// The value of the first header field of this name, in any case.
  package func header(_ name: StaticString) -> String? {
    guard request.names.mayHave(name) else { return nil }
    return whileOpen { connection in
      HeaderField.value(name, connection).flatMap { String(utf8: $0) }
    } ?? nil
  }

  /// Whether the first field of this name has this value, which is in small letters. Case does not matter. Allocates no memory.
  package func header(_ name: StaticString, is value: StaticString) -> Bool {
    whileOpen { connection in HeaderField.value(name, connection).map { ASCII.matches($0, value) } ?? false } ?? false
  }

  /// Calls the closure with the value of each cookie of a name, in the order of the request, until it returns false. A
  /// request may have several cookies of one name (RFC 6265, section 5.4). The bytes are valid in the closure alone.
  ///
  /// - Parameter isPrefix: Whether the names only begin with that.
  package func forEachCookie(
    _ name: String, isPrefix: Bool = false, _ body: (UnsafeRawBufferPointer) -> Bool
  ) {
    if isOnHandlingThread {
      if let field = HeaderField.value("Cookie", request.connection) { Cookie.forEach(name, isPrefix, in: field, body) }
      return
    }
    // The closure must not run under the lock, because it may ask for other parts of the request.
    let copy = whileOpen { connection in HeaderField.value("Cookie", connection).map { Array($0) } } ?? nil
    copy?.withUnsafeBytes { Cookie.forEach(name, isPrefix, in: $0, body) }
  }

  /// The id of the request in the log and in the field `X-Request-Id` of the answer. A trusted proxy may have chosen it.
  package var requestID: String { request.forwardedID ?? RequestID.text(request.number) }

  /// The address of the client, or of a proxy that is not trusted, for limits.
  package var clientNetwork: NetworkAddress { request.forwarded?.network ?? peer.address }

  /// Whether the client uses HTTPS, as a trusted proxy says.
  package var isSecure: Bool { request.isSecure }

  /// The name of a field that a proxy has set although no proxy is trusted; nil if there is none.
  package var ignoredProxyField: String? {
    guard !peer.core.configuration.trustsForwardedHeaders else { return nil }
    let names: [StaticString] = ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Proto"]
    return whileOpen { connection in
      names.first { HeaderField.value($0, connection) != nil }?.description
    } ?? nil
  }

  /// Whether the server is about to stop.
  package var isServerStopping: Bool { peer.core.isStopping.load(ordering: .relaxed) }

  /// The host, and perhaps port, that the client names. Good for links, but not to be trusted.
  package var host: String? { text(\.host) }

  /// The port that the client names, if it is not the usual one of its scheme.
  package var port: UInt16? { request.port }

  private func text(_ part: (Request) -> UnsafeRawBufferPointer?) -> String? {
    whileOpen { _ in part(request).flatMap { String(utf8: $0) } } ?? nil
  }

  /// The trace that the client names. Nil if it names none, several, or one in a wrong form.
  package var trace: Trace? {
    guard request.names.mayHave("traceparent") else { return nil }
    return whileOpen { connection in
      guard let parent = Self.traceParent(connection) else { return nil }
      let state = HeaderField.list("tracestate", connection, limit: TraceState.maxBytes)
      return Trace(parent, state: state.flatMap { TraceState.checked($0) })
    } ?? nil
  }

  static func traceParent(_ connection: OpaquePointer) -> TraceParent? {
    guard let field = HeaderField.value("traceparent", connection), let parent = TraceParent(field),
      HeaderField.last("traceparent", connection)?.baseAddress == field.baseAddress
    else { return nil }
    return parent
  }

  /// How the content of the answer may be coded.
  package var coding: ContentCoding { request.coding }
  var takesBrotli: Bool { request.takesBrotli }
}
