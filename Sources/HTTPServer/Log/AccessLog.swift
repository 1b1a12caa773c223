package import Basics
internal import Glibc

/// Receives each request that is over, such as a log or metrics.
package protocol RequestObserver: Sendable {
  /// Called on the thread of the request's connection, which it must not block.
  func requestDidEnd(_ request: EndedRequest)

  /// Called when the server has stopped.
  func serverDidStop()
}

/// The requests to one screen, or to one kind of path, which metrics count together.
///
/// The handler sets ``HTTPExchange/group``. So an observer need not find out again where a request went.
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

/// Writes a line for each request:
///
///     2026-01-31T12:00:00.123Z 127.0.0.1 GET /list 200 5120 0.412 7k3v9m2q0x4td
///
/// The columns are time, client, method, path, status (0 if there was none), bytes of the body, milliseconds, and the
/// request's id. As JSON, a line has the same values by name, and the session, the screen and the trace if there are any:
///
///     {"time":"2026-01-31T12:00:00.123Z","level":"info","request":"7k3v9m2q0x4td","client":"127.0.0.1","method":"GET",
///     "path":"/list","status":200,"bytes":5120,"milliseconds":0.412,"session":"4f2a0c113b5e","screen":"list"}
///
/// Another thread writes the lines, at most 100 ms later.
package final class AccessLog: RequestObserver {
  private let lines: LineWriter
  private let format: LogFormat

  /// - Parameter descriptor: The descriptor to write to. The caller closes it.
  package init(descriptor: Int32 = STDOUT_FILENO, format: LogFormat = .text) {
    self.format = format
    lines = LineWriter(descriptor: descriptor, delay: 100, hasTimes: true, format: format)
  }

  /// Waits until all lines are written, for a second at most.
  package func flush() { lines.flush() }

  package func serverDidStop() { flush() }

  /// The bytes of a name of a screen at most.
  private static let maxOfScreen = 128

  package func requestDidEnd(_ request: EndedRequest) {
    let exchange = request.exchange
    // Parts that clients can make long are cut. The line has room for the rest, escaped.
    let address = (exchange.request.forwarded?.text ?? exchange.peer.addressText).prefix(64)
    let method = UnsafeRawBufferPointer(rebasing: exchange.request.method.prefix(32))
    let path = UnsafeRawBufferPointer(rebasing: exchange.request.target.path.prefix(2048))
    let id = exchange.request.forwardedID.map { Array($0.utf8) } ?? []
    let size = LogLine.maxPerByte * (address.count + method.count + path.count + id.count + Self.maxOfScreen) + 384
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { room in
      var line = LogLine(room, format)
      switch format {
      case .text:
        address.withUnsafeBytes { line.appendEscaped($0) }
        line.append(0x20)
        line.appendEscaped(method)
        line.append(0x20)
        line.appendEscaped(path)
        line.append(0x20)
        line.append(number: UInt64(request.status), digits: 1)
        line.append(0x20)
        line.append(number: UInt64(clamping: request.size), digits: 1)
        line.append(0x20)
        line.append(milliseconds: request.duration)
        line.append(0x20)
        line.append(id: id, orNumber: exchange.request.number)
      case .json:
        line.append(request.status >= 500 ? "\"level\":\"error\",\"request\":\"" : "\"level\":\"info\",\"request\":\"")
        line.append(id: id, orNumber: exchange.request.number)
        line.append("\",\"client\":\"")
        address.withUnsafeBytes { line.appendEscaped($0) }
        line.append("\",\"method\":\"")
        line.appendEscaped(method)
        line.append("\",\"path\":\"")
        line.appendEscaped(path)
        line.append("\",\"status\":")
        line.append(number: UInt64(request.status), digits: 1)
        line.append(",\"bytes\":")
        line.append(number: UInt64(clamping: request.size), digits: 1)
        line.append(",\"milliseconds\":")
        line.append(milliseconds: request.duration)
        appendNotes(request, to: &line)
        line.append(0x7d)
      }
      lines.add(line.bytes)
    }
  }

  private func appendNotes(_ request: EndedRequest, to line: inout LogLine) {
    let notes = request.notes
    if let session = notes.session {
      line.append(",\"session\":\"")
      line.append(hexadecimal: session, digits: 12)
      line.append(0x22)
    }
    if var screen = notes.screen {
      line.append(",\"screen\":\"")
      screen.withUTF8 { text in
        line.appendEscaped(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text).prefix(Self.maxOfScreen)))
      }
      line.append(0x22)
    }
    if let trace = request.trace {
      line.append(",\"trace\":\"")
      line.append(hexadecimal: trace.high, digits: 16)
      line.append(hexadecimal: trace.low, digits: 16)
      line.append(0x22)
    }
  }
}
