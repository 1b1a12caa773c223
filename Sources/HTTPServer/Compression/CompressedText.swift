internal import Basics
internal import CZlib
internal import Glibc

/// A text that is compressed once and sent many times, except for values in it that are new each time.
///
/// The values are stored, not compressed: their bytes tell nothing about the text around them, and the other way round
/// (BREACH). What lies between them is compressed apart. The checksum of the whole is combined from those of the pieces, so
/// that an answer costs no more than copying the compressed bytes.
package final class CompressedText: @unchecked Sendable {
  // Safe because the memory does not change.
  private let deflated: UnsafeMutableRawBufferPointer

  /// What lies between two values.
  private struct Piece {
    /// The range of its compressed bytes.
    let range: Range<Int>
    let checksum: UInt
    /// By what a checksum of the bytes before it is combined with its own (zlib's manual, crc32_combine_gen).
    let combination: UInt
    /// The index of the value after it; nil for the last one.
    let value: Int?
  }

  private let pieces: [Piece]
  private let valueCombinations: [UInt]
  /// The number of bytes before compression.
  private let count: Int
  /// The bytes of all values. The four bytes before each of them take the place of four bytes that end a flush.
  private let valueBytes: Int

  /// The bytes of gzip's head without a name, and of its end.
  private static let (headSize, endSize) = (10, 8)
  /// Compressed pieces of this size or more are shared by answers. Smaller ones are copied: one piece is sent faster.
  private static let sharedSize = 32 * 1024

  /// Compresses a text.
  ///
  /// - Parameters:
  ///   - values: The values as they are in the text, each of them perhaps several times. They are random, so that nothing else
  ///     in the text equals one. They have at most 65,535 bytes.
  ///   - level: From 1, fast, to 9, small.
  /// - Returns: Nil if there is no memory.
  package init?(_ text: UnsafeRawBufferPointer, values: [String] = [], level: Int32) {
    let occurrences = Self.occurrences(of: values, in: text)
    var texts: [UnsafeRawBufferPointer] = []
    var start = 0
    for occurrence in occurrences {
      texts.append(UnsafeRawBufferPointer(rebasing: text[start..<occurrence.start]))
      start = occurrence.start + values[occurrence.value].utf8.count
    }
    texts.append(UnsafeRawBufferPointer(rebasing: text[start...]))
    guard let (bytes, ends) = Deflater.ofThread.compress(texts, level: level) else { return nil }
    deflated = bytes
    count = text.count
    valueBytes = occurrences.reduce(0) { $0 + values[$1.value].utf8.count }
    valueCombinations = values.map { crc32_combine_gen($0.utf8.count) }
    pieces = texts.indices.map { index in
      let start = index == 0 ? 0 : ends[index - 1]
      let isLast = index == texts.count - 1
      return Piece(
        // A value takes the place of the empty block that ends a flush.
        range: start..<(isLast ? ends[index] : ends[index] - 4), checksum: Self.checksum(texts[index]),
        combination: crc32_combine_gen(texts[index].count), value: isLast ? nil : occurrences[index].value)
    }
  }

  deinit { free(deflated.baseAddress) }

  /// The size of the compressed text.
  package var size: Int { Self.headSize + deflated.count + valueBytes + Self.endSize }

  private static func occurrences(of values: [String], in text: UnsafeRawBufferPointer) -> [(start: Int, value: Int)] {
    var occurrences: [(start: Int, value: Int)] = []
    guard let base = text.baseAddress else { return occurrences }
    for (index, var value) in values.enumerated() {
      value.withUTF8 { bytes in
        guard let start = bytes.baseAddress else { return }
        var next = 0
        // The first byte is searched by the C library, which compares many at a time.
        while let found = memchr(base + next, Int32(start[0]), text.count - next) {
          let position = UnsafeRawPointer(found) - base
          next = position + 1
          guard text.count - position >= bytes.count, memcmp(found, start, bytes.count) == 0 else { continue }
          occurrences.append((position, index))
          next = position + bytes.count
        }
      }
    }
    return occurrences.sorted { $0.start < $1.start }
  }

  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    return crc32_z(0, start, bytes.count)
  }

  // MARK: - Answers

  /// The text in gzip's format (RFC 1952).
  ///
  /// - Parameters:
  ///   - values: The new values, as long as the old ones.
  ///   - padding: The number of bytes that the head has too many, so that the size of the answer does not tell that of the
  ///     text.
  /// - Returns: Nil if there is no memory.
  package func body(values: [String] = [], padding: Int = 0) -> ResponseBody? {
    assert(values.count == valueCombinations.count, "Each value is replaced")
    // A large last piece, which is usually the markup of the screen, is not copied.
    let shared = (pieces.last?.range).flatMap { $0.count >= Self.sharedSize ? $0 : nil }
    let nameSize = padding > 0 ? padding + 1 : 0
    let ownCount = size + nameSize - (shared?.count ?? 0)
    guard let memory = malloc(ownCount) else { return nil }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: ownCount)
    var writer = Writer(next: memory)
    writer.writeHead(padding: padding)
    var checksum: UInt = 0
    for piece in pieces {
      checksum = crc32_combine_op(checksum, piece.checksum, piece.combination)
      if shared == nil || piece.value != nil {
        writer.write(UnsafeRawBufferPointer(rebasing: deflated[piece.range]))
      }
      guard let index = piece.value else { break }
      var value = values[index]
      value.withUTF8 { bytes in
        let bytes = UnsafeRawBufferPointer(bytes)
        checksum = crc32_combine_op(checksum, Self.checksum(bytes), valueCombinations[index])
        // The lengths of a stored block, whose head is the end of the flush (RFC 1951, section 3.2.4).
        writer.write(UInt16(bytes.count))
        writer.write(~UInt16(bytes.count))
        writer.write(bytes)
      }
    }
    writer.write(UInt32(truncatingIfNeeded: checksum))
    writer.write(UInt32(truncatingIfNeeded: count))
    assert(writer.next == memory + ownCount, "The size is exact")
    guard let shared else { return ResponseBody(owning: buffer) }
    return .around(
      buffer, self, UnsafeRawBufferPointer(rebasing: deflated[shared]), at: ownCount - Self.endSize)
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
