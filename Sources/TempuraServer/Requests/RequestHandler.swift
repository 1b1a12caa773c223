internal import Basics
internal import HTTPServer
internal import TempuraUI

/// Where every request comes in. It answers the server's own paths; screens and files of users are answered by a
/// `RequestContext`.
///
/// The threads of connections answer public files, checks and refusals themselves. What needs a session runs on the threads for turns.
final class RequestHandler: HTTPHandler {
  let runtime: Runtime
  private let gate: (any RequestGate)?
  /// The watchers of requests that need a session.
  let watchers: [any RequestWatcher]

  let newSessions: NewSessions

  init(
    runtime: Runtime, newSessions: AddressRateLimit = .none, gate: (any RequestGate)? = nil,
    watchers: [any RequestWatcher] = []
  ) {
    (self.runtime, self.gate, self.watchers) = (runtime, gate, watchers)
    self.newSessions = NewSessions(newSessions)
  }

  func handle(_ exchange: HTTPExchange) {
    guard let gate else { return answer(exchange) }
    gate.handle(exchange, runtime) { [self] in answer($0) }
  }

  private func answer(_ exchange: HTTPExchange) {
    guard exchange.isBelowBasePath || OwnPath.checks.contains(exchange.path) else {
      return answerElsewhere(exchange)
    }
    switch exchange.method {
    case .get, .head: get(exchange)
    case .post: post(exchange)
    case .options: exchange.respond(.options(allow: methods(of: exchange)))
    default: refuseMethod(of: exchange)
    }
  }

  /// Answers a request that did not come over HTTP: to a screen, or to a file of a user.
  func handle(_ exchange: LocalExchange) {
    if let form = exchange.form { return interact(exchange, form) }
    if !UserFilePath.answer(exchange, self), !PicturePath.answer(exchange, self) { show(exchange) }
  }

  private func get(_ exchange: HTTPExchange) {
    if let file = runtime.site.paths.file(for: exchange) {
      exchange.note { $0.group = runtime.metrics.requests.files }
      exchange.respond(file)
    } else if let path = OwnPath(rawValue: exchange.path) {
      answer(exchange, at: path)
    } else if !UserFilePath.answer(exchange, self), !PicturePath.answer(exchange, self) {
      show(exchange)
    }
  }

  private func answer(_ exchange: HTTPExchange, at path: OwnPath) {
    let counts = runtime.metrics.requests
    switch path {
    case .health:
      exchange.note { $0.group = counts.checks }
      exchange.answerHealth(isStopping: exchange.isServerStopping)
    case .ready:
      exchange.note { $0.group = counts.checks }
      exchange.answerReadiness(runtime) { exchange.isServerStopping }
    case .live:
      exchange.note { $0.group = counts.live }
      LivePath.open(exchange, self)
    case .offline:
      exchange.note { $0.group = counts.offline }
      exchange.respond(runtime.site.pages.offlinePage(in: runtime.language(of: exchange)))
    }
  }

  /// Answers a request that is not below the base path. Redirects requests for the host's root, and for the base path without a slash,
  /// to the app. Refuses others.
  private func answerElsewhere(_ exchange: HTTPExchange) {
    guard [.get, .head].contains(exchange.method), ["/", exchange.basePath].contains(exchange.path) else {
      return exchange.respond(runtime.refusal(of: exchange, .notFound, .errorNoSuchPage, .notFound))
    }
    let query = exchange.rawQuery.map { "?\($0)" } ?? ""
    exchange.respond(.seeOther("\(exchange.basePath)/\(query)", shared: SecurityHeaders.redirect))
  }

  private func show(_ exchange: any Exchange) {
    RequestContext(exchange, self, for: .show).start()
  }

  private func post(_ exchange: HTTPExchange) {
    if CrossSite.isRefused(exchange) {
      guard runtime.app.routes.takesForms(at: exchange.url) else {
        return exchange.respond(runtime.refusal(of: exchange, .forbidden, .errorOtherSite, .sentByOtherSite))
      }
      return exchange.respond(runtime.site.pages.relay(exchange.form, language: runtime.language(of: exchange)))
    }
    let (path, paths) = (exchange.path, runtime.site.paths)
    if path == OwnPath.live.rawValue {
      exchange.note { $0.group = runtime.metrics.requests.live }
      return LivePath.close(exchange, self)
    }
    if paths.has(path) { return refuseMethod(of: exchange) }
    if runtime.app.isUserFile(path) || path.hasPrefix(ServedApp.pictures) { return refuseMethod(of: exchange) }
    interact(exchange, exchange.form)
  }

  private func interact(_ exchange: any Exchange, _ fields: [FormField]) {
    if runtime.app.routes.takesForms(at: exchange.url) {
      let texts = fields.lazy.filter { $0.file == nil }.map { ($0.name.streamSafe, $0.value.streamSafe) }
      return RequestContext(exchange, self, for: .receive(Dictionary(texts) { first, _ in first })).start()
    }
    guard let form = FormInput(fields) else {
      return exchange.respond(runtime.refusal(of: exchange, .badRequest, .errorSeveralControls, .invalidForm))
    }
    RequestContext(exchange, self, for: .apply(form)).start()
  }

  // MARK: - Refusals

  private func refuseMethod(of exchange: HTTPExchange) {
    let methods = methods(of: exchange)
    var response = runtime.refusal(
      of: exchange, .methodNotAllowed, .errorMethodsAllowed(methods), .methodNotAllowed)
    response.headers.append("Allow", methods)
    exchange.respond(response)
  }

  private func methods(of exchange: HTTPExchange) -> String {
    let path = exchange.path
    let isRead = runtime.app.isUserFile(path) || path.hasPrefix(ServedApp.pictures) || runtime.site.paths.has(path)
    return isRead && path != OwnPath.live.rawValue ? "GET, HEAD, OPTIONS" : "GET, HEAD, POST, OPTIONS"
  }
}

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
