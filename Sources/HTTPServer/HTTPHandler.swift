/// Answers requests.
package protocol HTTPHandler: AnyObject, Sendable {
  /// Called on one of the server's threads, for many requests at once, when a whole request, head and body, is in.
  ///
  /// It must not block: other connections wait for the same thread. It answers with `HTTPExchange.respond(_:)`, before it
  /// returns or later, from any thread.
  func handle(_ exchange: HTTPExchange)
}
