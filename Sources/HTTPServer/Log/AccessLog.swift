internal import Glibc

/// Notes every request in one line:
///
///     2026-01-31T12:00:00.123Z 127.0.0.1 GET /list 200 5120 0.412 7k3v9m2q0x4td
///
/// time, client, method, path, status (0 if there was none), bytes of the body, milliseconds, and the request's id.
/// Lines are collected, and written by another thread after at most 100 ms.
package final class AccessLog: Sendable {
  private let lines: LineWriter

  /// - Parameter descriptor: stays open, and the caller's.
  package init(descriptor: Int32 = STDOUT_FILENO) {
    lines = LineWriter(descriptor: descriptor, delay: 100, hasTimes: true)
  }

  /// Waits until everything is written, for a second at most.
  package func flush() { lines.flush() }

  func write(_ exchange: HTTPExchange, status: UInt16, size: Int, duration: UInt64) {
    // What any client can make long is cut: the line has room for what is left, escaped.
    let address = (exchange.forwarded?.text ?? exchange.peer.address).prefix(64)
    let method = exchange.rawMethod.prefix(32)
    let path = exchange.rawPath.prefix(2048)
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
      line.append(number: UInt64(status), digits: 1)
      line.append(0x20)
      line.append(number: UInt64(clamping: size), digits: 1)
      line.append(0x20)
      let microseconds = duration / 1000
      line.append(number: microseconds / 1000, digits: 1)
      line.append(0x2e)
      line.append(number: microseconds % 1000, digits: 3)
      line.append(0x20)
      if id.isEmpty { line.appendID(exchange.number) } else { id.withUnsafeBytes { line.appendEscaped($0) } }
      lines.add(line.bytes)
    }
  }
}
