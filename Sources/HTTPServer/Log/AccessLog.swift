internal import Glibc

/// Receives each request that is over, such as a log or metrics.
package protocol RequestObserver: Sendable {
  /// Called on the thread of the request's connection, which it must not block.
  func requestDidEnd(_ request: EndedRequest)

  /// Called when the server has stopped.
  func serverDidStop()
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
}

/// Writes a line for each request:
///
///     2026-01-31T12:00:00.123Z 127.0.0.1 GET /list 200 5120 0.412 7k3v9m2q0x4td
///
/// The columns are time, client, method, path, status (0 if there was none), bytes of the body, milliseconds, and the
/// request's id. Another thread writes the lines, at most 100 ms later.
package final class AccessLog: RequestObserver {
  private let lines: LineWriter

  /// - Parameter descriptor: The descriptor to write to. The caller closes it.
  package init(descriptor: Int32 = STDOUT_FILENO) {
    lines = LineWriter(descriptor: descriptor, delay: 100, hasTimes: true)
  }

  /// Waits until all lines are written, for a second at most.
  package func flush() { lines.flush() }

  package func serverDidStop() { flush() }

  package func requestDidEnd(_ request: EndedRequest) {
    let exchange = request.exchange
    // Parts that clients can make long are cut. The line has room for the rest, escaped.
    let address = (exchange.forwarded?.text ?? exchange.peer.addressText).prefix(64)
    let method = exchange.rawMethod.prefix(32)
    let path = exchange.target.path.prefix(2048)
    let id = exchange.forwardedID.map { Array($0.utf8) } ?? []
    withUnsafeTemporaryAllocation(byteCount: 4 * (address.count + method.count + path.count) + 192, alignment: 1) {
      room in
      var line = LogLine(room)
      address.withUnsafeBytes { line.appendEscaped($0) }
      line.append(0x20)
      line.appendEscaped(UnsafeRawBufferPointer(rebasing: method))
      line.append(0x20)
      line.appendEscaped(UnsafeRawBufferPointer(rebasing: path))
      line.append(0x20)
      line.append(number: UInt64(request.status), digits: 1)
      line.append(0x20)
      line.append(number: UInt64(clamping: request.size), digits: 1)
      line.append(0x20)
      let microseconds = request.duration / 1000
      line.append(number: microseconds / 1000, digits: 1)
      line.append(0x2e)
      line.append(number: microseconds % 1000, digits: 3)
      line.append(0x20)
      if id.isEmpty { line.appendID(exchange.number) } else { id.withUnsafeBytes { line.appendEscaped($0) } }
      lines.add(line.bytes)
    }
  }
}
