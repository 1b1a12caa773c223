/// How a server listens and what it allows.
package struct HTTPServerConfiguration: Sendable {
  package var address = ListeningAddress.tcp(host: "127.0.0.1", port: 8080)
  /// Whether other processes of the same user may listen on the port at the same time. Only for TCP.
  package var sharesPort = false
  /// What comes before the handler's paths in the URLs of clients, such as `/todo`; empty for nothing.
  package var basePath = ""
  /// The number of threads that serve connections; nil for the number of processor cores.
  package var threads: Int?
  package var limits = HTTPLimits()
  /// Each of them gets every request that is over.
  package var observers: [any RequestObserver] = []
  /// Gets each request that is over and for which the handler has noted no group.
  package var otherRequests: (any RequestGroup)?
  /// Called when a connection is closed at once, because its address has too many. It must not block.
  package var connectionRefused: @Sendable () -> Void = {}
  /// How long the handler would keep a request of an address waiting now, or one of any address for nil, in nanoseconds. Called
  /// for each request. It must not block.
  package var handlerWait: @Sendable (NetworkAddress?) -> UInt64 = { _ in 0 }
  /// Called when a request or a connection is refused because the server has too much to do. It must not block.
  package var overloadRefused: @Sendable () -> Void = {}
  /// Whether `X-Forwarded-For`, `-Proto`, `-Host` and `X-Request-Id` are trusted. Set it only if a proxy in front of the
  /// server sets them: otherwise clients could.
  package var trustsForwardedHeaders = false
  /// The paths that are answered even if the server has too much to do: health checks.
  package var pathsExemptFromLimits: [String] = []
  /// The level of gzip: from 1, fast, to 9, small; 0 for no compression.
  package var compression: Int32 = 1
  /// The folder of uploaded files, which are kept while their request is answered.
  package var temporaryFolder = "/tmp"
  /// Makes the answer to a request that the server itself refuses, with the status of the problem.
  package var refusal: @Sendable (RefusedRequest) -> HTTPResponse = ErrorPage.plain

  package init() {}
}

/// Answers requests.
package protocol HTTPHandler: AnyObject, Sendable {
  /// Called for each request when its head and body have arrived, on one of the server's threads, for many requests at once.
  ///
  /// It must not block, because other connections wait for the same thread. It answers with `HTTPExchange.respond(_:)`,
  /// before it returns or later, on any thread.
  func handle(_ exchange: HTTPExchange)
}
