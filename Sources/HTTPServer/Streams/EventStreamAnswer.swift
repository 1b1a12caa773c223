internal import Basics
internal import Glibc

/// The answer to a request by a stream of Server-Sent Events (HTML Standard, section 9.2). A class, so that it takes only a
/// pointer in exchanges that have another answer.
package final class EventStreamAnswer: Sendable {
  private let shared: HTTPHeaders
  private let headers: HTTPHeaders
  /// The first line of the stream.
  private let firstLine: String
  let opened: @Sendable (EventStream) -> Void
  let closed: @Sendable (EventStream) -> Void

  /// - Parameters:
  ///   - retry: The milliseconds after which the client shall come back when the connection has ended.
  ///   - shared: Header fields that many streams share. `Content-Type`, `Cache-Control`, `Connection`, `Date`,
  ///     `X-Accel-Buffering` and `X-Request-Id` are sent in any case.
  ///   - headers: Other header fields.
  ///   - opened: Called once if the stream was opened, before any other thread or `closed` can have it. It may send events.
  ///   - closed: Called once, after `opened`, when the stream is closed, by whichever side.
  ///
  /// The server calls both closures on the thread of the connection, which they must not block. It calls neither if it
  /// refuses the stream, if the client has left before, and for a HEAD request.
  package init(
    retry milliseconds: Int, shared: HTTPHeaders = HTTPHeaders(), headers: HTTPHeaders = HTTPHeaders(),
    opened: @escaping @Sendable (EventStream) -> Void, closed: @escaping @Sendable (EventStream) -> Void
  ) {
    self.shared = shared
    self.headers = headers
    firstLine = EventStream.retryLine(milliseconds)
    self.opened = opened
    self.closed = closed
  }

  /// Header fields that every stream has.
  private static let always: HTTPHeaders = [
    "Connection": "close", "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
  ]

  /// The number of bytes of the content that `bytes` has.
  var contentSize: Int { firstLine.utf8.count }

  /// The head of the response, and the first line of the content.
  func bytes(requestID: String, toHead: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512 + shared.block.count + headers.block.count)
    bytes +=
      """
      HTTP/1.1 200 OK\r
      Date: \(Self.date())\r
      X-Request-Id: \(requestID)\r

      """.utf8
    Self.always.write(to: &bytes)
    shared.write(to: &bytes)
    headers.write(to: &bytes)
    bytes += "\r\n".utf8
    if !toHead { bytes += firstLine.utf8 }
    return bytes
  }

  /// The time, such as "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, section 5.6.7).
  private static func date() -> String { UTC.text(time(nil), "%a, %d %b %Y %H:%M:%S GMT") }
}
