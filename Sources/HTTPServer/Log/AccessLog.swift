internal import Dispatch
internal import Glibc
internal import Locks

/// Notes every request in one line:
///
///     2026-01-31T12:00:00.123Z 127.0.0.1 GET /list 200 5120 0.412 7k3v9m2q0x4td
///
/// time, client, method, path, status (0 if there was none), bytes of the body, milliseconds, and the request's id.
/// Lines are collected, and written by another thread after at most 100 ms.
package final class AccessLog: Sendable {
  private struct Buffer {
    var lines: [UInt8] = []
    var isScheduled = false
    var isUrgent = false
    var dropped = 0
    var second: Int = .min
    var date: [UInt8] = []
  }

  private static let urgentSize = 16 * 1024
  /// Where nobody reads the lines, memory is not the place for them.
  private static let largestSize = 4 * 1024 * 1024

  private let descriptor: Int32
  private let buffer = Mutex(Buffer())
  private let queue = DispatchQueue(label: "access log")

  /// - Parameter descriptor: stays open, and the caller's.
  package init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

  deinit { writeLines() }

  /// Writes what is there, and returns when it is written.
  package func flush() { queue.sync { writeLines() } }

  func write(_ exchange: HTTPExchange, status: UInt16, size: Int, duration: UInt64) {
    // What any client can make long is cut: the line has room for what is left, escaped.
    let address = (exchange.forwardedAddress ?? exchange.peer.address).prefix(64)
    let method = exchange.rawMethod.prefix(32)
    let path = exchange.rawPath.prefix(2048)
    let id = exchange.forwardedID.map { Array($0.utf8) } ?? []
    withUnsafeTemporaryAllocation(byteCount: 4 * (address.count + method.count + path.count) + 192, alignment: 1) {
      room in
      var line = LogLine(room)
      line.append(0x20)
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
      line.append(0x0a)
      add(line.bytes)
    }
  }

  private func add(_ line: UnsafeRawBufferPointer) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let delay = buffer.withLock { buffer -> Int? in
      if buffer.lines.count > Self.largestSize {
        buffer.dropped += 1
        return nil
      }
      if buffer.second != now.tv_sec {
        buffer.second = now.tv_sec
        buffer.date = Self.date(now.tv_sec)
      }
      let milliseconds = UInt8(now.tv_nsec / 1_000_000 / 100)
      let rest = UInt8(now.tv_nsec / 1_000_000 % 100)
      buffer.lines.append(contentsOf: buffer.date)
      buffer.lines.append(0x30 + milliseconds)
      buffer.lines.append(0x30 + rest / 10)
      buffer.lines.append(0x30 + rest % 10)
      buffer.lines.append(0x5a)
      buffer.lines.append(contentsOf: line)
      if buffer.lines.count >= Self.urgentSize, !buffer.isUrgent {
        buffer.isUrgent = true
        return 0
      }
      if buffer.isScheduled { return nil }
      buffer.isScheduled = true
      return 100
    }
    guard let delay else { return }
    if delay == 0 {
      queue.async { self.writeLines() }
    } else {
      queue.asyncAfter(deadline: .now() + .milliseconds(delay)) {
        self.buffer.withLock { $0.isScheduled = false }
        self.writeLines()
      }
    }
  }

  /// "2026-01-31T12:00:00."
  private static func date(_ second: Int) -> [UInt8] {
    var second = second
    var parts = tm()
    gmtime_r(&second, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S.", &parts)
    return text[..<count].map { UInt8(bitPattern: $0) }
  }

  private func writeLines() {
    var (lines, dropped) = buffer.withLock { buffer in
      var next: [UInt8] = []
      next.reserveCapacity(2 * Self.urgentSize)
      swap(&next, &buffer.lines)
      defer { (buffer.dropped, buffer.isUrgent) = (0, false) }
      return (next, buffer.dropped)
    }
    if dropped > 0 { lines.append(contentsOf: "\(dropped) requests were not noted\n".utf8) }
    lines.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if written < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&wait, 1, 1000) > 0 { continue }
          }
          return  // a log that cannot be written ends nothing else
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
    }
  }
}
