internal import Glibc

/// Takes a multipart body apart while it comes (RFC 2046, section 5.1.1; RFC 7578). It knows delimiters, not fields.
///
/// Not with libmicrohttpd's post processor: where a piece ends between a part's head and its content, that reports the part's
/// start twice, so that an empty field cannot be told from none; it refuses boundaries of one character; and takes all
/// that follows `boundary=` in the header for the boundary.
struct MultipartParser {
  enum Event {
    /// A part begins; its head without the empty line.
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

  /// A part's head; there is a name in it and perhaps that of a file.
  private static let headLimit = 8 * 1024

  /// "\r\n--boundary"
  private let delimiter: [UInt8]
  private var state = State.preamble
  /// What was not understood yet. A line end in front makes the first delimiter like any other.
  private var pending: [UInt8] = [0x0d, 0x0a]

  init(boundary: UnsafeRawBufferPointer) { delimiter = [0x0d, 0x0a, 0x2d, 0x2d] + boundary }

  /// Whether the last delimiter has come.
  var isComplete: Bool { state == .epilogue }

  /// - Returns: false where the body is malformed, or when the closure says so.
  mutating func read(_ bytes: UnsafeRawBufferPointer, _ take: (Event) -> Bool) -> Bool {
    if state == .epilogue { return true }
    pending.append(contentsOf: bytes)
    // Taken out, so that the closure's pointers are into something that nobody changes.
    var buffer: [UInt8] = []
    swap(&buffer, &pending)
    let used = buffer.withUnsafeBytes { process($0, take) }
    guard let used else { return false }
    buffer.removeSubrange(..<used)
    swap(&buffer, &pending)
    return true
  }

  /// - Returns: the number of bytes that are done with.
  private mutating func process(_ bytes: UnsafeRawBufferPointer, _ take: (Event) -> Bool) -> Int? {
    var start = 0
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      switch state {
      case .preamble, .content:
        let (length, isFound) = Self.find(delimiter, in: rest)
        if state == .content {
          if length > 0, !take(.content(UnsafeRawBufferPointer(rebasing: rest[..<length]))) { return nil }
          if isFound, !take(.end) { return nil }
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
        guard let end = rest.firstIndex(of: 0x0d), end + 1 < rest.count else { return rest.count > 128 ? nil : start }
        guard rest[end + 1] == 0x0a, rest[..<end].allSatisfy(ASCII.isBlank) else { return nil }
        // The line's end stays: it ends the head, too, if that is empty.
        start += end
        state = .head
      case .head:
        let (length, isFound) = Self.find([0x0d, 0x0a, 0x0d, 0x0a], in: rest)
        if length > Self.headLimit || (!isFound && rest.count > Self.headLimit) { return nil }
        if !isFound { return start }
        if !take(.head(UnsafeRawBufferPointer(rebasing: rest[..<length]))) { return nil }
        start += length + 4
        state = .content
      case .epilogue:
        return bytes.count
      }
    }
  }

  /// Where the pattern, which begins with a carriage return, is; or from where on it could be, if more came.
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
