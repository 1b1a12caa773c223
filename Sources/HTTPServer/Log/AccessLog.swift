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

/// Builds a line in memory that is large enough for it.
struct LogLine {
  /// The bytes that one byte becomes at most.
  static let maxPerByte = 5

  private let room: UnsafeMutableRawBufferPointer
  private let format: LogFormat
  private var count = 0

  init(_ room: UnsafeMutableRawBufferPointer, _ format: LogFormat = .text) {
    self.room = room
    self.format = format
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: room[..<count]) }

  mutating func append(_ byte: UInt8) {
    room[count] = byte
    count += 1
  }

  mutating func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
  }

  /// Appends text. Bytes that could end the line, begin another column or control a terminal become `\xNN`. So a value is the
  /// same text in both formats. JSON writes the backslash as two.
  mutating func appendEscaped(_ text: UnsafeRawBufferPointer) {
    if text.isEmpty { append(0x2d) }
    for byte in text {
      if byte > 0x20, byte < 0x7f, byte != 0x22, byte != 0x5c {
        append(byte)
      } else {
        if case .json = format { append(0x5c) }
        append(0x5c)
        append(0x78)
        append(Self.digit(byte >> 4))
        append(Self.digit(byte & 15))
      }
    }
  }

  /// Returns the first bytes of a text, escaped.
  static func text(of bytes: UnsafeRawBufferPointer, limit: Int) -> String {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(limit))
    return withUnsafeTemporaryAllocation(byteCount: maxPerByte * bytes.count + 1, alignment: 1) { room in
      var line = LogLine(room)
      line.appendEscaped(bytes)
      return String(decoding: line.bytes, as: UTF8.self)
    }
  }

  /// Begins a column, lets the closure write its value, and ends it: with a space before it, or as a name and value of JSON.
  mutating func column(_ name: StaticString, isText: Bool = false, _ write: (inout LogLine) -> Void) {
    guard case .json = format else {
      if count > 0 { append(0x20) }
      return write(&self)
    }
    append(",\"")
    append(name)
    append("\":")
    if isText { append(0x22) }
    write(&self)
    if isText { append(0x22) }
  }

  mutating func append(number: UInt64, digits: Int) {
    var rest = number
    var written = 0
    let start = count
    repeat {
      append(0x30 + UInt8(rest % 10))
      rest /= 10
      written += 1
    } while rest > 0 || written < digits
    room[start..<count].reverse()
  }

  /// Appends a time that is given in nanoseconds.
  mutating func append(milliseconds nanoseconds: UInt64) {
    append(number: nanoseconds / 1_000_000, digits: 1)
    append(0x2e)
    append(number: nanoseconds / 1000 % 1000, digits: 3)
  }

  /// Appends the last digits of a number.
  mutating func append(hexadecimal number: UInt64, digits: Int) {
    for digit in (0..<digits).reversed() {
      append(Self.digit(UInt8(truncatingIfNeeded: number >> UInt64(4 * digit)) & 15))
    }
  }

  /// Appends the id of a request: the one that a proxy chose, or else that of its number.
  mutating func append(id: [UInt8], orNumber number: UInt64) {
    guard id.isEmpty else { return id.withUnsafeBytes { appendEscaped($0) } }
    guard let start = room.baseAddress else { return }
    RequestID.write(number, to: start + count)
    count += RequestID.count
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }
}

/// The format of the lines of a log.
package enum LogFormat: Sendable {
  case text
  /// A JSON object in each line (RFC 8259).
  case json
}

/// Times in UTC, as text.
enum UTC {
  /// - Parameters:
  ///   - second: The time, in seconds since 1970.
  ///   - format: The format, as strftime(3) takes it.
  static func text(_ second: Int, _ format: String) -> String {
    var second = second
    var parts = tm()
    gmtime_r(&second, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      let count = strftime(text.baseAddress!, text.count, format, &parts)
      return String(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<count]), as: UTF8.self)
    }
  }
}
