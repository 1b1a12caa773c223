internal import Basics
internal import HTTPServer
internal import TempuraUI

/// Where every request comes in. The server's own paths are answered by `ServerPaths`, screens and files of users by a
/// `Visit`.
///
/// The threads that serve connections send what is ready: files, pages that were kept, refusals. All that asks the storage or
/// runs code of the app continues on the threads for turns.
final class RequestHandler: HTTPHandler {
  private let runtime: Runtime

  init(runtime: Runtime) { self.runtime = runtime }

  func handle(_ exchange: HTTPExchange) {
    if let development = runtime.app.development { return handle(exchange, in: development) }
    answer(exchange)
  }

  /// In development, requests may be for the panel, or come by a poor network. Pages of other sites must not read the states and
  /// sources of the app, nor by names of theirs that lead to this machine.
  private func handle(_ exchange: HTTPExchange, in development: Development) {
    // The name that the browser has used, also behind a proxy, whose fields a page could set.
    guard [exchange.header("Host"), exchange.host].allSatisfy({ development.names?.has($0) != false }) else {
      return exchange.respond(.plain("\(Development.unknownHost)\n", status: .misdirectedRequest))
    }
    if let panel = development.panel.value, panel.handle(exchange) { return }
    guard let network = development.network else { return answer(exchange) }
    network.carry(exchange, runtime) { [self] in answer($0) }
  }

  private func answer(_ exchange: HTTPExchange) {
    guard exchange.isBelowBasePath || HealthCheck.paths.contains(exchange.path) else {
      return answerElsewhere(exchange)
    }
    switch exchange.method {
    case .get, .head: get(exchange)
    case .post: post(exchange)
    case .options: exchange.respond(.options(allow: methods(of: exchange)))
    default: refuseMethod(of: exchange)
    }
  }

  /// Answers a request that did not come over HTTP: to a screen, never to a path of the server's.
  func handle(_ exchange: LocalExchange) {
    if let form = exchange.form { return interact(exchange, form) }
    if !KeptPage.answer(exchange, runtime), !UserFilePath.answer(exchange, runtime) { show(exchange) }
  }

  private func get(_ exchange: HTTPExchange) {
    let isAnswered =
      KeptPage.answer(exchange, runtime) || runtime.site.paths.answer(exchange, runtime)
      || UserFilePath.answer(exchange, runtime)
    if !isAnswered { show(exchange) }
  }

  /// Answers a request that is not below the base path. Redirects requests for the host's root, and for the base path without a slash,
  /// to the app. Refuses others.
  private func answerElsewhere(_ exchange: HTTPExchange) {
    guard [.get, .head].contains(exchange.method), ["/", exchange.basePath].contains(exchange.path) else {
      return refuse(exchange, .notFound, .errorNoSuchPage, .notFound)
    }
    let query = exchange.rawQuery.map { "?\($0)" } ?? ""
    exchange.respond(.seeOther("\(exchange.basePath)/\(query)", shared: SecurityHeaders.redirect))
  }

  private func show(_ exchange: any Exchange) {
    Visit(exchange, runtime, for: .show).start()
  }

  private func post(_ exchange: HTTPExchange) {
    if CrossSite.isRefused(exchange) {
      guard runtime.app.routes.takesForms(at: exchange.url) else {
        return refuse(exchange, .forbidden, .errorOtherSite, .sentByOtherSite)
      }
      return exchange.respond(runtime.site.pages.relay(exchange.form, language: runtime.language(of: exchange)))
    }
    let (path, paths) = (exchange.path, runtime.site.paths)
    if paths.has(path) {
      if !paths.answerForm(exchange, runtime) { refuseMethod(of: exchange) }
      return
    }
    if UserFilePath.isReserved(path, by: runtime.app.fileGuard) { return refuseMethod(of: exchange) }
    interact(exchange, exchange.form)
  }

  private func interact(_ exchange: any Exchange, _ fields: [FormField]) {
    if runtime.app.routes.takesForms(at: exchange.url) {
      let texts = fields.lazy.filter { $0.file == nil }.map { ($0.name.streamSafe, $0.value.streamSafe) }
      return Visit(exchange, runtime, for: .receive(Dictionary(texts) { first, _ in first })).start()
    }
    do throws(FormInputError) {
      let form = try FormInput(fields)
      Visit(exchange, runtime, for: .apply(form)).start()
    } catch {
      refuse(exchange, .badRequest, error.text, .invalidForm)
    }
  }

  // MARK: - Refusals

  private func refuseMethod(of exchange: HTTPExchange) {
    let methods = methods(of: exchange)
    refuse(exchange, .methodNotAllowed, .errorMethodsAllowed(methods), .methodNotAllowed) {
      $0.append("Allow", methods)
    }
  }

  private func methods(of exchange: HTTPExchange) -> String {
    let path = exchange.path
    let paths = runtime.site.paths
    if UserFilePath.isReserved(path, by: runtime.app.fileGuard) { return "GET, HEAD, OPTIONS" }
    return paths.has(path) ? paths.methods(of: path) : "GET, HEAD, POST, OPTIONS"
  }

  private func refuse(
    _ exchange: any Exchange, _ status: HTTPStatus, _ message: ServerText, _ reason: RefusalReason,
    addHeaders: (inout HTTPHeaders) -> Void = { _ in }
  ) {
    runtime.metrics.countRefusal(reason)
    var response = runtime.site.pages.refusal(
      status, message, isLive: LiveRequest.isLive(exchange), requestID: exchange.requestID,
      language: runtime.language(of: exchange))
    addHeaders(&response.headers)
    exchange.respond(response)
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
