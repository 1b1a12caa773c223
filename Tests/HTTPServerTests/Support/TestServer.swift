import HTTPServer
import TestSupport

/// A server on a free port, whose handler is a closure.
final class TestServer: Sendable {
  let server: HTTPServer
  let port: UInt16

  convenience init(_ handle: @escaping @Sendable (HTTPExchange) -> Void) throws {
    try self.init(configure: { _ in }, handle: handle)
  }

  init(
    configure: (inout HTTPServerConfiguration) -> Void, handle: @escaping @Sendable (HTTPExchange) -> Void
  ) throws {
    var configuration = HTTPServerConfiguration()
    configuration.address = .tcp(host: "127.0.0.1", port: 0)
    configuration.threads = 2
    configuration.limits.longestWait = .seconds(60)  // the machine may be busy
    configure(&configuration)
    server = HTTPServer(configuration: configuration, handler: ClosureHandler(handle))
    port = try server.start()
  }

  deinit { server.stop(grace: .zero) }

  func connect() throws -> RawClient { try RawClient(port: port) }

  /// Sends a request on a new connection, and returns the answer.
  func send(_ request: String) throws -> RawResponse { try send(Array(request.utf8)) }

  func send(_ request: [UInt8]) throws -> RawResponse {
    let client = try connect()
    client.send(request)
    return try client.response()
  }

  func get(_ target: String, headers: String = "") throws -> RawResponse {
    try send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
  }

  func post(_ body: String, type: String = "application/x-www-form-urlencoded") throws -> RawResponse {
    try send(
      "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
  }
}

final class ClosureHandler: HTTPHandler {
  let body: @Sendable (HTTPExchange) -> Void
  init(_ body: @escaping @Sendable (HTTPExchange) -> Void) { self.body = body }
  func handle(_ exchange: HTTPExchange) { body(exchange) }
}

extension HTTPExchange {
  func respond(text: String) { respond(HTTPResponse(headers: ["Content-Type": "text/plain"], body: .text(text))) }

  /// Answers with the text of the form.
  func respondWithForm() { respond(text: form.text) }
}

extension [FormField] {
  /// The fields as one text.
  var text: String {
    map { field in
      guard let file = field.file else { return "\(field.name)=\(field.value)" }
      return "\(field.name)=file(\(file.filename),\(file.contentType ?? "-"),\(file.size))"
    }.joined(separator: "|")
  }
}
