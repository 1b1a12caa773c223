/// Answers requests.
package protocol HTTPHandler: AnyObject, Sendable {
  /// Called for each request when its head and body have arrived, on one of the server's threads, for many requests at once.
  ///
  /// It must not block, because other connections wait for the same thread. It answers with `HTTPExchange.respond(_:)`,
  /// before it returns or later, on any thread.
  func handle(_ exchange: HTTPExchange)
}
