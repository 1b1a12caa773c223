import Basics
import HTTPServer

/// A web service that answers each path with its name. It keeps requests for held paths until they are released.
final class WebService: HTTPHandler {
  private struct State {
    var held: Set<String> = []
    var waiting: [HTTPExchange] = []
  }

  private let state = Locked(State())
  private let server = Locked<HTTPServer?>(nil)
  let url: String

  init() throws {
    var configuration = HTTPServerConfiguration()
    configuration.address = .tcp(host: "127.0.0.1", port: 0)
    configuration.limits.longestWait = .seconds(60)
    let handler = Handler()
    let server = HTTPServer(configuration: configuration, handler: handler)
    url = "http://127.0.0.1:\(try server.start())"
    self.server.withLock { $0 = server }
    handler.service.withLock { $0 = self }
  }

  private final class Handler: HTTPHandler {
    let service = Locked<WebService?>(nil)
    func handle(_ exchange: HTTPExchange) { service.withLock { $0 }?.handle(exchange) }
  }

  /// The number of requests that wait.
  var waiting: Int { state.withLock { $0.waiting.count } }

  func hold(_ path: String) { state.withLock { _ = $0.held.insert(path) } }

  /// Answers all requests that wait, and holds no path any more.
  func release() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    waiting.forEach(answer)
  }

  func handle(_ exchange: HTTPExchange) {
    let isHeld = state.withLock { state in
      guard state.held.contains(exchange.path) else { return false }
      state.waiting.append(exchange)
      return true
    }
    if !isHeld { answer(exchange) }
  }

  private func answer(_ exchange: HTTPExchange) {
    exchange.respond(
      HTTPResponse(headers: ["Content-Type": "text/plain"], body: .text(String(exchange.path.dropFirst()))))
  }
}
