/// Builds a line in memory that is large enough for it.
struct LogLine {
  private let room: UnsafeMutableRawBufferPointer
  private var count = 0

  init(_ room: UnsafeMutableRawBufferPointer) { self.room = room }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: room[..<count]) }

  mutating func append(_ byte: UInt8) {
    room[count] = byte
    count += 1
  }

  /// Appends text. Bytes that could end the line, begin another column or control a terminal become `\xNN`.
  mutating func appendEscaped(_ text: UnsafeRawBufferPointer) {
    if text.isEmpty { append(0x2d) }
    for byte in text {
      if byte > 0x20, byte < 0x7f, byte != 0x22, byte != 0x5c {
        append(byte)
      } else {
        append(0x5c)
        append(0x78)
        append(Self.digit(byte >> 4))
        append(Self.digit(byte & 15))
      }
    }
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

  mutating func appendID(_ number: UInt64) {
    guard let start = room.baseAddress else { return }
    RequestID.write(number, to: start + count)
    count += RequestID.count
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }
}
