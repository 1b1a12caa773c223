internal import Basics
internal import CZlib
internal import Glibc

/// A text that is sent many times, as it is or compressed once, with gaps for values that are new each time.
///
/// In a compressed text the values are stored, not compressed: their bytes tell nothing about the text around them, and the other
/// way round (BREACH). What lies between them is compressed apart. The checksum of the whole is combined from those of the pieces,
/// so that an answer costs no more than copying bytes.
package final class PreparedText: @unchecked Sendable {
  // Safe because the memory does not change.
  private let bytes: UnsafeMutableRawBufferPointer

  /// A place for a value.
  package struct Gap {
    let offset: Int
    /// The index of the value.
    let value: Int

    package init(_ value: Int, at offset: Int) { (self.value, self.offset) = (value, offset) }
  }

  /// What lies between two values.
  private struct Piece {
    /// The range of its bytes.
    let range: Range<Int>
    let checksum: UInt
    /// By what a checksum of the bytes before it is combined with its own (zlib's manual, crc32_combine_gen).
    let combination: UInt
    /// The index of the value after it; nil for the last one.
    let value: Int?
  }

  private let isCompressed: Bool
  private let pieces: [Piece]
  private let valueCombinations: [UInt]
  /// The number of bytes before compression.
  private let count: Int
  /// The bytes of all values. In a compressed text, the four bytes before each of them take the place of four bytes that end a
  /// flush.
  private let valueBytes: Int

  /// The bytes of gzip's head without a name, and of its end.
  private static let (headSize, endSize) = (10, 8)
  /// Pieces of this size or more are shared by answers. Smaller ones are copied: one piece is sent faster.
  private static let sharedSize = 32 * 1024

  /// - Parameters:
  ///   - gaps: In their order.
  ///   - valueSizes: The sizes of the values, which have at most 65,535 bytes.
  ///   - level: From 1, fast, to 9, small; nil for a text as it is.
  /// - Returns: Nil if there is no memory.
  package init?(_ text: UnsafeRawBufferPointer, gaps: [Gap] = [], valueSizes: [Int] = [], level: Int32?) {
    let ends = gaps.map(\.offset) + [text.count]
    let texts = zip([0] + ends, ends).map { UnsafeRawBufferPointer(rebasing: text[$0..<$1]) }
    guard let (bytes, newEnds) = level.map({ Deflater.ofThread.compress(texts, level: $0) }) ?? Self.copy(text, ends)
    else { return nil }
    let isCompressed = level != nil
    (self.bytes, self.isCompressed) = (bytes, isCompressed)
    valueBytes = gaps.reduce(0) { $0 + valueSizes[$1.value] }
    count = text.count + valueBytes
    valueCombinations = isCompressed ? valueSizes.map { crc32_combine_gen($0) } : []
    pieces = texts.indices.map { index in
      let value = index < gaps.count ? gaps[index].value : nil
      return Piece(
        // A value takes the place of the empty block that ends a flush.
        range: (index == 0 ? 0 : newEnds[index - 1])..<newEnds[index] - (isCompressed && value != nil ? 4 : 0),
        checksum: isCompressed ? Self.checksum(texts[index]) : 0,
        combination: isCompressed ? crc32_combine_gen(texts[index].count) : 0, value: value)
    }
  }

  private static func copy(
    _ text: UnsafeRawBufferPointer, _ ends: [Int]
  ) -> (bytes: UnsafeMutableRawBufferPointer, ends: [Int])? {
    guard let memory = malloc(max(text.count, 1)) else { return nil }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: text.count)
    bytes.copyMemory(from: text)
    return (bytes, ends)
  }

  deinit { free(bytes.baseAddress) }

  /// The size of the text with its values.
  package var size: Int { bytes.count + valueBytes + (isCompressed ? Self.headSize + Self.endSize : 0) }

  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    return crc32_z(0, start, bytes.count)
  }

  // MARK: - Answers

  /// The text with its values; a compressed one in gzip's format (RFC 1952).
  ///
  /// - Parameters:
  ///   - values: The values, with the sizes that were announced.
  ///   - padding: The number of bytes that the head of a compressed text has too many, so that the size of the answer does not tell
  ///     that of the text.
  /// - Returns: Nil if there is no memory.
  package func body(values: [String] = [], padding: Int = 0) -> ResponseBody? {
    // A large last piece, which is usually the markup of the screen, is not copied.
    let shared = (pieces.last?.range).flatMap { $0.count >= Self.sharedSize ? $0 : nil }
    let nameSize = isCompressed && padding > 0 ? padding + 1 : 0
    let ownCount = size + nameSize - (shared?.count ?? 0)
    guard let memory = malloc(max(ownCount, 1)) else { return nil }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: ownCount)
    var writer = Writer(next: memory)
    if isCompressed { writer.writeHead(padding: padding) }
    var checksum: UInt = 0
    for piece in pieces {
      if isCompressed { checksum = crc32_combine_op(checksum, piece.checksum, piece.combination) }
      if shared == nil || piece.value != nil { writer.write(UnsafeRawBufferPointer(rebasing: bytes[piece.range])) }
      guard let index = piece.value else { break }
      var value = values[index]
      value.withUTF8 { bytes in
        let bytes = UnsafeRawBufferPointer(bytes)
        if isCompressed {
          checksum = crc32_combine_op(checksum, Self.checksum(bytes), valueCombinations[index])
          // The lengths of a stored block, whose head is the end of the flush (RFC 1951, section 3.2.4).
          writer.write(UInt16(bytes.count))
          writer.write(~UInt16(bytes.count))
        }
        writer.write(bytes)
      }
    }
    if isCompressed {
      writer.write(UInt32(truncatingIfNeeded: checksum))
      writer.write(UInt32(truncatingIfNeeded: count))
    }
    assert(writer.next == memory + ownCount, "The size is exact")
    guard let shared else { return ResponseBody(owning: buffer) }
    return .around(
      buffer, self, UnsafeRawBufferPointer(rebasing: bytes[shared]), at: ownCount - (isCompressed ? Self.endSize : 0))
  }

  private struct Writer {
    var next: UnsafeMutableRawPointer

    mutating func write(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress else { return }
      next.copyMemory(from: start, byteCount: bytes.count)
      next += bytes.count
    }

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
      next.storeBytes(of: number.littleEndian, as: Number.self)
      next += MemoryLayout<Number>.size
    }

    /// RFC 1952, section 2.3: the format, deflate, the flags, no time, and an unknown system. The padding is the name of a file.
    mutating func writeHead(padding: Int) {
      write(0x8b1f as UInt16)
      write(8 as UInt8)
      write((padding > 0 ? 8 : 0) as UInt8)
      write(0 as UInt32)
      write(0 as UInt8)
      write(255 as UInt8)
      guard padding > 0 else { return }
      memset(next, 0x78, padding)
      next += padding
      write(0 as UInt8)
    }
  }
}

/// A compressor (zlib's deflate). Each thread has one, because its memory of 270 KB takes longer to get than to use again.
final class Deflater {
  private static let deflaters = ThreadLocal { Deflater() }

  /// The compressor of the thread that calls.
  static var ofThread: Deflater { deflaters.value }

  private let stream: UnsafeMutablePointer<z_stream>
  private let isReady: Bool
  private var level: Int32 = 1

  private init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // The sign of the window's size asks for raw deflate, without a head or an end (zlib's manual, deflateInit2).
    let status = deflateInit2_(
      stream, level, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL - 1, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    isReady = status == Z_OK
  }

  deinit {
    if isReady { deflateEnd(stream) }
    stream.deallocate()
  }

  /// Compresses pieces of a text, which become one stream. No piece refers to an earlier one: each but the last ends with a
  /// full flush, whose last four bytes are the lengths of an empty stored block.
  ///
  /// - Parameter level: From 1, fast, to 9, small.
  /// - Returns: Memory from `malloc`, and where each piece ends in it. Nil if there is no memory.
  func compress(
    _ pieces: [UnsafeRawBufferPointer], level: Int32
  ) -> (bytes: UnsafeMutableRawBufferPointer, ends: [Int])? {
    guard isReady, deflateReset(stream) == Z_OK, use(level) else { return nil }
    let capacity = pieces.reduce(16) { $0 + Int(deflateBound(stream, UInt($1.count))) + 16 }
    guard capacity <= Int(UInt32.max), let memory = malloc(capacity) else { return nil }
    stream.pointee.next_out = memory.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(capacity)
    var ends: [Int] = []
    for (index, piece) in pieces.enumerated() {
      // Safe because zlib only reads its input.
      stream.pointee.next_in = UnsafeMutableRawPointer(mutating: piece.baseAddress)?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_in = UInt32(piece.count)
      let isLast = index == pieces.count - 1
      guard deflate(stream, isLast ? Z_FINISH : Z_FULL_FLUSH) == (isLast ? Z_STREAM_END : Z_OK) else {
        free(memory)
        return nil
      }
      ends.append(capacity - Int(stream.pointee.avail_out))
    }
    let count = ends.last ?? 0
    return (UnsafeMutableRawBufferPointer(start: realloc(memory, max(count, 1)) ?? memory, count: count), ends)
  }

  private func use(_ level: Int32) -> Bool {
    if level == self.level { return true }
    self.level = level
    return deflateParams(stream, level, Z_DEFAULT_STRATEGY) == Z_OK
  }
}
