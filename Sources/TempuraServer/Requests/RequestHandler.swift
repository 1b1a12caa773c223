internal import HTTPServer

/// Where every request comes in: files are served here, screens by `Visit`.
final class RequestHandler: HTTPHandler {
  private let runtime: Runtime

  init(runtime: Runtime) { self.runtime = runtime }

  func handle(_ exchange: HTTPExchange) {
    switch exchange.method {
    case .get, .head: get(exchange)
    case .post: post(exchange)
    case .options: exchange.respond(.options(allow: Self.methods(of: exchange)))
    default: refuseMethod(of: exchange)
    }
  }

  private func refuseMethod(of exchange: HTTPExchange) {
    let message = "This address cannot be asked that way: it takes \(Self.methods(of: exchange))."
    var response = runtime.pages.error(
      .methodNotAllowed, message: message, requestID: exchange.requestID,
      language: runtime.language(of: exchange))
    response.headers.append("Allow", Self.methods(of: exchange))
    exchange.respond(response)
  }

  private func get(_ exchange: HTTPExchange) {
    if Visit.repeatPage(exchange, runtime) { return }
    if Self.looksLikeFile(exchange.path) {
      if let response = runtime.files.response(for: exchange) { return exchange.respond(response) }
    } else if exchange.isHealthCheck {
      return tellHealth(exchange)
    }
    show(exchange)
  }

  private func tellHealth(_ exchange: HTTPExchange) {
    if exchange.isServerStopping { return exchange.respond(.health(.stopping)) }
    guard exchange.path == HealthCheck.readyPath else { return exchange.respond(.health(nil)) }
    runtime.readiness.check(runtime.storage) { problem in
      exchange.respond(.health(exchange.isServerStopping ? .stopping : problem))
    }
  }

  /// Answers with the screens at the URL.
  private func show(_ exchange: any Exchange) {
    Visit.findSession(exchange, runtime, isShow: true) { visit in visit.show() }
  }

  private func post(_ exchange: HTTPExchange) {
    if let refusal = CrossSite.refusal(of: exchange) {
      return exchange.respond(
        runtime.pages.error(
          .forbidden, message: refusal, requestID: exchange.requestID,
          language: runtime.language(of: exchange)))
    }
    let isFile = Self.looksLikeFile(exchange.path) && runtime.files.response(for: exchange) != nil
    if isFile || exchange.isHealthCheck { return refuseMethod(of: exchange) }
    interact(exchange, exchange.form)
  }

  /// Does what a form says to the screens at the URL.
  private func interact(_ exchange: any Exchange, _ fields: [FormField]) {
    let form: FormInput
    do {
      form = try FormInput(fields)
    } catch {
      return exchange.respond(
        runtime.pages.error(
          .badRequest, message: error.description, requestID: exchange.requestID,
          language: runtime.language(of: exchange)))
    }
    Visit.findSession(exchange, runtime) { visit in visit.interact(form) }
  }

  /// Answers a request that did not come over HTTP: to a screen, never to a file.
  func handle(_ exchange: LocalExchange) {
    if let form = exchange.form { return interact(exchange, form) }
    if !Visit.repeatPage(exchange, runtime) { show(exchange) }
  }

  /// Whether the last part of the path has an ending, as the names of files have and those of screens seldom.
  static func looksLikeFile(_ path: String) -> Bool {
    path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: "."))
  }

  private static func methods(of exchange: HTTPExchange) -> String {
    looksLikeFile(exchange.path) || exchange.isHealthCheck ? "GET, HEAD, OPTIONS" : "GET, HEAD, POST, OPTIONS"
  }
}

extension HTTPExchange {
  fileprivate var isHealthCheck: Bool { HealthCheck.isPath(path) }
}

extension HTTPResponse {
  /// What a load balancer or a container wants to hear.
  fileprivate static func health(_ problem: Readiness.Problem?) -> HTTPResponse {
    HTTPResponse(
      status: problem == nil ? .ok : .serviceUnavailable,
      headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
      body: .text("\(problem?.sentence ?? "ok")\n"))
  }
}
