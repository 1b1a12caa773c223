internal import Glibc

/// Splits a multipart body into parts while it arrives (RFC 2046, section 5.1.1; RFC 7578).
///
/// libmicrohttpd's post processor would not do. If a piece ends between a part's head and its content, it reports the part's
/// start twice, and so an empty field looks like none. It refuses boundaries of one character. It takes all text after
/// `boundary=` in the header for the boundary.
struct MultipartParser {
  enum Event {
    /// The head of the next part, without the empty line.
    case head(UnsafeRawBufferPointer)
    /// The next bytes of the part's content.
    case content(UnsafeRawBufferPointer)
    /// The part is complete.
    case end
  }

  private enum State {
    case preamble
    case delimiter
    case head
    case content
    case epilogue
  }

  /// The largest head of a part.
  private static let headLimit = 8 * 1024

  /// "\r\n--boundary"
  private let delimiter: [UInt8]
  private var state = State.preamble
  /// Bytes that have to wait for more. It begins with a line end, so that the first delimiter is like any other.
  private var pending: [UInt8] = [0x0d, 0x0a]

  init(boundary: UnsafeRawBufferPointer) { delimiter = [0x0d, 0x0a, 0x2d, 0x2d] + boundary }

  /// Whether the last delimiter has arrived.
  var isComplete: Bool { state == .epilogue }

  /// Reads the next bytes, and calls the closure with what they contain.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ take: (Event) throws(RequestError) -> Void
  ) throws(RequestError) {
    if state == .epilogue { return }
    pending.append(contentsOf: bytes)
    // Taken out, so that the closure's pointers stay valid.
    var buffer: [UInt8] = []
    swap(&buffer, &pending)
    let used = try buffer.withUnsafeBufferPointer { bytes throws(RequestError) in
      try process(UnsafeRawBufferPointer(bytes), take)
    }
    buffer.removeSubrange(..<used)
    swap(&buffer, &pending)
  }

  /// - Returns: The number of bytes that are read.
  private mutating func process(
    _ bytes: UnsafeRawBufferPointer, _ take: (Event) throws(RequestError) -> Void
  ) throws(RequestError) -> Int {
    var start = 0
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      switch state {
      case .preamble, .content:
        let (length, isFound) = Self.find(delimiter, in: rest)
        if state == .content {
          if length > 0 { try take(.content(UnsafeRawBufferPointer(rebasing: rest[..<length]))) }
          if isFound { try take(.end) }
        }
        if !isFound { return start + length }
        start += length + delimiter.count
        state = .delimiter
      case .delimiter:
        if rest.count < 2 { return start }
        if rest[0] == 0x2d, rest[1] == 0x2d {
          state = .epilogue
          return bytes.count
        }
        guard let end = rest.firstIndex(of: 0x0d), end + 1 < rest.count else {
          if rest.count > 128 { throw .malformedForm }
          return start
        }
        guard rest[end + 1] == 0x0a, rest[..<end].allSatisfy(ASCII.isBlank) else { throw .malformedForm }
        // The line end stays: it also ends the head, if the head is empty.
        start += end
        state = .head
      case .head:
        let (length, isFound) = Self.find([0x0d, 0x0a, 0x0d, 0x0a], in: rest)
        if length > Self.headLimit || (!isFound && rest.count > Self.headLimit) { throw .malformedForm }
        if !isFound { return start }
        try take(.head(UnsafeRawBufferPointer(rebasing: rest[..<length])))
        start += length + 4
        state = .content
      case .epilogue:
        return bytes.count
      }
    }
  }

  /// The index of a pattern that begins with a carriage return; or the index from which on it may begin, if more bytes come.
  private static func find(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> (index: Int, isFound: Bool) {
    guard let base = bytes.baseAddress else { return (0, false) }
    return pattern.withUnsafeBytes { pattern in
      guard let wanted = pattern.baseAddress else { return (0, false) }
      var index = 0
      while index < bytes.count {
        guard let next = memchr(base + index, 0x0d, bytes.count - index) else { return (bytes.count, false) }
        index = UnsafeRawPointer(next) - base
        let length = min(pattern.count, bytes.count - index)
        if memcmp(base + index, wanted, length) == 0 { return (index, length == pattern.count) }
        index += 1
      }
      return (bytes.count, false)
    }
  }
}
