internal import HTTPServer

/// The server for plain HTTP beside one with TLS, which sends browsers there.
final class RedirectServer {
  private let http: HTTPServer

  /// Starts the server.
  ///
  /// - Parameter securePort: The port of the server with TLS; 0 if it has none.
  /// - Throws: `RedirectAddressError`.
  init(_ configuration: HTTPServerConfiguration, to securePort: UInt16, _ runtime: Runtime) throws(RedirectAddressError)
  {
    http = HTTPServer(
      configuration: configuration,
      handler: RedirectHandler(runtime: runtime, port: configuration.address.port, securePort: securePort))
    do throws(HTTPServerError) {
      address = try http.listen()
      try http.start()
    } catch {
      throw RedirectAddressError(reason: error)
    }
  }

  let address: ListeningAddress

  func announceStop() { http.announceStop() }
  func stop() { http.stop(grace: .zero) }
}

/// The address for plain HTTP cannot be used.
struct RedirectAddressError: Error, CustomStringConvertible {
  let reason: HTTPServerError

  /// The sentences of the HTTP server, which name the flag of the public port.
  var description: String { reason.description.replacing("--port", with: "--redirect-port") }
}
