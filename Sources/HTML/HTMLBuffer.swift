internal import Glibc

/// A growing buffer of markup in UTF-8. Text is escaped when it is appended.
///
/// Its memory can be passed to C without a copy. Public because other modules cannot inline `package` functions: a literal of a few bytes
/// takes three times as long with a call.
public struct HTMLBuffer: ~Copyable {
  @usableFromInline internal var end = 0
  @usableFromInline internal var capacity: Int
  @usableFromInline internal var base: UnsafeMutablePointer<UInt8>

  /// The number of bytes written so far.
  @inlinable public var count: Int { end }

  /// An empty buffer.
  ///
  /// - Parameter capacity: The number of bytes to reserve.
  package init(capacity: Int = 1024) {
    self.capacity = max(capacity, 64)
    base = Self.allocate(self.capacity)
  }

  deinit { free(base) }

  /// The bytes. The pointer is valid until the buffer changes or is released.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// The bytes as a string, for tests and messages.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the memory, which the caller must `free`.
  package consuming func release() -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer(start: base, count: count)
    discard self
    return memory
  }

  /// Removes the content and keeps the memory.
  package mutating func removeAll() { end = 0 }

  /// Removes the bytes after a number of bytes, and keeps the memory.
  package mutating func truncate(to count: Int) { end = min(end, count) }

  /// Appends literal markup.
  @inlinable @inline(__always)
  public mutating func append(_ markup: StaticString) {
    append(markup.utf8Start, count: markup.utf8CodeUnitCount)
  }

  /// Appends markup in UTF-8, without escaping.
  package mutating func append(bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    append(start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
  }

  /// Appends bytes of the buffer itself once more.
  package mutating func append(copyOf range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "The range \(range) is outside the buffer.")
    reserve(range.count)
    memcpy(base + count, base + range.lowerBound, range.count)
    end += range.count
  }

  /// Appends markup, without escaping.
  package mutating func append(markup: String) {
    Self.withBytes(of: markup) { append(bytes: $0) }
  }

  /// Appends a whole number in decimal.
  package mutating func append(_ number: Int) {
    guard 0...9 ~= number else { return append(markup: String(number)) }
    reserve(1)
    base[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
    end += 1
  }

  /// Appends a space and the beginning of an attribute, up to its value: ` name="`.
  package mutating func append(attribute name: StaticString) {
    let length = name.utf8CodeUnitCount
    reserve(length + 3)
    base[count] = UInt8(ascii: " ")
    Self.copy(name.utf8Start, to: base + count + 1, count: length)
    base[count + length + 1] = UInt8(ascii: "=")
    base[count + length + 2] = UInt8(ascii: "\"")
    end += length + 3
  }

  /// Appends a space and an attribute, with its value escaped.
  package mutating func append(attribute name: StaticString, _ value: String) {
    append(attribute: name)
    append(text: value)
    append("\"")
  }

  /// Appends the beginning of a start tag, up to its name.
  package mutating func append(startTag name: StaticString) {
    let length = name.utf8CodeUnitCount
    reserve(length + 1)
    base[count] = UInt8(ascii: "<")
    Self.copy(name.utf8Start, to: base + count + 1, count: length)
    end += length + 1
  }

  package mutating func append(endTag name: StaticString) {
    let length = name.utf8CodeUnitCount
    reserve(length + 3)
    base[count] = UInt8(ascii: "<")
    base[count + 1] = UInt8(ascii: "/")
    Self.copy(name.utf8Start, to: base + count + 2, count: length)
    base[count + length + 2] = UInt8(ascii: ">")
    end += length + 3
  }

  /// Appends text, escaped for use between tags and in a quoted attribute (HTML Standard, section 13.3).
  ///
  /// Characters that no HTML document may contain, such as NUL, become U+FFFD.
  package mutating func append(text: String) {
    Self.withBytes(of: text) { append(text: $0) }
  }

  /// Calls a closure with the bytes of a text. Unlike `String.withUTF8`, it needs no copy of the text.
  @inline(__always)
  private static func withBytes(of text: String, _ body: (UnsafeRawBufferPointer) -> Void) {
    if text.utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) != nil { return }
    var text = text
    text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  private mutating func append(text: UnsafeRawBufferPointer) {
    guard let bytes = text.baseAddress else { return }
    reserve(text.count)
    if Self.isPlain(text) { return append(bytes: text) }
    var start = 0
    var index = 0
    while index < text.count {
      // Without the buffer's check for an empty one, at each byte.
      while index < text.count, Self.isPlain((bytes + index).load(as: UInt8.self)) { index += 1 }
      guard index < text.count else { break }
      let entity: StaticString
      var length = 1
      switch text[index] {
      case UInt8(ascii: "&"): entity = "&amp;"
      case UInt8(ascii: "<"): entity = "&lt;"
      case UInt8(ascii: ">"): entity = "&gt;"
      case UInt8(ascii: "\""): entity = "&quot;"
      case UInt8(ascii: "'"): entity = "&#39;"
      case UInt8(ascii: "\r"): entity = "&#13;"  // parsers replace a bare carriage return by a line feed
      case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0x7F: entity = "\u{FFFD}"
      case 0xC2, 0xEF, 0xF0...0xF4:
        length = Self.lengthOfForbiddenScalar(in: text, at: index)
        guard length > 0 else {
          index += 1
          continue
        }
        entity = "\u{FFFD}"
      default:
        index += 1
        continue
      }
      append(bytes: UnsafeRawBufferPointer(rebasing: text[start..<index]))
      append(entity)
      index += length
      start = index
    }
    append(bytes: UnsafeRawBufferPointer(rebasing: text[start...]))
  }

  /// Whether a text is certainly as it is when it is escaped. Looks at eight bytes at a time, the last of which may overlap.
  private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let bytes = text.baseAddress, text.count >= 4 else { return false }
    let last = text.count - 8
    if last < 0 {
      let start = UInt64(bytes.loadUnaligned(as: UInt32.self))
      let end = UInt64(bytes.loadUnaligned(fromByteOffset: last + 4, as: UInt32.self))
      return !specialInText(start | end << 32)
    }
    var index = 0
    while index < last {
      if specialInText(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return false }
      index += 8
    }
    return !specialInText(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self))
  }

  /// Whether a word may have a byte that is not ASCII, `"`, `&` or `'`, `<` or `>`, DEL, or another control character.
  @inline(__always)
  private static func specialInText(_ word: UInt64) -> Bool {
    let (ones, highest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let (quotes, signs) = (word ^ ones &* 0x22, word & (ones &* 0xFE) ^ ones &* 0x26)
    let (brackets, deletes) = (word & (ones &* 0xFD) ^ ones &* 0x3C, word ^ ones &* 0x7F)
    // Highest bits: of a byte below 0x20, or of one that is 0 after the comparison. Only bytes after such a one may be wrong.
    let found =
      word | (word &- ones &* 0x20) | (quotes &- ones) & ~quotes | (signs &- ones) & ~signs
      | (brackets &- ones) & ~brackets | (deletes &- ones) & ~deletes
    return found & highest != 0
  }

  /// Whether a byte is certainly not part of a character that is escaped or replaced.
  private static func isPlain(_ byte: UInt8) -> Bool {
    if byte < 64 { return 1 << UInt64(byte) & escapedCharacters == 0 }
    return byte < 0x7F || (byte < 0xF0 && byte > 0x7F && byte != 0xC2 && byte != 0xEF)
  }

  /// The characters below U+0040 that are escaped or replaced, one bit each: `&`, `<`, `>`, both quotation marks, and the
  /// control characters but tab and line feed. A literal, as the check of a lazy value would cost more than the search.
  private static let escapedCharacters: UInt64 = 0x5000_00C4_FFFF_F9FF

  /// The length in UTF-8 of a C1 control character or a noncharacter, both of which are parse errors in a document (HTML
  /// Standard, section 13.2.3.5); 0 for any other scalar.
  private static func lengthOfForbiddenScalar(in text: UnsafeRawBufferPointer, at index: Int) -> Int {
    func byte(_ offset: Int) -> UInt8 { index + offset < text.count ? text[index + offset] : 0 }
    switch text[index] {
    case 0xC2: return byte(1) < 0xA0 ? 2 : 0
    case 0xEF:
      let isEndOfPlane = byte(1) == 0xBF && byte(2) >= 0xBE
      let isArabicNoncharacter = byte(1) == 0xB7 && (0x90...0xAF).contains(byte(2))
      return isEndOfPlane || isArabicNoncharacter ? 3 : 0
    default: return byte(1) & 0x0F == 0x0F && byte(2) == 0xBF && byte(3) >= 0xBE ? 4 : 0
    }
  }

  /// Appends what a closure writes, which returns the number of its bytes: at most `limit`.
  @inline(__always)
  package mutating func append(limit: Int, _ write: (UnsafeMutableRawPointer) -> Int) {
    reserve(limit)
    end += write(UnsafeMutableRawPointer(base + count))
  }

  @inlinable @inline(__always)
  internal mutating func append(_ start: UnsafePointer<UInt8>, count added: Int) {
    reserve(added)
    Self.copy(start, to: base + end, count: added)
    end += added
  }

  /// Copies bytes. Most are a few, for which a call of `memcpy` takes longer than the copy: two words that may overlap.
  @inlinable @inline(__always)
  internal static func copy(_ start: UnsafeRawPointer, to end: UnsafeMutableRawPointer, count: Int) {
    switch count {
    case 17...: end.copyMemory(from: start, byteCount: count)
    case 8...: copyEnds(start, end, count, UInt64.self)
    case 4...: copyEnds(start, end, count, UInt32.self)
    case 2...: copyEnds(start, end, count, UInt16.self)
    case 1: copyEnds(start, end, count, UInt8.self)
    default: break
    }
  }

  @inlinable @inline(__always)
  internal static func copyEnds<Word: BitwiseCopyable>(
    _ start: UnsafeRawPointer, _ end: UnsafeMutableRawPointer, _ count: Int, _ word: Word.Type
  ) {
    let last = count - MemoryLayout<Word>.size
    let words = (start.loadUnaligned(as: word), start.loadUnaligned(fromByteOffset: last, as: word))
    end.storeBytes(of: words.0, as: word)
    end.storeBytes(of: words.1, toByteOffset: last, as: word)
  }

  /// Makes room for more bytes.
  @inlinable @inline(__always)
  public mutating func reserve(_ added: Int) {
    if end + added > capacity { grow(by: added) }
  }

  @inline(never)
  @usableFromInline internal mutating func grow(by added: Int) {
    capacity = max(capacity * 2, count + added)
    guard let grown = realloc(base, capacity) else { fatalError("Out of memory: no \(capacity) bytes for a page.") }
    base = grown.assumingMemoryBound(to: UInt8.self)
  }

  /// Frees the capacity that is not used.
  package mutating func trim() {
    let needed = max(count, 64)
    guard capacity > needed, let memory = realloc(base, needed) else { return }
    (base, capacity) = (memory.assumingMemoryBound(to: UInt8.self), needed)
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = malloc(capacity) else { fatalError("Out of memory: no \(capacity) bytes for a page.") }
    return memory.assumingMemoryBound(to: UInt8.self)
  }
}
