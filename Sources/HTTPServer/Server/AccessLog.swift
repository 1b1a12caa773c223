internal import Basics
internal import Glibc

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
      if format == .json { line.append(request.status >= 500 ? "\"level\":\"error\"" : "\"level\":\"info\"") }
      if format == .json {
        line.column("request", isText: true) { $0.append(id: id, orNumber: exchange.request.number) }
      }
      line.column("client", isText: true) { line in address.withUnsafeBytes { line.appendEscaped($0) } }
      line.column("method", isText: true) { $0.appendEscaped(method) }
      line.column("path", isText: true) { $0.appendEscaped(path) }
      line.column("status") { $0.append(number: UInt64(request.status), digits: 1) }
      line.column("bytes") { $0.append(number: UInt64(clamping: request.size), digits: 1) }
      line.column("milliseconds") { $0.append(milliseconds: request.duration) }
      if format == .json {
        appendNotes(request, to: &line)
        line.append(0x7d)
      } else {
        line.column("request") { $0.append(id: id, orNumber: exchange.request.number) }
      }
      lines.add(line.bytes)
    }
  }

  private func appendNotes(_ request: EndedRequest, to line: inout LogLine) {
    let notes = request.notes
    if let session = notes.session {
      line.column("session", isText: true) { $0.append(hexadecimal: session, digits: 12) }
    }
    if var screen = notes.screen {
      line.column("screen", isText: true) { line in
        screen.withUTF8 { text in
          line.appendEscaped(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text).prefix(Self.maxOfScreen)))
        }
      }
    }
    if let trace = request.trace {
      line.column("trace", isText: true) { line in
        line.append(hexadecimal: trace.high, digits: 16)
        line.append(hexadecimal: trace.low, digits: 16)
      }
    }
  }
}
