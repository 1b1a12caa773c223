internal import Glibc

/// A growing buffer of JSON in UTF-8.
struct JSONBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  func bytes() -> [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  /// Appends text as it is.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Appends UTF-8 as it is.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    reserve(text.count)
    (base + count).update(from: start, count: text.count)
    count += text.count
  }

  private mutating func reserve(_ added: Int) {
    if count + added > capacity { grow(by: added) }
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    capacity = max(2 * capacity, count + added)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: base, count: count)
    base.deallocate()
    base = grown
  }

  // MARK: - Numbers

  /// Appends a whole number in decimal.
  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    reserve(20)
    var magnitude = UInt64(number.magnitude)
    if number < 0 { append(UInt8(ascii: "-")) }
    var end = count
    repeat {
      let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
      base[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      magnitude = quotient
      end += 1
    } while magnitude > 0
    var digits = UnsafeMutableBufferPointer(start: base + count, count: end - count)
    digits.reverse()
    count = end
  }

  // MARK: - Strings

  /// Appends text in quotation marks. As in the texts of `JSONEncoder`, slashes are escaped, too, and of the other
  /// characters only those that have to be.
  ///
  /// - Returns: A hash of the text; nil if it has other characters than those of ASCII.
  @discardableResult
  mutating func append(quoted text: String) -> UInt64? {
    var text = text
    return text.withUTF8 { append(quoted: UnsafeRawBufferPointer($0)) }
  }

  private mutating func append(quoted text: UnsafeRawBufferPointer) -> UInt64? {
    // All of it may be written as \u0000, and eight bytes are stored at once, also for the last ones.
    reserve(6 * text.count + 10)
    var end = base + count
    Self.put(UInt8(ascii: "\""), at: &end)
    var (hash, union): (UInt64, UInt64) = (0, 0)
    @inline(__always) func put(_ word: UInt64, from start: Int, length: Int) {
      union |= word
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      if Self.hasEscaped(in: word) {
        for byte in text[start..<start + length] { Self.put(escaped: byte, at: &end) }
      } else {
        UnsafeMutableRawPointer(end).storeBytes(of: word, as: UInt64.self)
        end += length
      }
    }
    var start = 0
    while text.count &- start >= 8 {
      put(text.loadUnaligned(fromByteOffset: start, as: UInt64.self), from: start, length: 8)
      start &+= 8
    }
    if start < text.count { put(Self.lastWord(of: text, from: start), from: start, length: text.count &- start) }
    Self.put(UInt8(ascii: "\""), at: &end)
    count = end - base
    return union & (0x80 &* Self.each) == 0 ? hash : nil
  }

  /// Returns the last bytes, fewer than eight, and spaces instead of missing ones.
  private static func lastWord(of text: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    var word = UInt64(UInt8(ascii: " ")) &* each
    var index = text.count
    let length = index - start
    if length & 1 != 0 {
      index -= 1
      word = word << 8 | UInt64(text[index])
    }
    if length & 2 != 0 {
      index -= 2
      word = word << 16 | UInt64(text.loadUnaligned(fromByteOffset: index, as: UInt16.self))
    }
    if length & 4 != 0 {
      index -= 4
      word = word << 32 | UInt64(text.loadUnaligned(fromByteOffset: index, as: UInt32.self))
    }
    return word
  }

  private static func put(_ byte: UInt8, at end: inout UnsafeMutablePointer<UInt8>) {
    end.pointee = byte
    end += 1
  }

  private static func put(escaped byte: UInt8, at end: inout UnsafeMutablePointer<UInt8>) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): putEscape(byte, at: &end)
    case 0x20...: put(byte, at: &end)
    case 0x08: putEscape(UInt8(ascii: "b"), at: &end)
    case 0x09: putEscape(UInt8(ascii: "t"), at: &end)
    case 0x0A: putEscape(UInt8(ascii: "n"), at: &end)
    case 0x0C: putEscape(UInt8(ascii: "f"), at: &end)
    case 0x0D: putEscape(UInt8(ascii: "r"), at: &end)
    default:
      for prefix in "\\u00".utf8 { put(prefix, at: &end) }
      put(UInt8(ascii: "0") + byte >> 4, at: &end)
      let digit = byte & 0x0F
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10, at: &end)
    }
  }

  private static func putEscape(_ letter: UInt8, at end: inout UnsafeMutablePointer<UInt8>) {
    put(UInt8(ascii: "\\"), at: &end)
    put(letter, at: &end)
  }

  /// Whether one of eight bytes is a control character, a quotation mark, a slash or a backslash.
  ///
  /// The highest bit of a byte is set in `(word - n) & ~word` if the byte is less than n, which is at most 128. Bytes
  /// above such a one may be wrong, which does not matter here.
  private static func hasEscaped(in word: UInt64) -> Bool {
    func less(_ word: UInt64, _ bound: UInt64) -> UInt64 { (word &- bound &* each) & ~word }
    func equal(_ byte: UInt8) -> UInt64 { less(word ^ (UInt64(byte) &* each), 1) }
    let found =
      less(word, 0x20) | equal(UInt8(ascii: "\"")) | equal(UInt8(ascii: "/")) | equal(UInt8(ascii: "\\"))
    return found & (0x80 &* each) != 0
  }

  private static let each: UInt64 = 0x0101_0101_0101_0101
}
