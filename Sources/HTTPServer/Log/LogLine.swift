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
