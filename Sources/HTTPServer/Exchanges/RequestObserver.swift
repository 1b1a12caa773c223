package import Basics

/// Receives each request that is over, such as a log or metrics.
package protocol RequestObserver: Sendable {
  /// Called on the thread of the request's connection, which it must not block.
  func requestDidEnd(_ request: EndedRequest)

  /// Called when the server has stopped.
  func serverDidStop()
}

/// The requests to one screen, or to one kind of path, which metrics count together.
///
/// The handler notes it. So an observer need not find out again where a request went.
package protocol RequestGroup: AnyObject, Sendable {
  /// Called on the thread of the request's connection, which it must not block.
  func requestDidEnd(_ request: EndedRequest)
}

/// A request that is over.
package struct EndedRequest {
  package let exchange: HTTPExchange
  /// 0 if there was no answer.
  package let status: UInt16
  /// The bytes of the answer's body.
  package let size: Int
  /// The time from the request line to the end of the answer, in nanoseconds.
  package let duration: UInt64

  /// The method, which is of the client's choice. Characters that are not printable are escaped.
  package var method: String { LogLine.text(of: exchange.request.method, limit: 32) }
  /// The path, escaped in the same way.
  package var path: String { LogLine.text(of: exchange.request.target.path, limit: 2048) }
  package var requestID: String { exchange.requestID }
  /// What the handler noted.
  package var notes: RequestNotes { exchange.notes }
  /// The trace that the client names; nil if it names none.
  package var trace: TraceParent? { HTTPExchange.traceParent(exchange.request.connection) }
}

/// What the handler of a request says of it, for logs and metrics.
package struct RequestNotes: Sendable {
  /// Nil for ``HTTPServerConfiguration/otherRequests``.
  package var group: (any RequestGroup)?
  /// The first 48 bits of the key of the session that the request belongs to; nil if it has none.
  package var session: UInt64?
  /// The screen that the request is about; nil if it is about none.
  package var screen: String?
  /// What the request did, for the terminal of a developer; nil in production.
  package var summary: String?
}
