internal import Basics
internal import CZlib
internal import Glibc

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
